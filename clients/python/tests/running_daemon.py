"""A running gestured for tests, with a looping recording as its panel, and its clients."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import gestured

from .written_recording import write_recording

FOLDER = pathlib.Path(__file__).resolve().parents[1]
RECORDINGS = FOLDER.parents[1] / "Tests/Fixtures/recordings"
PROGRAM = os.environ.get("GESTURED_PROGRAM") or shutil.which("gestured")

PANEL = "surfaces: [{ name: panel, size: 278mm x 174mm }]\n"
NO_RECOGNIZERS = PANEL + "recognizers: []\n"
CONFIGURATION = PANEL + "recognizers: [{ name: pan, type: pan }, { name: tap, type: tap }]\n"
DOUBLE_TAP = "ed-isdv4e6-double-tap-center.evemu"  # One finger taps twice in 0.2 s.
SCROLL = "ed-isdv4e6-single-center-scroll.evemu"  # One finger moves up and down for 0.8 s.


class Daemon:
    """A running gestured and a client; raises an error with its output if it does not start."""

    def __init__(self, recording=SCROLL, configuration=CONFIGURATION, frames=()):
        """Replays a recording, or frames of fingers as `write_recording` takes them."""
        self.closing = contextlib.ExitStack()
        folder = self.closing.enter_context(tempfile.TemporaryDirectory())
        self.path = os.path.join(folder, "socket")
        self.configuration = pathlib.Path(folder, "gestured.yaml")
        self.configuration.write_text(configuration)
        self.recording = RECORDINGS / recording
        if frames:
            self.recording = pathlib.Path(folder, "written.evemu")
            write_recording(self.recording, frames)
        self.start()
        self.closing.callback(self.stop)
        self.client = self.another()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "--socket", self.path, "--replay", self.recording, "--loop", "--config", self.configuration],
            stderr=subprocess.PIPE, text=True, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "ready" in line:
                # Its output from here on fits the pipe, unless the test is far too long.
                return
        raise AssertionError("gestured did not start:\n" + "".join(said))

    def stop(self):
        """Stops it as systemd does, and reads its last output, which could otherwise block it."""
        self.process.terminate()
        self.process.communicate(timeout=60)

    def restart(self):
        self.stop()
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closing.close()

    def another(self, **arguments):
        """One more client of the daemon."""
        return self.closing.enter_context(gestured.Client(self.path, **{"timeout": 60, **arguments}))

    @contextlib.contextmanager
    def example(self, name, *arguments, **options):
        """A running example of the library."""
        environment = {**os.environ, "GESTURED_SOCKET": self.path, "PYTHONPATH": str(FOLDER)}
        command = [sys.executable, FOLDER / "examples" / name, *arguments]
        with subprocess.Popen(command, env=environment, text=True, **options) as process:
            try:
                yield process
            finally:
                process.terminate()

    def until(self, condition, client=None, seconds=60):
        """The events up to the first that meets the condition, that one included."""
        client, events = client or self.client, []
        while not events or not condition(events[-1]):
            event = client.receive(seconds)
            assert event is not None, f"nothing for {seconds} s after {events[-3:]}"
            events.append(event)
        return events

    def gesture(self, recognizer, state, client=None):
        """The next gesture of this recognizer in this state."""
        return self.until(lambda each: isinstance(each, gestured.Gesture) and (each.recognizer, each.state) == (
            recognizer, state), client)[-1]

    def touch(self, phase):
        """The next touch with this phase."""
        return self.until(is_touch(phase))[-1].touches[0]


def is_touch(*phases):
    return lambda event: isinstance(event, gestured.Touches) and any(each.phase in phases for each in event.touches)


def is_connected(event):
    return isinstance(event, gestured.Connected)


def own(entries):
    """Which of these regions or recognizers the client has attached."""
    return [each for each in entries if each.own]
