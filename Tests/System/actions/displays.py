"""Displays without a screen: Xvfb, and the compositors sway and phoc; and programs whose output is kept."""

import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time

PATIENCE = 120
NOBODY = 65534
# Variables by which a program finds the display of whoever runs the test.
OWN_SESSION = ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "XDG_RUNTIME_DIR")


class Program:
    """A program whose output is kept in a file."""

    def __init__(self, path, command, environment):
        self.path = path
        own = {name: value for name, value in os.environ.items() if name not in OWN_SESSION}
        with open(path, "wb") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={**own, **environment},
                start_new_session=True)

    def text(self):
        return self.path.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, *words):
        """Waits until the output has all these words."""
        until(lambda: all(word in self.text() for word in words), f"{self.path.name} says {words}", self)

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def until(condition, what, *programs):
    """Waits for a condition; AssertionError, with what programs have said, when one has ended or it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        said = "".join(f"\n{program.path.name}:\n{program.text()[-3000:]}" for program in programs)
        assert all(program.process.poll() is None for program in programs), f"not yet, and it has ended: {what}{said}"
        assert time.monotonic() < deadline, f"after {PATIENCE} s not yet: {what}{said}"
        time.sleep(0.02)


class Programs:
    """A folder, and the programs that were started with their output there."""

    def __init__(self, folder):
        self.folder, self.started = pathlib.Path(folder), []

    def start(self, *command, **environment):
        command = [str(word) for word in command]
        name = next(word for word in command if word not in ("stdbuf", "-oL")).rpartition("/")[2]
        path = self.folder / f"{name}-{len(self.started)}.txt"
        self.started.append(Program(path, command, environment))
        return self.started[-1]


@contextlib.contextmanager
def programs():
    """Programs, all of which end."""
    with tempfile.TemporaryDirectory(prefix="gestured-displays-") as folder:
        started = Programs(folder)
        try:
            yield started
        finally:
            for program in reversed(started.started):
                program.end()


def xvfb(started):
    """Starts Xvfb; the variables of its display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"], pass_fds=[writing],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    os.close(writing)
    with os.fdopen(reading) as file:
        number = file.readline().strip()
    assert number, "Xvfb does not start"
    started.started.append(Server(server))
    return {"DISPLAY": f":{number}", "XDG_RUNTIME_DIR": str(started.folder)}


class Server:
    """A process that ends with the programs."""

    def __init__(self, process):
        self.process = process

    def end(self):
        self.process.terminate()
        self.process.wait()


def sway(started, user=NOBODY):
    """Starts sway with an output in memory, as a user if this is root; the variables of its session."""
    config = started.folder / "sway.config"
    config.write_text(f"output HEADLESS-1 resolution 1024x768\nexec {started.folder}/tell\n", encoding="utf-8")
    return compositor(started, ["sway", "--config", config], ["WAYLAND_DISPLAY", "SWAYSOCK"], user,
                      WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1")


def phoc(started):
    """Starts phoc in a window of Xvfb, as it has no seat without a keyboard; the variables of its session."""
    return compositor(started, ["phoc", "--exec", started.folder / "tell"], ["WAYLAND_DISPLAY"],
                      WLR_BACKENDS="x11", GSETTINGS_BACKEND="memory", DISPLAY=xvfb(started)["DISPLAY"])


def compositor(started, command, names, user=NOBODY, **environment):
    """Starts a compositor that runs `tell` in the folder; the variables of its session with these names."""
    run, tell = started.folder / "run", started.folder / "tell"
    run.mkdir(mode=0o700)
    said = run / "environment"
    # The file is there when it is whole. phoc ends with the program.
    tell.write_text(f"#!/bin/sh\nenv >{run}/new && mv {run}/new {said}\nexec sleep infinity\n", encoding="utf-8")
    tell.chmod(0o755)
    # sway does not start as root.
    other = []
    if os.geteuid() == 0:
        started.folder.chmod(0o755)
        os.chown(run, user, user)
        other = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]
    program = started.start(
        *other, *command, **{"XDG_RUNTIME_DIR": str(run), "WLR_RENDERER": "pixman", "HOME": str(run), **environment})
    until(said.exists, f"{command[0]} has started", program)
    found = dict(line.split("=", 1) for line in said.read_text().splitlines() if "=" in line)
    return {name: found[name] for name in names} | {"XDG_RUNTIME_DIR": str(run)}
