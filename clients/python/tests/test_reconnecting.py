"""Tests of connecting again after a loss."""

import select
import threading
import time

import pytest

import gestured

from .scripted_peer import EMPTY, Peer, give_up, states, talk, ungreeted, until_lost

FRAME = {"x": 0, "y": 0, "width": 9, "height": 9}
RECONNECTED = ["Disconnected", "Connected"]
attached = talk.accept("attach").subscribed()


def next_states(client, count=2):
    return states([next(client) for _ in range(count)])


def is_readable(client):
    return bool(select.select([client], [], [], 0)[0])


def test_the_application_receives_everything_it_needs_to_start_over():
    again = talk.subscribed(number=9, surfaces=[]).gesture("began", subscription=9).until_end()
    with Peer(until_lost("began"), again) as peer, peer.client(reconnect=True) as client:
        subscription = client.subscribe()
        assert len(subscription.snapshot.surfaces) == 1
        events = [next(client) for _ in range(5)]
    assert states(events) == ["began", "cancelled", "Disconnected", "Connected", "began"]
    assert "has closed the connection" in events[2].reason
    assert subscription.snapshot is events[3].snapshot and subscription.snapshot.surfaces == ()
    # The number that the application knows, whatever the server's number is.
    assert [each.subscription for each in events if not isinstance(each, gestured.Disconnected)] == [1] * 4


def test_a_glob_that_matches_no_recognizer_or_surface_causes_one_warning(caplog):
    misspelled, unnamed, strange = {"glob": "tpa", "nearest": "tap"}, {"glob": "zo?n"}, {"glob": "strange"}
    surface = {"glob": "tpa", "nearest": "tap-table"}
    first = talk.subscribed(unmatched=[misspelled], unmatchedSurfaces=[surface])
    again = talk.subscribed(unmatched=[misspelled, unnamed], unmatchedSurfaces=[surface, strange])
    with Peer(first, again.until_end()) as peer, peer.client(reconnect=True) as client:
        snapshot = client.subscribe(["tpa", "zo?n"], surfaces=["tpa", "pa*"]).snapshot
        assert [each.nearest for each in (*snapshot.unmatched, *snapshot.unmatched_surfaces)] == ["tap", "tap-table"]
        assert next_states(client) == RECONNECTED
    assert [message for message in caplog.messages if "matches no" in message] == [
        "'tpa' matches no recognizer now; did you mean 'tap'?",
        "'tpa' matches no surface now; did you mean 'tap-table'?", "'zo?n' matches no recognizer now"]


def test_everything_is_attached_and_subscribed_again():
    regions = [{"name": "canvas", "frame": {"x": 0, "y": 0, "width": "50%", "height": "50%"}},
               {"name": "corner", "parent": "canvas", "frame": {"x": 0, "y": 0, "width": 10, "height": 10}}]
    recognizers = [{"name": "double", "type": "tap", "numberOfTapsRequired": 2},
                   {"name": "single", "type": "tap", "requireToFail": "double", "blocks": ["other", "double"],
                    "then": ["double"]},
                   {"name": "within", "type": "pan", "region": "corner"}]
    first = talk.accept("attach", "attach", "setEnabled", "detach", "detach").subscribed().subscribed(number=2)
    with Peer(first.accept("unsubscribe"), talk.restored()) as peer, peer.client(reconnect=True) as client:
        client.attach(regions=regions)
        client.attach(recognizers=recognizers)
        recognizers[1]["blocks"].append("changed by the application afterwards")
        client.set_enabled("single", False)
        client.detach(regions=["canvas"])
        client.detach(recognizers="double")
        client.subscribe("single", max_rate=5)
        client.unsubscribe(client.subscribe())
        assert next_states(client) == RECONNECTED
    assert peer.heard[1] == [
        ("attach", {"recognizers": [
            {"name": "single", "type": "tap", "requireToFail": [], "blocks": ["other"], "then": [],
             "enabled": False}]}),
        ("subscribe", {"recognizers": ["single"], "maxRate": 5})]


def test_accepted_changes_are_restored_also_if_nobody_waited_for_the_answer():
    changes = "attach", "update", "setEnabled", "detach"
    first = talk.subscribed().hear(*changes, "list")
    for each in changes:
        first = first.answer(each)
    with Peer(first.answer("list", []), talk.restored()) as peer, peer.client(reconnect=True) as client:
        client.subscribe()
        give_up(client, lambda: client.attach(
            regions=[{"name": "a", "frame": FRAME}, {"name": "b", "frame": FRAME}],
            recognizers=[{"name": "tap", "type": "tap"}]))
        give_up(client, lambda: client.region("a").move(enabled=False))
        give_up(client, lambda: client.set_enabled("tap", False))
        give_up(client, lambda: client.detach(regions="b"))
        client.list_surfaces()
        assert next_states(client) == RECONNECTED
    assert peer.heard[1][:-1] == [
        ("attach", {"regions": [{"name": "a", "frame": FRAME}],
                    "recognizers": [{"name": "tap", "type": "tap", "enabled": False}]}),
        ("update", {"regions": [{"name": "a", "enabled": False}]})]


def test_a_subscription_that_was_given_up_ends_once_it_is_accepted():
    first = talk.hear("subscribe", "list").answer("subscribe", {**EMPTY, "subscription": 4}).gesture(
        "began", subscription=4).hear("unsubscribe").answer("list", []).subscribed(number=5)
    with Peer(first, talk.restored()) as peer, peer.client(reconnect=True) as client:
        give_up(client, lambda: client.subscribe("given-up"))
        client.list_surfaces()
        client.subscribe("kept")
        assert next_states(client) == RECONNECTED
    assert peer.heard[0][2] == ("unsubscribe", {"subscription": 4})
    assert peer.heard[1] == [("subscribe", {"recognizers": ["kept"]})]


def test_pauses_grow(caplog):
    times = []
    refusing = ungreeted.call(lambda: times.append(time.monotonic()))
    caplog.set_level("INFO")
    with Peer(until_lost(), refusing, refusing, until_lost()) as peer, peer.client(reconnect=True) as client:
        client.subscribe()
        client.receive()
        lost = time.monotonic()
        assert isinstance(client.receive(), gestured.Connected)
    assert times[0] - lost > 0.05
    assert times[1] - times[0] > 0.15
    assert time.monotonic() - times[1] > 0.35
    assert len(caplog.messages) == 2, "one warning for all failures, one line at the end of them"


@pytest.mark.parametrize("scripts, told, error, message", [
    ([attached, talk.hear("attach").refuse("attach", -32602, "unknown region").until_end()], ["Disconnected"],
     gestured.RequestError, "unknown region"),
    ([attached.gesture("began").write("nonsense\n").until_end()], ["began", "cancelled", "Disconnected"],
     gestured.ProtocolError, "nonsense"),
    ([attached, ungreeted.hello(protocol=2)], ["Disconnected"], gestured.ProtocolError, "version 2"),
], ids=["refused attachment", "invalid line", "newer protocol"])
def test_an_error_of_a_new_server_is_raised_once_and_then_it_reconnects(scripts, told, error, message):
    with Peer(*scripts, attached) as peer, peer.client(reconnect=True) as client:
        client.attach(recognizers=[{"name": "double", "type": "tap", "region": "configured"}])
        client.subscribe()
        assert next_states(client, len(told)) == told
        with pytest.raises(error, match=message):
            next(client)
        assert isinstance(next(client), gestured.Connected)


def test_pending_never_waits_and_connects_step_by_step():
    may_greet, may_answer = threading.Event(), threading.Event()
    again = ungreeted.call(may_greet.wait).hello().hear("subscribe").call(may_answer.wait).answer("subscribe", EMPTY)
    with Peer(until_lost(), again.until_end()) as peer, peer.client(reconnect=True) as client:
        client.subscribe()
        select.select([client], [], [])
        assert states(client.pending()) == ["Disconnected"]
        assert client.pending() == []
        assert client.receive(0.01) is None
        may_greet.set()
        assert client.receive(0.05) is None
        may_answer.set()
        told = []
        while not told:
            select.select([client], [], [])
            told = client.pending()
        assert states(told) == ["Connected"]


def test_one_descriptor_leads_through_losses():
    again = talk.subscribed().hear("list").gesture("began").answer("list", []).until_end()
    with Peer(until_lost("began"), talk, again) as peer, peer.client(reconnect=True) as client:
        client.subscribe()
        descriptor, told, waits = client.fileno(), [], 0
        while "Connected" not in told:
            select.select([descriptor], [], [])
            told += states(client.pending())
            waits += 1
        assert told == ["began", "cancelled", *RECONNECTED]
        assert waits < 20
        assert not is_readable(descriptor)
        client.list_surfaces()
        select.select([descriptor], [], [])  # The event before the answer.
        assert states(client.pending()) == ["began"]
        assert client.fileno() == descriptor and not is_readable(descriptor)
    assert client.fileno() == -1


def test_without_reconnection_the_descriptor_shows_the_end_that_a_request_met():
    with Peer(until_lost()) as peer, peer.client() as client:
        client.subscribe()
        descriptor = client.fileno()
        with pytest.raises(gestured.ConnectionLost):
            client.list_surfaces()
        select.select([descriptor], [], [])
        with pytest.raises(gestured.ConnectionLost):
            client.pending()


def test_a_request_waits_until_there_is_a_connection_again():
    with Peer(talk, talk.accept("list", result=[])) as peer, peer.client(reconnect=True) as client:
        assert isinstance(next(client), gestured.Disconnected)
        assert client.list_surfaces() == []


def test_a_request_that_was_under_way_is_an_error_and_not_repeated():
    with Peer(talk.hear("rotate"), talk.accept("list", result=[])) as peer, peer.client(reconnect=True) as client:
        with pytest.raises(gestured.ConnectionLost):
            client.rotate("panel", 90)
        assert client.list_surfaces() == []


def test_events_yields_from_one_connection_to_the_next():
    with Peer(until_lost("recognized"), until_lost("recognized")) as peer:
        events = gestured.events("zoom", path=peer.path)
        assert next_states(events, 5) == ["Connected", "recognized", *RECONNECTED, "recognized"]
        events.close()
