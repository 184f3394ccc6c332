"""A running gestured for tests, with a looping recording as its panel."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import gestured

RECORDINGS = pathlib.Path(__file__).resolve().parents[3] / "Tests/Fixtures/recordings"
PROGRAM = os.environ.get("GESTURED_PROGRAM") or shutil.which("gestured")

CONFIGURATION = """
surfaces:
  - { name: panel, size: 278mm x 174mm }
recognizers:
  - { name: pan, type: pan }
  - { name: tap, type: tap }
"""
DOUBLE_TAP = "ed-isdv4e6-double-tap-center.evemu"  # One finger taps twice in 0.2 s.
SCROLL = "ed-isdv4e6-single-center-scroll.evemu"  # One finger moves up and down for 0.8 s.
GOING_ON = "../clients/finger-that-goes-on.evemu"  # One finger moves up and down for five seconds.


class Daemon:
    """A running gestured; raises an error with its output if it does not start."""

    def __init__(self, recording=SCROLL, configuration=CONFIGURATION):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "socket")
        self.configuration = pathlib.Path(self.folder.name, "gestured.yaml")
        self.configuration.write_text(configuration)
        self.recording = RECORDINGS / recording
        self.start()

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

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.stop()
        self.folder.cleanup()


@unittest.skipUnless(PROGRAM, "$GESTURED_PROGRAM does not say where gestured is")
class DaemonTestCase(unittest.TestCase):
    """A test with a daemon and a client, which end after it."""

    recording, configuration = SCROLL, CONFIGURATION

    def setUp(self):
        self.daemon = Daemon(self.recording, self.configuration)
        self.addCleanup(self.daemon.__exit__, None, None, None)
        self.client = self.another()

    def another(self, **arguments):
        """One more client of the daemon."""
        client = gestured.Client(self.daemon.path, **arguments)
        self.addCleanup(client.close)
        return client

    def until(self, condition, client=None, seconds=60):
        """The events up to the first that meets the condition, that one included."""
        client, events = client or self.client, []
        while not events or not condition(events[-1]):
            event = client.receive(seconds)
            self.assertIsNotNone(event, f"nothing for {seconds} s after {events[-3:]}")
            events.append(event)
        return events

    def gesture(self, recognizer, state, client=None):
        """The next gesture of this recognizer in this state."""
        return self.until(lambda each: isinstance(each, gestured.Gesture) and (each.recognizer, each.state) == (
            recognizer, state), client)[-1]

    def assert_balanced(self, events):
        """Every gesture that began has ended, and none ended without a begin."""
        under_way = set()
        for event in events:
            if isinstance(event, gestured.Gesture):
                key = (event.subscription, event.recognizer, event.gesture)
                if event.state == "began":
                    under_way.add(key)
                elif event.state != "recognized":
                    self.assertIn(key, under_way, event)
                    if event.state != "changed":
                        under_way.remove(key)
        self.assertEqual(under_way, set())
