#!/usr/bin/env python3
"""How much later a gesture's line arrives through a WebSocket than through gestured's own socket.

    Tests/Web/bridge/latency.py --programs DIR [--lines 3000]     DIR holds gestured, gesturectl and gestured-web

One run, one process, one thread: both connections have the same subscription, so the same lines, and the time of each
is that at which it can be read. Prints, for both ways, how long after its `time` (of CLOCK_MONOTONIC) a line arrives,
and how much later the WebSocket's copy of the same line does. Build all with `-c release` for numbers to compare.
"""

import argparse
import json
import pathlib
import select
import socket
import sys
import time

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

from parts import scene
from wire import request


def arrivals(scene, number):
    """For gestured's socket and a WebSocket the arrival of each gesture, by what makes it the same gesture."""
    direct, page = socket.socket(socket.AF_UNIX), scene.bridge.web_socket()
    direct.connect(str(scene.daemon.path))
    direct.sendall(request("subscribe", touches=True) + b"\n")
    page.say("subscribe", touches=True)
    rest, taken = b"", {direct: [], page.connection: []}
    while min(map(len, taken.values())) < number:
        ready, _, _ = select.select([*taken], [], [])
        now = time.monotonic()
        for connection in ready:
            data, lines = connection.recv(1 << 18), []
            if connection is direct:
                *lines, rest = (rest + data).split(b"\n")
            else:
                page.data += data
                while (found := page.take()) is not None:
                    lines.append(found[1])
            taken[connection] += [(now, line) for line in lines if b'"method":"gesture"' in line]
    # Parsing takes time, which must not be a line's.
    return [gestures(lines) for lines in taken.values()]


def gestures(lines):
    found = {}
    for now, text in lines:
        params = json.loads(text)["params"]
        found.setdefault((params["gesture"], params["state"], params["time"], params["recognizer"]), now)
    return found


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part / 100))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--lines", type=int, default=3000)
    given = parser.parse_args()
    with scene(given.programs.resolve()) as made:
        made.listener.close()
        direct, carried = arrivals(made, given.lines)
    common = direct.keys() & carried.keys()
    assert len(common) > given.lines * 0.9, f"only {len(common)} lines came both ways"
    ways = {"socket": [direct[key] - key[2] for key in common],
            "WebSocket": [carried[key] - key[2] for key in common],
            "later": [carried[key] - direct[key] for key in common]}
    print(f"{len(common)} lines{'median':>18}{'99 %':>12}")
    for name, values in ways.items():
        print(f"{name:12}" + "".join(f"{percentile(values, part) * 1e6:10.0f} µs" for part in (50, 99)))
    ratio = [percentile(ways["WebSocket"], part) / percentile(ways["socket"], part) for part in (50, 99)]
    print(f"{'ratio':12}" + "".join(f"{each:13.2f}" for each in ratio))


if __name__ == "__main__":
    main()
