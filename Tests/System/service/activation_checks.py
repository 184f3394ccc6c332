"""Checks of socket activation, and of clients across stops and starts of gestured."""

import os
import re
import shutil
import socket
import subprocess
import threading

from client import Client, Closed
from panel import EV_KEY, EV_SYN, Panel, Recording
from scene import (CONFIGURATION, HERE, MEMBER, SOCKET, as_user, check, configured, daemon, impatient, path_of, run,
                   show, until)

UNITS = "gestured.socket", "gestured.service"
TARGET = "gestured-touchscreen.target"


def state_of(unit):
    """Whether a unit is active, inactive, failed and so on."""
    return run("systemctl", "show", "-P", "ActiveState", unit).strip()


@check("activation: without a touchscreen and a client the socket listens, and the first client starts the daemon")
def _(scene):
    run("systemctl", "stop", "gestured")
    assert state_of("gestured.socket") == "active" and state_of("gestured.service") == "inactive"
    client = scene.client()
    assert client.hello["params"]["protocol"] == 1 and state_of("gestured.service") == "active"


@check("activation: a touchscreen starts the daemon, the last one to go ends the target, other devices start nothing")
def _(scene):
    until(lambda: state_of(TARGET) == "inactive", "no touchscreen is left")
    run("systemctl", "stop", "gestured")
    touchpad = scene.device("neg-synaptics-2f-vscroll")
    run("udevadm", "settle")
    assert "SYSTEMD_WANTS" not in run("udevadm", "info", touchpad.node)
    assert state_of("gestured.service") == state_of(TARGET) == "inactive"
    panel = scene.device("ed-elan-touchscreen")
    until(lambda: state_of("gestured.service") == "active", "the touchscreen has started it")
    scene.settle(scene.used(panel), scene.client())
    scene.unplug(panel)
    until(lambda: state_of(TARGET) == "inactive", "no touchscreen is left")
    assert state_of("gestured.service") == "active"


@check("activation: stopping the daemon leaves the socket, stopping the socket ends both, start starts both")
def _(_):
    client = Client(SOCKET)
    before = os.stat(SOCKET).st_ino
    run("systemctl", "stop", "gestured")
    assert show("Result") == "success" and os.stat(SOCKET).st_ino == before, "the daemon removed systemd's socket"
    client.until_closed()
    Client(SOCKET).close()
    run("systemctl", "stop", "gestured.socket")
    assert state_of("gestured.service") == "inactive" and not os.path.exists(SOCKET)
    run("systemctl", "start", "gestured")
    Client(SOCKET).close()


@check("activation: neither a touchscreen nor a client starts a disabled and stopped service; enabling restores it")
def _(scene):
    run("systemctl", "disable", "--now", *UNITS)
    try:
        assert not os.path.exists(SOCKET)
        panel = scene.device("ed-elan-touchscreen")
        until(lambda: state_of(TARGET) == "active", "there is a touchscreen")
        assert state_of("gestured.service") == state_of("gestured.socket") == "inactive"
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
def _(_):
    with Callers() as callers:
        for _ in range(10):
            before = callers.greeted
            run("systemctl", "restart", "gestured")
            until(lambda: callers.greeted > before or callers.problems, "the next is greeted")
    assert not callers.problems, callers.problems[:5]


@check("activation: a killed daemon is restarted, and a client that connects at once waits for it")
def _(_):
    for _ in range(3):
        before = daemon()
        run("systemctl", "kill", "--signal=KILL", "--kill-whom=main", "gestured")
        run(*as_user(MEMBER, "gesturectl", "status"))
        assert daemon() != before


@check("activation: systemctl status shows touchscreens, clients and configuration, and each change")
def _(scene):
    def says(text):
        until(lambda: show("StatusText") == text, f"the status is “{text}”, and not “{show('StatusText')}”")

    says(f"0 touchscreens, 0 clients, configuration {CONFIGURATION}")
    panel = scene.panel("ed-elan-touchscreen")
    scene.client()
    says(f"1 touchscreen, 1 client, configuration {CONFIGURATION}")
    others = [Client(SOCKET) for _ in range(2)]
    says(f"1 touchscreen, 3 clients, configuration {CONFIGURATION}")
    for other in others:
        other.close()
    scene.unplug(panel)
    says(f"0 touchscreens, 1 client, configuration {CONFIGURATION}")


def is_replaced(process, scene):
    """Waits until the watchdog has killed a process and systemd has started another."""
    until(lambda: daemon() not in (0, process) and show("ActiveState") == "active", "another daemon")
    journal = run("journalctl", "--no-pager", "-o", "cat", "-u", "gestured", "--since", f"@{scene.start}")
    assert "Watchdog timeout (limit 6s)!" in journal, journal
    assert "code=dumped" not in journal, "what was touched is on the disk"
    Client(SOCKET).close()


@check("activation: a hanging daemon is killed by the watchdog and restarted; a working one is not")
def _(scene):
    with impatient():
        process, panel = daemon(), scene.panel("ed-elan-touchscreen")
        # A working daemon may be idle for longer than the watchdog's interval.
        beats = run("systemctl", "show", "-P", "WatchdogTimestampMonotonic", "gestured")
        for _ in range(3):
            until(lambda: run("systemctl", "show", "-P", "WatchdogTimestampMonotonic", "gestured") != beats, "a beat")
            beats = run("systemctl", "show", "-P", "WatchdogTimestampMonotonic", "gestured")
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
    with open(CONFIGURATION, encoding="utf-8") as file:
        good = file.read()
    assert run("systemctl", "show", "-P", "TriggerLimitBurst", "gestured.socket") == "20\n"
    run("systemctl", "stop", "gestured")
    # A slow guest does not start it so often in a minute.
    folder = "/run/systemd/system/gestured.socket.d"
    os.makedirs(folder)
    with open(f"{folder}/slow.conf", "w", encoding="ascii") as file:
        file.write("[Socket]\nTriggerLimitIntervalSec=1h\nTriggerLimitBurst=5\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "gestured.socket")
    try:
        with open(CONFIGURATION, "w", encoding="utf-8") as file:
            file.write("recognizers:\n  - { name: select, type: tab }\n")
        waiting = socket.socket(socket.AF_UNIX)
        waiting.connect(SOCKET)
        until(lambda: state_of("gestured.socket") == "failed", "systemd gives up", seconds=300)
        waiting.close()
        assert run("systemctl", "show", "-P", "Result", "gestured.socket") == "trigger-limit-hit\n"
        assert state_of("gestured.service") == "failed" and not os.path.exists(SOCKET), "clients would wait for ever"
        journal = run("journalctl", "-u", "gestured", "-o", "cat", "--since", f"@{scene.start}")
        assert 1 < len(re.findall(f"{CONFIGURATION}:2:", journal)) <= 5, journal
    finally:
        shutil.rmtree(folder)
        run("systemctl", "daemon-reload")
        with open(CONFIGURATION, "w", encoding="utf-8") as file:
            file.write(good)
        run("systemctl", "start", "gestured")
    assert state_of("gestured.socket") == "active"
    Client(SOCKET).close()


@check("activation: a drop-in that adds a second socket, or a datagram socket, is refused with the correct line")
def _(scene):
    folder = "/run/systemd/system/gestured.socket.d"
    os.makedirs(folder)
    try:
        for line, hint in (("ListenStream=/run/gestured/second", "empty line `ListenStream=`"),
                           ("ListenStream=\nListenDatagram=/run/gestured/second", "not `ListenDatagram=`")):
            with open(f"{folder}/other.conf", "w", encoding="ascii") as file:
                file.write(f"[Socket]\n{line}\n")
            run("systemctl", "daemon-reload")
            run("systemctl", "stop", "gestured.socket")
            run("systemctl", "start", "gestured", status=1)
            assert show("ExecMainStatus") == "78", show("ExecMainStatus")
            journal = run("journalctl", "-p", "err", "-o", "cat", "_SYSTEMD_UNIT=gestured.service",
                          "--since", f"@{scene.start}")
            assert hint in journal, journal
    finally:
        os.unlink(f"{folder}/other.conf")
        os.rmdir(folder)
        run("systemctl", "daemon-reload")
        run("systemctl", "stop", "gestured.socket")
        run("systemctl", "start", "gestured")
    Client(SOCKET).close()


@check("activation: systemctl reload works when others and root have filled every place")
def _(scene):
    with open(CONFIGURATION, encoding="utf-8") as file:
        text = file.read()
    with configured(text + "limits: { peers: 2, peersPerUser: 2 }\n"):
        for _ in range(2):
            other = scene.program(*as_user(MEMBER, os.path.join(HERE, "client.py")))
            assert "hello" in other.stdout.readline()
        clients = [Client(SOCKET) for _ in range(3)]
        assert ["method" in client.hello for client in clients] == [True, True, False], clients[-1].hello
        run("systemctl", "reload", "gestured")
        for client in clients:
            client.close()


@check("activation: a keyboard cannot be opened by the daemon's user, and is not passed to it")
def _(scene):
    recording = Recording(path_of("ed-elan-touchscreen"))
    recording.properties, recording.axes = [], {}
    recording.codes = {EV_SYN: [EV_SYN, EV_KEY], EV_KEY: list(range(1, 0x60))}
    keyboard = scene.add(Panel(recording, name="a keyboard"))
    until(lambda: scene.report_on(keyboard), "a report on the keyboard")
    assert "E: ID_INPUT_KEYBOARD=1" in run("udevadm", "info", keyboard.node)
    said = subprocess.run(as_user("gestured", "head", "--bytes=0", keyboard.node), capture_output=True, text=True,
                          check=False)
    assert said.returncode == 1 and "Permission denied" in said.stderr, said
    assert not any(os.path.realpath(f"/proc/{daemon()}/fd/{each}") == keyboard.node
                   for each in os.listdir(f"/proc/{daemon()}/fd"))
