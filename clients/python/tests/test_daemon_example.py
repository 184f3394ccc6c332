"""Tests of the examples with the daemon."""

import cmath
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from .running_daemon import DOUBLE_TAP, DaemonTestCase
from .written_recording import write_recording

FOLDER = pathlib.Path(__file__).resolve().parents[1]


class ExampleTests(DaemonTestCase):
    example = "double_tap.py"

    def lines(self, count):
        """The first lines that it prints; it may begin in the middle of a gesture."""
        environment = {**os.environ, "GESTURED_SOCKET": self.daemon.path, "PYTHONPATH": str(FOLDER)}
        with subprocess.Popen([sys.executable, FOLDER / "examples" / self.example], env=environment, text=True,
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


class DragTests(ExampleTests):
    example = "sideways.py"
    direction = (0, 0)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.recording = pathlib.Path(folder.name, "drag.evemu")
        x, y = self.direction
        write_recording(self.recording, [[(583 + x * step, 675 + y * step)] for step in range(41)])
        super().setUp()


class SidewaysTests(DragTests):
    direction = (10, 1)

    def test_the_row_is_dragged_sideways(self):
        self.assertRegex(self.lines(2)[-1], "^row moved by [0-9]+, [0-9]+\n")


class DownTests(DragTests):
    direction = (1, 10)

    def test_the_list_scrolls_down(self):
        self.assertRegex(self.lines(2)[-1], "^list moved by [0-9]+, [0-9]+\n")


class TwoPicturesTests(ExampleTests):
    example = "two_pictures.py"
    configuration = "surfaces: [{ name: panel, pixels: 2160 x 1350 }]\nrecognizers: []\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.recording = pathlib.Path(folder.name, "hands.evemu")

        def hands(part):
            """The left hand spreads two fingers about (583, 675); the right one turns and moves two."""
            spread, turned = 100 + 100 * part, cmath.rect(150, part * cmath.pi / 2)
            centre = complex(1577, 675) + 100 * part
            return [(583 - spread, 675), (583 + spread, 675), *[(each.real, each.imag) for each in (
                centre - turned, centre + turned)]]

        write_recording(self.recording, [hands(step / 60) for step in range(61)])
        super().setUp()

    def test_each_picture_follows_its_fingers(self):
        numbers = {}
        while len(numbers) < 2:
            for line in self.lines(2):
                found = re.match(r"(\w+): centre (\S+), (\S+), scale (\S+), turned by (\S+)°\n", line)
                self.assertTrue(found, line)
                numbers.setdefault(found[1], [float(each) for each in found.groups()[1:]])
        # What the fingers moved before a gesture began is missing.
        for name, expected in (("left", (583, 675, 2, 0)), ("right", (1677, 675, 1, 90))):
            for number, number_expected, tolerance in zip(numbers[name], expected, (30, 30, 0.3, 15)):
                self.assertAlmostEqual(number, number_expected, delta=tolerance, msg=f"{name} {numbers[name]}")
