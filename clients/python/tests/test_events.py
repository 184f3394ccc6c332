"""Tests of events decoded from the wire."""

import json
import unittest

import gestured

from .scripted_peer import SURFACE, ZOOM, Peer, pinch

HERE = gestured.Point(512.0, 300.5)


class EventTests(unittest.TestCase):
    def events(self, *lines, snapshot=None, **arguments):
        """The events of a subscription after these lines, until the peer ends, and the snapshot before."""
        def script(talk):
            talk.hello()
            talk.subscribed(**(snapshot or {}))
            # All together: a client that has received enough disconnects.
            lines_of_text = [line if isinstance(line, (str, bytes)) else json.dumps(line) + "\n" for line in lines]
            talk.write(b"".join(line.encode() if isinstance(line, str) else line for line in lines_of_text))

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            self.snapshot = client.subscribe(**arguments).snapshot
            events = []
            try:
                while True:
                    events.append(client.receive())
            except gestured.Error as error:
                self.end = error
            return events

    def gesture(self, **params):
        return {"jsonrpc": "2.0", "method": "gesture", "params": {"subscription": 1, **pinch("recognized"), **params}}

    def test_a_gesture_has_its_members_as_attributes(self):
        event, = self.events(self.gesture())
        self.assertIsInstance(event, gestured.Pinch)
        self.assertEqual(
            (event.subscription, event.seq, event.recognizer, event.type, event.gesture, event.state, event.surface,
             event.region, event.time, event.location, event.touches, event.scale, event.delta, event.velocity),
            (1, 1, "zoom", "pinch", 7, "recognized", "panel", "root", 1234.56789, HERE, (3, 4), 1.23, 1.01, 0.8))

    def test_each_type_has_its_own_members(self):
        way, point = {"x": 3.0, "y": -4.0}, gestured.Point(3.0, -4.0)
        pan = {"translation": way, "delta": way, "velocity": way}
        for kind, type, members, expected in (
            (gestured.Tap, "tap", {"taps": 2}, {}),
            (gestured.LongPress, "longPress", {"duration": 0.5}, {}),
            (gestured.Swipe, "swipe", {"direction": "left", "velocity": way}, {"velocity": point}),
            (gestured.Pan, "pan", {**pan, "projection": way},
             {"translation": point, "delta": point, "velocity": point, "projection": point}),
            (gestured.ScreenEdgePan, "screenEdgePan", {**pan, "edge": "top"},
             {"translation": point, "delta": point, "velocity": point, "projection": None}),
            (gestured.Rotation, "rotation", {"rotation": 0.5, "delta": 0.25, "velocity": -1.0}, {}),
            (gestured.Transform, "transform",
             {**pan, "scale": 2.0, "rotation": 0.5, "scaleDelta": 1.5, "rotationDelta": 0.25},
             {"translation": point, "delta": point, "velocity": point, "scale_delta": 1.5, "rotation_delta": 0.25}),
            (gestured.Stroke, "stroke", {"stroke": "right", "score": 0.9}, {}),
            (gestured.Checkmark, "checkmark", {"midpoint": way}, {"midpoint": point}),
            (gestured.Tickle, "tickle", {"count": 3}, {}),
            (gestured.IncrementalPinch, "incrementalPinch", {"scale": 0.5}, {}),
        ):
            with self.subTest(type):
                params = {name: value for name, value in pinch("recognized").items()
                          if name not in ("scale", "delta", "velocity")}
                line = {"method": "gesture", "params": {"subscription": 1, **params, "type": type, **members}}
                event, = self.events(line)
                self.assertIs(event.__class__, kind)
                for name, value in {**members, **expected}.items():
                    if name not in ("scaleDelta", "rotationDelta"):
                        self.assertEqual(getattr(event, name), value)

    def test_without_the_capability_locations_there_are_no_places(self):
        bare = {name: value for name, value in pinch("recognized").items() if name not in ("location", "touches")}
        pan = {name: value for name, value in bare.items() if name not in ("scale", "delta", "velocity")}
        first, second = self.events({"method": "gesture", "params": {"subscription": 1, **bare}},
                                    {"method": "gesture", "params": {"subscription": 1, **pan, "type": "pan"}})
        self.assertEqual((first.location, first.touches, first.scale), (None, (), 1.23))
        self.assertEqual((second.location, second.translation), (None, gestured.Point(0.0, 0.0)))
        self.assertIs(second.__class__, gestured.Pan)

    def test_unknown_types_and_members_are_kept(self):
        event, = self.events(self.gesture(type="dwell", bearing=0.5, weather={"sky": ["blue"]}))
        self.assertIs(event.__class__, gestured.Gesture)
        self.assertEqual((event.members["bearing"], event.members["weather"]), (0.5, {"sky": ["blue"]}))

    def test_a_failed_gesture_has_no_movement(self):
        params = {name: value for name, value in pinch("failed", gesture=0).items()
                  if name not in ("scale", "delta", "velocity")}
        event, = self.events({"method": "gesture", "params": {"subscription": 1, **params}}, states="failed")
        self.assertEqual((event.state, event.scale, event.delta), ("failed", 1.0, 1.0))

    def test_events_can_be_compared_and_be_members_of_sets(self):
        first, second, third = self.events(self.gesture(), self.gesture(), self.gesture(scale=2.0))
        self.assertEqual(first, second)
        self.assertEqual(len({first, second, third}), 2)
        with self.assertRaises(AttributeError):
            first.scale = 1.0

    def test_touches_have_what_the_panel_reports(self):
        touch = {"id": 3, "phase": "ended", "location": {"x": 512.0, "y": 300.5},
                 "previousLocation": {"x": 510.0, "y": 300.5}, "region": "root"}
        event, = self.events({"method": "touch", "params": {
            "subscription": 1, "surface": "panel", "time": 2.5,
            "touches": [{**touch, "force": 0.25, "majorRadius": 9.5}, {**touch, "id": 4}]}}, touches=True)
        first, second = event.touches
        self.assertEqual((event.surface, event.time, first.id, first.phase, first.location, first.previous_location),
                         ("panel", 2.5, 3, "ended", HERE, gestured.Point(510.0, 300.5)))
        self.assertEqual((first.force, first.major_radius, second.force, second.major_radius), (0.25, 9.5, None, None))

    def test_a_change_of_a_surface_has_the_surface(self):
        event, = self.events({"method": "surface", "params": {
            "subscription": 1, "change": "changed", "surface": {**SURFACE, "rotation": 90.0, "millimetres": None}}})
        self.assertEqual((event.change, event.surface.name, event.surface.unit, event.surface.rotation),
                         ("changed", "panel", "px", 90.0))
        self.assertIsNone(event.surface.millimetres)

    def test_a_reload_and_a_lag_have_a_snapshot(self):
        snapshot = {"subscription": 1, "surfaces": [SURFACE], "recognizers": [], "gestures": []}
        reloaded, lagged = self.events({"method": "reloaded", "params": snapshot},
                                       {"method": "lagged", "params": {**snapshot, "dropped": 256}})
        self.assertIsInstance(reloaded, gestured.Reloaded)
        self.assertEqual(reloaded.snapshot.surfaces[0].millimetres, gestured.Size(344.0, 194.0))
        self.assertEqual((lagged.__class__, lagged.dropped), (gestured.Lagged, 256))

    def test_the_snapshot_has_gestures_and_touches_under_way(self):
        under_way = {name: value for name, value in pinch("changed").items() if name != "seq"}
        touch = {"id": 3, "phase": "began", "location": {"x": 1.0, "y": 2.0}, "previousLocation": {"x": 1.0, "y": 2.0},
                 "region": "root"}
        self.events(touches=True, snapshot={
            "gestures": [under_way], "touches": [{"surface": "panel", "time": 1.5, "touches": [touch]}]})
        self.assertEqual(self.snapshot.recognizers[0].name, ZOOM["name"])
        self.assertEqual((self.snapshot.gestures[0].scale, self.snapshot.gestures[0].subscription), (1.23, 1))
        self.assertEqual(self.snapshot.touches[0].touches[0].location, gestured.Point(1.0, 2.0))

    def test_unknown_methods_are_ignored(self):
        events = self.events({"method": "weather", "params": {"sky": "blue"}}, {"method": "weather"}, self.gesture())
        self.assertEqual([each.seq for each in events], [1])

    def test_a_line_may_come_in_pieces_and_many_at_once(self):
        line = json.dumps(self.gesture(recognizer="größer"), ensure_ascii=False).encode() + b"\n"

        def script(talk):
            talk.hello()
            talk.subscribed()
            for index in range(len(line)):
                talk.write(line[index:index + 1])
            talk.write(line * 1000)

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            events = list(client)
        self.assertEqual((len(events), events[0].recognizer), (1001, "größer"))

    def test_an_invalid_line_ends_the_client_after_earlier_events(self):
        for line in ("nonsense\n", "NaN\n", b"\xff\n", "[]\n", "\n", self.gesture(time="noon"), self.gesture(time=True),
                     self.gesture(touches=3), self.gesture(location={"x": 1.0}),
                     self.gesture(scale=float("nan")), self.gesture(scale=10 ** 400),
                     json.dumps(self.gesture()).replace("1.23", "-1e999") + "\n",
                     self.gesture(recognizer="n" * 257), {"method": "gesture"}, {"method": "gesture", "params": []},
                     {"method": "gesture", "params": {"subscription": []}}, {"id": [], "result": 1},
                     {"method": "surface", "params": {"subscription": 1}}, {"result": 1},
                     "[" * 100_000 + "\n", "9" * 10_000 + "\n"):
            with self.subTest(line=str(line)[:60]):
                events = self.events(self.gesture(), line, self.gesture())
                self.assertEqual(len(events), 1)
                self.assertIsInstance(self.end, gestured.ProtocolError)

    def test_an_endless_line_is_given_up_after_sixteen_mebibytes(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            sent = 0
            try:
                while True:
                    talk.write(b"x" * 65_536)
                    sent += 65_536
            except (BrokenPipeError, ConnectionResetError):
                assert 16 << 20 <= sent <= 17 << 20, sent

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            with self.assertRaisesRegex(gestured.ProtocolError, "16777216 bytes"):
                client.receive()
