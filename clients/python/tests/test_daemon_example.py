"""Tests of the examples with the daemon."""

import cmath
import re
import subprocess

import pytest

from .running_daemon import DOUBLE_TAP


def lines(daemon, example, count):
    """The first lines that it prints; it may begin in the middle of a gesture."""
    with daemon.example(example, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for _ in range(count):
            yield process.stdout.readline()


def drag(x, y):
    return [[(583 + x * step, 675 + y * step)] for step in range(41)]


def hands(part):
    """The left hand spreads two fingers about (583, 675); the right one turns and moves two."""
    spread, turned = 100 + 100 * part, cmath.rect(150, part * cmath.pi / 2)
    centre = complex(1577, 675) + 100 * part
    return [(583 - spread, 675), (583 + spread, 675), *[(each.real, each.imag) for each in (
        centre - turned, centre + turned)]]


@pytest.mark.parametrize("example, printed", [
    pytest.param(example, printed, marks=pytest.mark.daemon(**replayed), id=printed)
    for example, printed, replayed in (
        ("double_tap.py", "double tap at N, N on panel", {"recording": DOUBLE_TAP}),
        ("double_tap.py", "single tap at N, N on panel", {"recording": "ed-isdv4e6-single-tap-center.evemu"}),
        ("sideways.py", "row moved by N, N", {"frames": drag(10, 1)}),
        ("sideways.py", "list moved by N, N", {"frames": drag(1, 10)}))])
def test_the_gesture_is_printed(daemon, example, printed):
    pattern, others = printed.replace("N", "[0-9]+") + "\n", []
    for line in lines(daemon, example, 20):
        if re.fullmatch(pattern, line):
            return
        # The row also moves when its program, on a busy machine, answers after `askTimeout`.
        others.append(line)
    pytest.fail(f"printed {others}")


@pytest.mark.daemon(configuration="surfaces: [{ name: panel, pixels: 2160 x 1350 }]\nrecognizers: []\n",
                    frames=[hands(step / 60) for step in range(61)])
def test_each_picture_follows_its_fingers(daemon):
    numbers = {}
    while len(numbers) < 2:
        for line in lines(daemon, "two_pictures.py", 2):
            found = re.match(r"(\w+): centre (\S+), (\S+), scale (\S+), turned by (\S+)°\n", line)
            assert found, line
            numbers.setdefault(found[1], [float(each) for each in found.groups()[1:]])
    # What the fingers moved before a gesture began is missing.
    for name, expected in (("left", (583, 675, 2, 0)), ("right", (1677, 675, 1, 90))):
        for number, number_expected, tolerance in zip(numbers[name], expected, (30, 30, 0.3, 15)):
            assert number == pytest.approx(number_expected, abs=tolerance), f"{name} {numbers[name]}"
