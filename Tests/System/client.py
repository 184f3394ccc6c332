#!/usr/bin/env python3
"""A subscriber in the Python standard library only.

As a program it subscribes to everything and prints what comes until the daemon closes the connection:
client.py [SOCKET]. Exit status 77 when the socket may not be opened.
"""

import contextlib
import json
import os
import socket
import sys
import time

PATH = os.environ.get("GESTURED_SOCKET", "/run/gestured/gestured.sock")


class Closed(Exception):
    """The daemon has closed the connection."""


class Refused(RuntimeError):
    """The daemon has answered with an error: `error` is that."""

    def __init__(self, method, error):
        super().__init__(f"{method}: {error}")
        self.error = error


class Client:
    """A connection. `lines` keeps every message that came, in order."""

    parsed = staticmethod(json.loads)

    def __init__(self, path=PATH):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(1500)
        self.socket.connect(path)
        self.buffer, self.lines, self.requests = b"", [], 0
        self.hello = self.receive()

    def receive(self, seconds=1500):
        """The next message; TimeoutError after so many seconds, Closed at the end."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                raise Closed
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        self.lines.append(self.parsed(line))
        return self.lines[-1]

    def send(self, octets):
        """Sends these bytes, whatever they are."""
        self.socket.sendall(octets)

    def ask(self, method, **params):
        """Sends a request without waiting; returns its id."""
        self.requests += 1
        request = {"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}
        self.send(json.dumps(request).encode() + b"\n")
        return self.requests

    def answer(self, identifier):
        """Receives until a request is answered, or refused without having been looked at; the whole answer."""
        while True:
            message = self.receive()
            if "method" not in message and (message["id"] == identifier or message["id"] is None):
                return message

    def call(self, method, **params):
        """The result of a request; Refused if it is refused. Earlier notifications are kept in `lines`."""
        answer = self.answer(self.ask(method, **params))
        if "error" in answer:
            raise Refused(method, answer["error"])
        return answer["result"]

    def told(self, method, **members):
        """The params of the notifications of a method so far that have these members."""
        params = [line["params"] for line in self.lines if line.get("method") == method]
        return [each for each in params if members.items() <= each.items()]

    def gestures(self, **members):
        """The params of the `gesture` notifications so far that have these members."""
        return self.told("gesture", **members)

    def states(self, **members):
        """Their states, but for `changed`."""
        return [each["state"] for each in self.gestures(**members) if each["state"] != "changed"]

    def wait(self, condition, seconds=1500):
        """Receives until `condition()` holds and returns its value; TimeoutError after so many seconds."""
        deadline = time.monotonic() + seconds
        while not (value := condition()):
            self.receive(max(0.001, deadline - time.monotonic()))
        return value

    def wait_for(self, seconds=1500, count=1, method="gesture", **members):
        """Receives until so many notifications with these members have come; returns them."""
        return self.wait(lambda: len(found := self.told(method, **members)) >= count and found, seconds)

    def until_closed(self, seconds=1500):
        """Receives until the daemon closes the connection."""
        with contextlib.suppress(Closed):
            self.wait(lambda: False, seconds)

    def until_answered(self):
        """Receives until a request is answered: earlier notifications have arrived by then."""
        with contextlib.suppress(Closed, OSError):
            self.answer(self.ask("list", what="surfaces"))

    def open_gestures(self):
        """The gestures that began and were neither ended nor cancelled, as (recognizer, gesture).

        AssertionError for one that ended twice, or without having begun.
        """
        under_way = []
        for each in self.gestures():
            key = (each["recognizer"], each["gesture"])
            if each["state"] == "began":
                under_way.append(key)
            elif each["state"] in ("ended", "cancelled"):
                assert key in under_way, f"{each['state']} without began: {each}"
                under_way.remove(key)
            elif each["state"] == "changed":
                assert key in under_way, f"changed while not under way: {each}"
        return under_way

    def close(self):
        self.socket.close()


def main():
    try:
        client = Client(*sys.argv[1:2])
    except PermissionError as error:
        print(error, file=sys.stderr)
        return 77
    client.call("subscribe")
    printed = 0
    while True:
        for line in client.lines[printed:]:
            print(json.dumps(line), flush=True)
        printed = len(client.lines)
        try:
            client.receive(3600)
        except Closed:
            return 0


if __name__ == "__main__":
    sys.exit(main())
