"""Failing system calls of gestured and gestured-output while a panel is intercepted. Run by hand, after `make`:

    Tests/System/vm python3 -u -B Tests/System/interception/interception_faults.py [PROGRAM [CALL...]]

In each life one call of one of the two fails, once or for ever. Whatever ends or goes on then, applications get the
next tap from the clone or from the panel; and when both have ended there is no clone, and the panel is everybody's.
Prints `ok` and `FAIL` lines, and at last how many passed. It takes half an hour.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = os.path.join(TESTS, "System"), os.path.join(TESTS, "Faults")
import faults  # noqa: E402
from interception.output_checks import clone_of, is_everybodys  # noqa: E402
from panel import Panel, Recording, events_of, opened  # noqa: E402
from scene import PROJECT, path_of, until, write  # noqa: E402

FOLDER = "/run/gestured"
SOCKETS = {"gestured-output": f"{FOLDER}/output.sock", "gestured": f"{FOLDER}/gestured.sock"}
CONFIGURATION = """\
surfaces:
  - { name: panel, intercept: true }
recognizers:
  - { name: back, type: screenEdgePan, edges: left, intercepts: possible }
"""
# Calls that no other life makes, or in which nothing fails.
faults.ERRORS.update({
    "ioctl": ("ENODEV", "EINVAL", "ENOMEM"), "sendmsg": ("EPIPE", "EAGAIN", "ENOBUFS"), "ppoll": ("EINTR", "ENOMEM"),
    "faccessat2": ("EACCES", "ENOENT"), "fstatfs": ("EIO",)})
# In gestured, those that have to do with the panel and with gestured-output; `Tests/Faults/run` tries the others.
OF_GESTURED = ("socket", "connect", "sendto", "sendmsg", "recvmsg", "recvfrom", "ioctl", "read", "write", "openat",
               "epoll_ctl", "epoll_wait", "timerfd_settime", "close", "fcntl", "getsockopt")
TRAPS = (signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV, signal.SIGSYS)
PATIENCE = 30  # until a tap reaches applications


class Life:
    """Both programs, one of them under strace, perhaps with a call that fails."""

    def __init__(self, panel, traced, injection=None):
        self.panel, self.wrong, self.log = panel, [], f"{FOLDER}/strace"
        shutil.rmtree(FOLDER, ignore_errors=True)
        write(f"{FOLDER}/gestured.yaml", CONFIGURATION)
        self.processes = []
        for name, socket in SOCKETS.items():
            command = [f"{PROJECT}/.build-install/release/{name}", "--socket", socket]
            if name == "gestured":
                command += ["--config", f"{FOLDER}/gestured.yaml"]
            if name == traced:
                inject = ["-e", f"inject={injection}"] if injection else []
                command = ["strace", "-f", "-qq", "-o", self.log, *inject, *command]
            with open(f"{FOLDER}/{name}.txt", "w", encoding="ascii") as said:
                process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True)
            self.processes.append(process)
            with contextlib.suppress(AssertionError):
                until(lambda: os.path.exists(socket) or process.poll() is not None, f"{name} listens", 20)

    def tell(self):
        """Swipes from the edge, taps; then both end."""
        reader = opened(self.panel.node)
        with contextlib.suppress(AssertionError):
            until(lambda: clone_of(self.panel) or self.has_ended(), "the panel is intercepted", 5)
        self.panel.move(((0.001, 0.5), (0.3, 0.5)))
        self.panel.lift()
        self.expect("no tap reaches applications", lambda: self.reaches_applications(reader))
        self.end()
        self.expect("the clone is still there", lambda: clone_of(self.panel) is None)
        self.expect("the panel is not everybody's", lambda: is_everybodys(self.panel, reader))

    def has_ended(self):
        return any(process.poll() is not None for process in self.processes)

    def expect(self, complaint, condition):
        try:
            until(condition, complaint, PATIENCE)
        except AssertionError:
            self.wrong.append(complaint)

    def reaches_applications(self, reader):
        """Whether a tap comes from the panel or from its clone within a second."""
        readers, node = [reader], clone_of(self.panel)
        with contextlib.suppress(OSError):
            if node:
                readers.append(opened(node))
        for each in readers:
            events_of(each)
        self.panel.tap()
        try:
            return until(lambda: any(map(events_of, readers)), "the tap", 1)
        except AssertionError:
            return False

    def end(self):
        for process in reversed(self.processes):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                self.wrong.append(f"{process.args[0]} did not end")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.returncode > 128 or -process.returncode in TRAPS:
                self.wrong.append(f"{process.args[0]} ended with {process.returncode}")

    def calls(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        return [line for line in text.splitlines() if re.match(r"^\d+ +[a-z_0-9]+\(", line)], "(INJECTED)" in text

    def said(self):
        for name in SOCKETS:
            with open(f"{FOLDER}/{name}.txt", encoding="utf-8", errors="replace") as file:
                yield from file.read().splitlines()[-5:]


def live(panel, traced, injection=None):
    life = Life(panel, traced, injection)
    life.tell()
    return life


def main(only="", *calls):
    # libnss_systemd asks systemd for users there, and waits for 45 s after each send that has failed.
    shutil.rmtree("/run/systemd/userdb", ignore_errors=True)
    panel = Panel(Recording(path_of("ed-elan-touchscreen")))
    passed = failed = 0
    for traced in SOCKETS:
        if only not in ("", traced):
            continue
        life = live(panel, traced)
        made, _ = life.calls()
        assert not life.wrong, (life.wrong, list(life.said()))
        if unknown := faults.unknown(made):
            failed += 1
            print(f"FAIL {traced} makes calls that are in no table: {', '.join(unknown)}")
        for fault in faults.faults(made, 3, calls or (OF_GESTURED if traced == "gestured" else ())):
            life = live(panel, traced, fault.injection)
            name = f"{traced}, {fault.call}, {fault.error}, {fault.times}"
            _, has_failed = life.calls()
            if not has_failed:  # The number of calls differs from life to life.
                print(f"     not reached: {name}")
            elif life.wrong:
                failed += 1
                print(f"FAIL {name}: {'; '.join(life.wrong)}", *life.said(), sep="\n     ")
            else:
                passed += 1
                print(f"ok   {name}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
