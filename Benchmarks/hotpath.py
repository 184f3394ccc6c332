"""Measurement: what a `changed` frame of a one-finger pan costs outside the kernel, counted by Callgrind.

    scripts/measure hot-path [--order]

Prints the instructions per frame, how many lines of the instruction cache (64 bytes) and how many pages they lie in,
and which functions take them. With --order the names of these functions go to packaging/hot-functions, by which the
linker puts them side by side.
"""

import collections
import os
import pathlib
import select
import socket
import subprocess
import sys
import tempfile
import time

from panels import BUILD, EVENT, TRACKING_ID, X, Y

ORDER = pathlib.Path(__file__).resolve().parent.parent / "packaging/hot-functions"
FEW, MANY, WARM_UP = 50, 550, 100
FASTER, RATE = 1000, 125
SUBSCRIBE = b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"recognizers":["pan"]}}\n'
SHOWN = 40


def counted(frames):
    """The instructions of a daemon's life with so many frames, by function and address."""
    with tempfile.TemporaryDirectory() as folder:
        fifo, address, out = (f"{folder}/{name}" for name in ("panel", "socket", "out"))
        os.mkfifo(fifo)
        panel = os.open(fifo, os.O_RDWR)
        daemon = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-instr=yes", "--compress-pos=no",
             "--compress-strings=no", "--demangle=no", BUILD / "release/benchmark", "daemon", "one", fifo, address],
            env={**os.environ, "LD_PRELOAD": str(BUILD / "helpers/preload.so"), "BENCHMARK_DEVICE": fifo,
                 "SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}, stderr=subprocess.DEVNULL)
        try:
            play(panel, connected(address, daemon), frames)
        finally:
            daemon.terminate()
            daemon.wait()
        return parsed(out)


def connected(address, daemon):
    """A subscriber, once the daemon has answered it."""
    subscriber = socket.socket(socket.AF_UNIX)
    while subscriber.connect_ex(address) != 0:
        assert daemon.poll() is None, "the daemon has ended"
        time.sleep(0.1)
    subscriber.sendall(SUBSCRIBE)
    got = b""
    while b'"result"' not in got:
        got += subscriber.recv(1 << 20)
    return subscriber


def play(panel, subscriber, frames):
    """A finger that goes back and forth; returns when the subscriber has the last line."""
    def send(*changes):
        now = time.monotonic_ns() // 1000
        os.write(panel, b"".join(EVENT.pack(now // 10**6, now % 10**6, *each) for each in (*changes, (0, 0, 0))))

    lines = 0
    send((3, TRACKING_ID, 1), (3, X, 400), (3, Y, 500))
    way = 0
    for frame in range(WARM_UP + frames):
        rate = FASTER if frame < WARM_UP else RATE
        time.sleep(1 / rate)
        way = (way + 3000 // rate) % 4000
        place = way if way < 2000 else 4000 - way
        send((3, X, 400 + place), (3, Y, 500 + place * 2 // 3))
        while select.select([subscriber], [], [], 0)[0]:
            lines += subscriber.recv(1 << 20).count(b'"changed"')
    while select.select([subscriber], [], [], 3)[0]:
        lines += subscriber.recv(1 << 20).count(b'"changed"')
    assert lines > frames, f"{lines} lines of {frames} frames"


def parsed(path):
    """What Callgrind has written: the instructions at each address of each file, and the function there."""
    costs, functions = collections.Counter(), {}
    binary = function = None
    is_call = False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("ob="):
                binary = line[3:].strip()
            elif line.startswith("fn="):
                function = line[3:].strip().split("'")[0]
            elif line.startswith("calls="):
                is_call = True
            elif line.startswith("0x"):
                if not is_call:
                    address, _, cost = line.split()[:3]
                    costs[binary, int(address, 16)] += int(cost)
                    functions[binary, int(address, 16)] = function
                is_call = False
    return costs, functions


def main(*options):
    less, _ = counted(FEW)
    more, functions = counted(MANY)
    costs = {place: (cost - less[place]) / (MANY - FEW) for place, cost in more.items() if cost > less[place]}
    # Of some places the costs differ from life to life; those of each frame are there in each.
    lines = {(binary, address // 64) for (binary, address), cost in costs.items() if cost > 0.9}
    pages = {(binary, line // 64) for binary, line in lines}
    totals = collections.Counter()
    for place, cost in costs.items():
        totals[functions[place]] += cost
    print(f"{sum(costs.values()):.0f} instructions per frame, in {len(lines)} lines of the instruction cache, "
          f"{len(pages)} pages")
    order = [name for name, cost in totals.most_common() if cost > 0.9]
    if "--order" in options:
        ORDER.write_text("".join(f"{name}\n" for name in order), encoding="utf-8")
        (BUILD / "release/benchmark").unlink()  # The next build would not link it anew otherwise.
    words = subprocess.run(["swift", "demangle", "--simplified", "--compact"], input="\n".join(order[:SHOWN]),
                           capture_output=True, text=True, check=True).stdout.splitlines()
    for name, word in zip(order, words):
        print(f"{totals[name]:8.0f}  {word[:110]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
