"""Measurement: two panels of ten fingers at a thousand frames a second, beside one of them.

    scripts/measure panels

One daemon has both panels, each with a subscriber of its own. In turn one panel is touched, and both. Fails when a
frame has no line. The times are those from the panel's frame to the read of its line.
"""

import json
import multiprocessing
import os
import pathlib
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(__file__).resolve().parent.parent / ".build-benchmark"
EVENT = struct.Struct("llHHi")
SLOT, X, Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
FINGERS, RATE, FRAMES, ROUNDS, WARM_UP = 10, 1000, 1500, 7, 300
# Frames before the pan begins, at most.
BEGINNING = 20


class Panel:
    """A FIFO that the daemon takes for a panel."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path, self.file, self.number = path, os.open(path, os.O_RDWR), 0

    def send(self, *changes):
        now = time.monotonic_ns() // 1000
        events = [(3, SLOT, finger) if code is None else (3, code, value)
                  for finger in range(FINGERS) for code, value in ((None, 0), *((c, f(finger)) for c, f in changes))]
        os.write(self.file, b"".join(EVENT.pack(now // 10**6, now % 10**6, *each) for each in (*events, (0, 0, 0))))

    def land(self):
        self.number = self.number % 60000 + FINGERS
        self.send((TRACKING_ID, lambda finger: self.number + finger), *self.places(0))

    def places(self, way):
        way = way if way <= 1500 else 3000 - way
        return (X, lambda finger: 400 + 120 * finger + way), (Y, lambda finger: 500 + 300 * (finger % 3) + way * 2 // 3)

    def lift(self):
        self.send((TRACKING_ID, lambda finger: -1))


class Subscriber(multiprocessing.Process):
    """Reads the lines of one panel in a process of its own, and says how long each took, in microseconds."""

    def __init__(self, path, surface):
        super().__init__(daemon=True)
        self.path, self.surface = path, surface
        self.lines, self.said = multiprocessing.Pipe()
        self.start()
        assert self.lines.recv() == "subscribed"

    def run(self):
        os.sched_setaffinity(0, {0})
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.path)
        request = {"jsonrpc": "2.0", "id": 1, "method": "subscribe",
                   "params": {"recognizers": ["pan"], "surfaces": [self.surface], "states": ["changed", "ended"]}}
        connection.sendall(json.dumps(request).encode() + b"\n")
        rest, times = b"", []
        while True:
            rest += connection.recv(1 << 20)
            now = time.monotonic_ns() / 1000
            *lines, rest = rest.split(b"\n")
            for line in lines:
                if b'"result"' in line:
                    self.said.send("subscribed")
                elif b'"changed"' in line:
                    times.append(now - float(line.split(b'"time":', 1)[1].split(b",", 1)[0]) * 1e6)
                elif b'"ended"' in line:
                    self.said.send(times)
                    times = []


def play(panels, subscribers):
    """One round: the times of the frames after the warm-up, of all these panels."""
    for panel in panels:
        panel.land()
    due, pause = time.monotonic_ns(), 10**9 // RATE // len(panels)
    for frame in range(WARM_UP + FRAMES):
        for panel in panels:
            due += pause
            while (rest := due - time.monotonic_ns()) > 0:
                time.sleep(rest / 1e9)
            panel.send(*panel.places(3 * (frame + 1) % 3000))
    for panel in panels:
        panel.lift()
    times = []
    for subscriber in subscribers:
        assert subscriber.lines.poll(60), "a gesture does not end"
        got = subscriber.lines.recv()
        assert len(got) >= WARM_UP + FRAMES - BEGINNING, f"{len(got)} lines of {WARM_UP + FRAMES} frames"
        times += got[-FRAMES:]
    return sorted(times)


def main():
    os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        panels = [Panel(f"{folder}/panel-{number}") for number in (1, 2)]
        address = f"{folder}/socket"
        paths = [panel.path for panel in panels]
        daemon = subprocess.Popen(
            ["taskset", "--cpu-list", "1", BUILD / "release/benchmark", "daemon", "one", *paths, address],
            env={**os.environ, "LD_PRELOAD": str(BUILD / "helpers/preload.so"), "BENCHMARK_DEVICE": ":".join(paths),
                 "SWIFT_BACKTRACE": "enable=no"})
        try:
            while not os.path.exists(address):
                assert daemon.poll() is None, "the daemon has ended"
                time.sleep(0.05)
            subscribers = [Subscriber(address, name) for name in ("benchmark-panel", "benchmark-panel-2")]
            alone, both = [], []
            for _ in range(ROUNDS):
                alone.append(play(panels[:1], subscribers[:1]))
                both.append(play(panels, subscribers))
        finally:
            daemon.terminate()
            daemon.wait()
    def quantile(rounds, part):
        return statistics.median(times[int(len(times) * part)] for times in rounds)
    for name, rounds in ("one panel", alone), ("two panels", both):
        print(f"{name}: p50 {quantile(rounds, 0.5):.0f} us, p99 {quantile(rounds, 0.99):.0f} us")
    ratio = statistics.median(b[len(b) * 99 // 100] / a[len(a) * 99 // 100] for a, b in zip(alone, both))
    print(f"p99 of two beside one, median of {ROUNDS} rounds in turn: {ratio:.2f}; no frame of "
          f"{ROUNDS * 3 * FRAMES} lost")


if __name__ == "__main__":
    sys.exit(main())
