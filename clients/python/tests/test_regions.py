"""Tests of regions that move, and of what subscriptions receive in them."""

import json
import unittest

import gestured

from .scripted_peer import Peer, pinch
from .test_losses import states

FRAME = {"x": 0, "y": 0, "width": "50%", "height": "50%"}
TURNED = [0, 1, -1, 0, 5, 6]


def photo(name, **members):
    return {"name": name, "frame": FRAME, **members}


def accepting(*methods, result=None):
    """A script: these requests are accepted, then a subscription, then the end."""
    def script(talk):
        talk.hello()
        script.params = []
        for method in methods:
            request = talk.hear(method)
            script.params.append(request["params"])
            talk.answer(request, result or {})
        talk.subscribed()
    return script


class MovingTests(unittest.TestCase):
    def restored(self, *methods, change):
        """The requests after a loss, of what `change` has attached and moved by these."""
        def again(talk):
            self.requests = talk.restored()[:-1]
            talk.until_end()

        with Peer(accepting(*methods), again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            change(client)
            client.subscribe()
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])
        return self.requests

    def test_only_what_is_given_is_sent(self):
        script = accepting(*["update"] * 4)
        with Peer(script) as peer, gestured.Client(peer.path) as client:
            region = client.region("photo")
            region.move(frame=gestured.Frame(1, 2, 3, 4), transform=(1, 0, 0, 1, 5, 6), above="other")
            region.move(shape="ellipse", above=None, enabled=False)
            region.move(shape=[gestured.Point(0, 0), (9, 0), (0, 9)], frame={"x": "5mm"})
            client.update([{"name": "photo", "transform": TURNED}, {"name": "other", "above": None}])
            client.subscribe()
        self.assertEqual([each["regions"] for each in script.params], [
            [{"name": "photo", "frame": {"x": 1, "y": 2, "width": 3, "height": 4}, "transform": [1, 0, 0, 1, 5, 6],
              "above": "other"}],
            [{"name": "photo", "shape": "ellipse", "above": None, "enabled": False}],
            [{"name": "photo", "shape": [[0, 0], [9, 0], [0, 9]], "frame": {"x": "5mm"}}],
            [{"name": "photo", "transform": TURNED}, {"name": "other", "above": None}]])

    def test_a_refusal_names_the_place(self):
        def script(talk):
            talk.hello()
            talk.refuse(talk.hear("update")["id"], -32602, "no such region", path="params.regions[0].name",
                        hint="did you mean `photo`?")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            with self.assertRaises(gestured.RequestError) as caught:
                client.region("foto").move(enabled=False)
        self.assertEqual((caught.exception.method, caught.exception.path, caught.exception.hint),
                         ("update", "params.regions[0].name", "did you mean `photo`?"))

    def test_each_warning_is_logged_once_and_returned(self):
        warning = "region `photo` lies off surface `panel`"
        script = accepting("attach", "update", result={"warnings": [warning]})
        with Peer(script) as peer, gestured.Client(peer.path) as client:
            with self.assertLogs("gestured", "WARNING") as logs:
                self.assertEqual(client.attach(regions=[photo("photo")]).warnings, (warning,))
                self.assertEqual(client.region("photo").move(enabled=True), (warning,))
                client.subscribe()
        self.assertEqual([each.getMessage() for each in logs.records], [warning])

    def test_regions_are_attached_again_and_then_moved_to_where_they_were_last(self):
        def change(client):
            client.attach(regions=[photo("a"), photo("b", transform=TURNED, enabled=False)])
            client.update([{"name": "a", "transform": TURNED, "enabled": None}, {"name": "b", "enabled": True}])
            client.region("a").move(shape="ellipse", frame=gestured.Frame(1, 2, 3, 4))
            client.region("a").move(transform=[1, 0, 0, 1, 9, 9])

        self.assertEqual(self.restored("attach", "update", "update", "update", change=change), [
            ("attach", {"regions": [photo("a"), photo("b", transform=TURNED, enabled=False)]}),
            ("update", {"regions": [{"name": "a", "frame": {"x": 1, "y": 2, "width": 3, "height": 4},
                                     "transform": [1, 0, 0, 1, 9, 9], "shape": "ellipse"}]}),
            ("update", {"regions": [{"name": "b", "enabled": True}]})])

    def test_moves_of_detached_regions_are_forgotten(self):
        def change(client):
            client.attach(regions=[photo("a"), photo("b", parent="a"), photo("c")])
            client.update([{"name": name, "enabled": False} for name in "abc"])
            client.detach(regions="a")
            client.attach(regions=[photo("a")])

        self.assertEqual(self.restored("attach", "update", "detach", "attach", change=change), [
            ("attach", {"regions": [photo("c")]}), ("attach", {"regions": [photo("a")]}),
            ("update", {"regions": [{"name": "c", "enabled": False}]})])

    def test_the_order_is_restored_after_everything_is_attached(self):
        def change(client):
            client.attach(regions=[photo("a"), photo("b")])
            client.attach(regions=[photo("c", above="d"), photo("gone"), photo("d", above="a")])
            client.update([{"name": "b", "above": None}, {"name": "a", "above": "c"}])
            client.detach(regions="gone")

        *attached, (method, params) = self.restored("attach", "attach", "update", "detach", change=change)
        self.assertEqual([each["regions"] for _, each in attached],
                         [[photo("a"), photo("b")], [photo("c"), photo("d")]])
        self.assertEqual((method, params), ("update", {"regions": [
            {"name": name, "above": None} for name in ("d", "c", "a", "b")]}))

    def test_an_order_that_is_back_needs_no_update(self):
        def change(client):
            client.attach(regions=[photo("a"), photo("b")])
            client.region("a").move(above=None)
            client.region("b").move(above="a")

        self.assertEqual(self.restored("attach", "update", "update", change=change),
                         [("attach", {"regions": [photo("a"), photo("b")]})])

    def test_a_refused_move_is_not_kept(self):
        def script(talk):
            talk.hello()
            talk.answer(talk.hear("attach"), {})
            talk.refuse(talk.hear("update")["id"], -32602, "no such region")
            talk.subscribed()

        def again(talk):
            talk.hello()
            request = talk.hear("attach")
            self.assertEqual(request["params"], {"regions": [photo("a")]})
            talk.answer(request, {})
            talk.subscribed()

        with Peer(script, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.attach(regions=[photo("a")])
            with self.assertRaises(gestured.RequestError):
                client.update([{"name": "a", "transform": TURNED, "above": None}, {"name": "b"}])
            client.subscribe()
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])


class RegionCoordinatesTests(unittest.TestCase):
    def test_a_subscription_has_coordinates_of_the_region_and_a_place_for_each_finger(self):
        places = [{"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.0}]
        touch = {"id": 3, "phase": "began", "location": places[0], "previousLocation": places[0], "region": "photo"}

        def script(talk):
            talk.hello()
            self.params = [talk.subscribed()]
            lines = [("gesture", pinch("began", locations=places)), ("gesture", pinch("ended")), (
                "touch", {"surface": "panel", "time": 1.0, "touches": [{**touch, "tapCount": 2}, touch]})]
            talk.write("".join(json.dumps({"method": method, "params": {"subscription": 1, **params}}) + "\n"
                               for method, params in lines))

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe(coordinates="region", locations=True, touches=True)
            began, ended, touches, *_ = client
        self.assertEqual(self.params, [{"touches": True, "coordinates": "region", "locations": True}])
        self.assertEqual((began.locations, ended.locations), ((gestured.Point(1, 2), gestured.Point(3, 4)), ()))
        self.assertEqual([each.tap_count for each in touches.touches], [2, 1])


class AsyncMovingTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_region_is_moved_with_await(self):
        script = accepting("update", result={"warnings": ["it is small"]})
        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                with self.assertLogs("gestured", "WARNING"):
                    self.assertEqual(await client.region("photo").move(transform=TURNED), ("it is small",))
                await client.subscribe()
        self.assertEqual(script.params, [{"regions": [{"name": "photo", "transform": TURNED}]}])
