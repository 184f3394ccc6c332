"""Tests of connecting, and of its errors."""

import errno
import socket

import pytest

import gestured

from .scripted_peer import SECONDS, Peer, talk, ungreeted

refusing = ungreeted.refuse(None, -32000, "too many clients", hint="close one")


def test_the_greeting_has_capabilities_which_can_change():
    script = talk.hear("list").say("capabilities", capabilities=["touches", "later"]).say(
        "capabilities", capabilities=[], later=1).answer("list", [])
    with Peer(script) as peer, peer.client() as client:
        assert (client.server, client.capabilities) == ("gestured 0.1.0", {"gestures", "attach"})
        client.list_devices()
        assert client.capabilities == frozenset()


def test_the_environment_names_the_socket(monkeypatch):
    with Peer(talk.until_end()) as peer:
        monkeypatch.setenv("GESTURED_SOCKET", peer.path)
        with gestured.Client() as client:
            assert client.path == peer.path


def test_a_newer_protocol_is_an_error_that_says_what_to_do():
    with Peer(ungreeted.hello(protocol=2)) as peer:
        with pytest.raises(gestured.ProtocolError, match="version 2 .* install the library"):
            peer.client(reconnect=True)


@pytest.mark.parametrize("script, error", [
    (ungreeted, gestured.ConnectionLost), (ungreeted.until_end(), gestured.Timeout)], ids=["disconnects", "is silent"])
def test_a_peer_that_sends_nothing_is_given_up(script, error):
    with Peer(script) as peer, pytest.raises(error):
        peer.client(timeout=SECONDS if error is gestured.ConnectionLost else 0.05)


@pytest.mark.parametrize("text", [
    "HTTP/1.1 400 Bad Request\r\n", "[]\n", "17\n", "\n", '{"jsonrpc":"2.0"}\n', "\xff\xfe\n",
    '{"method":"hello","params":{}}\n', '{"method":"hello","params":{"protocol":"1"}}\n',
    '{"method":"hello","params":{"protocol":true,"server":"","capabilities":[]}}\n',
    '{"method":"hello","params":{"protocol":1,"server":"","capabilities":[[]]}}\n',
    '{"method":"gesture","params":{}}\n', "[" * 100_000 + "\n",
], ids=lambda text: repr(text[:80]))
def test_an_invalid_greeting_is_an_error(text):
    with Peer(ungreeted.write(text.encode("latin-1"))) as peer, pytest.raises(gestured.ProtocolError):
        peer.client()


def test_a_refused_client_gets_the_reason():
    with Peer(refusing) as peer, pytest.raises(gestured.RequestError) as caught:
        peer.client()
    assert caught.value.code == gestured.RequestError.LIMIT_REACHED
    assert str(caught.value) == "connect: too many clients: close one"


def test_a_refused_client_retries_if_it_reconnects(caplog):
    with Peer(refusing, talk.until_end()) as peer, peer.client(reconnect=True) as client:
        assert client.server == "gestured 0.1.0"
    assert "too many clients" in caplog.text


@pytest.mark.parametrize("path, message", [
    ("/nowhere/socket", "/nowhere/socket"), ("/" + "x" * 200, "cannot be reached")], ids=["missing", "too long"])
def test_without_a_socket_the_error_names_the_path(path, message):
    with pytest.raises(gestured.ConnectionLost, match=message) as caught:
        gestured.Client(path)
    assert isinstance(caught.value, ConnectionError)


def test_an_abandoned_socket_is_an_error(tmp_path):
    with socket.socket(socket.AF_UNIX) as abandoned:
        abandoned.bind(str(tmp_path / "socket"))
        with pytest.raises(gestured.ConnectionLost, match="does not listen"):
            gestured.Client(tmp_path / "socket")


def test_a_forbidden_socket_is_an_error_at_once_with_the_remedy(monkeypatch):
    def connect(self, path):
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(gestured.ConnectionLost, match="usermod -aG gestures"):
        gestured.Client("/socket", reconnect=True)
