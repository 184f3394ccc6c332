"""Tests of an application's own regions and recognizers with the daemon."""

import gestured

from .running_daemon import DOUBLE_TAP, DaemonTestCase

DOUBLE = {"name": "double", "type": "tap", "numberOfTapsRequired": 2}
SINGLE = {"name": "single", "type": "tap", "requireToFail": ["double"]}
CANVAS = {"name": "canvas", "surface": "panel", "frame": {"x": "0%", "y": "0%", "width": "100%", "height": "100%"}}


class AttachTests(DaemonTestCase):
    recording = DOUBLE_TAP

    def test_a_double_tap_is_received_without_a_single_one(self):
        attached = self.client.attach(recognizers=[DOUBLE, SINGLE])
        self.assertEqual((attached.regions, attached.recognizers), ((), ("double", "single")))
        self.assertEqual([(each.name, each.unit) for each in attached.surfaces],
                         [(each.name, each.unit) for each in self.client.list_surfaces()])
        self.client.subscribe(["double", "single"])
        self.gesture("double", "recognized")  # Before it, fingers may have been down that what is attached did not see.
        events = [next(self.client) for _ in range(2)]
        self.assertEqual([(each.recognizer, each.state, each.taps) for each in events],
                         [("double", "recognized", 2)] * 2)

    def test_functions_decide_whether_recognizers_begin_and_which_touches_they_receive(self):
        taps, touches = [], []

        @self.client.recognizer("double").should_begin
        def is_every_other(tap):
            taps.append(tap)
            return len(taps) % 2 == 0

        @self.client.recognizer("deaf").should_receive
        def never(touch):
            touches.append(touch)
            return False

        others = {"type": "tap", "simultaneousWith": ["double", "single"]}
        self.client.attach(recognizers=[
            {**DOUBLE, "askTimeout": 1}, SINGLE, {**others, "name": "deaf", "askTimeout": 1},
            {**others, "name": "hearing", "requireToFail": ["deaf"]}])
        self.client.subscribe(["double", "single", "hearing"])
        # What declines is followed by what waits for it.
        self.until(lambda each: each.recognizer == "single" and taps)
        for recognizer in ("double", "hearing"):
            self.gesture(recognizer, "recognized")
        self.assertEqual({(each.recognizer, each.taps, each.state) for each in taps}, {("double", 2, "recognized")})
        self.assertEqual({(each.surface, each.phase, each.location) for each in touches},
                         {("panel", "began", each.previous_location) for each in touches})

    def test_the_user_that_runs_gestured_has_all_capabilities(self):
        self.assertEqual(self.client.capabilities, {"gestures", "locations", "touches", "attach", "control"})

    def test_other_clients_do_not_see_attachments(self):
        other = self.another()
        self.client.attach(regions=[CANVAS], recognizers=[{**DOUBLE, "region": "canvas"}])
        mine = {each.name: each for each in self.client.list_recognizers()}
        self.assertEqual({name: each.own for name, each in mine.items()}, {"pan": False, "tap": False, "double": True})
        self.assertEqual((mine["double"].type, mine["double"].region), ("tap", "canvas"))
        self.assertEqual({each.name: each.own for each in self.client.list_regions()}, {"root": False, "canvas": True})
        self.assertEqual({each.name for each in other.list_recognizers()}, {"pan", "tap"})
        self.assertEqual({each.name for each in other.list_regions()}, {"root"})

    def test_a_misspelled_name_causes_a_warning_and_an_attached_one_does_not(self):
        self.client.attach(recognizers=[DOUBLE])
        with self.assertLogs("gestured", "WARNING") as logs:
            self.client.subscribe(["double", "pan", "tpa"])
        self.assertEqual([each.getMessage() for each in logs.records],
                         ["'tpa' matches no recognizer now; did you mean 'tap'?"])

    def test_an_own_name_hides_the_configured_one(self):
        other = self.another()
        self.client.attach(recognizers=[{**DOUBLE, "name": "tap"}])
        for client in (self.client, other):
            client.subscribe("tap")
        self.assertEqual([next(self.client).taps for _ in range(2)], [2, 2])
        self.assertEqual([next(other).taps for _ in range(2)], [1, 1])

    def test_detached_recognizers_are_gone(self):
        self.client.attach(regions=[CANVAS], recognizers=[{**DOUBLE, "region": "canvas"}, SINGLE])
        self.client.detach(regions="canvas")
        self.assertEqual([each.name for each in self.client.list_recognizers() if each.own], ["single"])
        self.assertEqual([each.name for each in self.client.list_regions() if each.own], [])
        self.client.detach()
        self.assertEqual([each.name for each in self.client.list_recognizers() if each.own], [])

    def test_a_disabled_recognizer_recognizes_nothing(self):
        self.client.attach(recognizers=[DOUBLE, {"name": "each", "type": "tap", "simultaneousWith": ["double"]}])
        self.client.set_enabled("double", False)
        self.assertEqual([each.enabled for each in self.client.list_recognizers() if each.name == "double"], [False])
        self.client.subscribe(["double", "each"])
        self.assertEqual({next(self.client).recognizer for _ in range(4)}, {"each"})
        self.client.set_enabled("double", True)
        self.gesture("double", "recognized")

    def test_a_configured_recognizer_is_disabled_for_all_clients(self):
        other = self.another()
        self.client.set_enabled("pan", False)
        self.assertEqual({each.name: each.enabled for each in other.list_recognizers()}, {"pan": False, "tap": True})

    def test_only_a_configured_region_can_be_made_private(self):
        with self.assertRaisesRegex(gestured.RequestError, "no such region"):
            self.client.set_private("nowhere", True)

    def test_only_an_intercepted_surface_swallows(self):
        with self.assertRaisesRegex(gestured.RequestError, "no such surface"):
            self.client.swallow("nowhere")
        with self.assertRaisesRegex(gestured.RequestError, "no surface is intercepted"):
            self.client.swallow()

    def test_an_invalid_attachment_is_refused_with_all_problems(self):
        with self.assertRaises(gestured.RequestError) as caught:
            self.client.attach(recognizers=[{"name": "a", "type": "tip"}, {"name": "b", "type": "tap", "taps": 2}])
        error = caught.exception
        self.assertEqual(error.code, -32602)
        self.assertTrue(error.path.startswith("params.recognizers[0]"), error.path)
        self.assertEqual(len(error.problems), 2, error.problems)
        self.assertEqual(str(error).splitlines(), [f"attach: {error.problems[0]}", f"  {error.problems[1]}"])
        self.assertEqual(str(error).count(error.hint), 1)
        self.assertEqual([each.name for each in self.client.list_recognizers() if each.own], [])

    def test_everything_is_attached_again_after_a_restart(self):
        client = self.another(reconnect=True)
        client.attach(regions=[CANVAS])
        client.attach(recognizers=[{**DOUBLE, "region": "canvas"}, {**SINGLE, "region": "canvas"}])
        client.set_enabled("single", False)
        client.subscribe("double")
        self.gesture("double", "recognized", client)
        self.daemon.stop()
        self.daemon.start()
        connected = self.until(lambda each: isinstance(each, gestured.Connected), client)[-1]
        self.assertEqual([(each.name, each.own) for each in connected.snapshot.recognizers], [("double", True)])
        self.assertEqual({each.name: each.enabled for each in client.list_recognizers() if each.own},
                         {"double": True, "single": False})
        self.assertEqual(self.gesture("double", "recognized", client).region, "canvas")
