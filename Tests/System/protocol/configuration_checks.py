"""Checks of configurations of several files, and of gestured-watch.path."""

import contextlib
import json
import os

from protocol.control_checks import recognizers
from scene import CONFIGURATION, check, restart, run, show, until, write

FOLDER = CONFIGURATION + ".d"
DROP_IN = FOLDER + "/10-kiosk.yaml"


@contextlib.contextmanager
def drop_ins():
    """A folder for drop-ins; at the end it is removed, and the service reloaded."""
    os.makedirs(FOLDER)
    try:
        yield
    finally:
        for name in os.listdir(FOLDER):
            os.remove(os.path.join(FOLDER, name))
        os.rmdir(FOLDER)
        restart()


def replace(text):
    """Writes the drop-in as editors do: beside it, then over it."""
    write(DROP_IN + "~", text)
    os.rename(DROP_IN + "~", DROP_IN)


def status():
    return json.loads(run("gesturectl", "status", "--json"))


@check("configuration: a drop-in applies after systemctl reload, and gesturectl config has the place of each line")
def _(scene):
    before = recognizers(scene)
    with drop_ins():
        replace("recognizers:\n  - { name: added, type: pinch }\n  - { name: select, numberOfTouchesRequired: 2 }\n")
        assert recognizers(scene) == before
        run("systemctl", "reload", "gestured")
        assert recognizers(scene) == before + ["added"], recognizers(scene)
        assert status()["configuration"] == f"{CONFIGURATION} and 1 file of gestured.yaml.d", status()
        assert f"configuration {CONFIGURATION} and 1 file of" in show("StatusText"), show("StatusText")
        lines = [line.rstrip() for line in run("gesturectl", "config").splitlines()]
        added = next(line for line in lines if "- name: added" in line)
        assert added.endswith(f"# {DROP_IN}:2"), added
        changed = next(line for line in lines if "numberOfTouchesRequired: 2" in line and DROP_IN in line)
        assert changed.endswith(f"# {DROP_IN}:3"), changed
        select = next(line for line in lines if "- name: select" in line)
        assert f"# {CONFIGURATION}:" in select, select
        write("/run/printed.yaml", "\n".join(lines) + "\n")
        run("gesturectl", "check", "/run/printed.yaml")


@check("configuration: without the administrator's file the vendor's applies, which equals the built-in one")
def _(scene):
    os.rename(CONFIGURATION, CONFIGURATION + ".away")
    try:
        run("systemctl", "reload", "gestured")
        vendor = "/usr/local/share/gestured/gestured.yaml"
        assert status()["configuration"] == vendor, status()
        assert "two-finger-tap" in recognizers(scene)
        assert f"# {vendor}:" in run("gesturectl", "config").splitlines()[1], "the first value's line is of another file"
    finally:
        os.rename(CONFIGURATION + ".away", CONFIGURATION)
        run("systemctl", "reload", "gestured")


@check("configuration: with gestured-watch.path an added, changed or removed drop-in applies by itself")
def _(scene):
    before = recognizers(scene)
    with drop_ins():
        run("systemctl", "start", "gestured-watch.path")
        try:
            replace("recognizers: [{ name: one, type: pinch }]\n")
            until(lambda: recognizers(scene) == before + ["one"], "the drop-in counts")
            resting()
            replace("recognizers: [{ name: two, type: pinch }]\n")
            until(lambda: recognizers(scene) == before + ["two"], "the replaced file applies")
            resting()
            replace("recognizers: [{ name: two, type: pnch }]\n")
            place = f"{DROP_IN}:1:34: error: unknown type `pnch`"
            until(lambda: any(place in line for line in scene.warnings()), "the journal has the place")
            assert recognizers(scene) == before + ["two"]
            resting()
            os.remove(DROP_IN)
            until(lambda: recognizers(scene) == before, "it is gone")
            assert show("ActiveState") == "active" and show("NRestarts") == "0"
        finally:
            run("systemctl", "stop", "gestured-watch.path")


def resting():
    """Waits until systemd watches the files again."""
    until(lambda: show("SubState", "gestured-watch.path") == "waiting", "the files are watched")
