"""Tests of the asyncio client, with several tasks."""

import asyncio
import select
import threading

import pytest

import gestured

from .scripted_peer import SECONDS, SURFACE, Peer, states, talk, until_lost


async def iterate(client):
    return [each async for each in client]


async def start(coroutine):
    """A task that has run up to where it waits."""
    task = asyncio.ensure_future(coroutine)
    await asyncio.sleep(0)
    return task


async def cancel(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_requests_are_made_while_another_task_iterates():
    script = talk.subscribed()
    for seq in range(1, 101):
        script = script.hear("list").gesture("recognized", seq=seq).answer("list", [SURFACE])
    async with Peer(script) as peer, peer.async_client() as client:
        await client.subscribe()
        iterating = asyncio.ensure_future(iterate(client))
        for _ in range(20):  # Five requests at the same time, twenty times.
            answers = await asyncio.gather(*[client.list_surfaces() for _ in range(5)])
            assert [each[0].name for each in answers] == ["panel"] * 5
        assert [each.seq for each in await iterating] == list(range(1, 101))


async def test_cancelling_loses_no_event():
    heard, script = [], talk.subscribed()
    for seq in range(1, 2001):
        script = script.gesture("recognized", seq=seq)
    async with Peer(script) as peer, peer.async_client() as client:
        await client.subscribe()
        with pytest.raises(gestured.ConnectionLost):
            while True:
                task = await start(client.receive())
                task.cancel()
                try:
                    heard.append((await task).seq)
                except asyncio.CancelledError:
                    event = await client.receive(0.001)
                    heard += [] if event is None else [event.seq]
    assert heard == list(range(1, 2001))


async def test_an_accepted_change_of_a_cancelled_task_is_restored():
    script = talk.accept("attach").hear("update").subscribed().answer("update")
    photo = {"name": "photo", "frame": {"x": 0, "y": 0, "width": 9, "height": 9}}
    async with Peer(script, talk.restored()) as peer, peer.async_client(reconnect=True) as client:
        await client.attach(regions=[photo])
        await cancel(await start(client.region("photo").move(enabled=False)))
        await client.subscribe()
        assert states([await client.receive() for _ in range(2)]) == ["Disconnected", "Connected"]
    assert peer.heard[1][:-1] == [
        ("attach", {"regions": [photo]}), ("update", {"regions": [{"name": "photo", "enabled": False}]})]


@pytest.mark.parametrize("is_read", [False, True])
async def test_a_subscription_of_a_cancelled_task_ends_once_it_is_accepted(is_read):
    script = talk.subscribed(number=4).gesture("began", subscription=4).hear("unsubscribe")
    async with Peer(script) as peer, peer.async_client() as client:
        subscribing = await start(client.subscribe())
        if is_read:  # By another task, in the moment before this one is cancelled.
            select.select([client._link], [], [])
            client._transfer()
        await cancel(subscribing)
        with pytest.raises(gestured.ConnectionLost):
            await client.receive()
    assert peer.heard[0][-1] == ("unsubscribe", {"subscription": 4})


async def test_an_answer_that_another_task_reads_reaches_the_task_that_asked():
    async with Peer(talk.accept("list", result=[SURFACE]).until_end()) as peer, peer.async_client() as client:
        listing = await start(client.list_surfaces())
        select.select([client._link], [], [])
        client._transfer()
        assert len(await listing) == 1


async def test_it_reads_only_requested_events():
    blocked = threading.Event()

    def script(connection):
        talk.subscribed()(connection)
        connection.connection.setblocking(False)
        sent = 0
        try:
            while sent < 64 << 20:
                sent += connection.connection.send(b"x" * 65_536)
        except BlockingIOError:
            blocked.set()

    async with Peer(script) as peer, peer.async_client() as client:
        await client.subscribe()
        is_blocked = await asyncio.get_running_loop().run_in_executor(None, blocked.wait, SECONDS)
    assert is_blocked, "the peer could send 64 MiB without a request"


@pytest.mark.parametrize("is_lost", [False, True], ids=["for events", "for a connection"])
async def test_closing_ends_the_iteration_of_another_task_that_waits(is_lost):
    script = until_lost() if is_lost else talk.subscribed().until_end()
    async with Peer(script) as peer, peer.async_client(reconnect=is_lost) as client:
        await client.subscribe()
        assert not is_lost or isinstance(await client.receive(), gestured.Disconnected)
        iterating = await start(iterate(client))
        await client.close()
        assert await iterating == []


async def test_it_reconnects_whichever_task_is_cancelled():
    async with Peer(until_lost("began"), until_lost("began")) as peer, peer.async_client(reconnect=True) as client:
        await client.subscribe()
        events = [await client.receive() for _ in range(3)]
        while len(events) < 5:
            event = await client.receive(0.01)
            events += [] if event is None else [event]
    assert states(events) == ["began", "cancelled", "Disconnected", "Connected", "began"]


async def test_an_answer_that_never_comes_is_an_error():
    async with Peer(talk.until_end()) as peer, peer.async_client() as client:
        client._timeout = 0.05
        with pytest.raises(gestured.Timeout):
            await client.status()


async def test_two_tasks_may_wait_for_the_same_connection():
    again = talk.accept("list", "list", result=[]).until_end()
    async with Peer(talk, again) as peer, peer.async_client(reconnect=True) as client:
        assert isinstance(await client.receive(), gestured.Disconnected)
        assert await asyncio.gather(client.list_surfaces(), client.list_regions()) == [[], []]


async def test_it_refuses_requests_before_it_is_connected():
    with pytest.raises(gestured.ConnectionLost, match="no connection yet"):
        await gestured.AsyncClient("/nowhere/socket").status()


def test_it_has_the_methods_of_the_blocking_client():
    methods, coroutines = ({name for name in dir(kind) if not name.startswith("_")}
                           for kind in (gestured.Client, gestured.AsyncClient))
    assert methods - {"fileno", "pending"} == coroutines - {"connect"}
