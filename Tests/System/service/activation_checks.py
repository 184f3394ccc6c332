"""Checks of socket activation, and of clients across stops and starts of gestured."""

import os
import re
import socket
import threading

from client import Client, Closed
from scene import (CONFIGURATION, HERE, MEMBER, SOCKET, as_user, check, configured, daemon, drop_in, impatient, read,
                   run, show, until, write)

UNITS = "gestured.socket", "gestured.service"
TARGET = "gestured-touchscreen.target"


@check("activation: without a touchscreen and a client the socket listens, and the first client starts the daemon")
def _(scene):
    run("systemctl", "stop", "gestured")
    assert show("ActiveState", "gestured.socket") == "active" and show("ActiveState") == "inactive"
    client = scene.client()
    assert client.hello["params"]["protocol"] == 1 and show("ActiveState") == "active"


@check("activation: a touchscreen starts the daemon, the last one to go ends the target, other devices start nothing")
def _(scene):
    until(lambda: show("ActiveState", TARGET) == "inactive", "no touchscreen is left")
    run("systemctl", "stop", "gestured")
    touchpad = scene.device("neg-synaptics-2f-vscroll")
    run("udevadm", "settle")
    assert "SYSTEMD_WANTS" not in run("udevadm", "info", touchpad.node)
    assert show("ActiveState") == show("ActiveState", TARGET) == "inactive"
    panel = scene.device("ed-elan-touchscreen")
    until(lambda: show("ActiveState") == "active", "the touchscreen has started it")
    scene.settle(scene.used(panel), scene.client())
    scene.unplug(panel)
    until(lambda: show("ActiveState", TARGET) == "inactive", "no touchscreen is left")
    assert show("ActiveState") == "active"


@check("activation: stopping the daemon leaves the socket, stopping the socket ends both, start starts both")
def _():
    client = Client(SOCKET)
    before = os.stat(SOCKET).st_ino
    run("systemctl", "stop", "gestured")
    assert show("Result") == "success" and os.stat(SOCKET).st_ino == before, "the daemon removed systemd's socket"
    client.until_closed()
    Client(SOCKET).close()
    run("systemctl", "stop", "gestured.socket")
    assert show("ActiveState") == "inactive" and not os.path.exists(SOCKET)
    run("systemctl", "start", "gestured")
    Client(SOCKET).close()


@check("activation: neither a touchscreen nor a client starts a disabled and stopped service; enabling restores it")
def _(scene):
    run("systemctl", "disable", "--now", *UNITS)
    try:
        assert not os.path.exists(SOCKET)
        panel = scene.device("ed-elan-touchscreen")
        until(lambda: show("ActiveState", TARGET) == "active", "there is a touchscreen")
        assert show("ActiveState") == show("ActiveState", "gestured.socket") == "inactive"
    finally:
        run("systemctl", "enable", "--now", "gestured")
    assert run("systemctl", "is-enabled", *UNITS).split() == ["enabled", "enabled"]
    assert scene.surface(panel), "ready before the first scan of devices"


class Callers:
    """Users of the group that repeatedly connect, are greeted and disconnect; `problems` has their failures."""

    def __init__(self, count=3):
        self.stopped, self.greeted, self.problems = threading.Event(), 0, []
        self.threads = [threading.Thread(target=self.call, daemon=True) for _ in range(count)]

    def call(self):
        while not self.stopped.is_set():
            try:
                Client(SOCKET).close()
                self.greeted += 1
            except (OSError, Closed) as problem:
                self.problems.append(repr(problem))

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


@check("activation: every client that connects during ten restarts is accepted and greeted")
def _():
    with Callers() as callers:
        for _ in range(10):
            before = callers.greeted
            run("systemctl", "restart", "gestured")
            until(lambda: callers.greeted > before or callers.problems, "the next is greeted")
    assert not callers.problems, callers.problems[:5]


@check("activation: a killed daemon is restarted, and a client that connects at once waits for it")
def _():
    for _ in range(3):
        before = daemon()
        run("systemctl", "kill", "--signal=KILL", "--kill-whom=main", "gestured")
        run(*as_user(MEMBER, "gesturectl", "status"))
        assert daemon() != before


def is_replaced(process, scene):
    """Waits until the watchdog has killed a process and systemd has started another."""
    until(lambda: daemon() not in (0, process) and show("ActiveState") == "active", "another daemon")
    journal = scene.journal()
    assert "Watchdog timeout (limit 6s)!" in journal, journal
    assert "code=dumped" not in journal, "what was touched is on the disk"
    Client(SOCKET).close()


@check("activation: a hanging daemon is killed by the watchdog and restarted; a working one is not")
def _(scene):
    with impatient():
        process, panel = daemon(), scene.panel("ed-elan-touchscreen")
        # A working daemon may be idle for longer than the watchdog's interval.
        beats = show("WatchdogTimestampMonotonic")
        for _ in range(3):
            until(lambda: show("WatchdogTimestampMonotonic") != beats, "a beat")
            beats = show("WatchdogTimestampMonotonic")
        assert daemon() == process and show("NRestarts") == "0"
        run("systemctl", "kill", "--signal=STOP", "--kill-whom=main", "gestured")
        is_replaced(process, scene)
        scene.used(panel)
        scene.settle(panel, scene.client())


STOPPER = """
import ctypes, os, sys
libc, thread, status = ctypes.CDLL(None, use_errno=True), int(sys.argv[1]), 0
for request in 0x4206, 0x4207:  # PTRACE_SEIZE, PTRACE_INTERRUPT: it stops, whatever signals it receives except SIGKILL
    if libc.ptrace(request, thread, None, None):
        sys.exit(os.strerror(ctypes.get_errno()))
print("stopped", flush=True)
while os.WIFSTOPPED(status) or not status:
    status = os.waitpid(thread, 0x40000000)[1]  # __WALL
"""


@check("activation: a daemon that ignores the watchdog's signal is killed a little later")
def _(scene):
    with impatient():
        process = daemon()
        stopper = scene.program("python3", "-c", STOPPER, str(process))
        assert stopper.stdout.readline() == "stopped\n"
        is_replaced(process, scene)


@check("activation: with a faulty configuration and a waiting client it soon gives up; once corrected, start works")
def _(scene):
    good = read(CONFIGURATION)
    assert show("TriggerLimitBurst", "gestured.socket") == "20"
    run("systemctl", "stop", "gestured")
    try:
        # A slow guest does not start it so often in a minute.
        with drop_in("gestured.socket", "[Socket]", "TriggerLimitIntervalSec=1h", "TriggerLimitBurst=5"):
            run("systemctl", "restart", "gestured.socket")
            write(CONFIGURATION, "recognizers:\n  - { name: select, type: tab }\n")
            waiting = socket.socket(socket.AF_UNIX)
            waiting.connect(SOCKET)
            until(lambda: show("ActiveState", "gestured.socket") == "failed", "systemd gives up", seconds=300)
            waiting.close()
            assert show("Result", "gestured.socket") == "trigger-limit-hit"
            assert show("ActiveState") == "failed" and not os.path.exists(SOCKET), "clients would wait for ever"
            journal = scene.journal()
            assert 1 < len(re.findall(f"{CONFIGURATION}:2:", journal)) <= 5, journal
    finally:
        write(CONFIGURATION, good)
        run("systemctl", "start", "gestured")
    assert show("ActiveState", "gestured.socket") == "active"
    Client(SOCKET).close()


@check("activation: a drop-in that adds a second socket, or a datagram socket, is refused with the correct line")
def _(scene):
    try:
        for lines, hint in ((["ListenStream=/run/gestured/second"], "empty line `ListenStream=`"),
                            (["ListenStream=", "ListenDatagram=/run/gestured/second"], "not `ListenDatagram=`")):
            with drop_in("gestured.socket", "[Socket]", *lines):
                run("systemctl", "stop", "gestured.socket")
                run("systemctl", "start", "gestured", status=1)
                assert show("ExecMainStatus") == "78", show("ExecMainStatus")
                journal = scene.journal("-p", "err", "_SYSTEMD_UNIT=gestured.service")
                assert hint in journal, journal
    finally:
        run("systemctl", "stop", "gestured.socket")
        run("systemctl", "start", "gestured")
    Client(SOCKET).close()


@check("activation: systemctl reload works when others and root have filled every place")
def _(scene):
    with configured(read(CONFIGURATION) + "limits: { peers: 2, peersPerUser: 2 }\n"):
        for _ in range(2):
            other = scene.program(*as_user(MEMBER, os.path.join(HERE, "client.py")))
            assert "hello" in other.stdout.readline()
        clients = [Client(SOCKET) for _ in range(3)]
        assert ["method" in client.hello for client in clients] == [True, True, False], clients[-1].hello
        run("systemctl", "reload", "gestured")
        for client in clients:
            client.close()
