"""Checks of subscriptions: filters, snapshots and changes."""

from protocol.protocol_checks import OTHER, PANEL, connected, drag
from scene import check, until


@check("protocol: globs select the recognizers and surfaces of each of several subscriptions")
def _(scene):
    panel, other = scene.panel(PANEL), scene.panel(OTHER)
    client = connected(scene)
    globs = {1: (["sel*"], None), 2: (["?elect"], ["atm*"]), 3: (["[s-z]*"], [other.surface]), 4: (["[!s]*"], None),
             5: ([], None), 6: (None, []), 7: (["move", "select"], ["[!a]*"]), 8: (["SELECT", "selec", "select?"], None),
             9: (None, ["*"])}
    for number, (recognizers, surfaces) in globs.items():
        snapshot = client.call("subscribe", recognizers=recognizers, surfaces=surfaces)
        assert snapshot["subscription"] == number, snapshot
        names = [each["name"] for each in snapshot["surfaces"]]
        assert names == [] if surfaces == [] else panel.surface in names or surfaces, snapshot
    panel.tap()
    client.wait_for(subscription=9, recognizer="select")
    other.tap()
    client.wait_for(subscription=9, recognizer="select", surface=other.surface)
    heard = {(each["subscription"], each["surface"]) for each in client.gestures(recognizer="select")}
    assert heard == {(1, panel.surface), (1, other.surface), (2, panel.surface), (3, other.surface),
                     (7, other.surface), (9, panel.surface), (9, other.surface)}, heard


@check("protocol: a snapshot has the surfaces and recognizers that the globs match")
def _(scene):
    panel, other = scene.panel(PANEL), scene.panel(OTHER)
    client = connected(scene)
    snapshot = client.call("subscribe", recognizers=["[sz]*"], surfaces=["atmel"])
    assert [each["name"] for each in snapshot["surfaces"]] == [panel.surface], snapshot
    assert [(each["name"], each["type"], each["region"]) for each in snapshot["recognizers"]] == [
        ("select", "tap", "root"), ("zoom", "pinch", "root")], snapshot
    surface = snapshot["surfaces"][0]
    assert (surface["unit"], surface["width"], surface["height"]) == ("px", 800, 480), surface
    assert surface["device"] == panel.node and surface["millimetres"] == {"width": 154, "height": 92}, surface
    assert {each["name"] for each in client.call("subscribe")["surfaces"]} == {panel.surface, other.surface}


@check("protocol: only the requested states are sent, and `failed` has only the common members")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene)
    for states in ["failed"], ["ended", "recognized"], [], ["changed"], None:
        client.call("subscribe", states=states)
    # A movement before the begin is not a change, and it may begin late.
    panel.move(((0.3, 0.5), (0.6, 0.5)))
    client.wait_for(subscription=5, recognizer="move", state="began")
    drag(panel, (0.6, 0.5), (0.9, 0.5))
    client.wait_for(subscription=5, recognizer="move", state="ended")
    scene.settle(panel, client)
    assert {each["state"] for each in client.gestures(subscription=1)} == {"failed"}
    failed = client.gestures(subscription=1, recognizer="select")[0]
    assert failed["gesture"] == 0 and list(failed)[-1] == "touches", failed
    assert [each["state"] for each in client.gestures(subscription=2)] == ["ended", "recognized"]
    assert not client.gestures(subscription=3)
    assert {each["state"] for each in client.gestures(subscription=4)} == {"changed"}
    assert not client.gestures(subscription=5, state="failed")


@check("protocol: a touch is sent from down to up, with the id used in gestures, to a subscription for touches only")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene)
    snapshot = client.call("subscribe", touches=True, recognizers=["select"])
    assert snapshot["touches"] == [], snapshot
    client.call("subscribe", recognizers=["select"])
    panel.tap(0.25, 0.75)
    client.wait_for(recognizer="select", subscription=2)
    client.until_answered()
    told = [(each["subscription"], touch) for each in client.told("touch") for touch in each["touches"]]
    assert {number for number, _ in told} == {1} and {touch["region"] for _, touch in told} == {"root"}, told
    assert told[0][1]["phase"] == "began" and told[-1][1]["phase"] in ("ended", "cancelled"), told
    assert {touch["id"] for _, touch in told} == set(client.gestures(recognizer="select")[0]["touches"]), told
    where = told[0][1]["location"]
    assert abs(where["x"] - 200) < 2 and abs(where["y"] - 360) < 2, told


@check("protocol: maxRate limits the changes of a gesture per second, and the last one is sent while the finger rests")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene)
    for rate in None, 4:
        client.call("subscribe", recognizers=["move"], maxRate=rate)
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    panel.move(((0.5, 0.5), (0.8, 0.5)))
    client.wait_for(subscription=1, state="began")
    seen = until(lambda: client.until_answered() or settled(client), "both receive the last change")
    assert seen["state"] == "changed", seen
    times = [each["time"] for each in client.gestures(subscription=2) if each["state"] == "changed"]
    assert len(times) < len(client.gestures(subscription=1, state="changed")) / 2, times
    panel.lift()
    client.wait_for(subscription=2, state="ended")
    span = client.gestures(subscription=2)[-1]["time"] - client.gestures(subscription=2)[0]["time"]
    assert len(times) <= 4 * span + 2, (times, span)


def settled(client):
    """The last change that both subscriptions received, or None while they received different ones."""
    last = [client.gestures(subscription=number)[-1] for number in (1, 2)]
    return last[0] if len({each["time"] for each in last}) == 1 else None


@check("protocol: a subscription made during a gesture receives its state, and then the changes")
def _(scene):
    panel = scene.panel(PANEL)
    first, late = connected(scene, recognizers=["move"]), connected(scene)
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    first.wait_for(state="began")
    first.until_answered()
    snapshot = late.call("subscribe", recognizers=["move"])
    under_way = snapshot["gestures"]
    assert [each["recognizer"] for each in under_way] == ["move"], snapshot
    assert under_way[0]["delta"] == under_way[0]["translation"] == first.gestures()[-1]["translation"], snapshot
    assert under_way[0]["gesture"] == first.gestures()[-1]["gesture"]
    panel.move(((0.5, 0.5), (0.8, 0.5)))
    panel.lift()
    first.wait_for(state="ended")
    late.wait_for(state="ended")
    assert "began" not in [each["state"] for each in late.gestures()]
    assert late.gestures()[-1]["translation"] == first.gestures()[-1]["translation"]
    # Only now does the check of the page's rules know nothing of a beginning.
    assert late.accounts()[1].open() == []


@check("protocol: a subscription made during a touch receives the fingers that are down, and their lifts")
def _(scene):
    panel, other = scene.panel(PANEL), scene.panel(OTHER)
    first = connected(scene, touches=True, recognizers=[])
    panel.fingers({0: panel.at(0.25, 0.25), 1: panel.at(0.75, 0.75)})
    first.wait_for(method="touch")
    late = connected(scene)
    snapshot = late.call("subscribe", touches=True, recognizers=[])
    assert [each["surface"] for each in snapshot["touches"]] == [panel.surface], snapshot
    touches = snapshot["touches"][0]["touches"]
    assert [each["phase"] for each in touches] == ["began"] * 2, touches
    assert [round(each["location"]["x"] / 200) for each in touches] == [1, 3], touches
    panel.lift()
    late.wait_for(method="touch")
    assert {each["phase"] for each in late.told("touch")[-1]["touches"]} == {"ended"}
    assert not [each for each in late.told("touch") if each["surface"] == other.surface]


@check("protocol: a connection has at most sixteen subscriptions, whose numbers are never reused")
def _(scene):
    client = connected(scene)
    assert [client.call("subscribe", recognizers=["x"])["subscription"] for _ in range(16)] == list(range(1, 17))
    error = client.refused("subscribe")
    assert error["code"] == -32000 and error["data"]["hint"], error
    assert client.call("unsubscribe", subscription=16) == {} and client.call("unsubscribe", subscription=3) == {}
    assert client.refused("unsubscribe", subscription=3)["code"] == -32602
    assert client.call("subscribe")["subscription"] == 17
    assert connected(scene).call("subscribe")["subscription"] == 1


@check("protocol: after unsubscribe nothing more is sent, also during a gesture, and other subscriptions continue")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene)
    for _ in range(2):
        client.call("subscribe", touches=True)
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(state="began", subscription=1)
    client.call("unsubscribe", subscription=1)
    heard = len(client.gestures(subscription=1)) + len(client.told("touch", subscription=1))
    drag(panel, (0.5, 0.5), (0.8, 0.5))
    client.wait_for(recognizer="move", state="ended", subscription=2)
    client.until_answered()
    assert len(client.gestures(subscription=1)) + len(client.told("touch", subscription=1)) == heard


@check("protocol: a lost panel closes gestures and touches, then its surface is removed; plugged in, it is added")
def _(scene):
    panel = scene.panel(PANEL)
    client = connected(scene)
    client.call("subscribe", touches=True)
    client.call("subscribe", surfaces=["other*"])
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    client.until_answered()
    scene.unplug(panel)
    client.wait_for(method="surface", change="removed")
    assert client.states(recognizer="move") == ["began", "cancelled"], client.states()
    assert client.told("surface")[-1]["surface"]["name"] == "atmel"
    panel = scene.panel(PANEL)
    client.wait_for(method="surface", change="added")
    panel.tap()
    client.wait_for(recognizer="select")
    assert not [each for each in client.lines if each.get("params", {}).get("subscription") == 2]


@check("protocol: a client that does not read gets `lagged` with a snapshot, and must connect again")
def _(scene):
    panel, other = scene.panel(PANEL), connected(scene, recognizers=["select"])
    client = connected(scene)
    for _ in range(16):
        client.call("subscribe", states=["began", "ended", "cancelled", "recognized", "failed"], touches=True)
    lagged = other.call("status")["lagged"]
    taps = 0
    while other.call("status")["lagged"] == lagged:
        panel.fingers({0: panel.at(0.5, 0.5)})
        panel.lift()
        taps += 1
        assert taps < 2000, "it is never published"
    client.until_closed()
    told = client.told("lagged")
    assert sorted(each["subscription"] for each in told) == list(range(1, 17)), told
    assert told[0]["dropped"] > 0 and [each["name"] for each in told[0]["surfaces"]] == ["atmel"], told[0]
    assert client.lines[-1]["method"] == "lagged", client.lines[-1]
    connected(scene).call("subscribe")
