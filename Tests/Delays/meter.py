"""The delays of a well-behaved subscriber."""

import json
import os
import signal
import socket
import time

from daemon import Client, request


class Meter:
    """A subscriber in a process of its own, which notes when each frame was and how late its gesture arrived."""

    def __init__(self, path, user):
        self.reading, writing = os.pipe()
        self.process = os.fork()
        if self.process:
            os.close(writing)
            return
        try:
            os.close(self.reading)
            try:  # So that its own wake-up is not what is measured.
                os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
            except OSError:
                pass
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            self.measure(path, writing)
        finally:
            os._exit(1)

    @staticmethod
    def measure(path, writing):
        stop = []
        signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
        client, delays = Client(path, 60), []
        client.socket.sendall(request("subscribe", recognizers=["move"]))
        client.socket.settimeout(0.1)
        rest = client.rest
        while not stop:
            try:
                data = client.socket.recv(1 << 18)
            except socket.timeout:
                continue
            now = time.monotonic()
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if b'"gesture"' in line and b'"method"' in line:
                    frame = json.loads(line)["params"]["time"]
                    delays.append((frame, now - frame))
        with os.fdopen(writing, "w", encoding="ascii") as file:
            json.dump({"delays": delays, "ended": not stop}, file)
        os._exit(0)

    def stop(self):
        """The time and the delay of each frame, in seconds of CLOCK_MONOTONIC."""
        os.kill(self.process, signal.SIGTERM)
        with os.fdopen(self.reading, encoding="ascii") as file:
            answer = json.load(file)
        os.waitpid(self.process, 0)
        assert not answer["ended"], "the subscriber was disconnected"
        return answer["delays"]


def p99(delays, windows):
    """The delay that 99 of 100 frames of some windows of time do not exceed; infinite where one has hardly a frame."""
    chosen = [[delay for frame, delay in delays if start <= frame < end] for start, end in windows]
    if any(len(each) <= 10 for each in chosen):
        return float("inf")
    together = sorted(sum(chosen, []))
    return together[min(len(together) - 1, int(len(together) * 0.99))]
