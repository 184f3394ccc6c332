"""Tests of a daemon that is killed in the middle of a gesture."""

import asyncio

import gestured

from .running_daemon import DaemonTestCase, GOING_ON
from .test_daemon_touches import is_touch

PAN_BESIDE_TOUCHES = """
surfaces: [{ name: panel, size: 278mm x 174mm }]
recognizers: [{ name: pan, type: pan, cancelsTouchesInView: false }]
"""


class KillTests(DaemonTestCase):
    recording, configuration = GOING_ON, PAN_BESIDE_TOUCHES

    def kill(self):
        self.daemon.process.kill()
        self.daemon.process.communicate()

    def assert_closed(self, last, closing):
        """The pan and its touch are cancelled, once each, by the library."""
        pan, touches = closing
        self.assertEqual((pan.state, pan.gesture, pan.seq, pan.synthesized), ("cancelled", last.gesture, 0, True))
        self.assertEqual([(each.id, each.phase) for each in touches.touches], [(last.touches[0], "cancelled")])
        self.assertTrue(touches.synthesized)

    def test_a_pan_and_its_touch_are_cancelled_before_iteration_ends(self):
        self.client.subscribe(touches=True)
        last = self.gesture("pan", "changed")
        self.kill()
        told, closing = [], []
        for event in self.client:
            (closing if event.synthesized else told).append(event)
        self.assert_closed(last, closing)
        self.assertLessEqual({each.state for each in told if isinstance(each, gestured.Gesture)}, {"changed"})

    def test_they_are_cancelled_before_a_new_connection_is_reported(self):
        client = self.another(reconnect=True)
        client.subscribe(touches=True)
        last = self.gesture("pan", "changed", client)
        self.kill()
        self.daemon.start()
        *_, pan, touches, lost, again = self.until(lambda each: isinstance(each, gestured.Connected), client)
        self.assert_closed(last, [pan, touches])
        self.assertEqual((type(lost), type(again)), (gestured.Disconnected, gestured.Connected))

    def test_asyncio_receives_the_same(self):
        async def hear():
            async with gestured.AsyncClient(self.daemon.path) as client:
                await client.subscribe(touches=True)
                events = []
                async for event in client:
                    events.append(event)
                    if isinstance(event, gestured.Gesture) and event.state == "changed" and not killed:
                        killed.append(event)
                        self.kill()
                return events

        killed = []
        events = asyncio.run(hear())
        self.assert_closed(killed[0], events[-2:])

    def test_a_touch_alone_is_cancelled(self):
        self.client.subscribe([], touches=True)
        finger = self.until(is_touch("moved"))[-1].touches[0].id
        self.kill()
        *_, last = self.client
        self.assertEqual([(each.id, each.phase) for each in last.touches], [(finger, "cancelled")])
        self.assertTrue(last.synthesized)
