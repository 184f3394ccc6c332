"""Checks that every gesture is closed when a panel is unplugged or the daemon stops."""

import os
import signal
import subprocess

from client import Client
from scene import CONFIGURATION, PROJECT, SOCKET, check, daemon, read, restart_with, run, show, until, write
from service.service_checks import before_installing, files


@check("a daemon stopped during a pan cancels the gesture before it closes the connection")
def _(scene, panel, client):
    panel.move(((0.2, 0.5), (0.6, 0.5)))
    client.wait_for(recognizer="move", state="began")
    stopping = subprocess.Popen(["systemctl", "stop", "gestured"])
    client.until_closed()
    stopping.wait()
    run("systemctl", "start", "gestured")
    assert client.gestures()[-1]["state"] == "cancelled" and not client.open_gestures(), client.gestures()[-1]
    assert scene.surface(panel), "ready before the first scan of devices"


@check("a killed daemon restarts by itself and finds the panel again")
def _(scene, panel):
    restarts = int(show("NRestarts"))
    os.kill(daemon(), signal.SIGKILL)
    until(lambda: int(show("NRestarts")) > restarts and show("ActiveState") == "active", "it is active again")
    assert scene.surface(panel) == panel.surface
    scene.settle(panel, scene.client())


@check("a faulty configuration prevents the start, and the journal has the line")
def _(scene):
    good = read(CONFIGURATION)
    run("systemctl", "stop", "gestured")
    run("systemctl", "reset-failed", "gestured")
    try:
        write(CONFIGURATION, "recognizers:\n  - { name: select, type: tab }\n")
        run("systemctl", "start", "gestured", status=1)
        assert show("ExecMainStatus") == "78" and show("NRestarts") == "0", show("ExecMainStatus")
        journal = run("journalctl", "-u", "gestured", "-o", "cat", f"_SYSTEMD_INVOCATION_ID={show('InvocationID')}")
        assert f"{CONFIGURATION}:2:" in journal, journal
    finally:
        restart_with(good)


@check("systemctl stop ends the daemon cleanly, and stopping its socket removes the file")
def _(scene):
    Client(SOCKET).close()
    run("systemctl", "stop", "gestured.socket")
    assert show("Result") == "success" and show("ExecMainStatus") == "0", show("Result")
    assert not os.path.exists(SOCKET)


@check("the journal has no line of the level error, and the daemon never crashed")
def _(scene):
    everything = run("journalctl", "-u", "gestured", "-o", "cat")
    assert "Fatal error" not in everything and "dumped core" not in everything, everything
    journal = run("journalctl", "-p", "err", "-o", "cat", "_SYSTEMD_UNIT=gestured.service")
    # What the checks above provoked: the faulty configuration, with the line, the caret and the hint, and sockets that
    # are not as they should be.
    lines = [line for line in journal.splitlines() if "systemd passes" not in line]
    assert any(CONFIGURATION in line for line in lines), "the faulty configuration is not at the level error"
    errors = [line for line in lines if CONFIGURATION not in line and not line.startswith("    ")]
    assert not errors, errors


@check("make uninstall leaves nothing")
def _(scene):
    run("systemctl", "disable", "--now", "gestured.socket", "gestured")
    run("make", "-C", PROJECT, "uninstall")
    assert files() == before_installing, files() - before_installing
