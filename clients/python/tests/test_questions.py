"""Tests of questions of own recognizers, and of their answers."""

import asyncio

import pytest

import gestured

from .scripted_peer import Peer, states, talk

ROW = {"name": "row", "type": "pan"}
PLACE = gestured.Point(512.0, 300.5)
ABOUT_TOUCH = {"recognizer": "row", "touch": {
    "surface": "panel", "time": 5.25, "id": 3, "phase": "began", "location": PLACE._asdict(), "region": "root",
    "tapCount": 2, "force": 0.5}}
attached = talk.accept("attach")
subscribed = attached.subscribed()


def answer(number, yes):
    return ("answer", {"question": number, "yes": yes})


def begin(client, function, *others):
    """Lets a function answer whether the row may begin."""
    client.recognizer("row").should_begin(function)
    return client.attach(recognizers=[ROW, *others])


def fail_once(asked, answer):
    """A function whose first answer is an error."""
    def function(gesture):
        asked.append(gesture)
        if len(asked) == 1:
            raise KeyError("no such row")
        return answer
    return function


def test_a_decorated_recognizer_asks_and_its_function_answers():
    script = attached.ask(7, type="pinch", scale=1.5).ask(8, scale=3.0)
    seen, other = [], {"name": "other", "type": "tap"}
    script = script.say("question", question=9, ask="receive", **ABOUT_TOUCH).hear(*["answer"] * 3)
    with Peer(script) as peer, peer.client() as client:
        @client.recognizer("row").should_receive
        def is_first_tap(touch):
            seen.append(touch)
            return touch.tap_count == 1

        begin(client, lambda zoom: seen.append(zoom) or zoom.scale < 2, other)
        assert list(client) == []
    assert peer.heard == [[("attach", {"recognizers": [{**ROW, "ask": ["begin", "receive"]}, other]}),
                           answer(7, True), answer(8, False), answer(9, False)]]
    zoom, _, touch = seen
    assert isinstance(zoom, gestured.Pinch)
    assert (zoom.recognizer, zoom.state, zoom.subscription, zoom.seq, zoom.location) == ("row", "began", 0, 0, PLACE)
    assert (touch.id, touch.surface, touch.time, touch.phase, touch.force, touch.major_radius) == (
        3, "panel", 5.25, "began", 0.5, None)
    assert (touch.location, touch.previous_location) == (PLACE, PLACE)


def test_questions_are_answered_in_the_order_of_the_events():
    order = []
    with Peer(subscribed.gesture("began").ask(1).gesture("ended").hear("answer")) as peer, peer.client() as client:
        begin(client, lambda gesture: order.append("question") or True)
        client.subscribe()
        for event in client:
            order.append(event.state)
    assert order == ["began", "question", "ended"]


def test_pending_returns_what_came_before_an_exception_of_a_callback():
    script = subscribed.gesture("began").ask(2).gesture("ended").ask(3).hear("answer")
    asked, events = [], []
    with Peer(script) as peer, peer.client() as client:
        begin(client, fail_once(asked, False))
        client.subscribe()
        with pytest.raises(KeyError, match="no such row"):
            while True:
                events += client.pending()
        while len(asked) < 2:
            events += client.pending()
        events += client
    assert states(events) == ["began", "ended"]
    assert peer.heard[0][2:] == [answer(3, False)]


def test_unknown_questions_are_not_answered():
    script = attached.ask(1, recognizer="stranger").ask(2, ask="end").say(
        "question", question=3, ask="receive", **ABOUT_TOUCH).ask(4).hear("answer")
    with Peer(script) as peer, peer.client() as client:
        begin(client, lambda gesture: True)
        assert list(client) == []
    assert peer.heard[0][1:] == [answer(4, True)]


def test_a_question_without_what_it_is_about_ends_the_connection():
    script = attached.say("question", question=1, ask="begin", **ABOUT_TOUCH).until_end()
    with Peer(script) as peer, peer.client() as client:
        begin(client, lambda gesture: True)
        with pytest.raises(gestured.ProtocolError):
            next(client)


def test_it_asks_again_after_a_loss_and_drops_old_questions():
    asked = []
    scripts = subscribed.ask(1).gesture("recognized").ask(2), subscribed.ask(1).hear("answer").until_end()
    with Peer(*scripts) as peer, peer.client(reconnect=True) as client:
        def wait_for_the_loss(gesture):
            asked.append(gesture)
            if len(asked) == 1:
                with pytest.raises(gestured.ConnectionLost):
                    client.status()
            return len(asked) > 1

        begin(client, wait_for_the_loss)
        client.subscribe()
        assert states([client.receive() for _ in range(3)]) == ["recognized", "Disconnected", "Connected"]
        while len(asked) < 2:
            client.receive(0.01)
    assert peer.heard[1] == [("attach", {"recognizers": [{**ROW, "ask": ["begin"]}]}), ("subscribe", {}),
                             answer(1, True)]


def test_an_attached_recognizer_that_does_not_ask_cannot_be_decorated():
    with Peer(talk.accept("attach", "detach", "attach")) as peer, peer.client() as client:
        row = client.recognizer("row")
        row.should_begin(lambda gesture: True)
        client.attach(recognizers=[{**ROW, "ask": ["receive"]}])
        row.should_begin(lambda gesture: False)
        row.should_receive(lambda touch: False)
        client.detach(recognizers="row")
        client.attach(recognizers=[ROW])
        with pytest.raises(ValueError, match="decorate before attach"):
            row.should_begin(lambda gesture: True)
    assert [params["recognizers"] for _, params in peer.heard[0]] == [
        [{**ROW, "ask": ["begin", "receive"]}], ["row"], [ROW]]


@pytest.mark.parametrize("reconnect", [False, True])
def test_a_loss_that_a_callback_raises_does_not_end_the_iteration(reconnect):
    with Peer(subscribed.ask(1).gesture("recognized")) as peer, peer.client(reconnect=reconnect) as client:
        # It raises the reason for which the client itself ends.
        begin(client, lambda gesture: client.status())
        client.subscribe()
        with pytest.raises(gestured.ConnectionLost):
            next(client)
        assert next(client).state == "recognized"


def test_a_coroutine_cannot_answer_a_client_that_waits():
    async def later(gesture):
        return True

    with Peer(attached.ask(1).until_end()) as peer, peer.client() as client:
        begin(client, later)
        with pytest.raises(TypeError, match="AsyncClient"):
            next(client)


async def test_a_coroutine_answers_while_events_go_on():
    event_has_come = asyncio.Event()

    async def once_it_has_come():
        await event_has_come.wait()
        return False

    script = subscribed.ask(1).gesture("recognized").ask(2, gesture=8).hear("answer", "answer")
    async with Peer(script) as peer, peer.async_client() as client:
        await begin(client, lambda gesture: once_it_has_come() if gesture.gesture == 7 else True)
        await client.subscribe()
        assert (await client.receive()).state == "recognized"
        event_has_come.set()
        assert [event async for event in client] == []
    assert sorted(peer.heard[0][2:], key=str) == [answer(1, False), answer(2, True)]


async def test_an_exception_of_a_coroutine_is_raised_to_the_task_that_iterates():
    function = fail_once([], True)

    async def later(gesture):
        await asyncio.sleep(0)
        return function(gesture)

    async with Peer(attached.ask(1).ask(2).hear("answer")) as peer, peer.async_client() as client:
        await begin(client, later)
        with pytest.raises(KeyError, match="no such row"):
            await client.receive()
        assert [event async for event in client] == []
    assert peer.heard[0][1:] == [answer(2, True)]


async def test_a_loss_that_a_coroutine_raises_does_not_end_the_iteration():
    async def ask_elsewhere(gesture):
        raise gestured.ConnectionLost("there is no other daemon")

    events = []
    async with Peer(subscribed.ask(1).gesture("recognized").until_end()) as peer, peer.async_client() as client:
        await begin(client, ask_elsewhere)
        await client.subscribe()
        with pytest.raises(gestured.ConnectionLost, match="other daemon"):
            while True:
                events.append(await client.__anext__())
        events += [] if events else [await client.__anext__()]
    assert states(events) == ["recognized"]


async def test_a_late_answer_is_not_sent_on_another_connection():
    is_connected, answered = asyncio.Event(), asyncio.Event()

    async def late(gesture):
        await is_connected.wait()
        answered.set()
        return False

    scripts = subscribed.ask(1), subscribed.hear("status")
    async with Peer(*scripts) as peer, peer.async_client(reconnect=True) as client:
        await begin(client, late)
        await client.subscribe()
        assert states([await client.receive() for _ in range(2)]) == ["Disconnected", "Connected"]
        is_connected.set()
        await answered.wait()
        await asyncio.sleep(0)
        with pytest.raises(gestured.ConnectionLost):
            await client.status()
