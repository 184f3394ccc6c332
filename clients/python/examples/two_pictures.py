#!/usr/bin/env python3
"""Example: two pictures that fingers drag, scale and turn, also both at once; prints where they are.

Each picture is a region, which is moved with it. The places of fingers are those of the surface: in the coordinates of
the region, a finger that the picture follows would stay where it is.
"""

import cmath
import math
import sys

import gestured


class Picture:
    """A picture at the scale and angle of the complex number `turn`, its centre moved by `offset`."""

    def __init__(self, name, surface, x):
        self.name, self.turn, self.offset, self.before = name, 1 + 0j, 0j, (1 + 0j, 0j)
        width, height = surface.width * 0.35, surface.height * 0.6
        self.frame = gestured.Frame(x * surface.width - width / 2, (surface.height - height) / 2, width, height)
        self.centre = complex(x * surface.width, surface.height / 2)
        self.held = {}  # What is under each finger, from the centre of the picture.

    def follow(self, gesture):
        """Moves with the fingers: what was under a finger stays there."""
        if gesture.state == "began":
            self.before, self.held = (self.turn, self.offset), {}
        if gesture.state == "cancelled":
            self.turn, self.offset = self.before
            return
        fingers = {finger: complex(*place) - self.centre for finger, place in zip(gesture.touches, gesture.locations)}
        pairs = [(self.held[finger], place) for finger, place in fingers.items() if finger in self.held]
        if pairs:
            held, place = (sum(each) / len(pairs) for each in zip(*pairs))
            spread = sum(abs(each - held) ** 2 for each, _ in pairs)
            turn = sum((to - place) * (each - held).conjugate() for each, to in pairs) / spread if spread > 1 else 0
            if abs(turn) > 0.01:  # One finger turns nothing, nor do two in one place.
                self.turn = turn
            self.offset = place - self.turn * held
        self.held = {finger: (place - self.offset) / self.turn for finger, place in fingers.items()}

    @property
    def transform(self):
        return [self.turn.real, self.turn.imag, -self.turn.imag, self.turn.real, self.offset.real, self.offset.imag]

    def __str__(self):
        scale, degrees, centre = abs(self.turn), math.degrees(cmath.phase(self.turn)), self.centre + self.offset
        return f"{self.name}: centre {centre.real:.0f}, {centre.imag:.0f}, scale {scale:.2f}, turned by {degrees:.0f}°"


with gestured.Client(reconnect=True) as client:
    try:
        surface = client.list_surfaces()[0]
        pictures = {name: Picture(name, surface, x) for name, x in (("left", 0.27), ("right", 0.73))}
        client.attach(
            regions=[{"name": each.name, "surface": surface.name, "frame": each.frame} for each in pictures.values()],
            recognizers=[{"name": f"move-{name}", "type": "transform", "region": name} for name in pictures])
        client.subscribe("move-*", max_rate=60, locations=True)
        for event in client:
            if not isinstance(event, gestured.Transform):
                continue
            picture = pictures[event.recognizer[len("move-"):]]
            picture.follow(event)
            change = {"name": picture.name, "transform": picture.transform}
            try:
                client.update([{**change, "above": None} if event.state == "began" else change])
            except gestured.ConnectionLost:
                continue  # The gesture is cancelled next, and the reconnection attaches the region as it was.
            if event.state in ("ended", "cancelled"):
                print(picture, flush=True)
    except gestured.RequestError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
