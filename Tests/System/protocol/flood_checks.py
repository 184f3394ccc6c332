"""Checks of clients that flood the socket: other clients still receive, and the daemon does not grow.

`Tests/Delays/run` measures how long other clients wait meanwhile: a guest has no reliable clock.
"""

import contextlib
import mmap
import os
import signal
import socket
import struct
import time

from service.access_checks import access, invite
from independent_client import PATH
from protocol.protocol_checks import connected
from scene import ATMEL, MEMBER, become, check, daemon, loaded, memory, until

GROWTH = 24 * 1024  # KiB by which a flood may have the daemon grow
TAPS = 10


class Flood:
    """Meanwhile another user repeats one thing. `rounds` counts the repetitions."""

    def __init__(self, user, harm):
        self.user, self.harm, self.shared = user, harm, mmap.mmap(-1, 8)

    def __enter__(self):
        invite()
        self.process = os.fork()
        if self.process:
            return self
        try:
            signal.alarm(0)
            become(self.user)
            while True:
                with contextlib.suppress(OSError):
                    self.harm(self)
        finally:
            os._exit(1)

    def done(self, rounds=1):
        """Counts."""
        self.shared[:] = struct.pack("q", self.rounds + rounds)

    @property
    def rounds(self):
        return struct.unpack("q", self.shared[:])[0]

    def wait_beyond(self, rounds, seconds):
        """Waits up to so many seconds for the flood to continue: a user that sends too much waits, too."""
        deadline = time.monotonic() + seconds
        while self.rounds <= rounds and time.monotonic() < deadline:
            time.sleep(0.02)

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def open_socket():
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(0.5)
    connection.connect(PATH)
    return connection


class Asker:
    """A connection that waits for its answers, also when its user has sent too much."""

    def __init__(self):
        self.socket = open_socket()
        self.socket.settimeout(1500)
        self.lines = self.socket.makefile("rb")

    def wait_for_answers(self, flood, count):
        """Counts only answers: neither greetings, errors without an id nor gestures."""
        while count:
            line = self.lines.readline()
            if not line:
                raise ConnectionError("gestured has closed the connection")
            if line.startswith(b'{"jsonrpc":"2.0","id":'):
                count -= 1
                flood.done()


def connect(flood):
    """Connects and disconnects."""
    for _ in range(20):
        open_socket().close()
        flood.done()


def subscribe_and_read(flood):
    """A hundred thousand subscriptions on one connection after the other, and reads the answers."""
    request = b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"touches":false}}\n' * 100
    connection = open_socket()
    connection.settimeout(1500)  # Each is answered, if late.
    for _ in range(1000):
        connection.sendall(request)
        lines = 0
        while lines < 100:
            data = connection.recv(1 << 16)
            if not data:
                return
            lines += data.count(b"\n")
        flood.done(100)


def subscribe_and_sleep(flood):
    """Sixteen connections send requests endlessly, and read no answer."""
    connections = [open_socket() for _ in range(16)]
    for connection in connections:
        connection.settimeout(0.01)
        with contextlib.suppress(OSError):
            while True:
                connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n' * 1000)
                flood.done(1000)


def endless_line(flood):
    """Lines without an end, on several connections at once."""
    connections = [open_socket() for _ in range(8)]
    for _ in range(200):
        for connection in connections:
            connection.sendall(b"x" * 65536)
            flood.done()


def half_lines(flood):
    """Every place of a user taken by clients that send half a line, and a bit more of it now and then."""
    connections = [open_socket() for _ in range(16)]
    for octet in b'{"jsonrpc":"2.0","id":1,"method":"' + b"s" * 65000:
        for connection in connections:
            connection.sendall(bytes([octet]))
            flood.done()


def nonsense(flood):
    """Requests that take long to be refused: deep, wide, and wrong to the last byte."""
    asker = Asker()
    for line in (b"[" * 65000, b'{"a":' * 1000, b'{"jsonrpc":"2.0","id":1,"params":{%s' % (b'"a":1,' * 250),
                 b'"\\u' * 20000,
                 b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"recognizers":["%s"]}}' % (b"*a" * 128)):
        asker.socket.sendall(line + b"\n")
        asker.wait_for_answers(flood, 1)


def attach(flood):
    """All that may be attached, on as many connections as there can be, taken away and attached again."""
    entries = b",".join(b'{"name":"%d","type":"pan","requireToFail":["%d"]}' % (number, number + 1)
                        for number in range(63)) + b',{"name":"63","type":"pinch"}'
    requests = (b'{"jsonrpc":"2.0","id":1,"method":"attach","params":{"recognizers":[%s]}}\n' % entries
                + b'{"jsonrpc":"2.0","id":2,"method":"subscribe"}\n{"jsonrpc":"2.0","id":3,"method":"unsubscribe",'
                  b'"params":{"subscription":1}}\n{"jsonrpc":"2.0","id":4,"method":"detach"}\n')
    askers = [Asker() for _ in range(16)]
    for _ in range(50):
        for asker in askers:
            asker.socket.sendall(requests)
        for asker in askers:
            asker.wait_for_answers(flood, 4)


FLOODS = {"connections that come and go": connect, "a hundred thousand subscriptions": subscribe_and_read,
          "requests whose answers nobody reads": subscribe_and_sleep, "lines without an end": endless_line,
          "half lines": half_lines, "nonsense": nonsense, "attached recognizers": attach}


def withstands(what, harm):
    @check(f"flood: a flood of {what} delays no other client's taps, and the daemon does not grow")
    def _(scene):
        panel = scene.panel(ATMEL)
        with loaded(access("{ group: gestures, allow: [gestures, attach] }")):
            client = connected(scene, recognizers=["select"])
            scene.settle(panel, client)
            process = daemon()
            before = memory(process)
            with Flood(MEMBER, harm) as flood:
                until(lambda: flood.rounds > (1 if harm in STILL | SLOW else 20), "the flood has begun")
                first = flood.rounds
                for number in range(TAPS):
                    rounds = flood.rounds
                    panel.tap()
                    client.wait_for(60, recognizer="select", count=number + 2)
                    flood.wait_beyond(rounds, 0 if harm in STILL | SLOW else 10)
                # Requests that wait go on at their rate.
                rounds = max(flood.rounds, first + (0 if harm in SLOW else TAPS))
                until(lambda: flood.rounds > rounds or harm in STILL, "it continues, if slowly", 250)
                most = memory(process)
            until(lambda: client.call("status")["peers"] == 1, "the flood is over")
            assert daemon() == process
            after = memory(process)
            assert most - before < GROWTH and after - before < GROWTH, f"{before}, {most}, {after} KiB"


@check("flood: clients that connect and disconnect endlessly do not fill the journal")
def _(scene):
    connected(scene)
    start = time.monotonic()
    with Flood(MEMBER, connect) as flood:
        until(lambda: flood.rounds > 5000, "the flood continues", 250)
    # systemd/gestured.service: at most 100 lines of information and 100 warnings in 30 s, six times.
    most = 2 * 600 * (int(time.monotonic() - start) // 30 + 2)
    lines = scene.journal().splitlines()
    assert 100 < len(lines) <= most, f"{len(lines)} lines of {flood.rounds} connections"


STILL = {subscribe_and_sleep}  # clients that do not read may wait for ever
SLOW = {attach, nonsense, subscribe_and_read}  # requests that take long wait, but each is answered
for words, act in FLOODS.items():
    withstands(words, act)
