#!/usr/bin/env python3
"""A subscriber in the Python standard library only.

As a program it subscribes to everything and prints what comes until the daemon closes the connection:
client.py [SOCKET]. Exit status 77 when the socket may not be opened.
"""

import json
import os
import socket
import sys
import time

PATH = os.environ.get("GESTURED_SOCKET", "/run/gestured/gestured.sock")


class Closed(Exception):
    """The daemon has closed the connection."""


class Client:
    """A connection. `lines` keeps every message that came, in order."""

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
            data = self.socket.recv(65536)
            if not data:
                raise Closed
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        self.lines.append(json.loads(line))
        return self.lines[-1]

    def call(self, method, **params):
        """The result of a request. Notifications that come before it are kept in `lines`."""
        self.requests += 1
        request = {"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self.receive()
            if message.get("id") == self.requests and "method" not in message:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def gestures(self, **members):
        """The params of the `gesture` notifications so far that have these members."""
        params = [line["params"] for line in self.lines if line.get("method") == "gesture"]
        return [each for each in params if members.items() <= each.items()]

    def wait(self, condition, seconds=1500):
        """Receives until `condition()` holds and returns its value; TimeoutError after so many seconds."""
        deadline = time.monotonic() + seconds
        while not (value := condition()):
            self.receive(max(0.001, deadline - time.monotonic()))
        return value

    def wait_for(self, seconds=1500, count=1, **members):
        """Receives until so many gestures with these members have come; returns them."""
        return self.wait(lambda: len(found := self.gestures(**members)) >= count and found, seconds)

    def until_closed(self, seconds=1500):
        """Receives until the daemon closes the connection."""
        try:
            self.wait(lambda: False, seconds)
        except (Closed, ConnectionResetError):
            pass

    def until_answered(self):
        """Receives until a request is answered: earlier notifications have arrived by then."""
        try:
            self.call("list", what="surfaces")
        except (Closed, OSError):
            pass

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
