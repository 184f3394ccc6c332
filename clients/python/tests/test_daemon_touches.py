"""Tests of touches and counters with the daemon."""

import os

import gestured

from .running_daemon import DaemonTestCase


def is_touch(phase):
    return lambda event: isinstance(event, gestured.Touches) and any(each.phase == phase for each in event.touches)


class TouchTests(DaemonTestCase):
    def test_a_finger_is_received_from_down_to_up(self):
        self.client.subscribe([], touches=True)
        began = self.until(is_touch("began"))[-1].touches[0]
        events = self.until(lambda event: is_touch("ended")(event) or is_touch("cancelled")(event))
        touches = [each for event in events for each in event.touches]
        self.assertEqual({each.id for each in touches}, {began.id})
        self.assertEqual([each.phase for each in touches[:-1]], ["moved"] * (len(touches) - 1))
        places = [began.location, *[each.location for each in touches]]
        self.assertEqual([each.previous_location for each in touches], places[:-1])
        self.assertEqual({each.region for each in touches}, {"root"})

    def test_a_gesture_names_the_touches_that_make_it(self):
        self.client.subscribe("pan", touches=True)
        events = self.until(is_touch("began"))
        finger = events[-1].touches[0].id
        self.assertEqual(self.gesture("pan", "began").touches, (finger,))

    def test_touches_have_own_regions(self):
        self.client.attach(regions=[{"name": "canvas", "frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"}}])
        self.client.subscribe([], touches=True)
        self.assertEqual(self.until(is_touch("began"))[-1].touches[0].region, "canvas")


class TouchSnapshotTests(DaemonTestCase):
    configuration = "surfaces: [{ name: panel, size: 278mm x 174mm }]\nrecognizers: []\n"  # Nothing takes the touch.

    def test_a_subscription_while_a_finger_is_down_receives_it(self):
        self.client.subscribe([], touches=True)
        finger = self.until(is_touch("began"))[-1].touches[0].id
        snapshot = self.another().subscribe(touches=True).snapshot
        self.assertEqual([(each.id, each.phase) for event in snapshot.touches for each in event.touches],
                         [(finger, "began")])


class StatusTests(DaemonTestCase):
    def test_the_counters_count(self):
        self.client.subscribe("pan")
        self.gesture("pan", "began")
        status = self.client.status()
        self.assertTrue(status.server.startswith("gestured "))
        self.assertEqual((status.configuration, status.refused), (str(self.daemon.configuration), False))
        self.assertEqual((status.surfaces, status.recognizers, status.peers, status.subscriptions), (1, 2, 1, 1))
        self.assertGreater(min(status.uptime, status.frames, status.touches, status.notifications), 0)
        self.assertLessEqual(status.latency.p50, status.latency.max)

    def test_a_client_with_control_receives_the_connections(self):
        other = self.another()
        other.attach(recognizers=[{"name": "mine", "type": "tap"}])
        connections = self.client.status().connections
        self.assertEqual([each.pid for each in connections], [os.getpid()] * 2)
        self.assertEqual(sorted(each.attached for each in connections), [0, 1])
