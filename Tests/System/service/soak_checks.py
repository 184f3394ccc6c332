"""Endurance test of the service: a thousand frames a second, with panels and clients that change constantly.

    soak_checks.py SECONDS    as root in the guest: `Tests/System/run --soak` does that, and the system test a short run

Meanwhile a second panel is plugged in and out in mid-pan, the configuration is exchanged, and clients connect, attach
recognizers, do not read, send nonsense and disconnect. Asserted: the memory does not grow, no descriptor is lost,
clients that stay receive the end of every gesture that began, and new clients receive exactly the gestures in
progress.
"""

import contextlib
import json
import mmap
import os
import random
import signal
import socket
import struct
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from client import Client, Refused  # noqa: E402
from panel import EV_SYN, EVENT, SYN_REPORT  # noqa: E402
from scene import (CONFIGURATION, MEMBER, SOCKET, Scene, become, check, daemon, memory, read, run,  # noqa: E402
                   until, write)

RATE = 1000  # frames in a second
GROWTH = 3 * 1024  # KiB by which the memory may differ from what it was after warming up
WARM_UP = 0.25  # of the time, ten minutes at most
REPORT_SECONDS = 60
ANSWER_SECONDS = 60  # until a request is answered, beside a thousand frames a second in an emulated machine


class Worker:
    """A process that repeats one thing until it is stopped, and then reports a failure."""

    def __init__(self, deed, user=None):
        self.name, self.shared = deed.__name__, mmap.mmap(-1, 16)
        self.reader, writer = os.pipe()
        self.process = os.fork()
        if self.process:
            os.close(writer)
            return
        try:
            signal.alarm(0)
            random.seed(self.name)
            if user:
                become(user)
            rounds = 0
            while not self.is_stopping:
                deed(self)
                rounds += 1
                self.shared[:8] = struct.pack("q", rounds)
        except BaseException:
            os.write(writer, traceback.format_exc().encode())
        finally:
            os._exit(0)

    @property
    def is_stopping(self):
        return self.shared[8] != 0

    @property
    def rounds(self):
        return struct.unpack("q", self.shared[:8])[0]

    def has_ended(self):
        """Whether it has, without being stopped."""
        return os.waitpid(self.process, os.WNOHANG)[0] != 0

    def stop(self):
        """AssertionError with the failure."""
        self.shared[8] = 1
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)
        failure = os.read(self.reader, 65536).decode()
        assert not failure, f"{self.name}:\n{failure}"
        assert self.rounds, f"{self.name} has done nothing"


class Listener(Client):
    """A client that keeps no lines, only the gestures under way by its notifications."""

    is_listening = False  # else it waits for an answer, which on a busy machine takes its time

    def __init__(self):
        self.under_way, self.heard = None, 0
        super().__init__(SOCKET)

    def subscribe(self, **parameters):
        result = self.call("subscribe", **parameters)
        self.under_way = {each["gesture"] for each in result["gestures"]}

    def receive(self, seconds=500):
        message = super().receive(seconds if self.is_listening else ANSWER_SECONDS)
        self.lines.clear()
        if message.get("method") == "gesture" and self.under_way is not None:
            self.note(message["params"])
        return message

    def note(self, gesture):
        number, state = gesture["gesture"], gesture["state"]
        self.heard += 1
        if state == "began":
            assert number not in self.under_way, f"began twice: {gesture}"
            self.under_way.add(number)
        elif state in ("ended", "cancelled"):
            assert number in self.under_way, f"{state} without began: {gesture}"
            self.under_way.remove(number)
        elif state == "changed":
            assert number in self.under_way, f"changed while not under way: {gesture}"

    def listen(self, seconds):
        deadline, self.is_listening = time.monotonic() + seconds, True
        with contextlib.suppress(TimeoutError):
            while (left := deadline - time.monotonic()) > 0:
                self.receive(left)
        self.is_listening = False

    def compare(self):
        """AssertionError unless its gestures under way are those of the daemon."""
        result = self.call("subscribe", states=["began", "ended", "cancelled"])
        # It has received everything up to this answer; nothing can have come between.
        now = {each["gesture"] for each in result["gestures"]}
        assert now == self.under_way, f"told that {self.under_way} are under way, but {now} are"


# Repeated work

def stay(worker):
    """Subscribes to everything, from the first to the last."""
    client = Listener()
    client.subscribe()
    while not worker.is_stopping:
        client.listen(1)
    # The daemon may be late by the time for which the machine stopped it.
    deadline = time.monotonic() + ANSWER_SECONDS
    while client.under_way and time.monotonic() < deadline:
        client.listen(1)
    client.until_answered()
    assert client.heard and not client.under_way, f"never closed: {client.under_way}"
    client.close()


def visit(_):
    """Connects in the middle of something and disconnects in the middle of something."""
    client = Listener()
    client.subscribe(touches=random.random() < 0.5, **random.choice([{}, {"maxRate": 20}, {"states": ALL_STATES}]))
    client.listen(random.uniform(0, 1.5))
    client.compare()
    client.close()


ALL_STATES = ["began", "changed", "ended", "cancelled", "recognized"]


def attach(_):
    """Attaches recognizers, and detaches some of them again."""
    client = Listener()
    client.call("attach", recognizers=[{"name": "own-pan", "type": "pan"}, {"name": "own-pinch", "type": "pinch"}])
    client.subscribe(recognizers=["own-*"])
    client.listen(random.uniform(0, 1))
    if random.random() < 0.5:
        client.call("detach", recognizers=["own-pan"])
        client.listen(0.2)
    client.close()


def sleep_on(_):
    """Subscribes to everything and reads nothing, until the daemon disconnects it."""
    client = Client(SOCKET)
    client.call("subscribe", touches=True)
    time.sleep(random.uniform(1, 8))
    client.close()


def offend(_):
    """Sends invalid lines, as a user without rights."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(5)
    with contextlib.suppress(OSError):
        client.connect(SOCKET)
        client.sendall(random.choice([
            b"{]\n", b"[" * 60_000 + b"\n", b"x" * 200_000, b"\xff\xfe\n" * 50, b"\n" * 5000, b'{"jsonrpc":"2.0","id":',
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "attach", "params": {"recognizers": [
                {"name": f"r{number}", "type": "pan"} for number in range(200)]}}).encode() + b"\n",
            b'{"jsonrpc":"2.0","id":1,"method":"status"}\n' * 300]))
        if random.random() < 0.5:
            client.recv(4096)
    client.close()
    time.sleep(0.02)  # The others need their turn in a guest with one processor.


def reload(worker):
    """Exchanges the configuration, now and then for one that is refused."""
    more, wrong = "  - { name: also, type: rotation }\n", "  - { name: wrong, type: x }\n"
    write(CONFIGURATION, read(CONFIGURATION + ".soak") + random.choice(["", more, wrong]))
    client = Client(SOCKET)
    with contextlib.suppress(Refused):  # The invalid one is.
        client.call("reload")
    client.close()
    pause(worker, 3)


def plug(worker):
    """Plugs another panel in, begins to pan on it, and takes it away under the finger."""
    scene = Scene()
    panel = scene.panel("li-touch-screen")
    panel.move(((0.2, 0.5), (0.6, 0.5)))
    scene.unplug(panel)
    pause(worker, 2)


def pause(worker, seconds):
    deadline = time.monotonic() + seconds
    while not worker.is_stopping and time.monotonic() < deadline:
        time.sleep(0.1)


def cycle(panel):
    """Two seconds of frames, as bytes: a pan, a pinch, a tap, and ten fingers that move."""
    frames = []

    def add(*places):
        events = panel.changes({slot: panel.at(*place) for slot, place in enumerate(places)})
        frames.append(b"".join(EVENT.pack(0, 0, *event) for event in [*events, (EV_SYN, SYN_REPORT, 0)]))

    for step in range(600):
        add((0.2 + step / 1000, 0.5))
    add()
    for step in range(600):
        add((0.45 - step / 2000, 0.5), (0.55 + step / 2000, 0.5))
    add()
    for _ in range(50):
        add((0.5, 0.5))
    for _ in range(400):
        add()
    # One after the other and in no row, as no panel's ghosts come.
    for step in range(340):
        add(*((0.05 + 0.09 * finger, 0.1 + 0.15 * (finger * 7 % 5) + step / 2000)
              for finger in range(1 + min(step // 20, 9))))
    add()
    return [frame for frame in frames if frame]


class Fingers:
    """A thousand frames a second, or fewer where the machine is too slow."""

    def __init__(self, panel):
        self.panel, self.frames, self.sent = panel, cycle(panel), 0

    def play(self, seconds, each_second):
        """Until the fingers have lifted after so many seconds."""
        start = due = time.monotonic()
        second = 0
        while time.monotonic() < start + seconds or self.sent % len(self.frames):
            os.write(self.panel.file, self.frames[self.sent % len(self.frames)])
            self.sent += 1
            due = max(due + 1 / RATE, time.monotonic() - 0.05)
            time.sleep(max(0, due - time.monotonic()))
            if time.monotonic() - start > second:
                second += 1
                each_second()


class Stopping:
    """Whom a deed is done for once."""

    is_stopping = True


def peers():
    """The number of connections, including the asking one."""
    client = Client(SOCKET)
    try:
        return client.call("status")["peers"]
    finally:
        client.close()


def files(process):
    """Its descriptors."""
    folder, found = f"/proc/{process}/fd", []
    for number in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"{folder}/{number}"))
    return sorted(found)


def soak(scene, seconds, say=print):
    """One run; AssertionError when something is not as it should be."""
    run("cp", CONFIGURATION, CONFIGURATION + ".soak")
    panel, process = scene.panel("ed-elan-touchscreen"), daemon()
    fingers = Fingers(panel)
    # Descriptors opened by the first of a kind may stay open.
    for deed in plug, reload, visit:
        deed(Stopping)
    until(lambda: peers() == 1, "no other client is connected")
    descriptors = files(process)
    workers = [Worker(deed) for deed in (stay, visit, attach, sleep_on, reload, plug)] + [Worker(offend, MEMBER)]
    memories, start = [], time.monotonic()

    def look():
        memories.append((time.monotonic() - start, memory(process)))
        assert not any(worker.has_ended() for worker in workers), "a worker has ended"
        if len(memories) % REPORT_SECONDS == 0:
            say(f"     {memories[-1][0]:.0f} s: {memories[-1][1]} KiB, {fingers.sent} frames", flush=True)

    with contextlib.ExitStack() as stack:
        # From the last to the first, whatever fails: who stays hears all gestures of the others end, and later checks
        # must not find a worker's faulty configuration.
        stack.callback(run, "cp", CONFIGURATION + ".soak", CONFIGURATION)
        for worker in workers:
            stack.callback(worker.stop)
        fingers.play(seconds, look)
    rounds = {worker.name: worker.rounds for worker in workers}
    run("systemctl", "reload", "gestured")
    assert daemon() == process, "it is another process"
    until(lambda: len(scene.listed("surfaces")) == 1, "the other panel has gone")
    until(lambda: peers() == 1, "everybody has gone")
    # The daemon may not have noticed the end of the last connection yet.
    [after] = until(lambda: [now for now in [files(process)] if len(now) <= len(descriptors)],
                    f"as few descriptors as {descriptors}")
    warm = [size for time_, size in memories if time_ >= min(600, seconds * WARM_UP)]
    tenth = max(1, len(warm) // 10)
    first, last = sum(warm[:tenth]) // tenth, sum(warm[-tenth:]) // tenth
    say(f"     {fingers.sent} frames in {seconds} s; memory {first} KiB after warming up, {last} KiB at the end, "
        f"{max(warm)} KiB at most; {len(descriptors)} descriptors before, {len(after)} after; rounds: {rounds}",
        flush=True)
    assert last - first <= GROWTH, f"it has grown by {last - first} KiB: {[size for _, size in memories]}"


@check("a thousand frames a second with changing panels, clients and configurations: nothing grows, no end is lost")
def _(scene):
    soak(scene, 25)


def main():
    from running import run_checks
    from service import service_checks
    from scene import checks
    seconds = int(sys.argv[1])
    installing = [each for each in checks if each[1].__module__ == service_checks.__name__][:2]
    return run_checks(
        "soak", [*installing, (f"{seconds} s of everything at once", lambda scene: soak(scene, seconds))],
        needed=len(installing), seconds=seconds * 2 + 600)


if __name__ == "__main__":
    sys.exit(main())
