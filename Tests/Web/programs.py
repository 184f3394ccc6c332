"""The programs under test: gestured, which plays recordings, and gestured-web as another user, as it refuses root."""

import argparse
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = ROOT / "Tests/Fixtures/recordings"
NOBODY = 65534
# A busy machine may take its time.
PATIENCE = 300


def options_of_checks():
    """The options of checks that show pages: a folder of programs, one for pictures, and a part of their names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--pictures")
    parser.add_argument("part", nargs="?", default="")
    return parser.parse_args()


def shared_folder():
    """A temporary folder that other users can enter."""
    folder = tempfile.TemporaryDirectory(prefix="gestured-web-checks-")
    os.chmod(folder.name, 0o755)
    return folder


def free_port():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]


class Daemon:
    """gestured, which plays recordings, again and again if it is not told otherwise."""

    def __init__(self, programs, path, configuration, *recordings, loop=True):
        self.program, self.path = pathlib.Path(programs, "gestured"), path
        self.configuration, self.recordings, self.loop = configuration, recordings, loop
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--socket", self.path, "--config", self.configuration, *["--loop"] * self.loop,
             "--replay", *self.recordings],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if " ready: " in line:
                break
        else:
            raise AssertionError("gestured does not start")
        # The user of gestured-web stands for a member of the group `gestures`.
        os.chmod(self.path, 0o777)
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def restart(self, *recordings):
        """Starts it again, with other recordings if there are any."""
        self.stop()
        self.recordings = recordings or self.recordings
        self.start()

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None


class Web:
    """gestured-web before a socket, with its pages and options."""

    def __init__(self, programs, path, *options, pages=ROOT / "web/pages"):
        # The checkout may lie where only root can read.
        self.folder = shared_folder()
        copy = pathlib.Path(self.folder.name)
        for name in ("gestured-web", "gesturectl"):
            shutil.copy(pathlib.Path(programs, name), copy / name)
        shutil.copytree(pages, copy / "pages")
        shutil.copytree(ROOT / "clients/javascript", copy / "library")
        subprocess.run(["chmod", "-R", "a+rX", copy], check=True)
        self.port, self.process, self.token = free_port(), None, None
        self.command = [
            "setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--no-new-privs",
            copy / "gestured-web", "--port", str(self.port), "--socket", path, "--pages", copy / "pages",
            "--library", copy / "library", "--control", copy / "gesturectl", *options]

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        assert address.startswith(f"{self.origin}/") and "#" in address, f"gestured-web has printed {address!r}"
        self.token = address.partition("#")[2]

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self):
        return f"{self.origin}/view/#{self.token}"

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}/gestures?token={self.token}"
