#!/usr/bin/env python3
"""Measurement, in a guest: the time from a panel's frame to its clone's, through gestured and through a relay in C.

    Tests/System/vm python3 -B Tests/System/interception/interception_costs.py PASSTHROUGH    after `make`

Both take turns. The times are the kernel's: that of the clone's event, and that before the panel's frame was written.
"""

import contextlib
import fcntl
import os
import select
import statistics
import struct
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from panel import EVENT, EV_SYN, Panel, Recording, opened  # noqa: E402
from scene import CONFIGURATION, PROJECT, path_of, write  # noqa: E402

PROGRAMS = os.path.join(PROJECT, ".build-install", "release")
RECORDING = path_of("ed-elan-touchscreen")
OUTPUT = "/run/gestured/output.sock"
EVIOCSCLOCKID, CLOCK_MONOTONIC = 0x400445A0, 1
ROUNDS, FRAMES, PAUSE = 6, 400, 0.008
RULES = """\
surfaces:
  - { name: panel, intercept: true }
recognizers:
  - { name: back, type: screenEdgePan, edges: left, intercepts: possible }
  - { name: pages, type: swipe, numberOfTouchesRequired: 3, direction: [left, right], intercepts: recognized }
  - { name: scroll, type: pan }
  - { name: zoom, type: pinch }
"""


def clone_of(panel):
    """The newest node that is not the panel's, or None."""
    names = [name for name in os.listdir("/dev/input") if name.startswith("event")]
    node = max((f"/dev/input/{name}" for name in names), key=lambda path: os.stat(path).st_ctime_ns)
    return None if node == panel.node else node


@contextlib.contextmanager
def running(*commands):
    processes = []
    for command in commands:
        processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        if "--socket" in command:
            while not os.path.exists(command[command.index("--socket") + 1]):
                time.sleep(0.05)
    try:
        yield
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def measure(panel):
    """The microseconds from a panel's frame to the clone's, of frames in which a finger moves."""
    while not clone_of(panel):
        time.sleep(0.1)
    time.sleep(0.5)
    clone = opened(clone_of(panel))
    fcntl.ioctl(clone, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
    times = []
    for number in range(FRAMES):
        start = time.monotonic_ns()
        panel.fingers({0: panel.at(0.3 + 0.4 * (number % 100) / 100, 0.5 + 0.001 * (number % 7))})
        end = None
        while end is None:
            assert select.select([clone], [], [], 10)[0], "nothing comes"
            for seconds, microseconds, kind, _, _ in EVENT.iter_unpack(clone.read(EVENT.size * 64)):
                if kind == EV_SYN:
                    end = seconds * 1_000_000 + microseconds
        if number > 20:
            times.append(end - start / 1000)
        time.sleep(PAUSE)
    panel.fingers({})
    return times


def main():
    passthrough = sys.argv[1]
    panel = Panel(Recording(RECORDING))
    os.makedirs(os.path.dirname(OUTPUT), exist_ok=True)
    write(CONFIGURATION, RULES)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        with running([f"{PROGRAMS}/gestured-output", "--socket", OUTPUT],
                     [f"{PROGRAMS}/gestured", "--config", CONFIGURATION, "--socket", "/run/gestured/gestured.sock"]):
            ours.append(measure(panel))
        with running([passthrough, panel.node]):
            theirs.append(measure(panel))
    for name, rounds in ("gestured", ours), ("C relay", theirs):
        times = sorted(each for times in rounds for each in times)
        print(f"{name}: p50 {statistics.median(times):.0f} us, p99 {times[len(times) * 99 // 100]:.0f} us, "
              f"{len(times)} frames")
    ratio = [statistics.median(a) / statistics.median(b) for a, b in zip(ours, theirs)]
    print(f"p50 ratio of the {len(ratio)} rounds: {statistics.median(ratio):.2f} ({min(ratio):.2f} to {max(ratio):.2f})")


if __name__ == "__main__":
    main()
