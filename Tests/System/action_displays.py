#!/usr/bin/env python3
"""Test of the keys of actions on real displays: xdotool under Xvfb, wtype under a headless sway.

    action_displays.py FOLDER     FOLDER has a built gestured and gesturectl

Needs the Debian packages xvfb, x11-utils, xdotool, sway, wtype and wev. A recorded panel taps in a loop; each tap
presses a key, which xev or wev must print. Prints `ok` and `FAIL` lines; exit status 1 if one failed.
"""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDING = ROOT / "Tests/Fixtures/recordings/ed-atmel-mxt-1f-fasttaps.evemu"
PATIENCE = 60
ACTIONS = "actions:\n- { on: tap, key: ctrl+Left }\n- { on: tap, app: wev, key: F7 }\n"


class Program:
    """A program whose output is kept in a file."""

    def __init__(self, folder, *command, **environment):
        self.path = pathlib.Path(folder, f"{command[0].split('/')[-1]}.txt")
        self.output = open(self.path, "wb")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output,
                                        env={**os.environ, **environment}, start_new_session=True)

    def text(self):
        return self.path.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, *words):
        deadline = time.monotonic() + PATIENCE
        while not all(word in self.text() for word in words):
            assert self.process.poll() is None, f"{self.path.name} has ended:\n{self.text()}"
            assert time.monotonic() < deadline, f"{self.path.name} does not say {words}:\n{self.text()[-2000:]}"
            time.sleep(0.02)

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
        self.output.close()


@contextlib.contextmanager
def programs():
    """A folder, and a function that starts programs there, all of which end."""
    started = []
    with tempfile.TemporaryDirectory() as folder:
        def start(*command, **environment):
            started.append(Program(folder, *map(str, command), **environment))
            return started[-1]

        try:
            yield pathlib.Path(folder), start
        finally:
            for program in reversed(started):
                program.end()


def run_actions(built, folder, start, **display):
    """gestured with the recorded panel, and its actions on a display."""
    socket, file = folder / "s", folder / "actions.yaml"
    file.write_text(ACTIONS, encoding="utf-8")
    start(built / "gestured", "--replay", RECORDING, "--loop", "--socket", socket).wait_for("ready:")
    return start(built / "gesturectl", "run", "--config", file, "--socket", socket, **display)


def x11(built):
    """xdotool presses the keys of actions under X11"""
    with programs() as (folder, start):
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"], pass_fds=[writing],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        try:
            display = {"DISPLAY": ":" + os.read(reading, 16).decode().strip(), "WAYLAND_DISPLAY": "", "SWAYSOCK": ""}
            keys = start("stdbuf", "-oL", "xev", "-geometry", "400x400+0+0", "-event", "keyboard", **display)
            keys.wait_for("Outer window")
            # Without a window manager, the window under the pointer receives keys.
            subprocess.run(["xdotool", "mousemove", "50", "50"], env={**os.environ, **display}, check=True)
            actions = run_actions(built, folder, start, **display)
            keys.wait_for("keysym 0xffe3, Control_L", "keysym 0xff51, Left")
            actions.wait_for(":3:19: error: ", "`app` needs a compositor")
        finally:
            server.terminate()
            server.wait()
            os.close(reading)


def wayland(built):
    """wtype presses the keys of actions under sway, also those of the application in front"""
    with programs() as (folder, start):
        run = folder / "run"
        run.mkdir(mode=0o700)
        config = folder / "sway"
        config.write_text("output HEADLESS-1 resolution 800x600\n"
                          f"exec env >{folder}/environment && touch {folder}/ready\n", encoding="utf-8")
        start("sway", "--config", config, XDG_RUNTIME_DIR=str(run), WLR_BACKENDS="headless",
              WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman")
        deadline = time.monotonic() + PATIENCE
        while not (folder / "ready").exists():
            assert time.monotonic() < deadline, "sway did not start"
            time.sleep(0.02)
        found = dict(line.split("=", 1) for line in (folder / "environment").read_text().splitlines() if "=" in line)
        display = {name: found[name] for name in ("WAYLAND_DISPLAY", "SWAYSOCK")} | {"XDG_RUNTIME_DIR": str(run)}
        keys = start("stdbuf", "-oL", "wev", **display)
        run_actions(built, folder, start, **display)
        keys.wait_for("Left", "F7")


def main():
    built, failed = pathlib.Path(sys.argv[1]).resolve(), 0
    for test in (x11, wayland):
        try:
            test(built)
            print(f"ok   {test.__doc__}", flush=True)
        except (AssertionError, OSError, KeyError) as error:
            failed += 1
            print(f"FAIL {test.__doc__}\n{error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
