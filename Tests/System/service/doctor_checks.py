"""Checks of `gesturectl doctor` and of the journal's fields."""

import contextlib
import fcntl
import json
import os

from client import Client
from scene import (CONFIGURATION, MEMBER, SOCKET, STRANGER, as_user, check, edited, read, restart_with, run, said, show,
                   unlimited_journal, until, write, written)

EVIOCGRAB = 0x40044590  # linux/input.h


def doctor(*options, user=None, status=0):
    """Doctor's findings: by step a list of verdict, text and advice. AssertionError for another status."""
    command = ["gesturectl", "doctor", "--json", *options]
    return findings(run(*(as_user(user, *command) if user else command), status=status))


def findings(text):
    steps = {}
    for each in json.loads(text)["findings"]:
        steps.setdefault(each["step"], []).append((each["verdict"], each["words"], each.get("advice", "")))
    return steps


def while_it_waits(scene, act, status, seconds="30"):
    """Doctor's findings while something happens on the panel."""
    program = scene.program("gesturectl", "doctor", "--json", "--wait", seconds)
    assert "touch the screen" in program.stderr.readline()
    act()
    output, _ = program.communicate(timeout=500)
    assert program.returncode == status, output
    return findings(output)


def is_problem(steps, step, words, advice):
    assert any(verdict == "problem" and words in said and advice in do for verdict, said, do in steps[step]), steps


@check("doctor reports no problem if a gesture is recognized, and ends soon after the lift")
def _(scene, panel, client):
    steps = while_it_waits(scene, panel.tap, 0)
    assert all(verdict != "problem" for each in steps.values() for verdict, _, _ in each), steps
    assert "select" in steps["gestures"][0][1] and "recognized" in steps["recognizer select"][0][1], steps
    client.wait_for(recognizer="select", state="recognized")


@check("doctor says how to start a stopped service")
def _(scene):
    units = run("systemctl", "list-units", "--no-legend", "--plain", "gestured.s*").split()
    stop = [each for each in ("gestured.socket", "gestured.service") if each in units]
    run("systemctl", "stop", *stop)
    try:
        steps = doctor(status=69)
        is_problem(steps, "service", "is not running", "systemctl start gestured")
        is_problem(steps, "socket", "there is no socket", "start gestured")
        assert steps["configuration"][0][0] == "ok", steps
    finally:
        run("systemctl", "start", *stop)


@check("doctor reports a service that an invalid file keeps from starting, with the journal's last messages")
def _(scene):
    good = read(CONFIGURATION)
    with edited(lambda text: text + "  - { name: select, type: tpa }\n"):
        run("systemctl", "reset-failed", "gestured")
        said("systemctl", "restart", "gestured")
        until(lambda: show("ActiveState") == "failed", "it has failed")
        steps = doctor(status=69)
        is_problem(steps, "service", "status 78", "gesturectl check")
        is_problem(steps, "configuration", "has problems", "gesturectl check")
        # The examination must not make systemd start it again.
        assert steps["socket"][0][0] != "ok" and show("ActiveState") == "failed", steps
        restart_with(good)


@check("doctor tells a user outside the group, or in it since after the login, what to type")
def _(scene):
    is_problem(doctor(user=STRANGER, status=77), "socket", "may not open", f"usermod -aG gestures {STRANGER}")
    run("usermod", "-aG", "gestures", STRANGER)
    try:
        before = ["setpriv", "--reuid", STRANGER, "--regid", STRANGER, "--clear-groups"]
        is_problem(findings(run(*before, "gesturectl", "doctor", "--json", status=77)), "socket", "logged in before joining it", "newgrp gestures")
    finally:
        run("gpasswd", "-d", STRANGER, "gestures")


@check("doctor reports a missing touchscreen, and does not ask for a touch")
def _(scene):
    until(lambda: not scene.listed("surfaces"), "no surface is left")
    steps = doctor("--wait", "5", status=1)
    is_problem(steps, "devices", "there is no touchscreen", "udevadm")
    assert "touches" not in steps, steps


@check("doctor reports an untouched or sleeping panel as silent; to a member, that it may not see touches")
def _(panel):
    is_problem(doctor("--wait", "1", status=1), "touches", "nothing came from the panel", "gesturectl record")
    steps = doctor("--wait", "1", user=MEMBER)
    assert steps["touches"][0][0] == "unknown" and "sudo" in steps["touches"][0][2], steps


@contextlib.contextmanager
def grabbed(panel):
    """Meanwhile only this process receives the panel's events."""
    node = os.open(panel.node, os.O_RDONLY)
    try:
        fcntl.ioctl(node, EVIOCGRAB, 1)
        yield
    finally:
        os.close(node)


@check("doctor reports a grabbed panel with the process; it works again without the grab")
def _(scene, panel, client):
    words, holder = f"another process has grabbed {panel.node}", f"(pid {os.getpid()})"
    with grabbed(panel):
        steps = while_it_waits(scene, panel.tap, 1, "2")
        is_problem(steps, "touches", "nothing came from the panel", "")
        is_problem(steps, "touches", words, holder)
        assert "gestured (pid" not in steps["touches"][1][2], steps
        other = scene.panel("ed-atmel-mxt")
        steps = while_it_waits(scene, other.tap, 1)
        is_problem(steps, "touches", words, holder)
        assert len(steps["touches"]) == 2, "the other panel was touched, and nothing is wrong with it"
        scene.unplug(other)
    is_problem(doctor("--wait", "1", status=1), "touches", "nothing came from the panel", "no program has grabbed it")
    assert not client.gestures(surface=panel.surface), client.gestures()
    # The kernel sends a place only on change, and the process that had grabbed the panel received that one.
    panel.tap(0.3, 0.4)
    scene.settle(panel, client)


@check("doctor does not try to grab a panel that something touches, and says so")
def _(panel):
    with grabbed(panel):
        panel.fingers({0: panel.at(0.5, 0.5)})
        steps = doctor("--wait", "1", status=1)
        is_problem(steps, "touches", "nothing came from the panel", "lift every finger")
        assert not any("has grabbed" in words for _, words, _ in steps["touches"]), steps
        panel.lift()


@check("doctor reports a drop-in refused at the last reload, with a command that shows why; once corrected, a reload")
def _(panel):
    path = f"{CONFIGURATION}.d/50-doctor.yaml"
    with written(path, "recognizers: [{ name: menu, type: pan }]\n", "systemctl", "reload", "gestured"):
        write(path, "recognizers: [{ name: menu, type: tpa }]\n")
        run("systemctl", "reload", "gestured", status=1)
        steps = doctor("--wait", "0", status=1)
        is_problem(steps, "configuration", f"the previous configuration applies: {path}:1:", "gesturectl check, correct it")
        advised = said(*steps["configuration"][0][2].split(",")[0].split())
        assert advised.returncode == 78 and f"{path}:1:" in advised.stderr, advised
        write(path, "recognizers: [{ name: menu, type: tap }]\n")
        steps = doctor("--wait", "0", status=1)
        is_problem(steps, "configuration", "was refused at the last reload but has no problems now", "gesturectl reload")
        run("gesturectl", "reload")
        assert doctor("--wait", "0")["configuration"][0][0] == "ok"


@check("the journal has the fields: whose fault, which device and surface, which client")
def _(scene):
    unlimited_journal()
    panel = scene.panel("ed-elan-touchscreen")

    def entries(*matches):
        lines = scene.journal("-o", "json", "_SYSTEMD_UNIT=gestured.service", *matches).splitlines()
        return [json.loads(line) for line in lines]

    plugged = until(lambda: entries(f"GESTURED_DEVICE={panel.node}", f"GESTURED_SURFACE={panel.surface}"), "the fields")
    assert plugged[0]["_TRANSPORT"] == "journal" and plugged[0]["SYSLOG_IDENTIFIER"] == "gestured", plugged[0]
    assert plugged[0]["PRIORITY"] == "6" and panel.node in plugged[0]["MESSAGE"], plugged[0]
    client = Client(SOCKET)
    client.send(b"x" * 70000 + b"\n")
    client.receive(100)
    client.close()
    guilty = until(lambda: entries("GESTURED_BLAME=client", "GESTURED_PEER_UID=0"), "blame")
    assert guilty[0]["PRIORITY"] == "4" and "70000" not in guilty[0]["MESSAGE"], guilty[0]
    assert guilty[0]["GESTURED_PEER_PID"].isdigit()
