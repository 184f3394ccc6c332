"""Tests of connecting, and of its errors."""

import errno
import os
import socket
import tempfile
import unittest
from unittest import mock

import gestured

from .scripted_peer import Peer, Talk


class ConnectingTests(unittest.TestCase):
    def test_the_greeting_has_the_capabilities(self):
        with Peer(Talk.hello) as peer, gestured.Client(peer.path) as client:
            self.assertEqual(client.server, "gestured 0.1.0")
            self.assertEqual(client.capabilities, {"gestures", "attach"})

    def test_the_capabilities_can_change(self):
        def script(talk):
            talk.hello()
            talk.say("capabilities", capabilities=["touches", "later"])
            talk.say("capabilities", capabilities=[], later=1)
            talk.answer(talk.hear("list"), [])
            talk.until_end()

        with Peer(script) as peer, gestured.Client(peer.path) as client:
            client.list_devices()
            self.assertEqual(client.capabilities, frozenset())

    def test_the_environment_names_the_socket(self):
        with Peer(Talk.hello) as peer, mock.patch.dict(os.environ, {"GESTURED_SOCKET": peer.path}):
            with gestured.Client() as client:
                self.assertEqual(client.path, peer.path)

    def test_a_newer_protocol_is_an_error_that_says_what_to_do(self):
        with Peer(lambda talk: talk.hello(protocol=2)) as peer:
            with self.assertRaisesRegex(gestured.ProtocolError, "version 2 .* install the library"):
                gestured.Client(peer.path, reconnect=True)

    def test_an_invalid_greeting_is_an_error(self):
        for text in ("HTTP/1.1 400 Bad Request\r\n", "[]\n", "17\n", "\n", '{"jsonrpc":"2.0"}\n', "\xff\xfe\n",
                     '{"method":"hello","params":{}}\n', '{"method":"hello","params":{"protocol":"1"}}\n',
                     '{"method":"hello","params":{"protocol":true,"server":"","capabilities":[]}}\n',
                     '{"method":"hello","params":{"protocol":1,"server":"","capabilities":[[]]}}\n',
                     '{"method":"gesture","params":{}}\n', "[" * 100_000 + "\n"):
            with self.subTest(text[:40]), Peer(lambda talk: talk.write(text.encode("latin-1"))) as peer:
                with self.assertRaises(gestured.ProtocolError):
                    gestured.Client(peer.path)

    def test_a_refused_client_gets_the_reason(self):
        with Peer(lambda talk: talk.refuse(None, -32000, "too many clients", hint="close one")) as peer:
            with self.assertRaises(gestured.RequestError) as caught:
                gestured.Client(peer.path)
        self.assertEqual(caught.exception.code, gestured.RequestError.LIMIT_REACHED)
        self.assertEqual(str(caught.exception), "connect: too many clients: close one")

    def test_a_refused_client_retries_if_it_reconnects(self):
        with Peer(lambda talk: talk.refuse(None, -32000, "too many clients"), Talk.hello) as peer:
            with self.assertLogs("gestured", "WARNING"), gestured.Client(peer.path, reconnect=True) as client:
                self.assertEqual(client.server, "gestured 0.1.0")

    def test_without_a_socket_the_error_names_the_path(self):
        with self.assertRaisesRegex(gestured.ConnectionLost, "/nowhere/socket"):
            gestured.Client("/nowhere/socket")

    def test_an_abandoned_socket_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as abandoned:
            abandoned.bind(os.path.join(folder, "socket"))
            with self.assertRaisesRegex(gestured.ConnectionLost, "does not listen"):
                gestured.Client(os.path.join(folder, "socket"))

    def test_a_forbidden_socket_is_an_error_at_once_with_the_remedy(self):
        with mock.patch.object(socket.socket, "connect", side_effect=PermissionError(errno.EACCES, "denied")):
            with self.assertRaisesRegex(gestured.ConnectionLost, "usermod -aG gestures"):
                gestured.Client("/socket", reconnect=True)

    def test_a_connection_error_is_one_of_python_too(self):
        with self.assertRaises(ConnectionError):
            gestured.Client("/nowhere/socket")

    def test_a_path_that_is_too_long_is_an_error(self):
        with self.assertRaises(gestured.ConnectionLost):
            gestured.Client("/" + "x" * 200)

    def test_a_peer_that_disconnects_at_once_is_an_error(self):
        with Peer(lambda talk: None) as peer, self.assertRaises(gestured.ConnectionLost):
            gestured.Client(peer.path)

    def test_a_silent_peer_is_given_up(self):
        with Peer(Talk.until_end) as peer, self.assertRaises(gestured.Timeout):
            gestured.Client(peer.path, timeout=0.05)
