"""Tests of questions of own recognizers, and of their answers."""

import asyncio
import unittest

import gestured

from .scripted_peer import Peer, pinch
from .test_losses import states

ROW = {"name": "row", "type": "pan"}
PLACE = {"x": 512.0, "y": 300.5}
TOUCH = {"surface": "panel", "time": 5.25, "id": 3, "phase": "began", "location": PLACE, "region": "root",
         "tapCount": 2, "force": 0.5}


def begins(talk, number, recognizer="row", **members):
    gesture = pinch("began", recognizer=recognizer, **members)
    del gesture["seq"]
    talk.say("question", question=number, ask="begin", recognizer=recognizer, gesture=gesture)


def answer(number, yes):
    return {"jsonrpc": "2.0", "method": "answer", "params": {"question": number, "yes": yes}}


def attached(talk):
    """Greets the client, and answers the next request, which is to be `attach`; returns its recognizers."""
    talk.hello()
    request = talk.hear("attach")
    talk.answer(request, {"recognizers": ["row"]})
    return request["params"].get("recognizers")


class QuestionTests(unittest.TestCase):
    def test_a_decorated_recognizer_asks_and_its_function_answers(self):
        def script(talk):
            self.recognizers = attached(talk)
            begins(talk, 7, type="pinch", scale=1.5)
            begins(talk, 8, scale=3.0)
            talk.say("question", question=9, ask="receive", recognizer="row", touch=TOUCH)
            self.answers = [talk.hear("answer") for _ in range(3)]

        seen = []
        with Peer(script) as peer, gestured.Client(peer.path) as client:
            @client.recognizer("row").should_begin
            def is_small(zoom):
                seen.append(zoom)
                return zoom.scale < 2

            @client.recognizer("row").should_receive
            def is_first_tap(touch):
                seen.append(touch)
                return touch.tap_count == 1

            client.attach(recognizers=[ROW, {"name": "other", "type": "tap"}])
            self.assertEqual(list(client), [])
        self.assertEqual(self.recognizers, [{**ROW, "ask": ["begin", "receive"]}, {"name": "other", "type": "tap"}])
        self.assertEqual(self.answers, [answer(7, True), answer(8, False), answer(9, False)])
        self.assertIsInstance(seen[0], gestured.Pinch)
        self.assertEqual((seen[0].recognizer, seen[0].state, seen[0].subscription, seen[0].seq, seen[0].location),
                         ("row", "began", 0, 0, gestured.Point(512.0, 300.5)))
        touch = seen[2]
        self.assertEqual((touch.id, touch.surface, touch.time, touch.phase, touch.force, touch.major_radius),
                         (3, "panel", 5.25, "began", 0.5, None))
        self.assertEqual((touch.location, touch.previous_location), (PLACE_POINT, PLACE_POINT))

    def test_questions_are_answered_in_the_order_of_the_events(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            talk.say("gesture", subscription=1, **pinch("began"))
            begins(talk, 1)
            talk.say("gesture", subscription=1, **pinch("ended"))
            talk.hear("answer")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            order = []

            @client.recognizer("row").should_begin
            def note(gesture):
                order.append("question")
                return True

            client.attach(recognizers=[ROW])
            client.subscribe()
            for event in client:
                order.append(event.state)
        self.assertEqual(order, ["began", "question", "ended"])

    def test_pending_returns_what_came_before_an_exception_of_a_callback(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            talk.say("gesture", subscription=1, **pinch("began"))
            begins(talk, 2)
            talk.say("gesture", subscription=1, **pinch("ended"))
            begins(talk, 3)
            self.heard = talk.hear("answer")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            @client.recognizer("row").should_begin
            def fail_once(gesture):
                failures.append(gesture.gesture)
                if len(failures) == 1:
                    raise KeyError("no such row")
                return False

            failures, events = [], []
            client.attach(recognizers=[ROW])
            client.subscribe()
            with self.assertRaisesRegex(KeyError, "no such row"):
                while True:
                    events += client.pending()
            while len(failures) < 2:
                events += client.pending()
            events += client
        self.assertEqual(states(events), ["began", "ended"])
        self.assertEqual(self.heard, answer(3, False))

    def test_unknown_questions_are_not_answered(self):
        def script(talk):
            attached(talk)
            begins(talk, 1, recognizer="stranger")
            talk.say("question", question=2, ask="end", recognizer="row", gesture=pinch("ended"))
            talk.say("question", question=3, ask="receive", recognizer="row", touch=TOUCH)
            begins(talk, 4)
            self.heard = talk.hear("answer")

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.recognizer("row").should_begin(lambda gesture: True)
            client.attach(recognizers=[ROW])
            self.assertEqual(list(client), [])
        self.assertEqual(self.heard, answer(4, True))

    def test_a_question_without_what_it_is_about_ends_the_connection(self):
        def script(talk):
            attached(talk)
            talk.say("question", question=1, ask="begin", recognizer="row", touch=TOUCH)
            talk.until_end()

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.recognizer("row").should_begin(lambda gesture: True)
            client.attach(recognizers=[ROW])
            with self.assertRaises(gestured.ProtocolError):
                next(client)

    def test_it_asks_again_after_a_loss_and_drops_old_questions(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            begins(talk, 1)
            talk.say("gesture", subscription=1, **pinch("recognized"))
            begins(talk, 2)

        def again(talk):
            self.recognizers = attached(talk)
            talk.subscribed()
            begins(talk, 1)
            self.heard = talk.hear("answer")
            talk.until_end()

        with Peer(script, again) as peer, gestured.Client(peer.path, reconnect=True) as client:
            asked = []

            @client.recognizer("row").should_begin
            def wait_for_the_loss(gesture):
                asked.append(gesture)
                if len(asked) == 1:
                    with self.assertRaises(gestured.ConnectionLost):
                        client.status()
                return len(asked) > 1

            client.attach(recognizers=[ROW])
            client.subscribe()
            events = [client.receive() for _ in range(3)]
            while len(asked) < 2:
                client.receive(0.01)
        self.assertEqual(states(events), ["recognized", "Disconnected", "Connected"])
        self.assertEqual(self.recognizers, [{**ROW, "ask": ["begin"]}])
        self.assertEqual((len(asked), self.heard), (2, answer(1, True)))

    def test_an_attached_recognizer_that_does_not_ask_cannot_be_decorated(self):
        def script(talk):
            self.first = attached(talk)
            talk.answer(talk.hear("detach"), {})
            request = talk.hear("attach")
            self.second = request["params"]["recognizers"]
            talk.answer(request, {})

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.recognizer("row").should_begin(lambda gesture: True)
            client.attach(recognizers=[{**ROW, "ask": ["receive"]}])
            client.recognizer("row").should_begin(lambda gesture: False)
            client.recognizer("row").should_receive(lambda touch: False)
            client.detach(recognizers="row")
            client.attach(recognizers=[ROW])
            with self.assertRaisesRegex(ValueError, "decorate before attach"):
                client.recognizer("row").should_begin(lambda gesture: True)
        self.assertEqual((self.first, self.second), ([{**ROW, "ask": ["begin", "receive"]}], [ROW]))

    def test_a_loss_that_a_callback_raises_does_not_end_the_iteration(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            begins(talk, 1)
            talk.say("gesture", subscription=1, **pinch("recognized"))

        for reconnect in (False, True):
            with self.subTest(reconnect=reconnect), Peer(script) as peer:
                with gestured.Client(peer.path, reconnect=reconnect) as client:
                    # It raises the reason for which the client itself ends.
                    client.recognizer("row").should_begin(lambda gesture: client.status())
                    client.attach(recognizers=[ROW])
                    client.subscribe()
                    with self.assertRaises(gestured.ConnectionLost):
                        next(client)
                    self.assertEqual(next(client).state, "recognized")

    def test_a_coroutine_cannot_answer_a_client_that_waits(self):
        def script(talk):
            attached(talk)
            begins(talk, 1)
            talk.until_end()

        async def later(gesture):
            return True

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.recognizer("row").should_begin(later)
            client.attach(recognizers=[ROW])
            with self.assertRaisesRegex(TypeError, "AsyncClient"):
                next(client)


PLACE_POINT = gestured.Point(512.0, 300.5)


class AsyncQuestionTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_coroutine_answers_while_events_go_on(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            begins(talk, 1)
            talk.say("gesture", subscription=1, **pinch("recognized"))
            begins(talk, 2, gesture=8)
            self.answers = [talk.hear("answer") for _ in range(2)]

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                event_has_come = asyncio.Event()

                @client.recognizer("row").should_begin
                def after_the_event(gesture):
                    return once_it_has_come() if gesture.gesture == 7 else True

                async def once_it_has_come():
                    await event_has_come.wait()
                    return False

                await client.attach(recognizers=[ROW])
                await client.subscribe()
                self.assertEqual((await client.receive()).state, "recognized")
                event_has_come.set()
                self.assertEqual([event async for event in client], [])
        self.assertCountEqual(self.answers, [answer(1, False), answer(2, True)])

    async def test_an_exception_of_a_coroutine_is_raised_to_the_task_that_iterates(self):
        def script(talk):
            attached(talk)
            begins(talk, 1)
            begins(talk, 2)
            self.heard = talk.hear("answer")

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                asked = []

                @client.recognizer("row").should_begin
                async def fail_once(gesture):
                    asked.append(gesture)
                    if len(asked) == 1:
                        await asyncio.sleep(0)
                        raise KeyError("no such row")
                    return True

                await client.attach(recognizers=[ROW])
                with self.assertRaisesRegex(KeyError, "no such row"):
                    await client.receive()
                self.assertEqual([event async for event in client], [])
        self.assertEqual(self.heard, answer(2, True))

    async def test_a_loss_that_a_coroutine_raises_does_not_end_the_iteration(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            begins(talk, 1)
            talk.say("gesture", subscription=1, **pinch("recognized"))
            talk.until_end()

        with Peer(script) as peer:
            async with gestured.AsyncClient(peer.path) as client:
                @client.recognizer("row").should_begin
                async def ask_elsewhere(gesture):
                    raise gestured.ConnectionLost("there is no other daemon")

                await client.attach(recognizers=[ROW])
                await client.subscribe()
                events = []
                with self.assertRaisesRegex(gestured.ConnectionLost, "other daemon"):
                    while True:
                        events.append(await client.__anext__())
                events += [] if events else [await client.__anext__()]
        self.assertEqual(states(events), ["recognized"])

    async def test_a_late_answer_is_not_sent_on_another_connection(self):
        def script(talk):
            attached(talk)
            talk.subscribed()
            begins(talk, 1)

        def again(talk):
            attached(talk)
            talk.subscribed()
            self.heard = talk.hear()

        with Peer(script, again) as peer:
            async with gestured.AsyncClient(peer.path, reconnect=True) as client:
                is_connected = asyncio.Event()
                answered = asyncio.Event()

                @client.recognizer("row").should_begin
                async def late(gesture):
                    await is_connected.wait()
                    answered.set()
                    return False

                await client.attach(recognizers=[ROW])
                await client.subscribe()
                self.assertEqual(states([await client.receive() for _ in range(2)]), ["Disconnected", "Connected"])
                is_connected.set()
                await answered.wait()
                await asyncio.sleep(0)
                with self.assertRaises(gestured.ConnectionLost):
                    await client.status()
        self.assertEqual(self.heard["method"], "status")
