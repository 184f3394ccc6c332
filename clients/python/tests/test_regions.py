"""Tests of regions that move, and of what subscriptions receive in them."""

import pytest

import gestured

from .scripted_peer import Peer, states, talk

FRAME = {"x": 0, "y": 0, "width": "50%", "height": "50%"}
TURNED = [0, 1, -1, 0, 5, 6]


def photo(name, **members):
    return {"name": name, "frame": FRAME, **members}


def test_only_what_is_given_is_sent():
    with Peer(talk.accept(*["update"] * 4).subscribed()) as peer, peer.client() as client:
        region = client.region("photo")
        region.move(frame=gestured.Frame(1, 2, 3, 4), transform=(1, 0, 0, 1, 5, 6), above="other")
        region.move(shape="ellipse", above=None, enabled=False)
        region.move(shape=[gestured.Point(0, 0), (9, 0), (0, 9)], frame={"x": "5mm"})
        client.update([{"name": "photo", "transform": TURNED}, {"name": "other", "above": None}])
        client.subscribe()
    assert [params["regions"] for _, params in peer.heard[0][:-1]] == [
        [{"name": "photo", "frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "transform": [1, 0, 0, 1, 5, 6],
          "above": "other"}],
        [{"name": "photo", "shape": "ellipse", "above": None, "enabled": False}],
        [{"name": "photo", "shape": [[0, 0], [9, 0], [0, 9]], "frame": {"x": "5mm"}}],
        [{"name": "photo", "transform": TURNED}, {"name": "other", "above": None}]]


def test_each_warning_is_logged_once_and_returned(caplog):
    warning = "region `photo` lies off surface `panel`"
    script = talk.accept("attach", "update", result={"warnings": [warning]})
    with Peer(script) as peer, peer.client() as client:
        assert client.attach(regions=[photo("photo")]).warnings == (warning,)
        assert client.region("photo").move(enabled=True) == (warning,)
    assert caplog.messages == [warning]


@pytest.mark.parametrize("calls, restored", [
    # Regions are attached and then moved to where they were last.
    ([("attach", [photo("a"), photo("b", transform=TURNED, enabled=False)]),
      ("update", [{"name": "a", "transform": TURNED, "enabled": None}, {"name": "b", "enabled": True}]),
      ("update", [{"name": "a", "shape": "ellipse", "frame": gestured.Frame(1, 2, 3, 4)}]),
      ("update", [{"name": "a", "transform": [1, 0, 0, 1, 9, 9]}])],
     [("attach", [photo("a"), photo("b", transform=TURNED, enabled=False)]),
      ("update", [{"name": "a", "frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "transform": [1, 0, 0, 1, 9, 9],
                   "shape": "ellipse"}]),
      ("update", [{"name": "b", "enabled": True}])]),
    # Moves of detached regions are forgotten.
    ([("attach", [photo("a"), photo("b", parent="a"), photo("c")]),
      ("update", [{"name": name, "enabled": False} for name in "abc"]), ("detach", "a"), ("attach", [photo("a")])],
     [("attach", [photo("c")]), ("attach", [photo("a")]), ("update", [{"name": "c", "enabled": False}])]),
    # The order is restored after everything is attached.
    ([("attach", [photo("a"), photo("b")]), ("attach", [photo("c", above="d"), photo("gone"), photo("d", above="a")]),
      ("update", [{"name": "b", "above": None}, {"name": "a", "above": "c"}]), ("detach", "gone")],
     [("attach", [photo("a"), photo("b")]), ("attach", [photo("c"), photo("d")]),
      ("update", [{"name": name, "above": None} for name in ("d", "c", "a", "b")])]),
    # An order that is back needs no update.
    ([("attach", [photo("a"), photo("b")]), ("update", [{"name": "a", "above": None}]),
      ("update", [{"name": "b", "above": "a"}])], [("attach", [photo("a"), photo("b")])]),
    ([("attach", [photo("a")]), ("detach", None)], []),
], ids=["moved", "detached", "ordered", "in order", "all detached"])
def test_regions_are_restored(calls, restored):
    first = talk.accept(*[method for method, _ in calls]).subscribed()
    with Peer(first, talk.restored().until_end()) as peer, peer.client(reconnect=True) as client:
        for method, regions in calls:
            getattr(client, method)(regions=regions)
        client.subscribe()
        assert states([next(client), next(client)]) == ["Disconnected", "Connected"]
    assert peer.heard[1][:-1] == [(method, {"regions": regions}) for method, regions in restored]


def test_recognizers_are_restored_with_what_has_changed_of_them():
    decided = {"regions": [], "recognizers": ["d"], "surfaces": [], "decided": ["d"]}
    script = talk.accept("attach").accept("attach", result=decided).accept(
        "update", "update", "setEnabled", "setEnabled", "detach").subscribed()
    own = [{"name": "a", "type": "tap"}, {"name": "b", "type": "tap", "blocks": ["c"]}, {"name": "c", "type": "tap"}]
    with Peer(script, talk.restored().until_end()) as peer, peer.client(reconnect=True) as client:
        client.attach(recognizers=own)
        client.attach(recognizers=[{"name": "d", "type": "custom"}])
        client.update(recognizers=[{"name": "a", "x": 1, "enabled": True, "requireToFail": ["b", "c"]},
                                   {"name": "b", "blocks": None}])
        client.update(recognizers=[{"name": "a", "x": None}])
        client.set_enabled("a", False)
        client.set_enabled("d", False)  # A configured one, which gestured keeps disabled.
        client.detach(recognizers="c")
        client.subscribe()
        assert states([next(client), next(client)]) == ["Disconnected", "Connected"]
    assert peer.heard[1][:-1] == [
        ("attach", {"recognizers": [{**own[0], "enabled": False}, {**own[1], "blocks": []}]}),
        ("attach", {"recognizers": [{"name": "d", "type": "custom"}]}),
        ("update", {"recognizers": [{"name": "a", "x": None, "enabled": False, "requireToFail": ["b"]},
                                    {"name": "b", "blocks": None}]})]


def test_a_refused_move_is_not_kept():
    script = talk.accept("attach").hear("update").refuse("update", -32602, "no such region").subscribed()
    with Peer(script, talk.restored()) as peer, peer.client(reconnect=True) as client:
        client.attach(regions=[photo("a")])
        with pytest.raises(gestured.RequestError):
            client.update([{"name": "a", "transform": TURNED, "above": None}, {"name": "b"}])
        client.subscribe()
        assert states([next(client), next(client)]) == ["Disconnected", "Connected"]
    assert peer.heard[1][:-1] == [("attach", {"regions": [photo("a")]})]


def test_a_subscription_has_coordinates_of_the_region_and_a_place_for_each_finger():
    places = [{"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.0}]
    touch = {"id": 3, "phase": "began", "location": places[0], "previousLocation": places[0], "region": "photo"}
    script = talk.subscribed().gesture("began", locations=places).gesture("ended").say(
        "touch", subscription=1, surface="panel", time=1.0, touches=[{**touch, "tapCount": 2}, touch])
    with Peer(script) as peer, peer.client() as client:
        client.subscribe(coordinates="region", locations=True, predicted=True, touches=True)
        began, ended, touches, *_ = client
    assert peer.heard[0] == [("subscribe", {"touches": True, "coordinates": "region", "locations": True,
                                            "predicted": True})]
    assert (began.locations, ended.locations) == ((gestured.Point(1, 2), gestured.Point(3, 4)), ())
    assert [each.tap_count for each in touches.touches] == [2, 1]


async def test_a_region_is_moved_with_await(caplog):
    async with Peer(talk.accept("update", result={"warnings": ["it is small"]})) as peer, peer.async_client() as client:
        assert await client.region("photo").move(transform=TURNED) == ("it is small",)
    assert caplog.messages == ["it is small"]
    assert peer.heard[0][0] == ("update", {"regions": [{"name": "photo", "transform": TURNED}]})
