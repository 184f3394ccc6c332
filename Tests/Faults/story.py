"""A short life of a daemon without a touchscreen, during which one of its system calls fails.

The daemon plays a recording. Clients subscribe, attach recognizers and disconnect; one has no rights, one sends
nonsense. The daemon reloads its configuration twice, and a client that connects afterwards receives a gesture. Then the
daemon is stopped in the middle of a pan.
"""

import contextlib
import os
import signal
import socket
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "System"))

from client import Client, Closed  # noqa: E402
from traced import Life, TracedDaemon  # noqa: E402
from traced_service import TracedService  # noqa: E402

PANEL = os.path.join(os.path.dirname(HERE), "Fixtures", "recordings", "ed-elan-touchscreen.evemu")
CONFIGURATION = """\
recognizers:
  - { name: select, type: tap }
  - { name: move, type: pan, maximumNumberOfTouches: 1 }
access:
  - { group: 4, allow: [gestures, touches] }
  - { user: 65534, allow: [gestures] }
"""
# The same in two files: a daemon that does not read the second publishes nothing.
SYSTEM_FILE = """\
recognizers:
  - { name: select, type: tap }
"""
DROP_IN = """\
access:
  - { group: 4, allow: [gestures, touches] }
  - { user: 65534, allow: [gestures] }
recognizers:
  - { name: move, type: pan, maximumNumberOfTouches: 1 }
"""
OWN = [{"name": "mine", "type": "pan"}]
NOBODY = 65534
FAILURES = (Closed, OSError, RuntimeError, AssertionError)  # errors of a client whose daemon is in trouble
ROUND_SECONDS = 1.4  # how long the recording takes, with the pause after it


class Visitor(Client):
    """A client that does not wait long for an answer."""

    patience = 3.0

    def receive(self, seconds=100):
        return super().receive(min(seconds, self.patience))


class ShortVisitor(Visitor):
    """One who expects none."""

    patience = 0.5


def recording():
    """A panel's description, and a finger that taps and then pans, as evemu text."""
    with open(PANEL, encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line[:2] in ("N:", "I:", "P:", "B:", "A:")]
    now = 0.0

    def frame(seconds, *events):
        nonlocal now
        now += seconds
        lines.extend(f"E: {now:.6f} {kind:04x} {code:04x} {value}" for kind, code, value in (*events, (0, 0, 0)))

    def down(identifier, x):
        return (3, 0x39, identifier), (3, 0x35, x), (3, 0x36, 900), (1, 0x14A, 1), (3, 0, x), (3, 1, 900)

    up = (3, 0x39, -1), (1, 0x14A, 0)
    frame(0.001, *down(1, 500))
    frame(0.030, *up)
    frame(0.200, *down(2, 1000))
    for step in range(12):
        frame(0.010, (3, 0x35, 1050 + 50 * step), (3, 0, 1050 + 50 * step))
    frame(0.010, *up)
    return "\n".join(lines) + "\n"


class Story:
    """One life. `is_hopeless`: the call fails for ever, so a daemon that cannot answer is not waited for.

    `descriptors`: how many the daemon has in a life without a fault, if that is known.
    """

    def __init__(self, daemon, life, is_hopeless, descriptors):
        self.daemon, self.life, self.usual_descriptors = daemon, life, descriptors
        self.visitor = ShortVisitor if is_hopeless else Visitor
        self.seconds = 1 if is_hopeless else 5 * ROUND_SECONDS

    def attempt(self, what, work):
        try:
            return work()
        except FAILURES as error:
            self.life.notes.append(f"{what}: {error!r}")

    def connected(self, **parameters):
        """A client that subscribes, and connects again when it is refused; None when that takes too long."""
        deadline = time.monotonic() + self.seconds
        while time.monotonic() < deadline and not self.daemon.has_ended():
            client = None
            with contextlib.suppress(*FAILURES):
                client = self.visitor(self.daemon.path)
                client.call("subscribe", **parameters)
                return client
            if client:
                client.close()
            time.sleep(0.05)
        self.life.notes.append("a client was not served")
        return None

    def tell(self):
        """The life until the request to stop; returns the clients that stay until the end."""
        stays = self.connected(touches=True)
        if stays:
            self.attempt("a gesture", lambda: stays.wait_for(30, recognizer="move"))
        guest = self.connected()
        if guest:
            self.attempt("attach", lambda: guest.call("attach", recognizers=OWN))
            self.attempt("reload", lambda: guest.call("reload"))
            self.attempt("list", lambda: guest.call("list", what="devices"))
        visit_as_nobody(self.daemon.path)
        self.daemon.signal(signal.SIGHUP)
        if guest:
            guest.close()
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as nonsense:
            nonsense.connect(self.daemon.path)
            nonsense.sendall(b"{]\n")
        last = self.hear()
        if last:
            self.attempt("the others leave", lambda: wait_until_others_left(last))
            self.life.descriptors = self.count_descriptors()
        return [client for client in (stays, last) if client and self.is_served(client)]

    def count_descriptors(self):
        """The daemon's descriptors. Those of clients that have left are closed soon after it has counted them out."""
        deadline = time.monotonic() + 5
        while (count := self.daemon.descriptors()) and self.usual_descriptors and count > self.usual_descriptors:
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        return count

    def hear(self):
        """A client that has got a gesture; it may take it several attempts while calls fail."""
        deadline = time.monotonic() + self.seconds
        while time.monotonic() < deadline and (client := self.connected(touches=True)):
            with contextlib.suppress(*FAILURES):
                client.wait_for(self.visitor.patience, recognizer="move", state="changed")
                self.life.heard = True
                return client
            client.close()
        return None

    def is_served(self, client):
        return self.attempt("an answer in the end", lambda: client.call("list", what="surfaces")) is not None


def visit_as_nobody(path):
    """A user without rights, whose groups come from the kernel, connects and receives its capabilities."""
    if os.geteuid() != 0:
        return
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([4, 24])
            os.setgid(0)  # The group of the socket, so that it may connect.
            os.setuid(NOBODY)
            visitor = socket.socket(socket.AF_UNIX)
            visitor.settimeout(1)
            visitor.connect(path)
            visitor.recv(4096)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def wait_until_others_left(client):
    """Waits until only the first client and this one are connected."""
    deadline = time.monotonic() + 30
    while client.call("status")["peers"] > 2:
        assert time.monotonic() < deadline, "they do not"
        time.sleep(0.02)


def live(program, folder, injection=None, traced=None, is_hopeless=False, is_service=False, descriptors=None):
    """Has a daemon live its life, with `injection` in strace's words; `traced` are the calls to be logged, or all.

    `descriptors`: how many it has when no call fails, if that is known.
    """

    def written(name, text):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    arguments, life = ["--replay", written("panel.evemu", recording()), "--loop"], Life()
    if is_service:
        written("gestured/gestured.yaml", SYSTEM_FILE)
        written("gestured/gestured.yaml.d/10-service.yaml", DROP_IN)
        daemon = TracedService(program, arguments, folder, injection, traced)
    else:
        arguments += ["--config", written("gestured.yaml", CONFIGURATION)]
        daemon = TracedDaemon(program, arguments, folder, injection, traced)
    clients = []
    try:
        daemon.wait_until_ready()
        if not daemon.has_ended():
            clients = Story(daemon, life, is_hopeless, descriptors).tell()
    finally:
        daemon.finish(life, clients)
    return life
