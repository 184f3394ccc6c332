"""Test of the example with two pictures: what is under a finger stays under it."""

import cmath
import runpy

import pytest

import gestured

from .running_daemon import FOLDER

FRAMES = 150


def fingers(part):
    """Where a hand's two fingers are on their way from 0 to 1: it drags, scales and turns."""
    arm = cmath.rect(150 + 120 * part, 0.3 + 1.4 * part)
    hand = complex(583, 675) + complex(120, 90) * cmath.rect(part, 3 * part)
    return [hand - arm, hand + arm]


def interrupted():
    raise KeyboardInterrupt


@pytest.mark.parametrize("in_turn", [False, True], ids=["together", "one after the other"])
def test_what_is_under_a_finger_stays_under_it(in_turn, monkeypatch):
    monkeypatch.setattr(gestured, "Client", interrupted)
    example = runpy.run_path(str(FOLDER / "examples/two_pictures.py"))
    picture = example["Picture"]("left", gestured.Surface({}, "panel", "/dev/input/event4", "px", 2160, 1350), 0.27)
    under, arms = {}, []
    for frame in range(FRAMES):
        places = {finger: place for finger, place in enumerate(fingers(frame / FRAMES))
                  if not in_turn or 6 * finger <= frame < FRAMES - 7 * (1 - finger)}
        picture.follow(gestured.Transform(
            {}, 1, frame, "move-left", "transform", 7, "changed" if frame else "began", "panel", "left", 0.0,
            touches=tuple(places), locations=tuple(gestured.Point(each.real, each.imag) for each in places.values())))
        turn, moved = complex(*picture.transform[:2]), complex(*picture.transform[4:])
        # The transform turns and scales evenly, else it were no complex number.
        assert picture.transform[2:4] == [-turn.imag, turn.real]
        for finger, place in places.items():
            place = (place - picture.centre - moved) / turn
            assert abs(place - under.setdefault(finger, place)) < 0.001
        if len(places) == 2:
            arms.append(places[1] - places[0])
    assert len(arms) > 100 and abs(turn - arms[-1] / arms[0]) < 0.001
