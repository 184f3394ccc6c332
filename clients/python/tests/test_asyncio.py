"""Tests of the asyncio client, with several tasks."""

import asyncio
import select
import threading
import unittest

import gestured

from .scripted_peer import SECONDS, SURFACE, Peer, Talk, pinch
from .test_losses import states, until_lost


class AsyncClientTests(unittest.IsolatedAsyncioTestCase):
    async def test_requests_are_made_while_another_task_iterates(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            for seq in range(1, 101):
                request = talk.hear("list")
                talk.say("gesture", subscription=1, **pinch("recognized", seq=seq))
                talk.answer(request, [SURFACE])

        async def iterate(client):
            return [each.seq async for each in client]

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                await client.subscribe()
                iterating = asyncio.ensure_future(iterate(client))
                for _ in range(20):  # Five requests at the same time, twenty times.
                    answers = await asyncio.gather(*[client.list_surfaces() for _ in range(5)])
                    self.assertEqual([each[0].name for each in answers], ["panel"] * 5)
                self.assertEqual(await iterating, list(range(1, 101)))

    async def test_cancelling_loses_no_event(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            for seq in range(1, 2001):
                talk.say("gesture", subscription=1, **pinch("recognized", seq=seq))

        heard = []
        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                await client.subscribe()
                with self.assertRaises(gestured.ConnectionLost):
                    while True:
                        task = asyncio.ensure_future(client.receive())
                        await asyncio.sleep(0)
                        task.cancel()
                        try:
                            heard.append((await task).seq)
                        except asyncio.CancelledError:
                            event = await client.receive(0.001)
                            if event is not None:
                                heard.append(event.seq)
        self.assertEqual(heard, list(range(1, 2001)))

    async def test_an_accepted_change_of_a_cancelled_task_is_restored(self):
        def script(talk):
            talk.hello()
            talk.answer(talk.hear("attach"), {})
            update = talk.hear("update")
            talk.subscribed()
            talk.answer(update, {})

        def again(talk):
            self.requests = talk.restored()

        photo = {"name": "photo", "frame": {"x": 0, "y": 0, "width": 9, "height": 9}}
        with Peer(script, again) as peer:
            async with gestured.AsyncClient(peer.path, reconnect=True) as client:
                await client.attach(regions=[photo])
                moving = asyncio.ensure_future(client.region("photo").move(enabled=False))
                await asyncio.sleep(0)
                moving.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await moving
                await client.subscribe()
                self.assertEqual(states([await client.receive() for _ in range(2)]), ["Disconnected", "Connected"])
        self.assertEqual(self.requests[:-1], [
            ("attach", {"regions": [photo]}), ("update", {"regions": [{"name": "photo", "enabled": False}]})])

    async def test_a_subscription_of_a_cancelled_task_ends_once_it_is_accepted(self):
        def script(talk):
            talk.hello()
            talk.subscribed(number=4)
            talk.say("gesture", subscription=4, **pinch("began"))
            self.unsubscribed = talk.hear("unsubscribe")

        for is_read in (False, True):
            with self.subTest(is_read=is_read), Peer(script) as peer:
                async with gestured.AsyncClient(peer.path) as client:
                    subscribing = asyncio.ensure_future(client.subscribe())
                    await asyncio.sleep(0)
                    if is_read:  # By another task, in the moment before this one is cancelled.
                        select.select([client._link], [], [])
                        client._transfer()
                    subscribing.cancel()
                    with self.assertRaises(asyncio.CancelledError):
                        await subscribing
                    with self.assertRaises(gestured.ConnectionLost):
                        await client.receive()
            self.assertEqual(self.unsubscribed["params"], {"subscription": 4})

    async def test_it_reads_only_requested_events(self):
        blocked = threading.Event()

        def script(talk):
            talk.hello()
            talk.subscribed()
            talk.connection.setblocking(False)
            sent = 0
            try:
                while sent < 64 << 20:
                    sent += talk.connection.send(b"x" * 65_536)
            except BlockingIOError:
                blocked.set()

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                await client.subscribe()
                is_blocked = await asyncio.get_running_loop().run_in_executor(None, blocked.wait, SECONDS)
        self.assertTrue(is_blocked, "the peer could send 64 MiB without a request")

    async def test_closing_ends_the_iteration_of_another_task(self):
        async def iterate(client):
            return [each async for each in client]

        def script(talk):
            talk.hello()
            talk.subscribed()
            talk.until_end()

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                await client.subscribe()
                iterating = asyncio.ensure_future(iterate(client))
                await asyncio.sleep(0)
                await client.close()
                self.assertEqual(await iterating, [])

    async def test_closing_ends_the_iteration_of_a_task_that_waits_for_a_connection(self):
        async def iterate(client):
            return states([each async for each in client])

        with Peer(until_lost()) as peer:
            client = gestured.AsyncClient(peer.path, reconnect=True)
            await client.connect()
            await client.subscribe()
            self.assertIsInstance(await client.receive(), gestured.Disconnected)
            iterating = asyncio.ensure_future(iterate(client))
            await asyncio.sleep(0)
            await client.close()
            self.assertEqual(await iterating, [])

    async def test_it_reconnects_whichever_task_is_cancelled(self):
        with Peer(until_lost("began"), until_lost("began")) as peer:
            async with gestured.AsyncClient(peer.path, reconnect=True) as client:
                await client.subscribe()
                events = [await client.receive() for _ in range(3)]
                while len(events) < 5:
                    event = await client.receive(0.01)
                    events += [] if event is None else [event]
        self.assertEqual(states(events), ["began", "cancelled", "Disconnected", "Connected", "began"])

    async def test_an_answer_that_never_comes_is_an_error(self):
        def script(talk):
            talk.hello()
            talk.until_end()

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path, timeout=0.05) as client:
                with self.assertRaises(gestured.Timeout):
                    await client.status()

    async def test_two_tasks_may_wait_for_the_same_connection(self):
        def again(talk):
            talk.hello()
            for _ in range(2):
                talk.answer(talk.hear("list"), [])
            talk.until_end()

        with Peer(Talk.hello, again) as peer:
            async with gestured.AsyncClient(peer.path, reconnect=True) as client:
                self.assertIsInstance(await client.receive(), gestured.Disconnected)
                self.assertEqual(await asyncio.gather(client.list_surfaces(), client.list_regions()), [[], []])

    async def test_it_refuses_requests_before_it_is_connected(self):
        with self.assertRaisesRegex(gestured.ConnectionLost, "no connection yet"):
            await gestured.AsyncClient("/nowhere/socket").status()

    async def test_it_has_the_methods_of_the_blocking_client(self):
        methods = {name for name in dir(gestured.Client) if not name.startswith("_")}
        self.assertEqual(methods - {"fileno", "pending"}, {
            name for name in dir(gestured.AsyncClient) if not name.startswith("_")} - {"connect"})
