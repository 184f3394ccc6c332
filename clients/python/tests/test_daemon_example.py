"""Tests of the example with the daemon."""

import os
import pathlib
import subprocess
import sys

from .running_daemon import DOUBLE_TAP, DaemonTestCase

FOLDER = pathlib.Path(__file__).resolve().parents[1]


class ExampleTests(DaemonTestCase):
    def lines(self, count):
        """The first lines that it prints; it may begin in the middle of a gesture."""
        environment = {**os.environ, "GESTURED_SOCKET": self.daemon.path, "PYTHONPATH": str(FOLDER)}
        with subprocess.Popen([sys.executable, FOLDER / "examples/double_tap.py"], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            lines = [process.stdout.readline() for _ in range(count)]
            process.terminate()
            return lines


class DoubleTapTests(ExampleTests):
    recording = DOUBLE_TAP

    def test_two_taps_are_a_double_tap(self):
        self.assertRegex(self.lines(2)[-1], "^double tap at [0-9]+, [0-9]+ on panel\n")


class SingleTapTests(ExampleTests):
    recording = "ed-isdv4e6-single-tap-center.evemu"

    def test_one_tap_is_a_single_tap(self):
        self.assertRegex(self.lines(1)[-1], "^single tap at [0-9]+, [0-9]+ on panel\n")
