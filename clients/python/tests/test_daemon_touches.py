"""Tests of touches and counters with the daemon."""

import os

from .running_daemon import is_touch


def test_a_finger_is_received_from_down_to_up(daemon, client):
    client.subscribe([], touches=True)
    began = daemon.touch("began")
    touches = [each for event in daemon.until(is_touch("ended", "cancelled")) for each in event.touches]
    assert {(each.id, each.region) for each in touches} == {(began.id, "root")}
    assert [each.phase for each in touches[:-1]] == ["moved"] * (len(touches) - 1)
    places = [began.location, *[each.location for each in touches]]
    assert [each.previous_location for each in touches] == places[:-1]


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
