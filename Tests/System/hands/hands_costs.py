#!/usr/bin/env python3
"""Measurement, in a guest: the time from a panel's frame to a wheel's event, by a scroll action and by a relay in C.

    Tests/System/vm python3 -B Tests/System/hands/hands_costs.py WHEEL    after `make`; WHEEL is Benchmarks/wheel.c

Both take turns. The times are the kernel's: that of the wheel's event, and that before the panel's frame was written.
"""

import fcntl
import os
import select
import statistics
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from interception.interception_costs import CLOCK_MONOTONIC, EVIOCSCLOCKID, PROGRAMS, running  # noqa: E402
from panel import EVENT, Panel, Recording, opened  # noqa: E402
from scene import CONFIGURATION, path_of, write  # noqa: E402

HANDS, ACTIONS, EV_REL = "/run/gestured/hands.sock", "/run/actions.yaml", 2
ROUNDS, FRAMES, PAUSE = 6, 400, 0.008


def wheel(name):
    """The node of the device with a name."""
    while True:
        for node in os.listdir("/sys/class/input"):
            if node.startswith("event"):
                with open(f"/sys/class/input/{node}/device/name", encoding="ascii") as file:
                    if file.read().startswith(name):
                        return f"/dev/input/{node}"
        time.sleep(0.1)


def measure(panel, name):
    """The microseconds from a panel's frame to the wheel's event, of frames in which a finger moves."""
    device = opened(wheel(name))
    fcntl.ioctl(device, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
    time.sleep(2)
    times = []
    for number in range(FRAMES):
        start = time.monotonic_ns()
        panel.fingers({0: panel.at(0.5, 0.2 + 0.6 * abs(number % 100 - 50) / 50)})
        end, patience = None, 1 if number < 20 else 10
        while end is None and select.select([device], [], [], patience)[0]:
            for seconds, microseconds, kind, _, _ in EVENT.iter_unpack(device.read(EVENT.size * 64)):
                if kind == EV_REL:
                    end = seconds * 1_000_000 + microseconds
        assert end or number < 20, "nothing comes"
        if number > 20:
            times.append(end - start / 1000)
        time.sleep(PAUSE)
    panel.lift()
    return times


def main():
    relay = os.path.abspath(sys.argv[1])
    os.makedirs("/run/gestured", exist_ok=True)
    write(CONFIGURATION, "recognizers: [{ name: scroll, type: pan }]\n")
    write(ACTIONS, "actions: [{ on: scroll, scroll: vertical }]\n")
    ours = [[f"{PROGRAMS}/gestured", "--socket", "/run/gestured/gestured.sock"],
            [f"{PROGRAMS}/gestured-hands", "--socket", HANDS],
            [f"{PROGRAMS}/gesturectl", "run", "--config", ACTIONS]]
    panel = Panel(Recording(path_of("ed-elan-touchscreen")))
    times = {"action": [], "relay": []}
    for _ in range(ROUNDS):
        with running(*ours):
            times["action"] += measure(panel, "gestured pointer")
        with running([relay, panel.node]):
            times["relay"] += measure(panel, "wheel")
    figures = {}
    for name, each in times.items():
        each.sort()
        figures[name] = statistics.median(each), each[int(len(each) * 0.99)]
        print(f"{name:8} p50 {figures[name][0]:7.0f} µs   p99 {figures[name][1]:7.0f} µs")
    print(f"ratio    p50 {figures['action'][0] / figures['relay'][0]:7.2f}      "
          f"p99 {figures['action'][1] / figures['relay'][1]:7.2f}")


main()
