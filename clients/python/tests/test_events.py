"""Tests of events decoded from the wire."""

import json

import pytest

import gestured

from .scripted_peer import EMPTY, SURFACE, ZOOM, Peer, pinch, talk, without

HERE = gestured.Point(512.0, 300.5)
BARE = without(pinch("recognized"), "scale", "delta", "velocity")
WAY, POINT = {"x": 3.0, "y": -4.0}, gestured.Point(3.0, -4.0)
PAN, PANNED = dict.fromkeys(("translation", "delta", "velocity"), WAY), dict.fromkeys(
    ("translation", "delta", "velocity"), POINT)


def notification(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": {"subscription": 1, **params}}


def gesture(**params):
    return notification("gesture", **{**pinch("recognized"), **params})


def received(*lines, snapshot=None, **arguments):
    """The events of a subscription after these lines, the error at the end, and the snapshot before."""
    texts = [line if isinstance(line, (str, bytes)) else json.dumps(line) + "\n" for line in lines]
    # All together: a client that has received enough disconnects.
    together = b"".join(text.encode() if isinstance(text, str) else text for text in texts)
    events = []
    with Peer(talk.subscribed(**(snapshot or {})).write(together)) as peer, peer.client() as client:
        snapshot = client.subscribe(**arguments).snapshot
        with pytest.raises(gestured.Error) as caught:
            while True:
                events.append(client.receive())
    return events, caught.value, snapshot


def events(*lines, **arguments):
    return received(*lines, **arguments)[0]


def test_a_gesture_has_its_members_as_attributes():
    event, = events(gesture())
    assert event == gestured.Pinch(
        event.members, subscription=1, seq=1, recognizer="zoom", type="pinch", gesture=7, state="recognized",
        surface="panel", region="root", time=1234.56789, location=HERE, touches=(3, 4), scale=1.23, delta=1.01,
        velocity=0.8)


@pytest.mark.parametrize("type, kind, members, expected", [
    ("tap", gestured.Tap, {"taps": 2}, {}),
    ("longPress", gestured.LongPress, {"duration": 0.5}, {}),
    ("swipe", gestured.Swipe, {"direction": "left", "velocity": WAY}, {"velocity": POINT}),
    ("pan", gestured.Pan, {**PAN, "projection": WAY}, {**PANNED, "projection": POINT}),
    ("screenEdgePan", gestured.ScreenEdgePan, {**PAN, "edge": "top"}, {**PANNED, "projection": None}),
    ("rotation", gestured.Rotation, {"rotation": 0.5, "delta": 0.25, "velocity": -1.0}, {}),
    ("transform", gestured.Transform, {**PAN, "scale": 2.0, "rotation": 0.5, "scaleDelta": 1.5, "rotationDelta": 0.25},
     {**PANNED, "scale_delta": 1.5, "rotation_delta": 0.25}),
    ("stroke", gestured.Stroke, {"stroke": "right", "score": 0.9}, {}),
    ("checkmark", gestured.Checkmark, {"midpoint": WAY}, {"midpoint": POINT}),
    ("tickle", gestured.Tickle, {"count": 3}, {}),
    ("incrementalPinch", gestured.IncrementalPinch, {"scale": 0.5}, {}),
])
def test_each_type_has_its_own_members(type, kind, members, expected):
    event, = events(notification("gesture", **{**BARE, "type": type, **members}))
    assert event.__class__ is kind
    for name, value in {**without(members, "scaleDelta", "rotationDelta"), **expected}.items():
        assert getattr(event, name) == value


def test_without_the_capability_locations_there_are_no_places():
    first, second = events(*[notification("gesture", **without(each, "location", "touches"))
                             for each in (pinch("recognized"), {**BARE, "type": "pan"})])
    assert (first.location, first.touches, first.scale) == (None, (), 1.23)
    assert (second.location, second.translation) == (None, gestured.Point(0.0, 0.0))
    assert second.__class__ is gestured.Pan


def test_unknown_types_and_members_are_kept():
    event, = events(gesture(type="dwell", bearing=0.5, weather={"sky": ["blue"]}))
    assert event.__class__ is gestured.Gesture
    assert (event.members["bearing"], event.members["weather"]) == (0.5, {"sky": ["blue"]})


def test_a_failed_gesture_has_no_movement():
    event, = events(notification("gesture", **{**BARE, "state": "failed", "gesture": 0}), states="failed")
    assert (event.state, event.scale, event.delta) == ("failed", 1.0, 1.0)


def test_events_can_be_compared_and_be_members_of_sets():
    first, second, third = events(gesture(), gesture(), gesture(scale=2.0))
    assert first == second and len({first, second, third}) == 2
    with pytest.raises(AttributeError):
        first.scale = 1.0


def test_touches_have_what_the_panel_reports():
    touch = {"id": 3, "phase": "ended", "location": {"x": 512.0, "y": 300.5},
             "previousLocation": {"x": 510.0, "y": 300.5}, "region": "root"}
    event, = events(notification("touch", surface="panel", time=2.5, touches=[
        {**touch, "force": 0.25, "majorRadius": 9.5}, {**touch, "id": 4}]), touches=True)
    first, second = event.touches
    assert (event.surface, event.time, first.id, first.phase, first.location, first.previous_location) == (
        "panel", 2.5, 3, "ended", HERE, gestured.Point(510.0, 300.5))
    assert (first.force, first.major_radius, second.force, second.major_radius) == (0.25, 9.5, None, None)


def test_touches_have_the_places_between_and_those_expected():
    place = {"time": 2.25, "location": {"x": 1.0, "y": 2.0}}
    touch = {"id": 3, "phase": "moved", "location": {"x": 512.0, "y": 300.5},
             "previousLocation": {"x": 510.0, "y": 300.5}, "region": "root"}
    event, *_ = events(notification("touch", surface="panel", time=2.5, touches=[
        {**touch, "coalesced": [place], "lost": 2, "predicted": [place, place]}, touch]), touches=True)
    first, second = event.touches
    between = gestured.TouchPlace(place, 2.25, gestured.Point(1.0, 2.0))
    assert (first.coalesced, first.lost, first.predicted) == ((between,), 2, (between, between))
    assert (second.coalesced, second.lost, second.predicted) == ((), 0, ())


def test_a_change_of_a_surface_has_the_surface():
    surface = {**SURFACE, "rotation": 90.0, "millimetres": None}
    event, = events(notification("surface", change="changed", surface=surface))
    assert event.change == "changed"
    assert event.surface == gestured.Surface(surface, "panel", SURFACE["device"], "px", 1920.0, 1080.0, None, 90.0)


def test_a_reload_and_a_lag_have_a_snapshot():
    snapshot = {**EMPTY, "surfaces": [SURFACE]}
    reloaded, lagged = events(notification("reloaded", **snapshot), notification("lagged", **snapshot, dropped=256))
    assert isinstance(reloaded, gestured.Reloaded)
    assert reloaded.snapshot.surfaces[0].millimetres == gestured.Size(344.0, 194.0)
    assert (lagged.__class__, lagged.dropped) == (gestured.Lagged, 256)


def test_the_snapshot_has_gestures_and_touches_under_way():
    place = {"x": 1.0, "y": 2.0}
    touch = {"id": 3, "phase": "began", "location": place, "previousLocation": place, "region": "root"}
    _, _, snapshot = received(touches=True, snapshot={
        "gestures": [without(pinch("changed"), "seq")],
        "touches": [{"surface": "panel", "time": 1.5, "touches": [touch]}]})
    assert snapshot.recognizers[0].name == ZOOM["name"]
    assert (snapshot.gestures[0].scale, snapshot.gestures[0].subscription) == (1.23, 1)
    assert snapshot.touches[0].touches[0].location == gestured.Point(1.0, 2.0)


def test_unknown_methods_and_touches_that_nobody_subscribed_to_are_ignored():
    touches = notification("touch", surface="panel", time=2.5, touches=[])
    told = events({"method": "weather", "params": {"sky": "blue"}}, {"method": "weather"}, touches, gesture())
    assert [each.seq for each in told] == [1]


def test_a_line_may_come_in_pieces_and_many_at_once():
    line = json.dumps(gesture(recognizer="größer"), ensure_ascii=False).encode() + b"\n"

    script = talk.subscribed()
    for index in range(len(line)):
        script = script.write(line[index:index + 1])
    with Peer(script.write(line * 1000)) as peer, peer.client() as client:
        client.subscribe()
        told = list(client)
    assert (len(told), told[0].recognizer) == (1001, "größer")


@pytest.mark.parametrize("line", [
    "nonsense\n", "NaN\n", b"\xff\n", "[]\n", "\n", gesture(time="noon"), gesture(time=True), gesture(touches=3),
    gesture(location={"x": 1.0}), gesture(scale=float("nan")), gesture(scale=10 ** 400),
    json.dumps(gesture()).replace("1.23", "-1e999") + "\n", gesture(recognizer="n" * 257), {"method": "gesture"},
    {"method": "gesture", "params": []}, {"method": "gesture", "params": {"subscription": []}},
    {"id": [], "result": 1}, {"method": "surface", "params": {"subscription": 1}}, {"result": 1},
    "[" * 100_000 + "\n", "9" * 10_000 + "\n",
], ids=lambda line: None if isinstance(line, dict) else repr(line[:40]))
def test_an_invalid_line_ends_the_client_after_earlier_events(line):
    told, end, _ = received(gesture(), line, gesture())
    assert len(told) == 1
    assert isinstance(end, gestured.ProtocolError)


def test_an_endless_line_is_given_up_after_sixteen_mebibytes():
    def script(connection):
        talk.subscribed()(connection)
        sent = 0
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            while True:
                connection.write(b"x" * 65_536)
                sent += 65_536
        assert 16 << 20 <= sent <= 17 << 20, sent

    with Peer(script) as peer, peer.client() as client:
        client.subscribe()
        with pytest.raises(gestured.ProtocolError, match="16777216 bytes"):
            client.receive()
