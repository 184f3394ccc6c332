"""Checks of what subscriptions receive of a panel: states, touches, and its removal."""

from protocol.protocol_checks import connected, drag
from scene import ATMEL, check


@check("protocol: only the requested states are sent, and `failed` has only the common members")
def _(scene, atmel):
    client = connected(scene)
    for states in ["failed"], ["ended", "recognized"], [], ["changed"], None:
        client.call("subscribe", states=states)
    # A movement before the begin is not a change, and it may begin late.
    atmel.move(((0.3, 0.5), (0.6, 0.5)))
    client.wait_for(subscription=5, recognizer="move", state="began")
    drag(atmel, (0.6, 0.5), (0.9, 0.5))
    client.wait_for(subscription=5, recognizer="move", state="ended")
    scene.settle(atmel, client)
    assert {each["state"] for each in client.gestures(subscription=1)} == {"failed"}
    failed = client.gestures(subscription=1, recognizer="select")[0]
    assert failed["gesture"] == 0 and list(failed)[-1] == "touches", failed
    assert [each["state"] for each in client.gestures(subscription=2)] == ["ended", "recognized"]
    assert not client.gestures(subscription=3)
    assert {each["state"] for each in client.gestures(subscription=4)} == {"changed"}
    assert not client.gestures(subscription=5, state="failed")


@check("protocol: a touch is sent from down to up, with the id used in gestures, to a subscription for touches only")
def _(scene, atmel):
    client = connected(scene)
    snapshot = client.call("subscribe", touches=True, recognizers=["select"])
    assert snapshot["touches"] == [], snapshot
    client.call("subscribe", recognizers=["select"])
    atmel.tap(0.25, 0.75)
    client.wait_for(recognizer="select", subscription=2)
    client.until_answered()
    told = [(each["subscription"], touch) for each in client.told("touch") for touch in each["touches"]]
    assert {number for number, _ in told} == {1} and {touch["region"] for _, touch in told} == {"root"}, told
    assert told[0][1]["phase"] == "began" and told[-1][1]["phase"] in ("ended", "cancelled"), told
    assert {touch["id"] for _, touch in told} == set(client.gestures(recognizer="select")[0]["touches"]), told
    where = told[0][1]["location"]
    assert abs(where["x"] - 200) < 2 and abs(where["y"] - 360) < 2, told


@check("protocol: a lost panel closes gestures and touches, then its surface is removed; plugged in, it is added")
def _(scene, atmel):
    client = connected(scene)
    client.call("subscribe", touches=True)
    client.call("subscribe", surfaces=["other*"])
    atmel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    client.until_answered()
    scene.unplug(atmel)
    client.wait_for(method="surface", change="removed")
    assert client.states(recognizer="move") == ["began", "cancelled"], client.states()
    assert client.told("surface")[-1]["surface"]["name"] == "atmel"
    atmel = scene.panel(ATMEL)
    client.wait_for(method="surface", change="added")
    atmel.tap()
    client.wait_for(recognizer="select")
    assert not [each for each in client.lines if each.get("params", {}).get("subscription") == 2]
