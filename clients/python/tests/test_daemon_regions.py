"""Tests of regions that move, with the daemon."""

import time

import pytest

import gestured

from .running_daemon import DOUBLE_TAP, NO_RECOGNIZERS, is_connected, is_touch, own

CORNER = {"x": 0, "y": 0, "width": "5%", "height": "5%"}
WHOLE = {"x": 0, "y": 0, "width": "100%", "height": "100%"}
pytestmark = pytest.mark.daemon(configuration=NO_RECOGNIZERS)


def region_of_next_touch(daemon, client):
    """The region of the next touch that begins from now on; earlier ones may wait to be taken."""
    now = time.monotonic()
    return daemon.until(lambda event: is_touch("began")(event) and event.time > now, client)[-1].touches[0].region


def test_new_touches_find_a_region_where_it_is(daemon, client):
    client.attach(regions=[{"name": "photo", "frame": CORNER}])
    client.subscribe([], touches=True)
    surface, = client.list_surfaces()
    for change, region in (
        ({"frame": CORNER}, "root"), ({"frame": WHOLE}, "photo"), ({"enabled": False}, "root"),
        # Half as large about its centre, and far to the right.
        ({"enabled": True, "transform": [0.5, 0, 0, 0.5, surface.width * 0.6, 0]}, "root"),
    ):
        client.region("photo").move(**change)
        assert region_of_next_touch(daemon, client) == region


def test_the_upper_region_gets_the_touch_also_after_a_restart(daemon):
    client = daemon.another(reconnect=True)
    client.attach(regions=[{"name": name, "frame": CORNER} for name in ("a", "b")])
    client.update([{"name": "a", "frame": WHOLE, "above": None}, {"name": "b", "frame": WHOLE}])
    client.subscribe([], touches=True)
    assert region_of_next_touch(daemon, client) == "a"
    daemon.restart()
    daemon.until(is_connected, client)
    assert region_of_next_touch(daemon, client) == "a"


def test_shapes_of_separate_updates_are_restored_though_they_do_not_fit_into_one_request(daemon):
    client = daemon.another(reconnect=True)
    client.attach(regions=[{"name": f"photo{number}", "frame": WHOLE} for number in range(20)])
    for number in range(20):
        # Narrow and at the left, where no finger of the recording lands.
        client.region(f"photo{number}").move(shape=[[x, x * x] for x in range(16)])
    client.subscribe([], touches=True)
    daemon.restart()
    daemon.until(is_connected, client)
    assert len(own(client.list_regions())) == 20
    assert region_of_next_touch(daemon, client) == "root"


def test_a_region_that_no_finger_can_reach_causes_a_warning(client, caplog):
    client.attach(regions=[{"name": "photo", "frame": WHOLE}])
    warning, = client.region("photo").move(transform=[1, 0, 0, 1, 90_000, 0])
    assert caplog.messages == [warning] and "photo" in warning
    assert client.region("photo").move(transform=[1, 0, 0, 1, 0, 0]) == ()


def test_places_are_those_in_the_region_with_one_for_each_finger(daemon, client):
    surface, = client.list_surfaces()
    frame = gestured.Frame(surface.width / 4, 0, surface.width / 2, surface.height)
    client.attach(regions=[{"name": "photo", "frame": frame}],
                  recognizers=[{"name": "move", "type": "pan", "region": "photo"}])
    client.subscribe("move", coordinates="region", locations=True)
    client.subscribe("move", locations=True)
    pans = {}  # By gesture, then by subscription.
    while not any(len(each) == 2 for each in pans.values()):
        pan = daemon.gesture("move", "began")
        pans.setdefault(pan.gesture, {})[pan.subscription] = pan
    inside, outside = (pans[pan.gesture][number] for number in (1, 2))
    assert inside.location.x == pytest.approx(outside.location.x - surface.width / 4, abs=0.01)
    assert (inside.location.y, inside.translation) == (outside.location.y, outside.translation)
    assert (len(inside.locations), len(outside.locations)) == (1, 1)
    assert inside.locations[0].x == pytest.approx(outside.locations[0].x - surface.width / 4, abs=0.01)


@pytest.mark.daemon(recording=DOUBLE_TAP)
def test_the_second_tap_of_a_double_tap_counts_two(daemon, client):
    client.subscribe([], touches=True)
    assert {daemon.touch("began").tap_count for _ in range(4)} == {1, 2}
