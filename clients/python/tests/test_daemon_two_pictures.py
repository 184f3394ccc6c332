"""Test of the example with two pictures: what is under a finger stays under it, with the daemon."""

import cmath
import contextlib
import io
import math
import os
import pathlib
import runpy
import tempfile
import typing
import unittest.mock

import gestured

from .running_daemon import DaemonTestCase
from .written_recording import write_recording

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "examples/two_pictures.py"
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


class TwoHands:
    """Tests of two hands that drag, scale and turn both pictures at the same time."""

    configuration = "surfaces: [{ name: panel }]\nrecognizers: []\n"

    def fingers(self, part, direction):
        """The way of a hand's two fingers from 0 to 1, about its picture's centre."""
        arm = cmath.rect(150 + 120 * part, direction * (0.3 + 1.4 * part))
        hand = direction * complex(120, 90) * cmath.rect(part, 3 * part)
        return [hand - arm, hand + arm]

    def is_down(self, finger, frame):
        return True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.recording = pathlib.Path(folder.name, "hands.evemu")
        frames = []
        for frame in range(FRAMES):
            places = [centre + place for centre, direction in zip(CENTRES.values(), (1, -1))
                      for place in self.fingers(frame / FRAMES, direction)]
            frames.append([(place.real, place.imag) if self.is_down(finger, frame) else None
                           for finger, place in enumerate(places)])
        write_recording(self.recording, frames, rate=RATE)
        super().setUp()

    def watch(self):
        """Runs the program until both hands have lifted, and returns its client."""
        with (unittest.mock.patch.object(gestured, "Client", WatchedClient),
              unittest.mock.patch.dict(os.environ, GESTURED_SOCKET=self.daemon.path),
              contextlib.redirect_stdout(io.StringIO()) as output):
            runpy.run_path(os.fspath(EXAMPLE), run_name="__main__")
        self.assertEqual({line.split(":")[0] for line in output.getvalue().splitlines()}, set(CENTRES))
        return WatchedClient.last

    def watch_a_turn(self):
        """Watches until events came in time to show how the fingers of both pictures turn."""
        while True:
            client = self.watch()
            self.assertEqual(set(client.steps), set(CENTRES))
            if all(abs(cmath.phase(turn_of_fingers(steps))) > 0.5 for steps in client.steps.values()):
                return client

    def test_what_is_under_a_finger_stays_under_it(self):
        client = self.watch_a_turn()
        for name, steps in client.steps.items():
            held, farthest = {}, 0
            for step in steps:
                for finger, place in step.places.items():
                    farthest = max(farthest, abs(place - held.setdefault(finger, place)))
            self.assertGreaterEqual(len(held), 2, name)
            self.assertLessEqual(farthest, 1, name)
            # In the events, as their times differ between runs.
            self.assertLess(abs(steps[-1].turn - turn_of_fingers(steps)), 0.01, name)
            self.assert_is_around(steps[-1], client.frames[name], client.regions[name])

    def assert_is_around(self, step, frame, around):
        """The daemon has the region where the program has the picture."""
        corners = [step.turn * complex(x * frame.width, y * frame.height) / 2 for x in (-1, 1) for y in (-1, 1)]
        width, height = (2 * max(each.real for each in corners), 2 * max(each.imag for each in corners))
        centre = complex(frame.x + frame.width / 2, frame.y + frame.height / 2) + step.moved
        for value, expected in ((around.width, width), (around.height, height),
                                (around.x, centre.real - width / 2), (around.y, centre.imag - height / 2)):
            self.assertAlmostEqual(value, expected, delta=0.01)


class TogetherTests(TwoHands, DaemonTestCase):
    """All fingers land and lift in one frame."""


class OneAfterTheOtherTests(TwoHands, DaemonTestCase):
    """Fingers land and lift one after the other, while all others move."""

    def is_down(self, finger, frame):
        return 6 * finger <= frame < FRAMES - 7 * ((finger + 2) % 4)
