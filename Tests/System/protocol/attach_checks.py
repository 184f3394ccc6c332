"""Checks of connections' own regions and recognizers."""

import json

from protocol.protocol_checks import connected, drag, draw, part
from scene import check

CANVAS = {"name": "canvas", "surface": "atmel", "frame": {"x": "0%", "y": "10%", "width": "100%", "height": "90%"}}


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
def _(scene, atmel):
    client = connected(scene, recognizers=["own-*"])
    for kind, (properties, do) in TYPES.items():
        client.call("attach", recognizers=[{"name": f"own-{kind}", "type": kind, **properties}])
        do(atmel)
        last = "began" if kind == "longPress" else "ended"
        client.wait(lambda: {last, "recognized"} & set(client.states(recognizer=f"own-{kind}")))
        atmel.lift()
        client.wait(lambda: {"ended", "recognized"} & set(client.states(recognizer=f"own-{kind}")))
        assert {each["type"] for each in client.gestures(recognizer=f"own-{kind}")} == {kind}
        client.call("detach", recognizers=[f"own-{kind}"])
    assert not client.gestures(state="cancelled"), client.gestures(state="cancelled")


@check("protocol: a connection's attachments are in no other's list, snapshot, notification or counter")
def _(scene, atmel):
    owner, other = connected(scene, recognizers=["mine"]), connected(scene)
    other.call("subscribe", touches=True)
    before = [other.call("list", what=what) for what in ("recognizers", "regions")], other.call("status")
    owner.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "tap", "region": "canvas"}])
    other.call("subscribe")
    assert "mine" not in json.dumps(other.lines) and "canvas" not in json.dumps(other.lines), other.lines
    assert [other.call("list", what=what) for what in ("recognizers", "regions")] == before[0]
    atmel.tap()
    owner.wait_for(recognizer="mine")
    other.wait_for(recognizer="select", count=2)
    other.until_answered()
    assert {each["recognizer"] for each in other.gestures()} == {"select"}
    after = other.call("status")
    for counter in "recognizers", "awake":
        assert after[counter] == before[1][counter], (counter, before[1], after)
    assert after["gestures"] == before[1]["gestures"] + 1, (before[1], after)
    assert "mine" not in json.dumps(other.lines) and "canvas" not in json.dumps(other.lines)


@check("protocol: an own region keeps its part of a rotated surface, after its gesture is cancelled")
def _(scene, atmel):
    client = connected(scene, recognizers=["mine"])
    client.call("attach", regions=[CANVAS], recognizers=[{"name": "mine", "type": "pan", "region": "canvas"}])
    atmel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(state="began")
    try:
        surface = client.call("rotate", surface="atmel", rotation=90)
        assert (surface["width"], surface["height"], surface["rotation"]) == (480, 800, 90), surface
        assert client.states() == ["began", "cancelled"], client.states()
        atmel.lift()
        region, = (each for each in client.call("list", what="regions") if each.get("own"))
        assert region["frame"] == {"x": 0, "y": 80, "width": 480, "height": 720}, region
        drag(atmel)
        ended = client.wait_for(state="ended")[0]
        assert abs(ended["translation"]["y"]) > 100 > 20 > abs(ended["translation"]["x"]), ended
    finally:
        client.call("rotate", surface="atmel", rotation=0)
    changes = [(each["change"], each["surface"]["rotation"]) for each in client.told("surface")]
    assert changes == [("changed", 90), ("changed", 0)], changes


@check("protocol: names are refused that are not attached, or to which attached recognizers already refer")
def _(scene):
    client = connected(scene)
    client.call("attach", recognizers=[{"name": "waits", "type": "tap", "requireToFail": ["select"]}])
    for method, params, path in (
            ("attach", {"recognizers": [{"name": "select", "type": "pan"}]}, "params.recognizers[0].name"),
            ("detach", {"recognizers": ["select"]}, "params.recognizers[0]"),
            ("detach", {"regions": ["root"]}, "params.regions[0]")):
        error = client.refused(method, **params)
        assert (error["code"], error["data"]["path"]) == (-32602, path) and error["data"]["hint"], error
