"""Checks of actions: `gesturectl run` with a file, real commands, and its user service."""

import os
import pwd
import shutil
import signal

from scene import MEMBER, as_user, check, configured, daemon, read, run, until, write

FOLDER = "/run/actions"
NAMES = """\
recognizers:
  - { name: select, type: tap }
  - { name: move, type: pan, maximumNumberOfTouches: 1 }
"""
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
        write(self.path, "actions:\n" + entries)
        self.program = scene.program(
            "setsid", *as_user(MEMBER, "sh", "-c", f"exec gesturectl run --config {self.path} 2>{FOLDER}/messages"))
        self.until_connected()

    def until_connected(self, count=1):
        """Waits until it has connected so many times."""
        until(lambda: "".join(written("messages")).count(" is there; ") == count, "gesturectl has connected")

    def end(self):
        os.killpg(self.program.pid, signal.SIGTERM)
        self.program.wait()


def written(name):
    """The lines that commands have written to a file."""
    return read(f"{FOLDER}/{name}").splitlines() if os.path.exists(f"{FOLDER}/{name}") else []


@check("a tap runs its command as the user, with the gesture in its environment")
def _(scene):
    with configured(NAMES):
        panel = scene.panel("ed-elan-touchscreen")
        command = f"echo $(id -un) $GESTURED_RECOGNIZER >> {FOLDER}/out"
        runner = Runner(scene, f"- {{ on: select, command: '{command}' }}\n")
        panel.tap()
        until(lambda: written("out") == [f"{MEMBER} select"], "the command has run once")
        runner.end()


@check("actions go on after a restart of gestured")
def _(scene):
    with configured(NAMES):
        runner = Runner(scene, f"- {{ on: select, command: 'echo tapped >> {FOLDER}/out' }}\n")
        before = daemon()
        run("systemctl", "restart", "gestured")
        assert daemon() != before
        runner.until_connected(2)
        scene.panel("ed-elan-touchscreen").tap()
        until(lambda: written("out") == ["tapped"], "the command has run")
        runner.end()


@check("systemd accepts the unit of the user's service")
def _():
    run("env", "XDG_RUNTIME_DIR=/run", "systemd-analyze", "--user", "verify", "--man=no", UNIT)


class Manager:
    """The service manager of a member of the group, and its configuration folder."""

    def __enter__(self):
        self.person = pwd.getpwnam(MEMBER)
        self.folder = f"{self.person.pw_dir}/.config/gestured"
        for folder in (self.person.pw_dir, os.path.dirname(self.folder), self.folder, FOLDER):
            os.makedirs(folder, exist_ok=True)
            os.chown(folder, self.person.pw_uid, self.person.pw_gid)
        run("loginctl", "enable-linger", MEMBER)
        self.runtime = f"/run/user/{self.person.pw_uid}"
        until(lambda: os.path.exists(f"{self.runtime}/systemd/private"), "the user's service manager runs")
        return self

    def __exit__(self, *_):
        # The end of the user's manager ends also what gestures have started.
        run("loginctl", "disable-linger", MEMBER)
        until(lambda: not os.path.exists(self.runtime), "the user's service manager has ended")
        shutil.rmtree(self.folder)

    def write(self, entries):
        write(f"{self.folder}/actions.yaml", "actions:\n" + entries)

    def systemctl(self, *arguments, status=0):
        return run(*as_user(MEMBER, "env", f"XDG_RUNTIME_DIR={self.runtime}", "systemctl", "--user", *arguments),
                   status=status)

    def log(self, *matches):
        return run("journalctl", "--quiet", "--output=cat", "_SYSTEMD_USER_UNIT=gestured-actions.service", *matches)

    def lines(self, identifier, text):
        """The number of lines with a text that the commands of an action have written."""
        return self.log(f"SYSLOG_IDENTIFIER={identifier}").splitlines().count(text)


@check("the user's service runs the user's file, loads it again on a reload, and leaves what gestures have started")
def _(scene):
    with configured(NAMES), Manager() as manager:
        panel = scene.panel("ed-elan-touchscreen")
        manager.systemctl("start", "gestured-actions")
        assert manager.systemctl("show", "-P", "ActiveState", "gestured-actions").strip() == "inactive", "without a file"
        manager.write(f"- {{ on: select, command: 'echo before >> {FOLDER}/log; exec sleep 600' }}\n")
        manager.systemctl("start", "gestured-actions")
        until(lambda: manager.log().count(" is there; ") == 1, "it has connected")
        panel.tap()
        until(lambda: written("log") == ["before"], "the action has run")

        manager.write("- { on: select, comand: [true] }\n")
        manager.systemctl("reload", "gestured-actions")
        until(lambda: "the file was not loaded" in manager.log(), "the mistake is reported")
        assert "actions.yaml:2:17: error: unknown key `comand`" in manager.log(), manager.log()

        manager.write(f"- {{ on: select, command: 'echo after >> {FOLDER}/log; while :; do echo said; sleep 0.1; done' }}\n"
                      f"- {{ on: {{ recognizer: move, state: began }}, command: 'echo began >> {FOLDER}/log' }}\n"
                      f"- {{ on: {{ recognizer: move, state: cancelled }}, command: 'echo cancelled >> {FOLDER}/log' }}\n")
        manager.systemctl("reload", "gestured-actions")
        until(lambda: manager.log().count(" is there; ") == 2, "it has loaded the file")
        panel.tap()
        until(lambda: written("log") == ["before", "after"], "the new action has run")

        # A gesture under way is forgotten.
        panel.move(((0.2, 0.5), (0.4, 0.5)))
        until(lambda: written("log")[2:] == ["began"], "a gesture is under way")
        manager.systemctl("reload", "gestured-actions")
        until(lambda: manager.log().count(" is there; ") == 3, "it has loaded the file")
        panel.lift()

        manager.systemctl("stop", "gestured-actions")
        run("pgrep", "-u", MEMBER, "-fx", "sleep 600")
        count = manager.lines("actions.yaml:2", "said")
        assert count > 0, manager.log()
        until(lambda: manager.lines("actions.yaml:2", "said") > count + 5, "what a command writes is in the journal")
        assert written("log") == ["before", "after", "began"], written("log")
