"""Tests of requests and their answers."""

import threading
import unittest

import gestured

from .scripted_peer import SECONDS, SURFACE, Peer, Talk, pinch


class RequestTests(unittest.TestCase):
    def test_arguments_have_the_names_of_the_protocol(self):
        def script(talk):
            talk.hello()
            self.params = [talk.subscribed(), talk.subscribed(number=2)]

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe("zoom*", surfaces=("panel",), states=["began"], touches=True, max_rate=30)
            client.subscribe()
        self.assertEqual(self.params, [
            {"recognizers": ["zoom*"], "surfaces": ["panel"], "states": ["began"], "touches": True, "maxRate": 30}, {}])

    def test_a_refusal_has_code_path_hint_and_problems(self):
        def script(talk):
            talk.hello()
            talk.refuse(talk.hear("reload")["id"], -32002, "it has 2 problems", path="",
                        hint="`gesturectl check` shows them", problems=["a.yaml:1:2: error: what is a `tip`?", "b"])

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            with self.assertRaises(gestured.RequestError) as caught:
                client.reload()
        error = caught.exception
        self.assertEqual((error.method, error.code, error.message, error.path, error.hint),
                         ("reload", -32002, "it has 2 problems", "", "`gesturectl check` shows them"))
        self.assertEqual(error.problems, ("a.yaml:1:2: error: what is a `tip`?", "b"))
        self.assertEqual(str(error).splitlines(), [
            "reload: it has 2 problems: `gesturectl check` shows them", "  a.yaml:1:2: error: what is a `tip`?", "  b"])

    def test_the_timeout_applies_also_while_there_is_more_to_read(self):
        is_said = threading.Event()

        def script(talk):
            talk.hello()
            talk.answer(talk.hear("list"), [])
            # More than is read at once stands before the answer, and all of it is there before the question.
            others = '{"jsonrpc":"2.0","id":1000,"result":{}}\n' * 3_500
            talk.write(others + '{"jsonrpc":"2.0","id":2,"result":[]}\n')
            is_said.set()
            talk.hear("list")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.list_surfaces()
            self.assertTrue(is_said.wait(SECONDS))
            client._timeout = 0
            with self.assertRaises(gestured.Timeout):
                client.list_surfaces()

    def test_a_refusal_without_an_id_is_that_of_the_oldest_request(self):
        def script(talk):
            talk.hello()
            talk.hear()
            talk.refuse(None, -32700, "too long")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            with self.assertRaisesRegex(gestured.RequestError, "too long"):
                client.list_surfaces()

    def test_a_request_that_is_not_json_is_not_sent_and_leaves_nothing(self):
        def script(talk):
            talk.hello()
            talk.hear("list")
            talk.refuse(None, -32700, "too long")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            for wrong in (float("nan"), {1, 2}):
                with self.assertRaises((ValueError, TypeError)):
                    client.call("update", regions=[{"name": "photo", "transform": wrong}])
            # A refusal without an id is that of the oldest request.
            with self.assertRaisesRegex(gestured.RequestError, "too long"):
                client.list_surfaces()

    def test_events_before_an_answer_are_kept_in_order(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            request = talk.hear("list")
            for seq in (1, 2):
                talk.say("gesture", subscription=1, **pinch("began", gesture=seq, seq=seq))
            talk.answer(request, [SURFACE])

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.subscribe()
            self.assertEqual([each.name for each in client.list_surfaces()], ["panel"])
            self.assertEqual([client.receive().seq for _ in range(2)], [1, 2])

    def test_an_application_that_takes_no_events_is_disconnected_before_memory_is_full(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            talk.hear()
            try:
                for seq in range(100_000):
                    talk.say("gesture", subscription=1, **pinch("recognized", seq=seq))
            except BrokenPipeError:
                return
            raise AssertionError("nobody cut it off")

        with Peer(script) as peer, gestured.Client(peer.path, timeout=60) as client:
            client.subscribe()
            with self.assertRaisesRegex(gestured.ConnectionLost, "takes none"):
                client.list_surfaces()

    def test_a_cancelled_subscription_receives_nothing_more(self):
        def script(talk):
            talk.hello()
            talk.subscribed(number=1)
            talk.subscribed(number=2)
            request = talk.hear("unsubscribe")
            assert request["params"] == {"subscription": 1}
            talk.say("gesture", subscription=1, **pinch("began"))
            talk.say("gesture", subscription=2, **pinch("began"))
            talk.answer(request, {})
            talk.say("gesture", subscription=1, **pinch("changed"))
            talk.say("gesture", subscription=2, **pinch("ended"))

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            first, _ = client.subscribe(), client.subscribe()
            client.unsubscribe(first)
            self.assertEqual([(each.subscription, each.state) for each in client], [(2, "began"), (2, "ended")])

    def test_a_cancelled_subscription_receives_nothing_more_also_if_nobody_waited_for_the_answer(self):
        def script(talk):
            talk.hello()
            talk.subscribed()
            talk.say("gesture", subscription=1, **pinch("began"))
            late, request = talk.hear("unsubscribe"), talk.hear("list")
            talk.answer(late, {})
            talk.answer(request, [])

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            subscription = client.subscribe()
            client._timeout = 0
            with self.assertRaises(gestured.Timeout):
                client.unsubscribe(subscription)
            client._timeout = 60
            client.list_surfaces()
            self.assertEqual(list(client), [])

    def test_a_late_answer_is_ignored(self):
        def script(talk):
            talk.hello()
            late = talk.hear("subscribe")
            request = talk.hear("list")
            talk.answer(late, {"subscription": 1, "surfaces": [], "recognizers": [], "gestures": []})
            talk.say("gesture", subscription=1, **pinch("began"))
            talk.answer(request, [SURFACE])

        with Peer(script) as peer, gestured.Client(peer.path, timeout=0.1) as client:
            with self.assertRaises(gestured.Timeout):
                client.subscribe()
            client._timeout = 10
            self.assertEqual(len(client.list_surfaces()), 1)
            self.assertEqual(list(client), [], "an unknown subscription causes no event")

    def test_an_answer_of_another_shape_is_an_error(self):
        for result in ({}, None, [{}], [{**SURFACE, "width": "wide"}], [17], "surfaces"):
            def script(talk):
                talk.hello()
                talk.answer(talk.hear(), result)

            with self.subTest(result=result), Peer(script) as peer, gestured.Client(peer.path) as client:
                with self.assertRaises(gestured.ProtocolError):
                    client.list_surfaces()

    def test_any_request_can_be_made_by_its_name(self):
        def script(talk):
            talk.hello()
            request = talk.hear("tomorrow")
            talk.answer(request, request["params"])

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            self.assertEqual(client.call("tomorrow", anyThing=1), {"anyThing": 1})

    def test_a_closed_client_refuses_requests_and_iterates_no_more(self):
        with Peer(Talk.hello) as peer:
            client = gestured.Client(peer.path, reconnect=True)
            client.close()
            self.assertEqual((list(client), client.fileno()), ([], -1))
            with self.assertRaisesRegex(gestured.ConnectionLost, "has been closed"):
                client.list_surfaces()
