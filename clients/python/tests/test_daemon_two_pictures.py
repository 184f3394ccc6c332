"""Test of the example with two pictures: what is under a finger stays under it, with the daemon."""

import cmath
import math
import os
import re
import runpy
import typing

import pytest

import gestured

from .running_daemon import FOLDER

CENTRES = {"left": complex(583, 675), "right": complex(1577, 675)}  # In tenths of a millimetre.
RATE = 125  # Of the frames: about two of them are in each event, as the program limits those to 60 per second.
FRAMES = 150


class Step(typing.NamedTuple):
    """A picture and its fingers after an update."""

    gesture: int
    turn: complex
    moved: complex
    places: dict  # Of the fingers in the picture.
    fingers: dict  # On the surface.


def turn_of_fingers(steps):
    """How two fingers turned, and moved apart, from the first to the last event of each gesture with both of them."""
    arms = {}
    for step in steps:
        if len(step.fingers) == 2:
            arms.setdefault(step.gesture, []).append(step.fingers[max(step.fingers)] - step.fingers[min(step.fingers)])
    return math.prod(each[-1] / each[0] for each in arms.values())


class WatchedClient(gestured.Client):
    """A client that notes where fingers and pictures are after each update, until each picture's gesture has ended."""

    def __init__(self, **arguments):
        super().__init__(timeout=60, **arguments)
        self.frames, self.regions, self.gesture, self.steps, self.ended = {}, {}, None, {}, set()
        WatchedClient.last = self

    def attach(self, *, regions, recognizers):
        self.frames = {each["name"]: each["frame"] for each in regions}
        return super().attach(regions=regions, recognizers=recognizers)

    def __next__(self):
        if len(self.ended) == len(CENTRES):
            self.regions = {each.name: each.frame for each in self.list_regions() if each.own}
            raise KeyboardInterrupt
        self.gesture = self.receive(60)
        assert self.gesture is not None, "no gesture for a minute"
        return self.gesture

    def update(self, regions):
        for change in regions:
            if "transform" in change:
                self.note(change["name"], change["transform"])
        return super().update(regions)

    def note(self, name, transform):
        """Each finger's place in a picture whose transform is this, for the gesture that has just come."""
        frame, gesture = self.frames[name], self.gesture
        half = complex(frame.width, frame.height) / 2
        turn, moved = complex(*transform[:2]), complex(*transform[4:])
        # The transform turns and scales evenly, else it were no complex number.
        assert transform[2:4] == [-turn.imag, turn.real], transform
        fingers = {finger: complex(*place) for finger, place in zip(gesture.touches, gesture.locations)}
        self.steps.setdefault(name, []).append(Step(gesture.gesture, turn, moved, {
            finger: (place - complex(frame.x, frame.y) - half - moved) / turn + half
            for finger, place in fingers.items()}, fingers))
        if gesture.state == "ended":
            self.ended.add(name)


def fingers(part, direction):
    """The way of a hand's two fingers from 0 to 1, about its picture's centre: it drags, scales and turns."""
    arm = cmath.rect(150 + 120 * part, direction * (0.3 + 1.4 * part))
    hand = direction * complex(120, 90) * cmath.rect(part, 3 * part)
    return [hand - arm, hand + arm]


def hands(in_turn):
    """A mark that lets the daemon replay two hands, whose fingers may land and lift while all others move."""
    frames = []
    for frame in range(FRAMES):
        places = [centre + place for centre, direction in zip(CENTRES.values(), (1, -1))
                  for place in fingers(frame / FRAMES, direction)]
        frames.append([(place.real, place.imag)
                       if not in_turn or 6 * finger <= frame < FRAMES - 7 * ((finger + 2) % 4) else None
                       for finger, place in enumerate(places)])
    return pytest.mark.daemon(frames=frames, rate=RATE)


@pytest.mark.daemon(configuration="surfaces: [{ name: panel }]\nrecognizers: []\n")
@pytest.mark.parametrize("_", [pytest.param(0, marks=hands(in_turn=False), id="together"),
                               pytest.param(0, marks=hands(in_turn=True), id="one after the other")])
def test_what_is_under_a_finger_stays_under_it(_, daemon, monkeypatch, capsys):
    monkeypatch.setattr(gestured, "Client", WatchedClient)
    monkeypatch.setenv("GESTURED_SOCKET", daemon.path)
    turned = False
    while not turned:  # Until events came in time to show how the fingers of both pictures turn.
        runpy.run_path(os.fspath(FOLDER / "examples/two_pictures.py"), run_name="__main__")
        client = WatchedClient.last
        lines = capsys.readouterr().out.splitlines()
        found = [re.fullmatch(r"(\w+): centre (\S+), (\S+), scale (\S+), turned by (\S+)°", line) for line in lines]
        assert {each[1]: tuple(map(float, each.groups()[1:])) for each in found}.keys() == set(CENTRES), lines
        assert set(client.steps) == set(CENTRES)
        turned = all(abs(cmath.phase(turn_of_fingers(steps))) > 0.5 for steps in client.steps.values())
    for name, steps in client.steps.items():
        held, farthest = {}, 0
        for step in steps:
            for finger, place in step.places.items():
                farthest = max(farthest, abs(place - held.setdefault(finger, place)))
        assert len(held) >= 2 and farthest <= 1, (name, held, farthest)
        # In the events, as their times differ between runs.
        assert abs(steps[-1].turn - turn_of_fingers(steps)) < 0.01, name
        assert_is_around(steps[-1], client.frames[name], client.regions[name])


def assert_is_around(step, frame, around):
    """The daemon has the region where the program has the picture."""
    corners = [step.turn * complex(x * frame.width, y * frame.height) / 2 for x in (-1, 1) for y in (-1, 1)]
    width, height = (2 * max(each.real for each in corners), 2 * max(each.imag for each in corners))
    centre = complex(frame.x + frame.width / 2, frame.y + frame.height / 2) + step.moved
    assert tuple(around) == pytest.approx((centre.real - width / 2, centre.imag - height / 2, width, height), abs=0.01)
