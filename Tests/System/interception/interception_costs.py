#!/usr/bin/env python3
"""Measurement, in a guest: the time from a panel's frame to its clone's, through gestured and through a relay in C.

    VM_PROCESSORS=2 Tests/System/vm python3 -B Tests/System/interception/interception_costs.py    after `make`

Both take turns. The times are the kernel's: that of the clone's event, and that before the panel's frame was written.
In one more round gestured's allocations are counted.
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
ROUNDS, FRAMES, PAUSE, WARM_UP = 7, 400, 0.008, 20
RELAY, PRELOAD, COUNTERS = "/run/passthrough", "/run/preload.so", "/run/counters"
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
def running(*commands, **variables):
    processes = []
    for command in commands:
        processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                          env={**os.environ, **variables}))
        if "--socket" in command:
            while not os.path.exists(command[command.index("--socket") + 1]):
                time.sleep(0.05)
    try:
        yield
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def measure(panel, note=lambda: None):
    """The microseconds from a panel's frame to the clone's, of frames in which a finger moves; notes something before the
    first and after the last of them."""
    while not clone_of(panel):
        time.sleep(0.1)
    # What udev does for the clone would be in the way.
    subprocess.run(["udevadm", "settle"], check=True)
    time.sleep(0.5)
    clone = opened(clone_of(panel))
    fcntl.ioctl(clone, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
    times = []
    for number in range(FRAMES):
        if number == WARM_UP:
            note()
        start = time.monotonic_ns()
        panel.fingers({0: panel.at(0.3 + 0.4 * abs(number % 200 - 100) / 100, 0.5 + 0.001 * (number % 7))})
        end = None
        while end is None:
            assert select.select([clone], [], [], 10)[0], "nothing comes"
            for seconds, microseconds, kind, _, _ in EVENT.iter_unpack(clone.read(EVENT.size * 64)):
                if kind == EV_SYN:
                    end = seconds * 1_000_000 + microseconds
        if number >= WARM_UP:
            times.append(end - start / 1000)
        time.sleep(PAUSE)
    note()
    panel.fingers({})
    return times


def allocations():
    """Those of gestured so far."""
    with open(COUNTERS, "rb") as file:
        return struct.unpack("Q", file.read(8))[0]


def main():
    for source, *options in (["passthrough.c", RELAY], ["preload.c", PRELOAD, "-fno-builtin", "-shared", "-fPIC"]):
        subprocess.run(["gcc", "-O2", f"{PROJECT}/Benchmarks/{source}", "-o", *options], check=True)
    panel = Panel(Recording(RECORDING))
    os.makedirs(os.path.dirname(OUTPUT), exist_ok=True)
    write(CONFIGURATION, RULES)
    programs = ([f"{PROGRAMS}/gestured-output", "--socket", OUTPUT],
                [f"{PROGRAMS}/gestured", "--config", CONFIGURATION, "--socket", "/run/gestured/gestured.sock"])
    ours, theirs = [], []
    for _ in range(ROUNDS):
        with running(*programs):
            ours.append(measure(panel))
        with running([RELAY, panel.node]):
            theirs.append(measure(panel))
    for name, rounds in ("gestured", ours), ("C relay", theirs):
        times = sorted(each for times in rounds for each in times)
        print(f"{name}: p50 {statistics.median(times):.0f} us, p99 {times[len(times) * 99 // 100]:.0f} us, "
              f"{len(times)} frames")
    for part in 50, 99:
        ratios = [quantile(a, part) / quantile(b, part) for a, b in zip(ours, theirs)]
        print(f"p{part}, ratio of the {ROUNDS} rounds: {statistics.median(ratios):.2f} "
              f"({min(ratios):.2f} to {max(ratios):.2f})")
    write(COUNTERS, "\0" * 24)
    with running(*programs[:1]), running(programs[1], LD_PRELOAD=PRELOAD, BENCHMARK_COUNTERS=COUNTERS,
                                         SWIFT_BACKTRACE="enable=no"):
        counts = []
        measure(panel, lambda: counts.append(allocations()))
        print(f"allocations per frame: {(counts[1] - counts[0]) / (FRAMES - WARM_UP):.3f}")


def quantile(times, part):
    return sorted(times)[len(times) * part // 100]


if __name__ == "__main__":
    main()
