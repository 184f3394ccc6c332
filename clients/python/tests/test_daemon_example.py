"""Tests of the examples with the daemon."""

import re
import subprocess

import pytest

from .running_daemon import DOUBLE_TAP


def lines(daemon, example, count):
    """The first lines that it prints; it may begin in the middle of a gesture."""
    with daemon.example(example, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        return [process.stdout.readline() for _ in range(count)]


def drag(x, y):
    return [[(583 + x * step, 675 + y * step)] for step in range(41)]


@pytest.mark.parametrize("example, count, printed", [
    pytest.param(example, count, printed, marks=pytest.mark.daemon(**replayed), id=printed)
    for example, count, printed, replayed in (
        ("double_tap.py", 2, "double tap at N, N on panel", {"recording": DOUBLE_TAP}),
        ("double_tap.py", 1, "single tap at N, N on panel", {"recording": "ed-isdv4e6-single-tap-center.evemu"}),
        ("sideways.py", 2, "row moved by N, N", {"frames": drag(10, 1)}),
        ("sideways.py", 2, "list moved by N, N", {"frames": drag(1, 10)}))])
def test_the_gesture_is_printed(daemon, example, count, printed):
    assert re.fullmatch(printed.replace("N", "[0-9]+") + "\n", lines(daemon, example, count)[-1])
