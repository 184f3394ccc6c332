#!/usr/bin/env python3
"""Measurement of the idle service: start time, memory, wake-ups and size of the package.

scripts/measure service [FOLDER]    of the programs in a folder, .build-install/release if none is given

Runs gestured as systemd would, with and without its watchdog. Wake-ups are counted for a minute, as the kernel counts
them (voluntary context switches of all threads). Debian's package is measured, too, where `make deb` has left one.
"""

import contextlib
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
STARTS, CLIENTS, SECONDS, WATCHDOG_SECONDS = 20, 10, 60, 30


class Service:
    """A daemon, and how long it took until it was ready."""

    def __init__(self, program, folder, **variables):
        self.path, self.manager = f"{folder}/socket", socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(f"{folder}/notify")
        self.manager.settimeout(20)
        environment = os.environ | {"SWIFT_BACKTRACE": "enable=no", "NOTIFY_SOCKET": f"{folder}/notify"} | variables
        start = time.monotonic()
        self.process = subprocess.Popen([program, "--socket", self.path, "--log-level", "warning"], env=environment)
        while b"READY=1" not in self.manager.recv(4096):
            pass
        self.start_seconds = time.monotonic() - start

    def connect(self):
        """A client that has subscribed."""
        client = socket.socket(socket.AF_UNIX)
        client.connect(self.path)
        client.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
        answers = client.makefile("rb")
        assert b'"result"' in [answers.readline(), answers.readline()][1]
        return client

    def memory(self):
        return "{:.1f} MB, {:.1f} MB of it its own".format(
            self.number("status", "VmRSS:") / 1000, self.number("smaps_rollup", "Private_Dirty:") / 1000)

    def wake_ups(self):
        """How often its threads have waited so far."""
        return sum(self.number(f"task/{task}/status", "voluntary_ctxt_switches:")
                   for task in os.listdir(f"/proc/{self.process.pid}/task"))

    def number(self, file, word):
        """The number after a word at the start of a line: kB in all of these files."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/{file}").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(word))


@contextlib.contextmanager
def service(program, **variables):
    with tempfile.TemporaryDirectory() as folder:
        running = Service(program, folder, **variables)
        try:
            yield running
        finally:
            running.process.terminate()
            assert running.process.wait() == 0, "it did not end as it should"
            running.manager.close()


def start_seconds(program):
    with service(program) as running:
        return running.start_seconds


def main():
    program = pathlib.Path(*sys.argv[1:2] or [ROOT / ".build-install/release"], "gestured")
    if not program.exists():
        sys.exit(f"{program} is not there: run `make` first")
    starts = [start_seconds(program) for _ in range(STARTS)]
    print(f"from exec to READY, median of {STARTS}: {1000 * statistics.median(starts):.1f} ms")
    with service(program) as plain, service(program, WATCHDOG_USEC=str(WATCHDOG_SECONDS * 1_000_000)) as watched:
        print(f"resident, idle: {plain.memory()}")
        before = plain.wake_ups(), watched.wake_ups()
        time.sleep(SECONDS)  # The measurement needs an idle daemon.
        print(f"wake-ups in {SECONDS} s, idle: {plain.wake_ups() - before[0]}; "
              f"with a watchdog of {WATCHDOG_SECONDS} s {watched.wake_ups() - before[1]}")
        clients = [plain.connect() for _ in range(CLIENTS)]
        print(f"resident with {CLIENTS} subscribers: {plain.memory()}")
        for client in clients:
            client.close()
    for package in sorted(ROOT.glob(".build-package/*.deb")):
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
