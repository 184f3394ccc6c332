"""Checks of connections' own regions and recognizers."""

import json
import time

from protocol.control_checks import Edited
from protocol.protocol_checks import (OTHER, PANEL, connected, double_tap, drag, draw, not_as_said, part, phases,
                                      with_recognizers)
from scene import check, until


CANVAS = {"name": "canvas", "surface": "atmel", "frame": {"x": "0%", "y": "10%", "width": "100%", "height": "90%"}}
DOUBLE = {"name": "double", "type": "tap", "numberOfTapsRequired": 2, "region": "canvas"}
SINGLE = {"name": "single", "type": "tap", "region": "canvas", "requireToFail": ["double"]}


@check("protocol: with the page's attachment a double tap is recognized, and a single tap waits for its failure")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["double", "single"], touches=True)
    assert client.call("attach", regions=[CANVAS], recognizers=[DOUBLE, SINGLE]) == {
        "regions": ["canvas"], "recognizers": ["double", "single"],
        "surfaces": [{"name": "atmel", "unit": client.call("list", what="surfaces")[0]["unit"]}]}
    double_tap(panel)
    client.wait_for(recognizer="double")
    panel.tap()
    client.wait_for(recognizer="single")
    assert [each["recognizer"] for each in client.gestures()] == ["double", "single"], client.gestures()
    assert {each["region"] for each in client.gestures()} == {"canvas"}
    assert {touch["region"] for frame in client.told("touch") for touch in frame["touches"]} == {"canvas"}
    own = {each["name"]: each.get("own") for each in client.call("list", what="recognizers")}
    assert own["double"] is True and own["single"] is True and not own["select"], own
    region, = (each for each in client.call("list", what="regions") if each.get("own"))
    assert region["frame"] == {"x": 0, "y": 48, "width": 800, "height": 432}, region
    panel.tap(0.5, 0.05)
    scene.settle(panel, connected(scene, recognizers=["select"]))
    client.until_answered()
    # One tap was above the canvas, the other in it.
    client.wait_for(recognizer="single", count=2)
    assert len(client.gestures()) == 3, client.gestures()


STROKE = {"templates": [{"name": "down-and-up", "points": [[0, 0], [50, 100], [100, 0]]}]}
TYPES = {
    "tap": ({}, lambda panel: panel.tap()),
    "swipe": ({"direction": "right"}, drag),
    "pan": ({"maximumNumberOfTouches": 1}, drag),
    "screenEdgePan": ({"edges": ["left"]}, lambda panel: drag(panel, (0, 0.5), (0.6, 0.5))),
    "pinch": ({}, part),
    "rotation": ({}, lambda panel: (panel.move(((0.4, 0.5), (0.5, 0.8)), ((0.6, 0.5), (0.5, 0.2))), panel.lift())),
    "transform": ({}, part),
    "stroke": (STROKE, lambda panel: draw(panel, (0.3, 0.2), (0.45, 0.8), (0.6, 0.2))),
    "checkmark": ({}, lambda panel: draw(panel, (0.3, 0.5), (0.4, 0.7), (0.7, 0.2))),
    "tickle": ({}, lambda panel: draw(panel, *[(0.6 - 0.2 * (turn % 2), 0.5) for turn in range(6)])),
    "incrementalPinch": ({}, part),
    "longPress": ({"minimumPressDuration": "200ms"}, lambda panel: panel.fingers({0: panel.at(0.5, 0.5)})),
}


@check("protocol: recognizers of every type can be attached, and publish their gesture")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["own-*"])
    for kind, (properties, do) in TYPES.items():
        client.call("attach", recognizers=[{"name": f"own-{kind}", "type": kind, **properties}])
        do(panel)
        last = "began" if kind == "longPress" else "ended"
        client.wait(lambda: {last, "recognized"} & set(client.states(recognizer=f"own-{kind}")))
        panel.lift()
        client.wait(lambda: {"ended", "recognized"} & set(client.states(recognizer=f"own-{kind}")))
        assert {each["type"] for each in client.gestures(recognizer=f"own-{kind}")} == {kind}
        client.call("detach", recognizers=[f"own-{kind}"])
    assert not client.gestures(state="cancelled"), client.gestures(state="cancelled")


@check("protocol: a connection's attachments are in no other's list, snapshot, notification or counter")
def _(scene):
    panel = scene.panel(PANEL)
    owner, other = connected(scene, recognizers=["mine"]), connected(scene)
    other.call("subscribe", touches=True)
    before = [other.call("list", what=what) for what in ("recognizers", "regions")], other.call("status")
    owner.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "tap", "region": "canvas"}])
    other.call("subscribe")
    assert "mine" not in json.dumps(other.lines) and "canvas" not in json.dumps(other.lines), other.lines
    assert [other.call("list", what=what) for what in ("recognizers", "regions")] == before[0]
    panel.tap()
    owner.wait_for(recognizer="mine")
    other.wait_for(recognizer="select", count=2)
    other.until_answered()
    assert {each["recognizer"] for each in other.gestures()} == {"select"}
    after = other.call("status")
    for counter in "recognizers", "awake":
        assert after[counter] == before[1][counter], (counter, before[1], after)
    assert after["gestures"] == before[1]["gestures"] + 1, (before[1], after)
    assert "mine" not in json.dumps(other.lines) and "canvas" not in json.dumps(other.lines)


@check("protocol: a region that moves takes the next touch where it is then; touches under way stay with it")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["mine", "drag"])
    client.call("attach", regions=[CANVAS], recognizers=[
        {"name": "mine", "type": "tap", "region": "canvas"}, {"name": "drag", "type": "pan", "region": "canvas"}])
    half = {"x": "50%", "y": "0%", "width": "50%", "height": "100%"}
    panel.move(((0.1, 0.5), (0.3, 0.5)))
    client.wait_for(recognizer="drag", state="began")
    assert client.call("update", regions=[{"name": "canvas", "frame": half, "shape": "ellipse"}]) == {}
    panel.lift()
    client.wait_for(recognizer="drag", state="ended")
    panel.tap(0.25, 0.5)
    panel.tap(0.51, 0.02)
    panel.tap(0.75, 0.5)
    client.wait_for(recognizer="mine")
    region, = (each for each in client.call("list", what="regions") if each.get("own"))
    assert region["frame"] == {"x": 400, "y": 0, "width": 400, "height": 480}, region
    away, = client.call("update", regions=[{"name": "canvas", "frame": {**half, "x": "100%"}}])["warnings"]
    assert "`canvas`" in away, away
    assert client.refused("update", regions=[{"name": "canvas"}, {"name": "root"}])["data"]["path"] == (
        "params.regions[1].name")
    client.until_answered()
    assert [each["recognizer"] for each in client.gestures() if each["state"] == "recognized"] == ["mine"]


ASKING = {"name": "mine", "type": "tap", "ask": ["begin"], "askTimeout": 1}


def questions(panel, client):
    """Taps and yields the question about it, again where a slow machine has done the loop's work after `askTimeout`."""
    for _ in range(20):
        number = len(client.told("question")) + 1
        panel.tap()
        question, = client.wait_for(method="question", question=number)
        yield question
        if time.monotonic() - question["gesture" if question["ask"] == "begin" else "touch"]["time"] < 0.9:
            return
    raise AssertionError("of 20 questions none was answered within 0.9 s")


def gestures_about(question, client):
    """The gestures of the touch that a question is about."""
    touches = question["gesture"]["touches"] if question["ask"] == "begin" else [question["touch"]["id"]]
    return client.gestures(recognizer="mine", touches=touches)


@check("protocol: a recognizer that asks waits for its client's answer, and nobody else does")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = connected(scene, recognizers=["mine"]), connected(scene, recognizers=["select"])
    client.call("attach", recognizers=[ASKING])
    for question in questions(panel, client):
        other.wait_for(recognizer="select", count=question["question"])
        client.until_answered()
        early = gestures_about(question, client)
        assert client.call("answer", question=question["question"], yes=True) == {}
    assert (question["ask"], question["recognizer"], early) == ("begin", "mine", []), (question, early)
    told, = gestures_about(question, client)
    assert {name: told[name] for name in question["gesture"] if name != "time"} == {
        name: value for name, value in question["gesture"].items() if name != "time"}, (question, told)
    for refused in questions(panel, client):
        assert client.call("answer", question=refused["question"], yes=False) == {}
    # Late and repeated answers have no effect, and those of others are refused.
    for number, yes in (refused["question"], True), (question["question"], False):
        assert client.call("answer", question=number, yes=yes) == {}
    assert client.refused("answer", question=refused["question"] + 1, yes=True)["data"]["path"] == "params.question"
    assert other.refused("answer", question=1, yes=True)["data"]["path"] == "params.question"
    other.wait_for(recognizer="select", count=refused["question"])
    client.until_answered()
    assert not gestures_about(refused, client) and gestures_about(question, client) == [told], client.gestures()


@check("protocol: without an answer the gesture comes after `askTimeout`; a client that disconnects delays nobody")
def _(scene):
    panel = scene.panel(PANEL)
    client, leaving = connected(scene, recognizers=["mine"]), connected(scene)
    client.call("attach", recognizers=[ASKING, {"name": "after", "type": "tap", "requireToFail": ["mine"]}])
    leaving.call("attach", recognizers=[ASKING])
    panel.tap()
    question, = client.wait_for(method="question")
    leaving.wait_for(method="question")
    leaving.socket.close()
    scene.clients.remove(leaving)
    told, = client.wait_for(recognizer="mine")
    assert 0.99 <= told["time"] - question["gesture"]["time"] < 60, (question, told)
    assert client.call("answer", question=1, yes=False) == {}
    for question in questions(panel, client):
        assert client.call("detach", recognizers=["mine"]) == {}
        assert client.call("answer", question=question["question"], yes=True) == {}
        client.call("attach", recognizers=[ASKING])
    client.until_answered()
    assert not gestures_about(question, client), client.gestures()


@check("protocol: a touch is its recognizer's only if the client says so, also when the answer comes after the lift")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["mine"])
    client.call("attach", recognizers=[{**ASKING, "ask": ["receive"]}])
    answered = []
    for yes in True, False, True:
        for question in questions(panel, client):
            assert client.call("answer", question=question["question"], yes=yes) == {}
        touch = question["touch"]
        assert (question["ask"], touch["phase"], touch["surface"], touch["region"]) == (
            "receive", "began", "atmel", "root"), question
        answered.append(question)
    client.wait(lambda: gestures_about(answered[-1], client))
    client.until_answered()
    told = [[each["state"] for each in gestures_about(question, client)] for question in answered]
    assert told == [["recognized"], [], ["recognized"]], told


@check("protocol: two connections with recognizers of the same name do not affect each other")
def _(scene):
    panel = scene.panel(PANEL)
    tapper, panner = connected(scene, recognizers=["it"]), connected(scene, recognizers=["it"])
    tapper.call("attach", regions=[CANVAS], recognizers=[{"name": "it", "type": "tap", "region": "canvas"}])
    panner.call("attach", regions=[{**CANVAS, "frame": {"x": 0, "y": 0, "width": "50%", "height": "50%"}}],
                recognizers=[{"name": "it", "type": "pan", "region": "canvas"}])
    drag(panel, (0.2, 0.2), (0.4, 0.2))
    panner.wait_for(recognizer="it", state="ended")
    panel.tap(0.75, 0.75)
    tapper.wait_for(recognizer="it")
    tapper.call("detach", recognizers=["it"])
    drag(panel, (0.2, 0.2), (0.4, 0.2))
    panner.wait_for(recognizer="it", state="ended", count=2)
    tapper.until_answered()
    assert {each["type"] for each in panner.gestures()} == {"pan"}
    assert [each["type"] for each in tapper.gestures()] == ["tap"]


@check("protocol: an own name hides the configured one: its gesture under way is cancelled, for this connection only")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = connected(scene, recognizers=["move"]), connected(scene, recognizers=["move"])
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    for each in client, other:
        each.wait_for(state="began")
    client.call("attach", recognizers=[{"name": "move", "type": "tap"}])
    client.wait_for(state="cancelled")
    assert [(each["type"], each["region"]) for each in client.call("list", what="recognizers")
            if each["name"] == "move"] == [("tap", "root")]
    drag(panel, (0.5, 0.5), (0.8, 0.5))
    other.wait_for(state="ended")
    panel.tap()
    client.wait_for(state="recognized")
    assert client.states() == ["began", "cancelled", "recognized"], client.states()
    assert other.states() == ["began", "ended"], other.states()
    client.call("detach", recognizers=["move"])
    drag(panel)
    client.wait_for(type="pan", state="ended")


@check("protocol: own recognizers prevent each other; own and configured ones do not prevent each other")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, states=["began", "ended", "cancelled", "recognized"])
    client.call("attach", recognizers=[{"name": "one", "type": "pan"}, {"name": "two", "type": "pan"}])
    drag(panel)
    client.wait_for(recognizer="move", state="ended")
    client.until_answered()
    assert [client.states(recognizer=each) for each in ("one", "two", "move")] == [
        ["began", "ended"], [], ["began", "ended"]], client.gestures()
    client.call("detach")
    client.call("attach", recognizers=[{"name": "one", "type": "pan", "simultaneousWith": ["two", "move"]},
                                       {"name": "two", "type": "pan"}])
    drag(panel)
    client.wait_for(recognizer="two", state="ended")
    client.call("detach")
    client.call("attach", recognizers=[{"name": "one", "type": "pan"},
                                       {"name": "two", "type": "pan", "hysteresis": 1, "blocks": ["one"]}])
    drag(panel)
    client.wait_for(recognizer="two", state="ended", count=2)
    assert len(client.gestures(recognizer="one", state="began")) == 2, client.gestures()


@check("protocol: an own recognizer waits for a configured one to fail, as long as the configuration has it")
def _(scene):
    twice = with_recognizers("{ name: twice, type: tap, numberOfTapsRequired: 2 }")
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["once", "twice"])
    with Edited(twice):
        client.call("reload")
        client.call("attach", recognizers=[{"name": "once", "type": "tap", "requireToFail": ["twice"]}])
        double_tap(panel)
        client.wait_for(recognizer="twice")
        panel.tap()
        client.wait_for(recognizer="once")
        assert [each["recognizer"] for each in client.gestures()] == ["twice", "once"], client.gestures()
    client.wait_for(method="reloaded", count=2)
    panel.tap()
    client.wait_for(recognizer="once", count=2)
    double_tap(panel)
    client.wait_for(recognizer="once", count=4)
    with Edited(twice):
        client.call("reload")
        double_tap(panel)
        client.wait_for(recognizer="twice", count=2)
        panel.tap()
        client.wait_for(recognizer="once", count=5)
        assert len(client.gestures()) == 7, client.gestures()


@check("protocol: recognizers of a configured region are idle while a reload has removed it, and active afterwards")
def _(scene):
    half = "regions:\n  - { name: half, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }\n"
    panel = scene.panel(PANEL)
    client, witness = connected(scene, recognizers=["mine"]), connected(scene, recognizers=["select"])
    with Edited(lambda text: text + half):
        client.call("reload")
        client.call("attach", recognizers=[{"name": "mine", "type": "tap", "region": "half"}])
        panel.tap(0.25, 0.5)
        panel.tap(0.75, 0.5)
        client.wait_for(recognizer="mine")
        client.wait_for(method="reloaded")
    client.wait_for(method="reloaded", count=2)
    witness.wait_for(method="reloaded", count=2)
    panel.tap(0.75, 0.5)
    scene.settle(panel, witness)
    client.until_answered()
    assert len(client.gestures()) == 1, client.gestures()
    with Edited(lambda text: text + half):
        client.call("reload")
        panel.tap(0.75, 0.5)
        client.wait_for(recognizer="mine", count=2)
    assert {each["region"] for each in client.gestures()} == {"half"}


@check("protocol: a gesture detached under way, with its region or by itself, is cancelled with a notification")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = connected(scene, recognizers=["mine"], touches=True), connected(scene, recognizers=["move"])
    for number, detached in enumerate(({"recognizers": ["mine"]}, {"regions": ["canvas"]}, {}), 1):
        client.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "pan", "region": "canvas"}])
        panel.move(((0.2, 0.5), (0.5, 0.5)))
        client.wait_for(state="began", count=number)
        assert client.call("detach", **detached) == {}
        assert client.states() == ["began", "cancelled"] * number, client.states()
        assert "mine" not in [each["name"] for each in client.call("list", what="recognizers")]
        drag(panel, (0.5, 0.5), (0.8, 0.5))
        other.wait_for(state="ended", count=number)
        client.call("detach")
    assert client.states() == ["began", "cancelled"] * 3, client.states()
    assert other.states() == ["began", "ended"] * 3, other.states()


@check("protocol: a connection closed during a gesture takes its attachments with it, without effect on others")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = connected(scene, recognizers=["mine"]), connected(scene)
    other.call("subscribe")
    client.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "pan", "region": "canvas"}])
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(state="began")
    client.socket.close()
    scene.clients.remove(client)
    until(lambda: other.call("status")["peers"] == 1, "it is gone")
    drag(panel, (0.5, 0.5), (0.8, 0.5))
    other.wait_for(recognizer="move", state="ended")
    assert other.states(recognizer="move") == ["began", "ended"]


@check("protocol: attached recognizers ignore fingers that are down, and apply to panels plugged in later")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = connected(scene, recognizers=["mine"], touches=True), connected(scene, recognizers=["move"])
    panel.fingers({0: panel.at(0.2, 0.5)})
    client.wait_for(method="touch")
    client.call("attach", regions=[{"name": "canvas", "frame": CANVAS["frame"]}],
                recognizers=[{"name": "mine", "type": "pan", "region": "canvas"}])
    assert phases(client) == ["began", "cancelled"], phases(client)
    draw(panel, (0.2, 0.5), (0.5, 0.5), (0.8, 0.5))
    other.wait_for(state="ended")
    client.until_answered()
    assert not client.gestures() and len(phases(client)) == 2, client.lines
    later = scene.panel(OTHER)
    drag(later)
    client.wait_for(state="ended", surface=later.surface)
    drag(panel)
    client.wait_for(state="ended", surface=panel.surface)


@check("protocol: an own region keeps its part of a rotated surface, after its gesture is cancelled")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene, recognizers=["mine"])
    client.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "pan", "region": "canvas"}])
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(state="began")
    try:
        surface = client.call("rotate", surface="atmel", rotation=90)
        assert (surface["width"], surface["height"], surface["rotation"]) == (480, 800, 90), surface
        assert client.states() == ["began", "cancelled"], client.states()
        panel.lift()
        region, = (each for each in client.call("list", what="regions") if each.get("own"))
        assert region["frame"] == {"x": 0, "y": 80, "width": 480, "height": 720}, region
        drag(panel)
        ended = client.wait_for(state="ended")[0]
        assert abs(ended["translation"]["y"]) > 100 > 20 > abs(ended["translation"]["x"]), ended
    finally:
        client.call("rotate", surface="atmel", rotation=0)
    changes = [(each["change"], each["surface"]["rotation"]) for each in client.told("surface")]
    assert changes == [("changed", 90), ("changed", 0)], changes


@check("protocol: touches are sent as own regions receive them: withheld while undecided, cancelled once taken")
def _(scene):
    panel = scene.panel(PANEL)
    client, other = (connected(scene, touches=True, recognizers=["mine"]) for _ in range(2))
    client.call("attach", regions=[CANVAS], recognizers=[
        {"name": "mine", "type": "pan", "region": "canvas", "cancelsTouchesInView": False}])
    draw(panel, (0.2, 0.5), (0.5, 0.5), (0.8, 0.5))
    client.wait_for(state="ended")
    client.until_answered()
    other.until_answered()
    assert phases(client)[0] == "began" and phases(client)[-1] == "ended", phases(client)
    # The configured pan has taken the touch of all others.
    assert phases(other)[0] == "began" and phases(other)[-1] == "cancelled", phases(other)
    assert len(phases(other)) < len(phases(client)), phases(other)
    client.call("detach")
    client.call("attach", recognizers=[{"name": "mine", "type": "pan"}])
    drag(panel)
    client.wait_for(state="ended", count=2)
    client.until_answered()
    assert phases(client)[-1] == "cancelled", phases(client)
    client.call("detach")
    client.call("attach", recognizers=[{"name": "mine", "type": "tap", "delaysTouchesBegan": True}])
    heard = len(phases(client))
    panel.tap()
    client.wait_for(recognizer="mine")
    client.until_answered()
    assert len(phases(client)) == heard, "a touch that became a tap was not withheld"


@check("protocol: an invalid attachment is refused as a whole, with every problem and its place")
def _(scene):
    client, wrong = connected(scene), []
    good = {"name": "good", "type": "tap"}
    for entry, path in (
            ({"recognizers": [good, {"name": "bad", "type": "tpa"}]}, "params.recognizers[1].type"),
            ({"recognizers": [good, {"type": "tap"}]}, "params.recognizers[1]"),
            ({"recognizers": [good, good]}, "params.recognizers[1].name"),
            ({"recognizers": [good, {"name": "a b", "type": "tap"}]}, "params.recognizers[1].name"),
            ({"recognizers": [{**good, "taps": 2}]}, "params.recognizers[0].taps"),
            ({"recognizers": [{**good, "numberOfTapsRequired": 0}]}, "params.recognizers[0].numberOfTapsRequired"),
            ({"recognizers": [{**good, "numberOfTapsRequired": 1e300}]}, "params.recognizers[0].numberOfTapsRequired"),
            ({"recognizers": [{**good, "allowableMovement": "2 miles"}]}, "params.recognizers[0].allowableMovement"),
            ({"recognizers": [{**good, "region": "nowhere"}]}, "params.recognizers[0].region"),
            ({"recognizers": [{**good, "requireToFail": ["nobody"]}]}, "params.recognizers[0].requireToFail[0]"),
            ({"recognizers": [{**good, "requireToFail": ["good"]}]}, "params.recognizers[0].requireToFail[0]"),
            ({"recognizers": [{**good, "blocks": ["select"]}]}, "params.recognizers[0].blocks[0]"),
            ({"recognizers": [good], "regions": [{"name": "r"}]}, "params.regions[0]"),
            ({"recognizers": [good], "regions": [{**CANVAS, "name": "root"}]}, "params.regions[0].name"),
            ({"recognizers": [good], "regions": [{**CANVAS, "surface": "nowhere"}]}, "params.regions[0].surface"),
            ({"recognizers": [good], "regions": [{**CANVAS, "parent": "canvas"}]}, "params.regions[0].parent"),
            ({"recognizers": [good], "regions": [{**CANVAS, "frame": {**CANVAS["frame"], "x": "NaN"}}]},
             "params.regions[0].frame.x")):
        answer = client.answer(client.ask("attach", **entry))
        wrong += not_as_said(answer, -32602, path, entry)
        assert answer["error"]["data"]["problems"][0].startswith(f"{answer['error']['data']['path']}: "), answer
        listed = client.call("list", what="recognizers") + client.call("list", what="regions")
        assert not any(each.get("own") for each in listed), listed
    error = client.refused("attach", recognizers=[{"name": str(number), "type": "tpa"} for number in range(60)])
    assert len(error["data"]["problems"]) == 60, error
    ring = [{"name": str(number), "type": "tap", "requireToFail": [str((number + 1) % 60)]} for number in range(60)]
    assert client.refused("attach", recognizers=ring)["code"] == -32602
    deep = []
    for _ in range(20):
        deep = [deep]
    error = client.refused("attach", recognizers=[{**good, "numberOfTapsRequired": deep}])
    assert error["code"] in (-32602, -32600), error
    client.call("attach", recognizers=[good])
    assert client.refused("attach", recognizers=[good])["data"]["path"] == "params.recognizers[0].name"
    client.call("attach", recognizers=[{"name": "waits", "type": "tap", "requireToFail": ["select"]}])
    error = client.refused("attach", recognizers=[{"name": "select", "type": "pan"}])
    assert error["code"] == -32602 and error["data"]["path"] == "params.recognizers[0].name", error
    assert not wrong, wrong


@check("protocol: a connection has at most 64 regions and 64 recognizers of its own")
def _(scene):
    client = connected(scene)
    for start in 0, 32:
        client.call("attach", recognizers=[{"name": f"r{start + each}", "type": "tap"} for each in range(32)],
                    regions=[{**CANVAS, "name": f"r{start + each}"} for each in range(32)])
    for more in {"recognizers": [{"name": "more", "type": "tap"}]}, {"regions": [{**CANVAS, "name": "more"}]}:
        error = client.refused("attach", **more)
        assert error["code"] == -32000 and error["data"]["hint"], error
    client.call("detach", recognizers=["r0"], regions=["r1"])
    client.call("attach", recognizers=[{"name": "more", "type": "tap"}])
    assert client.call("status")["connections"][0]["attached"] == 64
