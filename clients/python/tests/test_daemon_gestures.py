"""Tests of `subscribe`, `list`, `rotate` and `reload` with the daemon."""

import asyncio
import contextlib
import select

import pytest

import gestured

from .running_daemon import assert_balanced, is_connected


def test_a_pan_is_received_from_its_beginning_to_its_end(daemon, client):
    snapshot = client.subscribe("pan").snapshot
    assert [(each.name, each.unit) for each in snapshot.surfaces] == [("panel", "pt")]
    assert [(each.name, each.type, each.region, each.enabled, each.own) for each in snapshot.recognizers] == [
        ("pan", "pan", "root", True, False)]
    began = daemon.gesture("pan", "began")
    events = [began, *daemon.until(lambda each: each.state == "ended")]
    assert {(each.__class__, each.gesture) for each in events} == {(gestured.Pan, began.gesture)}
    assert [each.seq for each in events] == list(range(began.seq, began.seq + len(events)))
    for axis in range(2):
        assert sum(each.delta[axis] for each in events) == pytest.approx(events[-1].translation[axis], abs=0.01)
    assert events[-1].projection is not None
    assert [each.time for each in events] == sorted(each.time for each in events)


def test_only_requested_events_are_received(client):
    client.subscribe("p?n", surfaces=["pan*"], states=["ended"])
    assert [(each.recognizer, each.state) for each in (next(client), next(client))] == [("pan", "ended")] * 2


def test_two_subscriptions_are_distinguished(client):
    ended, began = client.subscribe(states="ended"), client.subscribe(states="began")
    assert {(each.subscription, each.state) for each in [next(client) for _ in range(4)]} == {
        (ended.number, "ended"), (began.number, "began")}
    client.unsubscribe(ended)
    assert {(each.subscription, each.state) for each in (next(client), next(client))} == {(began.number, "began")}


def test_subscriptions_that_were_given_up_do_not_count(daemon, client):
    for _ in range(40):  # More than a connection may have.
        client._timeout = 0
        with contextlib.suppress(gestured.Timeout):
            client.unsubscribe(client.subscribe())
        client._timeout = 60
        client.list_surfaces()
    client.subscribe("pan")
    daemon.gesture("pan", "began")


def test_surfaces_and_recognizers_can_be_listed(client):
    surface, = client.list_surfaces()
    assert (surface.name, surface.millimetres, surface.rotation) == ("panel", (278.0, 174.0), 0.0)
    device, = client.list_devices()
    assert (device.used, device.surface, device.vendor, device.slots, len(device.matrix)) == (
        True, "panel", "056a", 2, 6)
    assert {each.name for each in client.list_recognizers()} == {"pan", "tap"}
    root, = client.list_regions()
    assert (root.name, root.surface, root.frame) == ("root", "panel", (0.0, 0.0, surface.width, surface.height))


def test_a_refusal_has_the_place_and_a_hint(client):
    for call, code, path in ((lambda: client.subscribe(states=["begun"]), -32602, "params.states[0]"),
                             (lambda: client.call("tomorrow"), -32601, None),
                             (lambda: client.subscribe("x" * 70_000), -32700, None)):
        with pytest.raises(gestured.RequestError) as caught:
            call()
        assert caught.value.code == code
        assert path is None or (caught.value.path == path and caught.value.hint)
    assert len(client.list_surfaces()) == 1, "the connection goes on"


def test_a_rotation_is_received(client):
    before = client.subscribe([]).snapshot.surfaces[0]
    after = client.rotate("panel", 90)
    assert (after.rotation, after.width, after.height) == (90.0, before.height, before.width)
    change = next(client)
    assert (change.change, change.surface) == ("changed", after)


def test_a_reload_is_received_with_a_snapshot(daemon, client):
    subscription = client.subscribe(surfaces=[])
    daemon.configuration.write_text("recognizers: [{ name: swipe, type: swipe }]")
    report = client.reload()
    assert (report.recognizers, report.added, report.removed) == (1, 1, 3)
    reloaded = daemon.until(lambda each: isinstance(each, gestured.Reloaded))[-1]
    assert [each.name for each in reloaded.snapshot.recognizers] == ["swipe"]
    assert subscription.snapshot is reloaded.snapshot


def test_the_problems_of_a_configuration_are_received(daemon, client):
    daemon.configuration.write_text("recognizers: [{ name: swipe, type: swip }]")
    with pytest.raises(gestured.RequestError) as caught:
        client.reload()
    assert caught.value.code == gestured.RequestError.CONFIGURATION_HAS_PROBLEMS
    assert "gestured.yaml:1:" in caught.value.problems[0]


def test_a_program_loop_can_wait_for_the_client(client):
    client.subscribe("pan")
    events = []
    while not events or events[-1].state != "ended":
        assert select.select([client], [], [], 60)[0]
        events += client.pending()
    assert_balanced(events)


def test_every_gesture_is_closed_when_gestured_ends(daemon, client):
    client.subscribe()
    events = [daemon.gesture("pan", "began")]
    daemon.stop()
    events += client
    assert events[-1].state in ("ended", "cancelled")
    assert_balanced(events)


def test_a_restart_is_survived(daemon):
    client = daemon.another(reconnect=True)
    subscription = client.subscribe("pan")
    events = [daemon.gesture("pan", "began", client)]
    daemon.restart()
    events += daemon.until(is_connected, client)
    assert isinstance(events[-2], gestured.Disconnected)
    assert_balanced(events)
    assert [each.name for each in subscription.snapshot.surfaces] == ["panel"]
    assert daemon.gesture("pan", "began", client).subscription == subscription.number


async def test_asyncio_receives_the_same_during_requests(daemon):
    async with gestured.AsyncClient(daemon.path) as client:
        await client.subscribe("pan")
        asking = asyncio.ensure_future(asyncio.gather(*[client.list_recognizers() for _ in range(20)]))
        async for event in client:
            if event.state == "ended":
                break
        assert event.recognizer == "pan"
        assert [len(each) for each in await asking] == [2] * 20


async def test_a_client_may_start_before_gestured(daemon, caplog):
    daemon.stop()
    client = gestured.AsyncClient(daemon.path, reconnect=True)
    connecting = asyncio.ensure_future(client.connect())
    while "trying again" not in caplog.text:
        await asyncio.sleep(0)
    assert not connecting.done()
    await asyncio.get_running_loop().run_in_executor(None, daemon.start)
    await connecting
    await client.close()
    assert client.server.startswith("gestured ")
