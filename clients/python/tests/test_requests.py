"""Tests of requests and their answers."""

import threading

import pytest

import gestured

from .scripted_peer import SECONDS, SURFACE, Peer, give_up, talk


def test_arguments_have_the_names_of_the_protocol():
    with Peer(talk.subscribed().subscribed(number=2)) as peer, peer.client() as client:
        client.subscribe("zoom*", surfaces=("panel",), states=["began"], touches=True, max_rate=30)
        client.subscribe()
    assert peer.heard == [[("subscribe", {
        "recognizers": ["zoom*"], "surfaces": ["panel"], "states": ["began"], "touches": True, "maxRate": 30}),
        ("subscribe", {})]]


def test_a_refusal_has_code_path_hint_and_problems():
    script = talk.hear("reload").refuse("reload", -32002, "it has 2 problems", path="params.regions[0].name", problems=[
        "a.yaml:1:2: error: what is a `tip`?", "b"], hint="`gesturectl check` shows them")
    with Peer(script) as peer, peer.client() as client, pytest.raises(gestured.RequestError) as caught:
        client.reload()
    error = caught.value
    assert (error.method, error.code, error.message, error.path, error.hint, error.problems) == (
        "reload", -32002, "it has 2 problems", "params.regions[0].name", "`gesturectl check` shows them",
        ("a.yaml:1:2: error: what is a `tip`?", "b"))
    assert str(error).splitlines() == [
        "reload: it has 2 problems (params.regions[0].name): `gesturectl check` shows them",
        "  a.yaml:1:2: error: what is a `tip`?", "  b"]


def test_the_timeout_applies_also_while_there_is_more_to_read():
    is_said = threading.Event()
    # More than is read at once stands before the answer, and all of it is there before the question.
    lines = '{"jsonrpc":"2.0","id":1000,"result":{}}\n' * 3_500 + '{"jsonrpc":"2.0","id":2,"result":[]}\n'
    script = talk.accept("list", result=[]).write(lines).call(is_said.set).hear("list")
    with Peer(script) as peer, peer.client() as client:
        client.list_surfaces()
        assert is_said.wait(SECONDS)
        give_up(client, client.list_surfaces)


@pytest.mark.parametrize("wrong", [(), (float("nan"), {1, 2})], ids=["alone", "after requests that are not JSON"])
def test_a_refusal_without_an_id_is_that_of_the_oldest_request(wrong):
    with Peer(talk.hear("list").refuse(None, -32700, "too long")) as peer, peer.client() as client:
        for each in wrong:  # They are not sent.
            with pytest.raises((ValueError, TypeError)):
                client.call("update", regions=[{"name": "photo", "transform": each}])
        with pytest.raises(gestured.RequestError, match="too long"):
            client.list_surfaces()


def test_events_before_an_answer_are_kept_in_order():
    script = talk.subscribed().hear("list").gesture("began", gesture=1, seq=1).gesture("began", gesture=2, seq=2)
    with Peer(script.answer("list", [SURFACE])) as peer, peer.client() as client:
        client.subscribe()
        assert [each.name for each in client.list_surfaces()] == ["panel"]
        assert [client.receive().seq for _ in range(2)] == [1, 2]


def test_an_application_that_takes_no_events_is_disconnected_before_memory_is_full():
    def script(connection):
        talk.subscribed().hear("list")(connection)
        with pytest.raises(BrokenPipeError):
            for seq in range(100_000):
                connection.gesture("recognized", seq=seq)

    with Peer(script) as peer, peer.client() as client:
        client.subscribe()
        with pytest.raises(gestured.ConnectionLost, match="takes none"):
            client.list_surfaces()


def test_an_ended_subscription_receives_nothing_more():
    script = talk.subscribed(number=1).subscribed(number=2).hear("unsubscribe").gesture("began", subscription=1)
    script = script.gesture("began", subscription=2).answer("unsubscribe").gesture("changed", subscription=1)
    with Peer(script.gesture("ended", subscription=2)) as peer, peer.client() as client:
        first, _ = client.subscribe(), client.subscribe()
        client.unsubscribe(first)
        assert [(each.subscription, each.state) for each in client] == [(2, "began"), (2, "ended")]
    assert peer.heard[0][-1] == ("unsubscribe", {"subscription": 1})


def test_an_ended_subscription_receives_nothing_more_also_if_nobody_waited_for_the_answer():
    script = talk.subscribed().gesture("began").hear("unsubscribe", "list").answer("unsubscribe").answer("list", [])
    with Peer(script) as peer, peer.client() as client:
        subscription = client.subscribe()
        give_up(client, lambda: client.unsubscribe(subscription))
        client.list_surfaces()
        assert list(client) == []


@pytest.mark.parametrize("result", [{}, None, [{}], [{**SURFACE, "width": "wide"}], [17], "surfaces"])
def test_an_answer_of_another_shape_is_an_error(result):
    with Peer(talk.accept("list", result=result)) as peer, peer.client() as client:
        with pytest.raises(gestured.ProtocolError):
            client.list_surfaces()


def test_any_request_can_be_made_by_its_name():
    with Peer(talk.accept("tomorrow", result={"any": 1})) as peer, peer.client() as client:
        assert client.call("tomorrow", anyThing=1) == {"any": 1}
    assert peer.heard == [[("tomorrow", {"anyThing": 1})]]


def test_a_closed_client_refuses_requests_and_iterates_no_more():
    with Peer(talk.until_end()) as peer, peer.client(reconnect=True) as client:
        client.close()
        assert (list(client), client.fileno()) == ([], -1)
        with pytest.raises(gestured.ConnectionLost, match="has been closed"):
            client.list_surfaces()
