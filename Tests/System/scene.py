"""Panels, clients and the service for a check, and their clean-up."""

import contextlib
import glob
import inspect
import json
import os
import pwd
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
ELAN, ATMEL = "ed-elan-touchscreen", "ed-atmel-mxt"  # recordings; the latter is the surface `atmel`, 800 x 480 pixels
MEMBER, STRANGER = "kiosk", "stranger"  # users in the group gestures and not

checks = []


def path_of(recording):
    """The file of a recording."""
    return os.path.join(RECORDINGS, recording + ".evemu")


def check(sentence):
    """Registers a function as the check of a sentence; its parameters are some of those that `Scene.given` knows.

    Checks run in the order of their definition.
    """

    def register(function):
        checks.append((sentence, function))
        return function

    return register


def run(*command, status=0):
    """The output of a command. AssertionError, with its output, unless it exits with the status."""
    done = said(*command)
    assert done.returncode == status, f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def said(*command):
    """What a command has printed, with its status."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)


def as_user(user, *command):
    """The command line that runs a command as this user, with the groups the user database says."""
    return ["setpriv", "--reuid", user, "--regid", user, "--init-groups", *command]


def become(user):
    """Makes this process, for ever, one of a user with the groups of the user database."""
    known = pwd.getpwnam(user)
    os.initgroups(user, known.pw_gid)
    os.setgid(known.pw_gid)
    os.setuid(known.pw_uid)


def show(name, unit="gestured"):
    """A property of a unit, as systemd knows it."""
    return run("systemctl", "show", "-P", name, unit).strip()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes a file, whose folder need not be there."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


@contextlib.contextmanager
def written(path, text, *reading):
    """Meanwhile there is a file; the command `reading` is run when it is there, and when it is gone again."""
    folder = os.path.dirname(path)
    is_new = not os.path.isdir(folder)
    write(path, text)
    try:
        if reading:
            run(*reading)
        yield
    finally:
        os.unlink(path)
        if is_new:
            os.rmdir(folder)
        if reading:
            run(*reading)


def drop_in(unit, *lines):
    """Meanwhile a unit has these lines, too, from its next start on."""
    return written(f"/run/systemd/system/{unit}.d/of-the-test.conf", "\n".join(lines) + "\n",
                   "systemctl", "daemon-reload")


def udev_rule(keys, name="71-of-the-test"):
    """Meanwhile udev has a rule for event nodes beside those that are installed, from their next event on."""
    return written(f"/run/udev/rules.d/{name}.rules",
                   f'ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", {keys}\n', "udevadm", "control", "--reload")


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


def status_of(process):
    """What /proc says of a process, such as VmRSS."""
    return dict(line.split(":\t", 1) for line in read(f"/proc/{process}/status").splitlines())


def memory(process):
    """A process's memory, in KiB."""
    return int(status_of(process)["VmRSS"].split()[0])


def switches(process):
    """How often a process has gone to sleep, and so how often it has woken up."""
    return int(status_of(process)["voluntary_ctxt_switches"])


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


def restart():
    """Restarts the service, however often it was restarted already."""
    run("systemctl", "reset-failed", "gestured")
    run("systemctl", "restart", "gestured")


def restart_with(configuration):
    write(CONFIGURATION, configuration)
    restart()


@contextlib.contextmanager
def configured(text):
    """Meanwhile the service runs with this configuration."""
    before = read(CONFIGURATION)
    restart_with(text)
    try:
        yield
    finally:
        restart_with(before)


def with_surfaces(*surfaces):
    """The configuration with these surfaces in place of its own."""
    recognizers = read(CONFIGURATION).partition("recognizers:")[2]
    return "surfaces:\n" + "".join(f"  - {each}\n" for each in surfaces) + "recognizers:" + recognizers


@contextlib.contextmanager
def edited(change):
    """Meanwhile the file of the configuration is changed; at the end the service has loaded the present one again."""
    before = read(CONFIGURATION)
    write(CONFIGURATION, change(before))
    try:
        yield
    finally:
        write(CONFIGURATION, before)
        run("systemctl", "reload", "gestured")


@contextlib.contextmanager
def loaded(change):
    """Meanwhile the service has loaded a changed configuration."""
    with edited(change):
        run("systemctl", "reload", "gestured")
        yield


@contextlib.contextmanager
def impatient():
    """Meanwhile the watchdog waits for six seconds only; the daemon restarts before and after."""
    try:
        with drop_in("gestured.service", "[Service]", "WatchdogSec=6"):
            restart()
            yield
    finally:
        restart()


def unlimited_journal():
    """Makes the journal take lines of the service again at once, though earlier checks may have used up its limit."""
    run("systemctl", "restart", "systemd-journald")


class Scene:
    """A check's panels, clients and programs."""

    def __init__(self):
        self.panels, self.clients, self.programs = [], [], []
        self.start = time.time()

    def given(self, function):
        """The arguments of a check, by the names of its parameters."""
        makers = {"scene": lambda: self, "panel": lambda: self.panel(ELAN), "atmel": lambda: self.panel(ATMEL),
                  "client": self.client, "process": daemon}
        return {name: makers[name]() for name in inspect.signature(function).parameters}

    def journal(self, *matches):
        """What the service, or what matches, has said since the check began."""
        return run("journalctl", "-o", "cat", "--since", f"@{self.start}", *(matches or ["-u", "gestured"]))

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
        lines = self.journal("-p", "warning", "_SYSTEMD_UNIT=gestured.service").splitlines()
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
