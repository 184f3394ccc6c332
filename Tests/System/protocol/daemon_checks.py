"""Checks of changes of the daemon and its panels that all clients receive."""

from protocol.protocol_checks import connected, drag
from scene import ATMEL, ELAN, check


@check("protocol: setEnabled changes a configured recognizer for all clients, until a reload")
def _(scene, atmel):
    client, other = connected(scene, recognizers=["select"]), connected(scene, recognizers=["move"])
    atmel.move(((0.2, 0.5), (0.5, 0.5)))
    other.wait_for(state="began")
    client.call("setEnabled", recognizer="move", enabled=False)
    other.wait_for(state="cancelled")
    atmel.lift()
    drag(atmel)
    scene.settle(atmel, client)
    later = scene.panel(ELAN)
    drag(later)
    scene.settle(later, client)
    other.until_answered()
    assert other.states() == ["began", "cancelled"], other.states()
    assert {each["name"]: each["enabled"] for each in other.call("list", what="recognizers")}["move"] is False
    client.call("reload")
    assert {each["name"]: each["enabled"] for each in other.call("list", what="recognizers")}["move"] is True
    drag(atmel)
    other.wait_for(state="ended")


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
