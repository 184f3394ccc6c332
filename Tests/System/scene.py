"""Panels, clients and the service for a check, and their clean-up."""

import contextlib
import glob
import json
import os
import signal
import subprocess
import time

from client import Client
from panel import Panel, Recording

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
RECORDINGS = os.path.join(PROJECT, "Tests", "Fixtures", "recordings")
CONFIGURATION = "/etc/gestured/gestured.yaml"
SOCKET = "/run/gestured/gestured.sock"
MEMBER, STRANGER = "kiosk", "stranger"  # users in the group gestures and not

checks = []


def path_of(recording):
    """The file of a recording."""
    return os.path.join(RECORDINGS, recording + ".evemu")


def check(sentence):
    """Registers a function as the check of a sentence. Checks run in the order of their definition."""

    def register(function):
        checks.append((sentence, function))
        return function

    return register


def run(*command, status=0):
    """The output of a command. AssertionError, with its output, unless it exits with the status."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == status, f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def as_user(user, *command):
    """The command line that runs a command as this user, with the groups the user database says."""
    return ["setpriv", "--reuid", user, "--regid", user, "--init-groups", *command]


def show(name):
    """A property of the service, as systemd knows it."""
    return run("systemctl", "show", "-P", name, "gestured").strip()


def until(condition, what, seconds=500):
    """The value of the condition as soon as it is true. For changes without an event to wait for."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"after {seconds} s not yet: {what}"
        time.sleep(0.02)
    return value


def daemon():
    """The process of the service."""
    return int(show("MainPID"))


def states_of(process):
    """The states of its threads: R, S, T and so on."""
    for stat in glob.glob(f"/proc/{process}/task/*/stat"):
        with open(stat, encoding="ascii") as file:
            yield file.read().rpartition(") ")[2][0]


@contextlib.contextmanager
def stopped(process=None):
    """Meanwhile the daemon does nothing, and above all does not read."""
    process = process or daemon()
    os.kill(process, signal.SIGSTOP)
    try:
        until(lambda: set(states_of(process)) == {"T"}, "it has stopped")
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextlib.contextmanager
def configured(text):
    """Meanwhile the service runs with this configuration."""
    with open(CONFIGURATION, encoding="utf-8") as file:
        before = file.read()
    restart_with(text)
    try:
        yield
    finally:
        restart_with(before)


def restart_anew():
    """Restarts the service with its present unit and drop-ins."""
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "gestured")


@contextlib.contextmanager
def impatient(restart=restart_anew):
    """Meanwhile the watchdog waits for six seconds only; the daemon restarts before and after."""
    folder = "/run/systemd/system/gestured.service.d"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/impatient.conf", "w", encoding="ascii") as file:
        file.write("[Service]\nWatchdogSec=6\n")
    try:
        restart()
        yield
    finally:
        os.unlink(f"{folder}/impatient.conf")
        os.rmdir(folder)
        restart()


def unlimited_journal():
    """Makes the journal take lines of the service again at once, though earlier checks may have used up its limit."""
    run("systemctl", "restart", "systemd-journald")


def restart_with(configuration):
    with open(CONFIGURATION, "w", encoding="utf-8") as file:
        file.write(configuration)
    run("systemctl", "reset-failed", "gestured")  # or systemd counts too many starts
    run("systemctl", "restart", "gestured")


class Scene:
    """A check's panels, clients and programs."""

    def __init__(self):
        self.panels, self.clients, self.programs = [], [], []
        self.start = time.time()

    def listed(self, what):
        """The daemon's list of `surfaces` or `devices`."""
        client = Client(SOCKET)
        try:
            return client.call("list", what=what)
        finally:
            client.close()

    def surface(self, panel):
        """The name of the surface the daemon has made of a panel, or None."""
        return next((each["name"] for each in self.listed("surfaces") if each["device"] == panel.node), None)

    def report_on(self, panel):
        """The daemon's report of a device, or None."""
        return next((each for each in self.listed("devices") if each["path"] == panel.node), None)

    def warnings(self, of_lateness=False):
        """The daemon's messages since the check began, of the level warning and above.

        Those of its lateness, which a slow machine causes, or all others."""
        lines = run("journalctl", "-p", "warning", "-o", "cat", "--since", f"@{self.start}",
                    "_SYSTEMD_UNIT=gestured.service").splitlines()
        return [line for line in lines if ("this machine is overloaded" in line) == of_lateness]

    def client(self, **subscription):
        """A subscriber."""
        client = Client(SOCKET)
        self.clients.append(client)
        client.call("subscribe", **subscription)
        return client

    def program(self, *command):
        """A program that runs until the end of the check; its output is text to be read by lines."""
        program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.programs.append(program)
        return program

    def device(self, recording, **differences):
        """A panel that no program has opened yet."""
        return self.add(Panel(Recording(path_of(recording)), **differences))

    def panel(self, recording, **differences):
        """A panel the daemon has made a surface of: `panel.surface` is its name."""
        return self.used(self.device(recording, **differences))

    def add(self, panel):
        """Has a panel unplugged at the end."""
        self.panels.append(panel)
        return panel

    def used(self, panel):
        """Waits until the daemon has made a surface of a panel."""
        panel.surface = until(lambda: self.surface(panel), f"a surface for {panel.name}")
        return panel

    def unplug(self, panel):
        """Removes a panel and waits until the daemon has noticed."""
        panel.unplug()
        self.panels.remove(panel)
        until(lambda: not self.surface(panel), f"{panel.name} is gone")

    def settle(self, panel, client):
        """Taps, and waits for that tap: whatever the panel did before has been published by then."""
        start = time.monotonic()
        panel.tap()
        client.wait(lambda: any(each["time"] > start for each in client.gestures(
            recognizer="select", surface=panel.surface)))

    def close(self):
        """Closes everything. AssertionError if a gesture that began was never closed."""
        for panel in self.panels:
            panel.unplug()
        for program in self.programs:
            program.kill()
            program.communicate()
        if self.panels:  # The next check's may get the same nodes.
            until(lambda: not self.listed("surfaces"), "no surface is left")
            until(lambda: {each["path"] for each in self.listed("devices")} <= set(glob.glob("/dev/input/event*")),
                  "no report is left")
        for client in self.clients:
            client.until_answered()
            client.close()
        for client in self.clients:
            assert not client.open_gestures(), f"never closed: {client.open_gestures()}"

    def print_received(self):
        """The lines that the clients received, to find out why the check failed."""
        for number, client in enumerate(self.clients, 1):
            print(f"  client {number} received, but for `changed`:")
            for line in client.lines:
                if "method" in line and line["params"].get("state") != "changed":
                    print("    " + json.dumps(line))
        for program in self.programs:
            program.kill()
            out, err = program.communicate()
            print(f"  {' '.join(program.args)} printed:\n{out}{err}")
