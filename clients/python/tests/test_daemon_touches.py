"""Tests of touches and counters with the daemon."""

import os

import pytest

from .running_daemon import NO_RECOGNIZERS, is_touch


def test_a_finger_is_received_from_down_to_up(daemon, client):
    client.subscribe([], touches=True)
    began = daemon.touch("began")
    touches = [each for event in daemon.until(is_touch("ended", "cancelled")) for each in event.touches]
    assert {(each.id, each.region) for each in touches} == {(began.id, "root")}
    assert [each.phase for each in touches[:-1]] == ["moved"] * (len(touches) - 1)
    places = [began.location, *[each.location for each in touches]]
    assert [each.previous_location for each in touches] == places[:-1]


def test_a_gesture_names_the_touches_that_make_it(daemon, client):
    client.subscribe("pan", touches=True)
    finger = daemon.touch("began").id
    assert daemon.gesture("pan", "began").touches == (finger,)


@pytest.mark.daemon(configuration=NO_RECOGNIZERS)  # Nothing takes the touch.
def test_a_subscription_while_a_finger_is_down_receives_it(daemon, client):
    client.subscribe([], touches=True)
    finger = daemon.touch("began").id
    snapshot = daemon.another().subscribe(touches=True).snapshot
    assert [(each.id, each.phase) for event in snapshot.touches for each in event.touches] == [(finger, "began")]


def test_the_counters_count(daemon, client):
    client.subscribe("pan")
    daemon.gesture("pan", "began")
    status = client.status()
    assert status.server.startswith("gestured ")
    assert (status.configuration, status.refused) == (str(daemon.configuration), False)
    assert (status.surfaces, status.recognizers, status.peers, status.subscriptions) == (1, 2, 1, 1)
    assert min(status.uptime, status.frames, status.touches, status.notifications) > 0
    assert status.latency.p50 <= status.latency.max


def test_a_client_with_control_receives_the_connections(daemon, client):
    daemon.another().attach(recognizers=[{"name": "mine", "type": "tap"}])
    connections = client.status().connections
    assert [each.pid for each in connections] == [os.getpid()] * 2
    assert sorted(each.attached for each in connections) == [0, 1]
