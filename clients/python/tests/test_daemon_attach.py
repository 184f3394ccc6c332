"""Tests of an application's own regions and recognizers with the daemon."""

import pytest

import gestured

from .running_daemon import DOUBLE_TAP, is_connected, own

DOUBLE = {"name": "double", "type": "tap", "numberOfTapsRequired": 2}
SINGLE = {"name": "single", "type": "tap", "requireToFail": ["double"]}
CANVAS = {"name": "canvas", "surface": "panel", "frame": {"x": "0%", "y": "0%", "width": "100%", "height": "100%"}}
pytestmark = pytest.mark.daemon(recording=DOUBLE_TAP)


def names(entries):
    return [each.name for each in entries]


def enabled(recognizers):
    return {each.name: each.enabled for each in recognizers}


def test_a_double_tap_is_received_without_a_single_one(daemon, client):
    attached = client.attach(recognizers=[DOUBLE, SINGLE])
    assert (attached.regions, attached.recognizers) == ((), ("double", "single"))
    surface, = client.list_surfaces()
    assert [(each.name, each.unit) for each in attached.surfaces] == [(surface.name, surface.unit)]
    client.subscribe(["double", "single"])
    daemon.gesture("double", "recognized")  # Before it, fingers may have been down that what is attached did not see.
    events = [next(client) for _ in range(2)]
    assert [(each.recognizer, each.state, each.taps) for each in events] == [("double", "recognized", 2)] * 2


def test_functions_decide_whether_recognizers_begin_and_which_touches_they_receive(daemon, client):
    taps, touches = [], []

    @client.recognizer("double").should_begin
    def is_every_other(tap):
        taps.append(tap)
        return len(taps) % 2 == 0

    client.recognizer("deaf").should_receive(touches.append)  # It returns None.
    others = {"type": "tap", "simultaneousWith": ["double", "single"]}
    client.attach(recognizers=[
        {**DOUBLE, "askTimeout": 1}, SINGLE, {**others, "name": "deaf", "askTimeout": 1},
        {**others, "name": "hearing", "requireToFail": ["deaf"]}])
    client.subscribe(["double", "single", "hearing"])
    # What declines is followed by what waits for it.
    daemon.until(lambda each: each.recognizer == "single" and taps)
    for recognizer in ("double", "hearing"):
        daemon.gesture(recognizer, "recognized")
    assert {(each.recognizer, each.taps, each.state) for each in taps} == {("double", 2, "recognized")}
    assert all((each.surface, each.phase, each.location) == ("panel", "began", each.previous_location)
               for each in touches) and touches


def test_functions_decide_about_two_recognizers_that_share_a_touch(daemon, client):
    pairs = []

    @client.recognizer("one").should_recognize_simultaneously
    def may_be_together(pair):
        pairs.append(pair)
        return True

    client.recognizer("two").should_require_failure(pairs.append)  # It returns None.
    client.recognizer("two").should_be_required_to_fail(pairs.append)
    client.attach(recognizers=[{"name": name, "type": "tap"} for name in ("one", "two")])
    client.subscribe(["one", "two"])
    daemon.gesture("one", "recognized")
    daemon.gesture("two", "recognized")
    assert {(each.surface, each.other) for each in pairs} == {("panel", "one"), ("panel", "two")}


def test_recognizers_change_without_a_detach_also_after_a_restart(daemon, client):
    client.attach(recognizers=[{"name": "one", "type": "tap", "numberOfTapsRequired": 2}, SINGLE | {
        "requireToFail": ["one"]}])
    client.subscribe(["one", "single"])
    daemon.gesture("one", "recognized")
    client.update(recognizers=[{"name": "one", "numberOfTapsRequired": None, "enabled": False},
                               {"name": "single", "requireToFail": None}])
    daemon.gesture("single", "recognized")
    assert enabled(own(client.list_recognizers())) == {"one": False, "single": True}
    with pytest.raises(gestured.RequestError) as refused:
        client.update(recognizers=[{"name": "one", "type": "pan"}])
    assert refused.value.path == "params.recognizers[0].type"


def test_the_user_that_runs_gestured_has_all_capabilities(client):
    assert client.capabilities == {"gestures", "locations", "touches", "attach", "intercept", "control"}


def test_other_clients_do_not_see_attachments(daemon, client):
    other = daemon.another()
    client.attach(regions=[CANVAS], recognizers=[{**DOUBLE, "region": "canvas"}])
    mine = {each.name: each for each in client.list_recognizers()}
    assert {name: each.own for name, each in mine.items()} == {"pan": False, "tap": False, "double": True}
    assert (mine["double"].type, mine["double"].region) == ("tap", "canvas")
    assert {each.name: each.own for each in client.list_regions()} == {"root": False, "canvas": True}
    assert set(names(other.list_recognizers())) == {"pan", "tap"}
    assert names(other.list_regions()) == ["root"]


def test_a_misspelled_name_causes_a_warning_and_an_attached_one_does_not(client, caplog):
    client.attach(recognizers=[DOUBLE])
    client.subscribe(["double", "pan", "tpa"])
    assert caplog.messages == ["'tpa' matches no recognizer now; did you mean 'tap'?"]


def test_detached_recognizers_are_gone(client):
    client.attach(regions=[CANVAS], recognizers=[{**DOUBLE, "region": "canvas"}, SINGLE])
    client.detach(regions="canvas")
    assert names(own(client.list_recognizers())) == ["single"]
    assert own(client.list_regions()) == []
    client.detach()
    assert own(client.list_recognizers()) == []


def test_a_disabled_recognizer_recognizes_nothing_and_a_configured_one_is_disabled_for_all(daemon, client):
    client.attach(recognizers=[DOUBLE, {"name": "each", "type": "tap", "simultaneousWith": ["double"]}])
    client.set_enabled("pan", False)
    assert enabled(daemon.another().list_recognizers()) == {"pan": False, "tap": True}
    client.set_enabled("double", False)
    assert enabled(own(client.list_recognizers())) == {"double": False, "each": True}
    client.subscribe(["double", "each"])
    assert {next(client).recognizer for _ in range(4)} == {"each"}
    client.set_enabled("double", True)
    daemon.gesture("double", "recognized")


def test_only_configured_regions_can_be_made_private_and_only_intercepted_surfaces_swallow(client):
    for call, message in ((lambda: client.set_private("nowhere", True), "no such region"),
                          (lambda: client.swallow("nowhere"), "no such surface"),
                          (client.swallow, "no surface is intercepted")):
        with pytest.raises(gestured.RequestError, match=message):
            call()


def test_an_invalid_attachment_is_refused_with_all_problems(client):
    with pytest.raises(gestured.RequestError) as caught:
        client.attach(recognizers=[{"name": "a", "type": "tip"}, {"name": "b", "type": "tap", "taps": 2}])
    error = caught.value
    assert error.code == -32602 and error.path.startswith("params.recognizers[0]"), error.path
    assert len(error.problems) == 2, error.problems
    assert str(error).splitlines() == [f"attach: {error.problems[0]}", f"  {error.problems[1]}"]
    assert str(error).count(error.hint) == 1
    assert own(client.list_recognizers()) == []


def test_everything_is_attached_again_after_a_restart(daemon):
    client = daemon.another(reconnect=True)
    client.attach(regions=[CANVAS])
    client.attach(recognizers=[{**DOUBLE, "region": "canvas"}, {**SINGLE, "region": "canvas"}])
    client.set_enabled("single", False)
    client.subscribe("double")
    daemon.gesture("double", "recognized", client)
    daemon.restart()
    connected = daemon.until(is_connected, client)[-1]
    assert [(each.name, each.own) for each in connected.snapshot.recognizers] == [("double", True)]
    assert enabled(own(client.list_recognizers())) == {"double": True, "single": False}
    assert daemon.gesture("double", "recognized", client).region == "canvas"
