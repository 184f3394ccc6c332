"""The programs under test: gestured, which plays recordings, and gestured-web as another user, as it refuses root."""

import argparse
import functools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDINGS = ROOT / "Tests/Fixtures/recordings"
NOBODY = 65534
# Runs a program as a user without rights.
AS_NOBODY = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--no-new-privs"]
# A busy machine may take its time.
PATIENCE = 300


def options_of_checks(*more):
    """The options of checks: a folder of programs, a part of their sentences, and more that each name a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    for name in more:
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("part", nargs="?", default="")
    options = parser.parse_args()
    options.programs = options.programs.resolve()
    return options


def shared_folder():
    """A temporary folder that other users can enter."""
    folder = tempfile.TemporaryDirectory(prefix="checks-of-web-")
    os.chmod(folder.name, 0o755)
    return folder


class Daemon:
    """gestured, which plays recordings, again and again if it is not told otherwise."""

    def __init__(self, programs, path, configuration, *recordings, loop=True):
        self.program, self.path = pathlib.Path(programs, "gestured"), path
        self.configuration, self.recordings, self.loop = configuration, recordings, loop
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

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

    def stop(self, by=signal.SIGTERM):
        if self.process is not None:
            self.process.send_signal(by)
            self.process.wait()
            self.process = None


@functools.cache
def readable(programs):
    """A folder with what gestured-web runs and serves: the checkout may lie where only root can read."""
    folder = shared_folder()
    copy = pathlib.Path(folder.name)
    for name in ("gestured-web", "gesturectl"):
        shutil.copy(pathlib.Path(programs, name), copy / name)
    shutil.copytree(ROOT / "web/pages", copy / "pages")
    shutil.copytree(ROOT / "clients/javascript", copy / "library")
    subprocess.run(["chmod", "-R", "a+rX", copy], check=True)
    return folder


class Web:
    """gestured-web before a socket, with its pages and options; it keeps its port when it is started again."""

    def __init__(self, programs, path, *options, pages=None, port=0, **environment):
        copy = pathlib.Path(readable(programs).name)
        self.program, self.library = copy / "gestured-web", copy / "library"
        self.pages, self.control = pages or copy / "pages", copy / "gesturectl"
        self.path, self.port, self.options, self.environment = path, port, options, environment
        self.process = self.start_path = self.token = None
        self.errors = []

    @property
    def words(self):
        """Its command line, without what makes it another user."""
        return [self.program, "--port", str(self.port), "--socket", self.path, "--pages", self.pages, "--library",
                self.library, "--control", self.control, *self.options]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.process = subprocess.Popen(
            [*AS_NOBODY, *self.words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **self.environment})
        address = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[^#]*)#([0-9a-f]{32})(&recording)?\n", address)
        if not found:
            self.process.kill()
            raise AssertionError(f"gestured-web printed {address!r} and {self.process.communicate()[1]!r}")
        self.port, self.start_path, self.token = int(found[1]), found[2], found[3]
        threading.Thread(target=self.errors.extend, args=[self.process.stderr], daemon=True).start()
        return self

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
