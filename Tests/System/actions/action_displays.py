#!/usr/bin/env python3
"""Test of actions on real displays: xdotool under Xvfb, wtype under sway and phoc.

    action_displays.py FOLDER [CHECK...]    FOLDER has a built gestured and gesturectl; a CHECK is a name below

A recorded panel repeats a gesture; `gesturectl run` presses keys, which xev and wev must receive. Installs
missing Debian packages. Prints `ok` and `FAIL` lines and at last `N passed, N failed`; exit status 1 if one failed.
"""

import pathlib
import re
import subprocess
import sys

from displays import phoc, programs, sway, until, xvfb

ROOT = pathlib.Path(__file__).resolve().parents[3]
TAPS = ROOT / "Tests/Fixtures/recordings/ed-atmel-mxt-1f-fasttaps.evemu"
SWIPE = ROOT / "Tests/Fixtures/demo/swipe.evemu"
CHECKS = {}


def check(*packages):
    """Adds a check, which needs packages of Debian."""
    def add(function):
        CHECKS[function] = packages
        return function
    return add


class Gestures:
    """gestured with a recorded panel, and gesturectl beside it."""

    def __init__(self, built, started, recording, configuration=None):
        self.built, self.started = built, started
        self.socket = started.folder / "s"
        options = []
        if configuration:
            file = started.folder / "gestured.yaml"
            file.write_text(configuration, encoding="utf-8")
            options = ["--config", file]
        started.start(
            built / "gestured", "--replay", recording, "--loop", "--socket", self.socket, *options).wait_for("ready:")

    def run(self, actions, **display):
        """gesturectl with a file of actions, when it has connected."""
        file = self.started.folder / "actions.yaml"
        file.write_text(actions, encoding="utf-8")
        program = self.started.start(
            self.built / "gesturectl", "run", "--config", file, "--socket", self.socket, **display)
        program.wait_for(" is there; ")
        return program


def xev(started, display):
    """A window that prints the keys that it receives."""
    keys = started.start("stdbuf", "-oL", "xev", "-geometry", "400x400+0+0", "-event", "keyboard", **display)
    keys.wait_for("Outer window")
    # Without a window manager, the window under the pointer receives keys.
    subprocess.run(["xdotool", "mousemove", "50", "50"], env={"PATH": "/usr/bin:/bin", **display}, check=True)
    return keys


@check("xvfb", "x11-utils", "xdotool")
def x11(built):
    """xdotool presses the keys of actions under X11, and `app` is refused there"""
    with programs() as started:
        display = xvfb(started)
        keys = xev(started, display)
        actions = Gestures(built, started, TAPS).run(
            "actions:\n- { on: tap, key: ctrl+Left }\n- { on: tap, app: xev, key: F7 }\n", **display)
        keys.wait_for("keysym 0xffe3, Control_L", "keysym 0xff51, Left")
        assert re.search(r"state 0x4, .*keysym 0xff51, Left", keys.text()), "Left without ctrl"
        actions.wait_for(":3:19: error: `app` needs a compositor")
        assert "0xffc4, F7" not in keys.text()


@check("xvfb", "x11-utils", "xdotool")
def turns(built):
    """keys of two actions that run at once do not mix"""
    with programs() as started:
        display = xvfb(started)
        keys = xev(started, display)
        Gestures(built, started, TAPS).run(
            "actions:\n- { on: tap, key: ctrl+Left }\n- { on: tap, key: F7 }\n", **display)
        until(lambda: keys.text().count("0xffc4, F7") > 60, "keys", keys)
        states = set(re.findall(r"state (\w+), .*keysym 0xffc4, F7", keys.text()))
        assert states == {"0x0"}, f"F7 with modifiers: {states}"


def wtype_presses(built, compositor):
    """Checks the keys of actions, also those for the application in front and for no other."""
    with programs() as started:
        display = compositor(started)
        keys = started.start("stdbuf", "-oL", "wev", **display)
        Gestures(built, started, TAPS).run(
            "actions:\n- { on: tap, app: another, key: F8 }\n- { on: tap, key: ctrl+Left }\n"
            "- { on: tap, app: wev, key: F7 }\n", **display)
        until(lambda: keys.text().count("sym: F7 ") > 4 and keys.text().count("sym: Left ") > 4, "keys", keys)
        assert "depressed: 00000004: Control" in keys.text(), keys.text()[-2000:]
        assert "sym: F8 " not in keys.text()
        checked = started.start(built / "gesturectl", "check", "--actions", started.folder / "actions.yaml",
                                ROOT / "config/gestured.yaml", **display)
        assert checked.process.wait() == 0, checked.text()


@check("sway", "wtype", "wev")
def wayland(built):
    """wtype presses the keys of actions under sway, also those for the application in front and for no other"""
    wtype_presses(built, sway)


@check("sway", "wev")
def workspace(built):
    """under sway, no application is in front on an empty workspace, in the scratchpad, or after its last window"""
    with programs() as started:
        display = sway(started)
        out = started.folder / "out"
        out.touch()
        actions = Gestures(built, started, TAPS).run(
            f"actions:\n- {{ on: tap, jobs: 64, command: 'echo front >> {out}', app: wev }}\n"
            f"- {{ on: tap, command: 'echo tap >> {out}' }}\n", **display)

        def lines():
            return out.read_text(encoding="utf-8").splitlines()

        def is_in_front():
            seen = len(lines())
            until(lambda: "front" in lines()[seen:], "wev is in front", actions)

        def is_not_in_front():
            until(lambda: lines()[-5:] == ["tap"] * 5, "wev is not in front", actions)

        def command(words):
            subprocess.run(["swaymsg", "--quiet", words], env={"PATH": "/usr/bin:/bin", **display}, check=True)

        is_not_in_front()
        window = started.start("wev", **display)
        is_in_front()
        for leave, come_back in (("workspace 2", "workspace 1"), ("move scratchpad", "scratchpad show")):
            command(leave)
            is_not_in_front()
            command(come_back)
            is_in_front()
        window.end()
        is_not_in_front()


@check("phoc", "xvfb", "wtype", "wev")
def phone(built):
    """the same under phoc, the compositor of phosh, which speaks wlr-foreign-toplevel-management"""
    wtype_presses(built, phoc)


@check()
def learn(built):
    """what `actions --learn` prints is a file of actions that runs"""
    with programs() as started:
        gestures = Gestures(built, started, SWIPE, "recognizers: [{ name: back, type: swipe, direction: left }]\n")
        learned = started.start("stdbuf", "-oL", built / "gesturectl", "actions", "--learn", "--socket", gestures.socket)
        learned.wait_for("notify-send, back]\n")
        learned.end()
        entries = "".join(line + "\n" for line in learned.text().splitlines() if not line.startswith("gesturectl:"))
        assert "- on: { recognizer: back, where: { direction: left } }\n" in entries, entries
        gestures.run(entries.replace("notify-send", "echo")).wait_for(":3: back\n")


def main():
    built, wanted, failed = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:], 0
    checks = [function for function in CHECKS if not wanted or function.__name__ in wanted]
    needed = {package for function in checks for package in CHECKS[function]}
    subprocess.run([ROOT / "scripts/prerequisites", *sorted(needed)], check=True)
    for function in checks:
        try:
            function(built)
            print(f"ok   {function.__doc__}", flush=True)
        except (AssertionError, OSError, KeyError) as error:
            failed += 1
            print(f"FAIL {function.__doc__}\n{error}", flush=True)
    print(f"actions on displays: {len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
