"""Tests of a daemon that is killed in the middle of a gesture."""

import pytest

import gestured

from .running_daemon import GOING_ON, PANEL, is_connected

PAN_BESIDE_TOUCHES = PANEL + "recognizers: [{ name: pan, type: pan, cancelsTouchesInView: false }]\n"
pytestmark = pytest.mark.daemon(recording=GOING_ON, configuration=PAN_BESIDE_TOUCHES)


def assert_cancelled(touches, finger):
    """The library has cancelled this touch alone."""
    assert [(each.id, each.phase) for each in touches.touches] == [(finger, "cancelled")]
    assert touches.synthesized


def assert_closed(last, pan, touches):
    """The pan and its touch are cancelled, once each, by the library."""
    assert (pan.state, pan.gesture, pan.seq, pan.synthesized) == ("cancelled", last.gesture, 0, True)
    assert_cancelled(touches, last.touches[0])


def test_a_pan_and_its_touch_are_cancelled_before_iteration_ends(daemon, client):
    client.subscribe(touches=True)
    last = daemon.gesture("pan", "changed")
    daemon.kill()
    told, closing = [], []
    for event in client:
        (closing if event.synthesized else told).append(event)
    assert_closed(last, *closing)
    assert {each.state for each in told if isinstance(each, gestured.Gesture)} <= {"changed"}


def test_they_are_cancelled_before_a_new_connection_is_reported(daemon):
    client = daemon.another(reconnect=True)
    client.subscribe(touches=True)
    last = daemon.gesture("pan", "changed", client)
    daemon.kill()
    daemon.start()
    *_, pan, touches, lost, _ = daemon.until(is_connected, client)
    assert_closed(last, pan, touches)
    assert isinstance(lost, gestured.Disconnected)


async def test_asyncio_receives_the_same(daemon):
    events, killed = [], []
    async with gestured.AsyncClient(daemon.path) as client:
        await client.subscribe(touches=True)
        async for event in client:
            events.append(event)
            if isinstance(event, gestured.Gesture) and event.state == "changed" and not killed:
                killed.append(event)
                daemon.kill()
    assert_closed(killed[0], *events[-2:])


def test_a_touch_alone_is_cancelled(daemon, client):
    client.subscribe([], touches=True)
    finger = daemon.touch("moved").id
    daemon.kill()
    *_, last = client
    assert_cancelled(last, finger)
