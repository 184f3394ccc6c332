"""Tests of `subscribe`, `list`, `rotate` and `reload` with the daemon."""

import asyncio
import select

import gestured

from .running_daemon import DaemonTestCase


class GestureTests(DaemonTestCase):
    def test_a_pan_is_received_from_its_beginning_to_its_end(self):
        snapshot = self.client.subscribe("pan").snapshot
        self.assertEqual([(each.name, each.unit) for each in snapshot.surfaces], [("panel", "pt")])
        self.assertEqual([(each.name, each.type, each.region, each.enabled, each.own) for each in snapshot.recognizers],
                         [("pan", "pan", "root", True, False)])
        began = self.gesture("pan", "began")
        events = [began, *self.until(lambda each: each.state == "ended")]
        self.assertEqual({each.__class__ for each in events}, {gestured.Pan})
        self.assertEqual({each.gesture for each in events}, {began.gesture})
        self.assertEqual([each.seq for each in events], list(range(began.seq, began.seq + len(events))))
        for axis in range(2):
            total = sum(each.delta[axis] for each in events)
            self.assertAlmostEqual(total, events[-1].translation[axis], delta=0.01)
        self.assertIsNotNone(events[-1].projection)
        self.assertEqual([each.time for each in events], sorted(each.time for each in events))

    def test_only_requested_events_are_received(self):
        self.client.subscribe("p?n", surfaces=["pan*"], states=["ended"])
        self.assertEqual([(each.recognizer, each.state) for each in [next(self.client), next(self.client)]],
                         [("pan", "ended")] * 2)

    def test_two_subscriptions_are_distinguished(self):
        ended, began = self.client.subscribe(states="ended"), self.client.subscribe(states="began")
        events = [next(self.client) for _ in range(4)]
        self.assertEqual({(each.subscription, each.state) for each in events},
                         {(ended.number, "ended"), (began.number, "began")})
        self.client.unsubscribe(ended)
        events = [next(self.client) for _ in range(2)]
        self.assertEqual({(each.subscription, each.state) for each in events}, {(began.number, "began")})

    def test_subscriptions_that_were_given_up_do_not_count(self):
        for _ in range(40):  # More than a connection may have.
            self.client._timeout = 0
            try:
                self.client.unsubscribe(self.client.subscribe())
            except gestured.Timeout:
                pass
            self.client._timeout = 60
            self.client.list_surfaces()
        self.client.subscribe("pan")
        self.gesture("pan", "began")

    def test_surfaces_and_recognizers_can_be_listed(self):
        surface, = self.client.list_surfaces()
        self.assertEqual((surface.name, surface.millimetres, surface.rotation), ("panel", (278.0, 174.0), 0.0))
        device, = self.client.list_devices()
        self.assertEqual((device.used, device.surface, device.vendor, device.slots), (True, "panel", "056a", 2))
        self.assertEqual(len(device.matrix), 6)
        self.assertEqual({each.name for each in self.client.list_recognizers()}, {"pan", "tap"})
        root, = self.client.list_regions()
        self.assertEqual((root.name, root.surface, root.frame),
                         ("root", "panel", (0.0, 0.0, surface.width, surface.height)))

    def test_a_refusal_has_the_place_and_a_hint(self):
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.subscribe(states=["begun"])
        self.assertEqual((caught.exception.code, caught.exception.path), (-32602, "params.states[0]"))
        self.assertTrue(caught.exception.hint)
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.call("tomorrow")
        self.assertEqual(caught.exception.code, -32601)
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.subscribe("x" * 70_000)
        self.assertEqual(caught.exception.code, -32700)
        self.assertEqual(len(self.client.list_surfaces()), 1, "the connection goes on")

    def test_a_rotation_is_received(self):
        before = self.client.subscribe([]).snapshot.surfaces[0]
        after = self.client.rotate("panel", 90)
        self.assertEqual((after.rotation, after.width, after.height), (90.0, before.height, before.width))
        change = next(self.client)
        self.assertEqual((change.change, change.surface), ("changed", after))

    def test_a_reload_is_received_with_a_snapshot(self):
        subscription = self.client.subscribe(surfaces=[])
        self.daemon.configuration.write_text("recognizers: [{ name: swipe, type: swipe }]")
        report = self.client.reload()
        self.assertEqual((report.recognizers, report.added, report.removed), (1, 1, 3))
        reloaded = self.until(lambda each: isinstance(each, gestured.Reloaded))[-1]
        self.assertEqual([each.name for each in reloaded.snapshot.recognizers], ["swipe"])
        self.assertIs(subscription.snapshot, reloaded.snapshot)

    def test_the_problems_of_a_configuration_are_received(self):
        self.daemon.configuration.write_text("recognizers: [{ name: swipe, type: swip }]")
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.reload()
        self.assertEqual(caught.exception.code, gestured.RequestError.CONFIGURATION_HAS_PROBLEMS)
        self.assertIn("gestured.yaml:1:", caught.exception.problems[0])

    def test_a_program_loop_can_wait_for_the_client(self):
        self.client.subscribe("pan")
        events = []
        while not events or events[-1].state != "ended":
            self.assertTrue(select.select([self.client], [], [], 10)[0])
            events += self.client.pending()
        self.assert_balanced(events)

    def test_every_gesture_is_closed_when_gestured_ends(self):
        self.client.subscribe()
        events = [self.gesture("pan", "began")]
        self.daemon.stop()
        events += self.client
        self.assertIn(events[-1].state, ("ended", "cancelled"))
        self.assert_balanced(events)

    def test_a_restart_is_survived(self):
        client = self.another(reconnect=True)
        subscription = client.subscribe("pan")
        events = [self.gesture("pan", "began", client)]
        self.daemon.stop()
        self.daemon.start()
        events += self.until(lambda each: isinstance(each, gestured.Connected), client)
        self.assertIsInstance(events[-2], gestured.Disconnected)
        self.assert_balanced(events)
        self.assertEqual([each.name for each in subscription.snapshot.surfaces], ["panel"])
        self.assertEqual(self.gesture("pan", "began", client).subscription, subscription.number)

    def test_asyncio_receives_the_same_during_requests(self):
        async def hear():
            async with gestured.AsyncClient(self.daemon.path) as client:
                await client.subscribe("pan")
                asking = asyncio.ensure_future(asyncio.gather(*[client.list_recognizers() for _ in range(20)]))
                async for event in client:
                    if event.state == "ended":
                        break
                return event, await asking

        event, answers = asyncio.run(hear())
        self.assertEqual((event.recognizer, [len(each) for each in answers]), ("pan", [2] * 20))

    def test_a_client_may_start_before_gestured(self):
        self.daemon.stop()
        with self.assertLogs("gestured", "WARNING"):
            client = gestured.AsyncClient(self.daemon.path, reconnect=True)

            async def connect():
                connecting = asyncio.ensure_future(client.connect())
                await asyncio.wait({connecting}, timeout=0.01)
                self.assertFalse(connecting.done())
                await asyncio.get_running_loop().run_in_executor(None, self.daemon.start)
                await connecting
                await client.close()
                return client.server

            self.assertTrue(asyncio.run(connect()).startswith("gestured "))
