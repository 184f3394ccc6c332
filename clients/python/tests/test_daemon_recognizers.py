"""Tests of the texts' own recognizers in Python, in a running daemon, beside the same ones of gestured."""

import math

import pytest

from .recognizers_of_texts import Checkmark, IncrementalPinch, Tickle
from .running_daemon import NO_RECOGNIZERS, PANEL

CHECK = [[(400, 400)], [(420, 420)], [(450, 450)], [(480, 480)], [(520, 430)], [(580, 380)], [(640, 330)]]
TICKLE = [[(400 + 12 * abs((index + 8) % 16 - 8), 400)] for index in range(30)]
PINCH = [[(800 - 8 * index, 600), (1000 + 8 * index, 600)] for index in range(12)]
LEFT = [[(800 - 40 * index, 600)] for index in range(12)]
TWIN = {"ours": "own", "own": "ours"}


def values(gesture):
    """What is the same for both: the state, the fingers, and what is measured."""
    place = getattr(gesture, "midpoint", None) or gesture.members.get("midpoint")
    measured = {"count": gesture.members.get("count"), "scale": gesture.members.get("scale")}
    if place is not None:
        measured["midpoint"] = (round(place["x"] if isinstance(place, dict) else place.x, 1))
    return gesture.state, gesture.touches, measured


def pairs(daemon, client, recognizer, type_, count, *states):
    """The gestures of a recognizer in Python and of gestured's own, beside each other."""
    client.attach(recognizers=[recognizer, {"name": "ours", "type": type_, "simultaneousWith": [recognizer.name]}])
    client.subscribe(["own", "ours"], states=states or ["recognized"])
    daemon.until(lambda each: each.recognizer == "ours" and each.state in ("recognized", "ended"))
    seen = {"own": [], "ours": []}
    while min(map(len, seen.values())) < count:
        event = client.receive(20)
        assert event is not None, seen
        seen[event.recognizer].append(values(event))
    return seen


def same(seen):
    """Those of Python's gestures whose fingers both have seen, and gestured's of the same fingers."""
    fingers = {each[1] for each in seen["own"]} & {each[1] for each in seen["ours"]}
    assert fingers
    return ([each for each in seen[name] if each[1] in fingers] for name in ("own", "ours"))


@pytest.mark.daemon(configuration=NO_RECOGNIZERS, frames=CHECK)
def test_a_checkmark_is_that_of_gestured(daemon, client):
    own, ours = same(pairs(daemon, client, Checkmark("own"), "checkmark", 2))
    assert own[0][2]["midpoint"] is not None
    assert own == ours


@pytest.mark.daemon(configuration=NO_RECOGNIZERS, frames=TICKLE)
def test_a_tickle_is_that_of_gestured(daemon, client):
    # The panel's unit is the point.
    own, ours = same(pairs(daemon, client, Tickle("own", 25), "tickle", 2))
    assert own[0][2]["count"] == 3
    assert own == ours


@pytest.mark.daemon(configuration=NO_RECOGNIZERS, frames=PINCH)
def test_an_incremental_pinch_is_that_of_gestured(daemon, client):
    seen = pairs(daemon, client, IncrementalPinch("own"), "incrementalPinch", 14, "began", "changed", "ended")
    own, ours = ([each for each in gestures] for gestures in same(seen))
    whole = [fingers for fingers in {each[1] for each in own}
             if {each[0] for each in own if each[1] == fingers} >= {"began"}
             and {each[0] for each in ours if each[1] == fingers} >= {"began"}]
    for fingers in whole:
        steps = [[each for each in gestures if each[1] == fingers] for gestures in (own, ours)]
        for mine, theirs in zip(*steps):
            assert mine[0] == theirs[0]
            assert math.isclose(mine[2]["scale"], theirs[2]["scale"], abs_tol=2e-3)
    assert whole


@pytest.mark.daemon(configuration=NO_RECOGNIZERS, frames=LEFT)
def test_what_requires_it_to_fail_begins_with_its_failure(daemon, client):
    client.attach(recognizers=[Checkmark("own"), {"name": "move", "type": "pan", "requireToFail": ["own"]}])
    client.subscribe(["own", "move"], states=["began", "failed", "recognized"])
    daemon.gesture("own", "failed")
    assert daemon.gesture("move", "began").recognizer == "move"
    decisions = {each["recognizer"]: each for each in client.call("list", what="decisions")}
    assert decisions["own"]["reason"] == "moved to the left"


@pytest.mark.daemon(
    configuration=PANEL + "recognizers: [{ name: own, type: custom }, { name: move, type: pan, requireToFail: own }]\n",
    frames=CHECK)
def test_a_configured_pan_waits_for_it_and_everybody_receives_it(daemon, client):
    other = daemon.another()
    other.subscribe()
    daemon.gesture("move", "began", other)  # Without a client, nobody waits.
    client.attach(recognizers=[Checkmark("own")])
    client.subscribe(["own"])
    daemon.gesture("own", "recognized")
    own = daemon.gesture("own", "recognized", other)
    assert (own.type, sorted(own.members["midpoint"])) == ("custom", ["x", "y"])
