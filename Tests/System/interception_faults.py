#!/usr/bin/env python3
"""Failing system calls of gestured and gestured-output while a panel is intercepted, in a guest.

    Tests/System/vm python3 -B Tests/System/interception_faults.py    after `make`; about ten minutes

In each life one call of one of the two fails once, at some of the places at which it is made. Whatever ends or goes on
then: applications get the next tap, from the clone or from the panel, and when both have ended the panel is everybody's.
Prints a line for each life in which that is not so; exit status 1 then.
"""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from panel import EVENT, Panel, Recording

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "..", "..", ".build-install", "release")
RECORDING = os.path.join(HERE, "..", "Fixtures", "recordings", "ed-elan-touchscreen.evemu")
OUTPUT, SOCKET = "/run/gestured/output.sock", "/run/gestured/gestured.sock"
RULES = "surfaces:\n  - { name: panel, intercept: true }\nrecognizers:\n" \
        "  - { name: back, type: screenEdgePan, edges: left, intercepts: possible }\n"
ERRORS = {
    "gestured-output": {
        "openat": ("EMFILE", "EACCES"), "ioctl": ("ENODEV", "EINVAL"), "accept4": ("EMFILE", "ECONNABORTED"),
        "recvfrom": ("ECONNRESET", "ENOMEM"), "sendto": ("EPIPE", "EAGAIN"), "sendmsg": ("EPIPE", "ENOBUFS"),
        "write": ("ENODEV", "EIO"), "ppoll": ("EINTR", "ENOMEM"), "poll": ("EINTR", "ENOMEM"), "fcntl": ("EBADF",),
        "read": ("EIO",), "getsockopt": ("ENOBUFS",),
    },
    "gestured": {
        "connect": ("ECONNREFUSED", "EAGAIN"), "sendto": ("EPIPE", "EAGAIN"), "recvmsg": ("ECONNRESET", "ENOMEM"),
        "socket": ("EMFILE",), "ioctl": ("EINVAL", "ENODEV"), "epoll_ctl": ("ENOMEM",), "read": ("EIO",),
    },
}


def fds_of_clones(panel):
    """Nodes whose device is a clone of the panel."""
    for name in os.listdir("/sys/class/input"):
        phys = f"/sys/class/input/{name}/device/phys"
        with contextlib.suppress(OSError):
            if name.startswith("event") and open(phys, encoding="utf-8").read().strip() == f"gestured/{panel.node}":
                yield f"/dev/input/{name}"


def drain(descriptor):
    count = 0
    with contextlib.suppress(OSError):
        while select.select([descriptor], [], [], 0)[0]:
            data = os.read(descriptor, EVENT.size * 64)
            if not data:
                break
            count += len(data)
    return count


def reaches_applications(panel, reader, seconds):
    """Whether a tap comes from the panel or from its clone before the time is over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        clones = []
        for node in fds_of_clones(panel):
            with contextlib.suppress(OSError):
                clones.append(os.open(node, os.O_RDONLY | os.O_NONBLOCK))
        for each in [reader, *clones]:
            drain(each)
        panel.tap()
        time.sleep(0.05)
        came = any(drain(each) for each in [reader, *clones])
        for each in clones:
            os.close(each)
        if came:
            return True
    return False


class Life:
    """Both programs; one of them under strace, perhaps with a call that fails."""

    def __init__(self, rules, traced=None, injection=None):
        self.log = tempfile.NamedTemporaryFile("r", suffix=".strace")
        self.processes = []
        arguments = {"gestured-output": ["--socket", OUTPUT], "gestured": ["--config", rules, "--socket", SOCKET]}
        for name in "gestured-output", "gestured":
            command = [f"{PROGRAMS}/{name}", *arguments[name]]
            if name == traced:
                inject = ["-e", f"inject={injection}"] if injection else []
                command = ["strace", "-f", "-o", self.log.name, *inject, *command]
            self.processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            wait_until(lambda: os.path.exists(command[-1]) or self.processes[-1].poll() is not None, 20)

    def end(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.wait()
        subprocess.run(["pkill", "-9", "gestured"], check=False)
        for path in OUTPUT, SOCKET:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)

    def calls(self):
        text = self.log.read()
        return re.findall(r"^\d+ +(\w+)\(", text, re.M), "(INJECTED)" in text


def wait_until(condition, seconds):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)


def live(panel, rules, traced, injection=None):
    """What is wrong, whether the call has failed, and all calls."""
    reader = os.open(panel.node, os.O_RDONLY | os.O_NONBLOCK)
    wrong = []
    life = Life(rules, traced, injection)
    wait_until(lambda: list(fds_of_clones(panel)) or injection, 20)
    time.sleep(1 if injection else 0)
    panel.tap()
    panel.fingers({0: panel.at(0.001, 0.5)})
    panel.fingers({0: panel.at(0.3, 0.5)})
    panel.fingers({})
    if not reaches_applications(panel, reader, 30):
        wrong.append("no tap reaches applications")
    life.end()
    if list(fds_of_clones(panel)):
        wrong.append("the clone is still there")
    drain(reader)
    panel.tap()
    time.sleep(0.05)
    if not drain(reader):
        wrong.append("the panel is not everybody's")
    os.close(reader)
    names, has_failed = life.calls()
    return wrong, has_failed, names


def main():
    panel = Panel(Recording(RECORDING))
    os.makedirs(os.path.dirname(OUTPUT), exist_ok=True)
    rules = tempfile.NamedTemporaryFile("w", suffix=".yaml")
    rules.write(RULES)
    rules.flush()
    lives = failed = 0
    for traced, errors in ERRORS.items():
        wrong, _, names = live(panel, rules.name, traced)
        assert not wrong, wrong
        print(f"{traced} calls {sorted(set(names))}", flush=True)
        for call, kinds in errors.items():
            count = names.count(call)
            for error in kinds:
                for place in sorted({1, count // 2, count} - {0} if count else []):
                    wrong, has_failed, _ = live(panel, rules.name, traced, f"{call}:error={error}:when={place}")
                    lives, failed = lives + has_failed, failed + bool(wrong)
                    if wrong:
                        print(f"{traced}: {call} {error} at {place} of {count}: {'; '.join(wrong)}", flush=True)
    print(f"{lives} lives in which a call failed, {failed} with something wrong")
    return 1 if failed or not lives else 0


if __name__ == "__main__":
    sys.exit(main())
