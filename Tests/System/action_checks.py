"""Checks of actions: `gesturectl run` with a file, real commands, and its user service."""

import os
import pwd
import re
import signal

from scene import MEMBER, as_user, check, configured, daemon, run, until

FOLDER = "/run/actions"
NAMES = """\
recognizers:
  - { name: select, type: tap }
  - { name: move, type: pan, maximumNumberOfTouches: 1 }
"""
PLACES = "access: [{ group: gestures, allow: [gestures, locations] }]\n"
UNIT = "/usr/local/lib/systemd/user/gestured-actions.service"


class Runner:
    """`gesturectl run` of a member of the group, with the entries of a file; commands write into one folder."""

    def __init__(self, scene, entries):
        os.makedirs(FOLDER, exist_ok=True)
        for name in os.listdir(FOLDER):
            os.unlink(f"{FOLDER}/{name}")
        person = pwd.getpwnam(MEMBER)
        os.chown(FOLDER, person.pw_uid, person.pw_gid)
        self.path = f"{FOLDER}/actions.yaml"
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("actions:\n" + entries)
        self.program = scene.program(
            "setsid", *as_user(MEMBER, "sh", "-c", f"exec gesturectl run --config {self.path} 2>{FOLDER}/messages"))
        until(lambda: " is there; " in self.messages(), "gesturectl has connected")

    def messages(self):
        try:
            with open(f"{FOLDER}/messages", encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def written(self, name):
        """The lines that commands have written to a file."""
        try:
            with open(f"{FOLDER}/{name}", encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def end(self):
        os.killpg(self.program.pid, signal.SIGTERM)
        self.program.wait()


@check("a tap runs its command as the user, with the gesture in its environment")
def _(scene):
    with configured(NAMES):
        panel = scene.panel("ed-elan-touchscreen")
        command = f"echo $(id -un) $GESTURED_RECOGNIZER >> {FOLDER}/out"
        runner = Runner(scene, f"- {{ on: select, command: '{command}' }}\n")
        panel.tap()
        until(lambda: runner.written("out") == [f"{MEMBER} select"], "the command has run once")
        runner.end()


@check("commands that hang, fail and flood the log delay no other")
def _(scene):
    entries = f"""\
- {{ on: select, command: [sleep, "600"], timeout: 600s }}
- {{ on: select, command: exit 7 }}
- {{ on: select, command: [yes, flood], jobs: 1 }}
- {{ on: select, command: 'echo tapped >> {FOLDER}/out' }}
"""
    with configured(NAMES):
        panel = scene.panel("ed-elan-touchscreen")
        runner = Runner(scene, entries)
        for number in range(1, 11):
            panel.tap()
            until(lambda number=number: len(runner.written("out")) == number, f"{number} taps", seconds=60)
        said = runner.messages()
        assert f"{runner.path}:2: 4 commands are running; gestures are skipped until one ends\n" in said, said
        assert f"{runner.path}:3: sh, started for select, failed: exit status 7\n" in said, said
        until(lambda: re.search(r":4: … \d+ lines more\n", runner.messages()), "the flood is counted")
        assert len(runner.messages()) < 1 << 20, len(runner.messages())
        runner.end()
        run("sh", "-c", "pkill -u " + MEMBER + " -x sleep; true")


@check("steps follow a finger up and down")
def _(scene):
    entries = f"""\
- on: {{ recognizer: move, state: [changed, ended] }}
  step: {{ member: translation.y, every: 5mm }}
  up: 'echo up >> {FOLDER}/out'
  down: 'echo down >> {FOLDER}/out'
"""
    with configured(NAMES + PLACES):
        panel = scene.panel("ed-elan-touchscreen")
        client = scene.client()
        runner = Runner(scene, entries)
        panel.move(((0.5, 0.8), (0.5, 0.3)))
        panel.move(((0.5, 0.3), (0.5, 0.5)))
        panel.lift()
        ended = client.wait_for(recognizer="move", state="ended")
        scene.settle(panel, client)
        millimetres = -ended["translation"]["y"] * 25.4 / 163
        until(lambda: "down" in runner.written("out"), "steps down")
        lines = runner.written("out")
        assert lines == sorted(lines, reverse=True), lines
        assert abs(lines.count("up") - lines.count("down") - millimetres / 5) <= 1, (lines, millimetres)
        runner.end()


@check("a pan that returns does not run the command of a long one")
def _(scene):
    entries = f"""\
- on: {{ recognizer: move, where: {{ distance: '>= 30mm' }} }}
  command: 'echo far >> {FOLDER}/out'
"""
    with configured(NAMES + PLACES):
        panel = scene.panel("ed-elan-touchscreen")
        client = scene.client()
        runner = Runner(scene, entries)
        panel.move(((0.2, 0.5), (0.8, 0.5)))
        panel.move(((0.8, 0.5), (0.22, 0.5)))
        panel.lift()
        client.wait_for(recognizer="move", state="ended")
        panel.move(((0.2, 0.5), (0.8, 0.5)))
        panel.lift()
        until(lambda: runner.written("out"), "the long pan ran its command")
        assert runner.written("out") == ["far"]
        runner.end()


@check("actions go on after a restart of gestured")
def _(scene):
    with configured(NAMES):
        runner = Runner(scene, f"- {{ on: select, command: 'echo tapped >> {FOLDER}/out' }}\n")
        before = daemon()
        run("systemctl", "restart", "gestured")
        assert daemon() != before
        until(lambda: runner.messages().count(" is there; ") == 2, "gesturectl has connected again")
        scene.panel("ed-elan-touchscreen").tap()
        until(lambda: runner.written("out") == ["tapped"], "the command has run")
        runner.end()


@check("systemd accepts the unit of the user's service")
def _(_scene):
    run("systemd-analyze", "--user", "verify", "--man=no", UNIT)
