"""Tests of `subscribe`, `list`, `rotate` and `reload` with the daemon."""

import asyncio

import pytest

import gestured


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


def test_surfaces_and_recognizers_can_be_listed(client):
    surface, = client.list_surfaces()
    assert (surface.name, surface.millimetres, surface.rotation) == ("panel", (278.0, 174.0), 0.0)
    device, = client.list_devices()
    assert (device.used, device.surface, device.vendor, device.slots, len(device.matrix)) == (
        True, "panel", "056a", 2, 6)
    assert {each.name for each in client.list_recognizers()} == {"pan", "tap"}
    root, = client.list_regions()
    assert (root.name, root.surface, root.frame) == ("root", "panel", (0.0, 0.0, surface.width, surface.height))


def test_refusals_have_their_places_hints_and_problems(daemon, client):
    daemon.configuration.write_text("recognizers: [{ name: swipe, type: swip }]")
    for call, code, path in ((lambda: client.subscribe(states=["begun"]), -32602, "params.states[0]"),
                             (lambda: client.subscribe("x" * 70_000), -32700, None),
                             (client.reload, gestured.RequestError.CONFIGURATION_HAS_PROBLEMS, None)):
        with pytest.raises(gestured.RequestError) as caught:
            call()
        assert caught.value.code == code
        assert path is None or (caught.value.path == path and caught.value.hint)
    assert "gestured.yaml:1:" in caught.value.problems[0]
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
