#!/usr/bin/env python3
"""Example: two pictures that fingers drag, scale and turn, also both at once; prints where they are.

Each picture is a region, which is moved with it. The places of fingers are those of the surface: in the coordinates of
the region, a finger that the picture follows would stay where it is.
"""

import cmath
import contextlib

import gestured


class Picture:
    """A picture at the scale and angle of the complex number `turn`, its centre moved by `offset`."""

    def __init__(self, name: str, surface: gestured.Surface, x: float) -> None:
        self.name, self.turn, self.offset = name, 1 + 0j, 0j
        width, height = surface.width * 0.35, surface.height * 0.6
        self.centre = complex(x * surface.width, surface.height / 2)
        self.frame = gestured.Frame(self.centre.real - width / 2, self.centre.imag - height / 2, width, height)
        self.held: dict[int, complex] = {}  # What is under each finger, from the centre of the picture.

    def follow(self, gesture: gestured.Transform) -> None:
        """Moves so that what was under each finger stays there."""
        fingers = {finger: complex(*place) - self.centre for finger, place in zip(gesture.touches, gesture.locations)}
        pairs = [(self.held[each], fingers[each]) for each in fingers if each in self.held and gesture.state != "began"]
        if pairs:
            held, place = (sum(each) / len(pairs) for each in zip(*pairs))
            spread = sum(abs(each - held) ** 2 for each, _ in pairs)
            if spread > 1:  # One finger turns nothing, nor do two in one place.
                self.turn = sum((to - place) * (each - held).conjugate() for each, to in pairs) / spread or self.turn
            self.offset = place - self.turn * held
        self.held = {finger: (place - self.offset) / self.turn for finger, place in fingers.items()}

    @property
    def transform(self) -> list[float]:
        return [self.turn.real, self.turn.imag, -self.turn.imag, self.turn.real, self.offset.real, self.offset.imag]

    def __str__(self) -> str:
        scale, degrees, centre = abs(self.turn), cmath.phase(self.turn) * 180 / cmath.pi, self.centre + self.offset
        return f"{self.name}: centre {centre.real:.0f}, {centre.imag:.0f}, scale {scale:.2f}, turned by {degrees:.0f}°"


with contextlib.suppress(KeyboardInterrupt), gestured.Client() as client:
    surface = client.list_surfaces()[0]
    pictures = [Picture("left", surface, 0.27), Picture("right", surface, 0.73)]
    client.attach(
        regions=[{"name": each.name, "surface": surface.name, "frame": each.frame} for each in pictures],
        recognizers=[{"name": f"move-{each.name}", "type": "transform", "region": each.name} for each in pictures])
    client.subscribe("move-*", max_rate=60, locations=True)
    for event in client:
        for picture in pictures:
            if isinstance(event, gestured.Transform) and event.region == picture.name:
                if event.state == "began":
                    client.region(picture.name).move(above=None)
                picture.follow(event)
                client.region(picture.name).move(transform=picture.transform)
                if event.state in ("ended", "cancelled"):
                    print(picture, flush=True)
