"""Tests of lost connections and reconnection."""

import select
import threading
import time
import unittest

import gestured

from .scripted_peer import Peer, Talk, pinch

TOUCH = {"id": 3, "phase": "moved", "location": {"x": 5.0, "y": 6.0}, "previousLocation": {"x": 1.0, "y": 2.0},
         "region": "root", "force": 0.5}


def until_lost(*states, **members):
    """A script: subscribed, then these states of gesture 7, then the end."""
    def script(talk):
        talk.hello()
        talk.subscribed()
        for seq, state in enumerate(states, 1):
            talk.say("gesture", subscription=1, **pinch(state, seq=seq, **members))
    return script


def states(events):
    return [each.state if isinstance(each, gestured.Gesture) else type(each).__name__ for each in events]


class LossTests(unittest.TestCase):
    def told_until_the_end(self, *scripts, **arguments):
        with Peer(*scripts) as peer, gestured.Client(peer.path) as client:
            client.subscribe(**arguments)
            return list(client)

    def test_a_gesture_under_way_is_cancelled_before_iteration_ends(self):
        events = self.told_until_the_end(until_lost("began", "changed"))
        self.assertEqual(states(events), ["began", "changed", "cancelled"])
        _, last, cancelled = events
        self.assertEqual((cancelled.gesture, cancelled.scale, cancelled.location, cancelled.time, cancelled.seq),
                         (7, last.scale, last.location, last.time, 0))
        self.assertEqual([event.synthesized for event in events], [False, False, True])
        self.assertEqual((cancelled.delta, cancelled.members["delta"], cancelled.members["state"]),
                         (1.0, 1.0, "cancelled"))

    def test_a_cancelled_transform_has_moved_no_further(self):
        way = {"x": 3.0, "y": 4.0}
        events = self.told_until_the_end(until_lost(
            "began", type="transform", translation=way, delta=way, velocity=way, rotation=1.0, scaleDelta=2.0,
            rotationDelta=3.0))
        last = events[-1]
        self.assertEqual((last.translation, last.delta, last.scale_delta, last.rotation_delta, last.members["delta"]),
                         ((3.0, 4.0), (0.0, 0.0), 1.0, 0.0, {"x": 0.0, "y": 0.0}))

    def test_a_gesture_of_an_unknown_type_is_cancelled_with_its_own_members(self):
        cancelled = self.told_until_the_end(until_lost("began", type="dwell", delta=17))[-1]
        self.assertEqual((cancelled.state, cancelled.members["delta"]), ("cancelled", 17))

    def test_an_ended_gesture_is_not_cancelled_again(self):
        for last in ("ended", "cancelled", "recognized"):
            with self.subTest(last):
                told = states(self.told_until_the_end(until_lost("began", last)))
                self.assertEqual(told, ["began", last] + (["cancelled"] if last == "recognized" else []))

    def test_gestured_cannot_claim_that_this_library_closed_a_gesture(self):
        events = self.told_until_the_end(until_lost("began", "cancelled", synthesized=True))
        self.assertEqual([event.synthesized for event in events], [False, False])

    def test_a_gesture_of_the_snapshot_is_cancelled(self):
        def script(talk):
            talk.hello()
            talk.subscribed(gestures=[{name: value for name, value in pinch("changed").items() if name != "seq"}])

        self.assertEqual(states(self.told_until_the_end(script)), ["cancelled"])

    def test_a_subscription_without_ends_receives_no_cancelled_gestures(self):
        for heard in (["began"], ["began", "ended"], ["began", "cancelled"]):
            with self.subTest(heard):
                self.assertEqual(states(self.told_until_the_end(until_lost("began"), states=heard)), ["began"])

    def test_touches_under_way_are_cancelled_where_they_were(self):
        def script(talk):
            talk.hello()
            talk.subscribed(touches=[{"surface": "panel", "time": 1.0, "touches": [{**TOUCH, "phase": "began"}]}])
            lifted = {**TOUCH, "id": 4, "phase": "ended"}
            talk.say("touch", subscription=1, surface="panel", time=2.0, touches=[{**TOUCH, "id": 4}])
            talk.say("touch", subscription=1, surface="panel", time=3.0, touches=[TOUCH, lifted])

        *told, cancelled = self.told_until_the_end(script, touches=True)
        self.assertEqual(([event.synthesized for event in told], cancelled.synthesized), ([False, False], True))
        touch, = cancelled.touches
        self.assertEqual((cancelled.surface, cancelled.time), ("panel", 3.0))
        self.assertEqual((touch.id, touch.phase, touch.location, touch.previous_location, touch.force),
                         (3, "cancelled", (5.0, 6.0), (5.0, 6.0), 0.5))

    def test_events_before_a_hang_up_are_received_although_a_request_failed(self):
        is_subscribed, hung_up = threading.Event(), threading.Event()

        def script(talk):
            talk.hello()
            talk.subscribed()
            is_subscribed.wait()
            for state in ("began", "ended"):
                talk.say("gesture", subscription=1, **pinch(state))
            talk.say("lagged", subscription=1, dropped=1, surfaces=[], recognizers=[], gestures=[])
            talk.connection.close()
            talk.lines.close()
            hung_up.set()

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            is_subscribed.set()
            hung_up.wait()
            with self.assertRaises(gestured.ConnectionLost):
                client.list_surfaces()
            self.assertEqual(states(client), ["began", "ended", "Lagged"])

    def test_requests_after_a_loss_are_errors(self):
        with Peer(until_lost()) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            self.assertEqual(list(client), [])
            with self.assertRaisesRegex(gestured.ConnectionLost, "has closed the connection"):
                client.list_surfaces()
            with self.assertRaises(gestured.ConnectionLost):
                client.pending()


class ReconnectTests(unittest.TestCase):
    def test_the_application_receives_everything_it_needs_to_start_over(self):
        def again(talk):
            talk.hello()
            talk.subscribed(number=9, surfaces=[])
            talk.say("gesture", subscription=9, **pinch("began"))
            talk.until_end()

        with Peer(until_lost("began"), again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            subscription = client.subscribe()
            self.assertEqual(len(subscription.snapshot.surfaces), 1)
            events = [next(client) for _ in range(5)]
        self.assertEqual(states(events), ["began", "cancelled", "Disconnected", "Connected", "began"])
        self.assertIn("has closed the connection", events[2].reason)
        self.assertEqual(events[3].snapshot.surfaces, ())
        self.assertIs(subscription.snapshot, events[3].snapshot)
        # The number that the application knows, whatever the server's number is.
        self.assertEqual([each.subscription for each in events if not isinstance(each, gestured.Disconnected)], [1] * 4)

    def test_a_glob_that_matches_no_recognizer_or_surface_causes_one_warning(self):
        misspelled, unnamed, strange = {"glob": "tpa", "nearest": "tap"}, {"glob": "zo?n"}, {"glob": "strange"}
        surface = {"glob": "tpa", "nearest": "tap-table"}

        def first(talk):
            talk.hello()
            talk.subscribed(unmatched=[misspelled], unmatchedSurfaces=[surface])

        def again(talk):
            talk.hello()
            talk.subscribed(unmatched=[misspelled, unnamed], unmatchedSurfaces=[surface, strange])
            talk.until_end()

        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            with self.assertLogs("gestured", "WARNING") as logs:
                subscription = client.subscribe(["tpa", "zo?n"], surfaces=["tpa", "pa*"])
                self.assertEqual([each.nearest for each in subscription.snapshot.unmatched], ["tap"])
                self.assertEqual([each.nearest for each in subscription.snapshot.unmatched_surfaces], ["tap-table"])
                while not isinstance(next(client), gestured.Connected):
                    pass
        self.assertEqual([each.getMessage() for each in logs.records if "matches no" in each.getMessage()], [
            "'tpa' matches no recognizer now; did you mean 'tap'?",
            "'tpa' matches no surface now; did you mean 'tap-table'?", "'zo?n' matches no recognizer now"])

    def test_everything_is_attached_and_subscribed_again(self):
        regions = [{"name": "canvas", "frame": {"x": 0, "y": 0, "width": "50%", "height": "50%"}},
                   {"name": "corner", "parent": "canvas", "frame": {"x": 0, "y": 0, "width": 10, "height": 10}}]
        recognizers = [{"name": "double", "type": "tap", "numberOfTapsRequired": 2},
                       {"name": "single", "type": "tap", "requireToFail": "double", "blocks": ["other", "double"]},
                       {"name": "within", "type": "pan", "region": "corner"}]

        def first(talk):
            talk.hello()
            for method in ("attach", "attach", "setEnabled", "detach", "detach"):
                talk.answer(talk.hear(method), {})
            talk.subscribed()
            talk.subscribed(number=2)
            talk.answer(talk.hear("unsubscribe"), {})

        def again(talk):
            talk.hello()
            request = talk.hear("attach")
            talk.answer(request, {})
            self.request = request["params"]
            self.params = talk.subscribed()
            talk.until_end()

        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.attach(regions=regions)
            client.attach(recognizers=recognizers)
            recognizers[1]["type"] = "changed by the application afterwards"
            client.set_enabled("single", False)
            client.detach(regions=["canvas"])
            client.detach(recognizers="double")
            client.subscribe("single", max_rate=5)
            client.unsubscribe(client.subscribe())
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])
        self.assertEqual(self.params, {"recognizers": ["single"], "maxRate": 5})
        self.assertEqual(self.request, {"recognizers": [
            {"name": "single", "type": "tap", "requireToFail": [], "blocks": ["other"], "enabled": False}]})

    def test_nothing_is_attached_again_after_everything_was_detached(self):
        def first(talk):
            talk.hello()
            talk.answer(talk.hear("attach"), {})
            talk.answer(talk.hear("detach"), {})
            talk.subscribed()

        def again(talk):
            talk.hello()
            talk.subscribed()

        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.attach(recognizers=[{"name": "double", "type": "tap"}])
            client.detach()
            client.subscribe()
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])

    def test_accepted_changes_are_restored_also_if_nobody_waited_for_the_answer(self):
        def first(talk):
            talk.hello()
            talk.subscribed()
            requests = [talk.hear() for _ in range(5)]
            for request in requests:
                talk.answer(request, [] if request["method"] == "list" else {})

        def again(talk):
            self.requests = talk.restored()

        frame = {"x": 0, "y": 0, "width": 9, "height": 9}
        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.subscribe()
            client._timeout = 0
            for change in (
                lambda: client.attach(regions=[{"name": "a", "frame": frame}, {"name": "b", "frame": frame}],
                                      recognizers=[{"name": "tap", "type": "tap"}]),
                lambda: client.region("a").move(enabled=False),
                lambda: client.set_enabled("tap", False),
                lambda: client.detach(regions="b"),
            ):
                with self.assertRaises(gestured.Timeout):
                    change()
            client._timeout = 60
            client.list_surfaces()
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])
        self.assertEqual(self.requests[:-1], [
            ("attach", {"regions": [{"name": "a", "frame": frame}],
                        "recognizers": [{"name": "tap", "type": "tap", "enabled": False}]}),
            ("update", {"regions": [{"name": "a", "enabled": False}]})])

    def test_a_subscription_that_was_given_up_ends_once_it_is_accepted(self):
        def first(talk):
            talk.hello()
            given_up, listing = talk.hear("subscribe"), talk.hear("list")
            talk.answer(given_up, {"subscription": 4, "surfaces": [], "recognizers": [], "gestures": []})
            talk.say("gesture", subscription=4, **pinch("began"))
            self.unsubscribed = talk.hear("unsubscribe")
            talk.answer(listing, [])
            talk.subscribed(number=5)

        def again(talk):
            self.requests = talk.restored()

        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client._timeout = 0
            with self.assertRaises(gestured.Timeout):
                client.subscribe("given-up")
            client._timeout = 60
            client.list_surfaces()
            client.subscribe("kept")
            self.assertEqual(states([next(client), next(client)]), ["Disconnected", "Connected"])
        self.assertEqual(self.unsubscribed["params"], {"subscription": 4})
        self.assertEqual(self.requests, [("subscribe", {"recognizers": ["kept"]})])

    def test_an_attachment_refused_after_a_loss_is_an_error_once(self):
        def first(talk):
            talk.hello()
            talk.answer(talk.hear("attach"), {})
            talk.subscribed()

        def refusing(talk):
            talk.hello()
            talk.refuse(talk.hear("attach")["id"], -32602, "unknown region")
            talk.until_end()

        def again(talk):
            talk.hello()
            talk.answer(talk.hear("attach"), {})
            talk.subscribed()

        with Peer(first, refusing, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.attach(recognizers=[{"name": "double", "type": "tap", "region": "configured"}])
            client.subscribe()
            self.assertIsInstance(next(client), gestured.Disconnected)
            with self.assertRaisesRegex(gestured.RequestError, "unknown region"):
                next(client)
            self.assertIsInstance(next(client), gestured.Connected)

    def test_pauses_grow(self):
        times = []

        def refusing(talk):
            times.append(time.monotonic())

        with Peer(until_lost(), refusing, refusing, until_lost()) as peer:
            with gestured.Client(peer.path, reconnect=True) as client, self.assertLogs("gestured", "INFO") as logs:
                client.subscribe()
                client.receive()
                lost = time.monotonic()
                self.assertIsInstance(client.receive(), gestured.Connected)
        self.assertGreater(times[0] - lost, 0.05)
        self.assertGreater(times[1] - times[0], 0.15)
        self.assertGreater(time.monotonic() - times[1], 0.35)
        self.assertEqual(len(logs.output), 2, "one warning for all failures, one line at the end of them")

    def test_an_invalid_line_is_an_error_and_then_it_reconnects(self):
        def nonsense(talk):
            until_lost("began")(talk)
            talk.write("nonsense\n")
            talk.until_end()

        with Peer(nonsense, until_lost()) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.subscribe()
            self.assertEqual(states([next(client) for _ in range(3)]), ["began", "cancelled", "Disconnected"])
            with self.assertRaises(gestured.ProtocolError):
                next(client)
            self.assertIsInstance(next(client), gestured.Connected)

    def test_a_newer_protocol_after_a_restart_is_an_error(self):
        with Peer(until_lost(), lambda talk: talk.hello(protocol=2)) as peer:
            with gestured.Client(peer.path, reconnect=True) as client:
                client.subscribe()
                next(client)
                with self.assertRaisesRegex(gestured.ProtocolError, "version 2"):
                    next(client)

    def test_pending_never_waits_and_connects_step_by_step(self):
        may_greet, may_answer = threading.Event(), threading.Event()

        def again(talk):
            may_greet.wait()
            talk.hello()
            request = talk.hear("subscribe")
            may_answer.wait()
            talk.answer(request, {"subscription": 1, "surfaces": [], "recognizers": [], "gestures": []})
            talk.until_end()

        with Peer(until_lost(), again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.subscribe()
            select.select([client], [], [])
            self.assertEqual(states(client.pending()), ["Disconnected"])
            self.assertEqual(client.pending(), [])
            self.assertIsNone(client.receive(0.01))
            may_greet.set()
            self.assertIsNone(client.receive(0.05))
            may_answer.set()
            told = []
            while not told:
                select.select([client], [], [])
                told = client.pending()
            self.assertEqual(states(told), ["Connected"])

    def test_one_descriptor_leads_through_losses(self):
        def again(talk):
            talk.hello()
            talk.subscribed()
            request = talk.hear("list")
            talk.say("gesture", subscription=1, **pinch("began"))
            talk.answer(request, [])
            talk.until_end()

        with Peer(until_lost("began"), Talk.hello, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            client.subscribe()
            descriptor, told, waits = client.fileno(), [], 0
            while "Connected" not in told:
                select.select([descriptor], [], [])
                told += states(client.pending())
                waits += 1
            self.assertEqual(told, ["began", "cancelled", "Disconnected", "Connected"])
            self.assertLess(waits, 20)
            self.assertEqual(select.select([descriptor], [], [], 0)[0], [])
            client.list_surfaces()
            select.select([descriptor], [], [])  # The event before the answer.
            self.assertEqual(states(client.pending()), ["began"])
            self.assertEqual((client.fileno(), select.select([descriptor], [], [], 0)[0]), (descriptor, []))
        self.assertEqual(client.fileno(), -1)

    def test_without_reconnection_the_descriptor_shows_the_end_that_a_request_met(self):
        with Peer(until_lost()) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            descriptor = client.fileno()
            with self.assertRaises(gestured.ConnectionLost):
                client.list_surfaces()
            select.select([descriptor], [], [])
            with self.assertRaises(gestured.ConnectionLost):
                client.pending()

    def test_a_request_waits_until_there_is_a_connection_again(self):
        def again(talk):
            talk.hello()
            talk.answer(talk.hear("list"), [])

        with Peer(Talk.hello, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            self.assertIsInstance(next(client), gestured.Disconnected)
            self.assertEqual(client.list_surfaces(), [])

    def test_a_request_that_was_under_way_is_an_error_and_not_repeated(self):
        def first(talk):
            talk.hello()
            talk.hear("rotate")

        def again(talk):
            talk.hello()
            talk.answer(talk.hear("list"), [])

        with Peer(first, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            with self.assertRaises(gestured.ConnectionLost):
                client.rotate("panel", 90)
            self.assertEqual(client.list_surfaces(), [])

    def test_events_yields_from_one_connection_to_the_next(self):
        with Peer(until_lost("recognized"), until_lost("recognized")) as peer:
            events = gestured.events("zoom", path=peer.path)
            told = [next(events) for _ in range(5)]
            self.assertEqual(states(told), ["Connected", "recognized", "Disconnected", "Connected", "recognized"])
            events.close()
