"""Tests of lost connections: what is under way ends."""

import threading

import pytest

import gestured

from .scripted_peer import EMPTY, Peer, pinch, states, talk, until_lost, without

TOUCH = {"id": 3, "phase": "moved", "location": {"x": 5.0, "y": 6.0}, "previousLocation": {"x": 1.0, "y": 2.0},
         "region": "root", "force": 0.5}


def told_until_the_end(script, **arguments):
    with Peer(script) as peer, peer.client() as client:
        client.subscribe(**arguments)
        return list(client)


def test_a_gesture_under_way_is_cancelled_before_iteration_ends():
    events = told_until_the_end(until_lost("began", "changed"))
    assert states(events) == ["began", "changed", "cancelled"]
    _, last, cancelled = events
    assert (cancelled.gesture, cancelled.scale, cancelled.location, cancelled.time, cancelled.seq) == (
        7, last.scale, last.location, last.time, 0)
    assert [event.synthesized for event in events] == [False, False, True]
    assert (cancelled.delta, cancelled.members["delta"], cancelled.members["state"]) == (1.0, 1.0, "cancelled")


def test_a_cancelled_transform_has_moved_no_further():
    way = {"x": 3.0, "y": 4.0}
    last = told_until_the_end(until_lost(
        "began", type="transform", translation=way, delta=way, velocity=way, rotation=1.0, scaleDelta=2.0,
        rotationDelta=3.0))[-1]
    assert (last.translation, last.delta, last.scale_delta, last.rotation_delta, last.members["delta"]) == (
        (3.0, 4.0), (0.0, 0.0), 1.0, 0.0, {"x": 0.0, "y": 0.0})


def test_a_gesture_of_an_unknown_type_is_cancelled_with_its_own_members():
    cancelled = told_until_the_end(until_lost("began", type="dwell", delta=17))[-1]
    assert (cancelled.state, cancelled.members["delta"]) == ("cancelled", 17)


@pytest.mark.parametrize("script, subscribed, told", [
    (until_lost("began", "ended"), None, ["began", "ended"]),
    (until_lost("began", "cancelled"), None, ["began", "cancelled"]),
    (until_lost("began", "recognized"), None, ["began", "recognized", "cancelled"]),
    (talk.subscribed(gestures=[without(pinch("changed"), "seq")]), None, ["cancelled"]),
    # Without both ends it is unknown which gestures are under way.
    (until_lost("began"), ["began"], ["began"]),
    (until_lost("began"), ["began", "ended"], ["began"]),
    (until_lost("began"), ["began", "cancelled"], ["began"]),
], ids=["ended", "cancelled", "recognized", "snapshot", "no ends", "only ended", "only cancelled"])
def test_gestures_under_way_are_cancelled_and_no_others(script, subscribed, told):
    assert states(told_until_the_end(script, states=subscribed)) == told


def test_gestured_cannot_claim_that_this_library_closed_a_gesture():
    events = told_until_the_end(until_lost("began", "cancelled", synthesized=True))
    assert [event.synthesized for event in events] == [False, False]


def test_touches_under_way_are_cancelled_where_they_were_after_the_gestures():
    script = talk.subscribed(touches=[{"surface": "panel", "time": 1.0, "touches": [{**TOUCH, "phase": "began"}]}])
    script = script.gesture("began")
    for time, touches in ((2.0, [{**TOUCH, "id": 4}]), (3.0, [TOUCH, {**TOUCH, "id": 4, "phase": "ended"}])):
        script = script.say("touch", subscription=1, surface="panel", time=time, touches=touches)
    *told, pan, cancelled = told_until_the_end(script, touches=True)
    assert [event.synthesized for event in (*told, pan, cancelled)] == [False, False, False, True, True]
    assert pan.state == "cancelled"
    touch, = cancelled.touches
    assert (cancelled.surface, cancelled.time) == ("panel", 3.0)
    assert (touch.id, touch.phase, touch.location, touch.previous_location, touch.force) == (
        3, "cancelled", (5.0, 6.0), (5.0, 6.0), 0.5)


def test_events_before_a_hang_up_are_received_although_a_request_failed():
    is_subscribed, hung_up = threading.Event(), threading.Event()
    script = talk.subscribed().call(is_subscribed.wait).gesture("began").gesture("ended").say("lagged", **{
        **EMPTY, "dropped": 1}).close().call(hung_up.set)
    with Peer(script) as peer, peer.client() as client:
        client.subscribe()
        is_subscribed.set()
        hung_up.wait()
        with pytest.raises(gestured.ConnectionLost):
            client.list_surfaces()
        assert states(client) == ["began", "ended", "Lagged"]
