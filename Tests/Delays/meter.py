"""The delays of a well-behaved subscriber."""

import bisect
import json
import os
import select
import signal
import statistics
import time
from typing import NamedTuple

from daemon import Client, come_first, request


class Delay(NamedTuple):
    """How late a gesture arrived, in seconds."""

    # Of CLOCK_MONOTONIC.
    frame: float
    by_clock: float
    # Processor time of the daemon from the frame until a tick after the arrival: without other processes.
    of_work: float


# With each tick, the kernel updates the time of a running process.
TICK = 0.005


class Meter:
    """A subscriber in a process of its own, which notes when each frame was and how late its gesture arrived."""

    def __init__(self, path, user, daemon):
        self.reading, writing = os.pipe()
        self.process = os.fork()
        if self.process:
            os.close(writing)
            return
        try:
            os.close(self.reading)
            come_first(os.getpid())
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            self.measure(path, ~daemon << 3 | 2, writing)
        finally:
            os._exit(1)

    @staticmethod
    def measure(path, processor_clock, writing):
        """The clock is that of the daemon's processor time, see clock_getcpuclockid(3)."""
        stop = []
        signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
        client, delays, looks, works = Client(path, 60), [], [], []
        client.socket.sendall(request("subscribe", recognizers=["move"]))
        rest = client.rest
        while not stop:
            is_ready = select.select([client.socket], [], [], 0.001)[0]
            looks.append(time.monotonic())
            works.append(time.clock_gettime(processor_clock))
            if not is_ready:
                continue
            data = client.socket.recv(1 << 18)
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if b'"gesture"' in line and b'"method"' in line:
                    frame = json.loads(line)["params"]["time"]
                    delays.append((frame, looks[-1] - frame))

        def work(frame, delay):
            before, after = bisect.bisect_right(looks, frame) - 1, bisect.bisect(looks, frame + delay + TICK)
            return works[min(after, len(works) - 1)] - works[max(before, 0)]

        delays = [(frame, delay, work(frame, delay)) for frame, delay in delays]
        with os.fdopen(writing, "w", encoding="ascii") as file:
            json.dump({"delays": delays, "ended": not stop}, file)
        os._exit(0)

    def stop(self):
        """The measurements."""
        os.kill(self.process, signal.SIGTERM)
        with os.fdopen(self.reading, encoding="ascii") as file:
            answer = json.load(file)
        os.waitpid(self.process, 0)
        assert not answer["ended"], "the subscriber was disconnected"
        return [Delay(*each) for each in answer["delays"]]


def percentile(delays):
    return delays[min(len(delays) - 1, int(len(delays) * 0.99))]


class Windows:
    """The delays of some windows of time, together; infinite where they have hardly a frame.

    By the clock each of them needs some; a machine that has stood still meanwhile did no work.
    """

    def __init__(self, delays, windows, kind):
        chosen = [[getattr(each, kind) for each in delays if start <= each.frame < end] for start, end in windows]
        self.windows = [sorted(each) for each in chosen]
        self.delays = sorted(sum(chosen, []))
        fewest = min(map(len, chosen)) if kind == "by_clock" else len(self.delays) / len(chosen)
        if fewest <= 10:
            self.delays = [float("inf")]
            self.windows = [self.delays]

    @property
    def p99(self):
        """The 99th percentile."""
        return percentile(self.delays)

    @property
    def usual_p99(self):
        """The median of the windows' 99th percentiles."""
        return statistics.median(percentile(each) for each in self.windows if each)

    @property
    def median(self):
        """The median."""
        return statistics.median(self.delays)
