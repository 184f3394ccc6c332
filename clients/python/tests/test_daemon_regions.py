"""Tests of regions that move, with the daemon."""

import time

import gestured

from .running_daemon import DOUBLE_TAP, DaemonTestCase
from .test_daemon_touches import is_touch

CORNER = {"x": 0, "y": 0, "width": "5%", "height": "5%"}
WHOLE = {"x": 0, "y": 0, "width": "100%", "height": "100%"}


class MovingRegionTests(DaemonTestCase):
    configuration = "surfaces: [{ name: panel, size: 278mm x 174mm }]\nrecognizers: []\n"

    def region_of_next_touch(self):
        """The region of the next touch that begins from now on; earlier ones may wait to be taken."""
        now = time.monotonic()
        return self.until(lambda event: is_touch("began")(event) and event.time > now)[-1].touches[0].region

    def test_new_touches_find_a_region_where_it_is(self):
        self.client.attach(regions=[{"name": "photo", "frame": CORNER}])
        self.client.subscribe([], touches=True)
        self.assertEqual(self.region_of_next_touch(), "root")
        self.client.region("photo").move(frame=WHOLE)
        self.assertEqual(self.region_of_next_touch(), "photo")
        self.client.region("photo").move(enabled=False)
        self.assertEqual(self.region_of_next_touch(), "root")
        # Half as large about its centre, and far to the right.
        surface, = self.client.list_surfaces()
        self.client.region("photo").move(enabled=True, transform=[0.5, 0, 0, 0.5, surface.width * 0.6, 0])
        self.assertEqual(self.region_of_next_touch(), "root")

    def test_the_upper_region_gets_the_touch_also_after_a_restart(self):
        self.client = self.another(reconnect=True)
        self.client.attach(regions=[{"name": name, "frame": CORNER} for name in ("a", "b")])
        self.client.update([{"name": "a", "frame": WHOLE, "above": None}, {"name": "b", "frame": WHOLE}])
        self.client.subscribe([], touches=True)
        self.assertEqual(self.region_of_next_touch(), "a")
        self.daemon.stop()
        self.daemon.start()
        self.until(lambda each: isinstance(each, gestured.Connected))
        self.assertEqual(self.region_of_next_touch(), "a")

    def test_shapes_of_separate_updates_are_restored_though_they_do_not_fit_into_one_request(self):
        self.client = self.another(reconnect=True)
        self.client.attach(regions=[{"name": f"photo{number}", "frame": WHOLE} for number in range(20)])
        for number in range(20):
            # Narrow and at the left, where no finger of the recording lands.
            self.client.region(f"photo{number}").move(shape=[[x, x * x] for x in range(16)])
        self.client.subscribe([], touches=True)
        self.daemon.stop()
        self.daemon.start()
        self.until(lambda each: isinstance(each, gestured.Connected))
        self.assertEqual(len([each for each in self.client.list_regions() if each.own]), 20)
        self.assertEqual(self.region_of_next_touch(), "root")

    def test_a_region_that_no_finger_can_reach_causes_a_warning(self):
        self.client.attach(regions=[{"name": "photo", "frame": WHOLE}])
        with self.assertLogs("gestured", "WARNING") as logs:
            warnings = self.client.region("photo").move(transform=[1, 0, 0, 1, 90_000, 0])
        self.assertEqual([each.getMessage() for each in logs.records], list(warnings))
        self.assertIn("photo", warnings[0])
        self.assertEqual(self.client.region("photo").move(transform=[1, 0, 0, 1, 0, 0]), ())

    def test_an_invalid_change_is_refused_with_its_place(self):
        self.client.attach(regions=[{"name": "photo", "frame": WHOLE}])
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.update([{"name": "photo", "enabled": False}, {"name": "foto", "enabled": False}])
        self.assertIn("params.regions[1]", caught.exception.path)
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.region("photo").move(shape="circle")
        self.assertEqual(caught.exception.path, "params.regions[0].shape")
        self.assertEqual([each.enabled for each in self.client.list_regions() if each.own], [True])

    def test_places_are_those_in_the_region_with_one_for_each_finger(self):
        surface, = self.client.list_surfaces()
        frame = gestured.Frame(surface.width / 4, 0, surface.width / 2, surface.height)
        self.client.attach(regions=[{"name": "photo", "frame": frame}],
                           recognizers=[{"name": "move", "type": "pan", "region": "photo"}])
        self.client.subscribe("move", coordinates="region", locations=True)
        self.client.subscribe("move", locations=True)
        inside, outside = {}, {}
        while not inside.keys() & outside.keys():
            pan = self.gesture("move", "began")
            (inside if pan.subscription == 1 else outside)[pan.gesture] = pan
        number, = inside.keys() & outside.keys()
        (inside, outside) = (inside[number], outside[number])
        self.assertAlmostEqual(inside.location.x, outside.location.x - surface.width / 4, delta=0.01)
        self.assertEqual((inside.location.y, inside.translation), (outside.location.y, outside.translation))
        self.assertEqual((len(inside.locations), len(outside.locations)), (1, 1))
        self.assertAlmostEqual(inside.locations[0].x, outside.locations[0].x - surface.width / 4, delta=0.01)


class TapCountTests(DaemonTestCase):
    recording = DOUBLE_TAP
    configuration = MovingRegionTests.configuration

    def test_the_second_tap_of_a_double_tap_counts_two(self):
        self.client.subscribe([], touches=True)
        self.assertEqual({self.until(is_touch("began"))[-1].touches[0].tap_count for _ in range(4)}, {1, 2})
