#!/usr/bin/env python3
"""Example: sends the fingers on each panel to a TUIO program: version 1.1, profile 2Dcur, as OSC over UDP.

    tuio.py [HOST] [PORT]     localhost and 3333 unless given
"""

import socket
import struct
import sys
from typing import Union

import gestured


def message(*values: Union[str, int, float]) -> bytes:
    """A message of OSC to the profile, in a bundle: its length, address and types, then the values."""
    def text(value: str) -> bytes:
        return value.encode() + bytes(4 - len(value.encode()) % 4)

    kinds = {str: "s", int: "i", float: "f"}
    data = text("/tuio/2Dcur") + text("," + "".join(kinds[type(each)] for each in values))
    data += b"".join(text(each) if isinstance(each, str) else struct.pack(">" + kinds[type(each)], each)
                     for each in values)
    return struct.pack(">i", len(data)) + data


class Cursors:
    """The fingers on one panel, as one source of TUIO."""

    def __init__(self, name: str) -> None:
        self.name, self.frames, self.sessions = name, 0, 0
        # TUIO's numbers are shorter than gestured's, so each finger gets one of its own; then x, y, velocity, time.
        self.down: dict[int, tuple[int, float, float, float, float, float]] = {}

    def bundle(self, event: gestured.Touches, surface: gestured.Surface) -> bytes:
        """The bundle for a frame: places and velocities are in widths and heights of the panel."""
        moved = []
        for touch in event.touches:
            if touch.phase in ("ended", "cancelled"):
                self.down.pop(touch.id, None)
                continue
            x, y = touch.location.x / surface.width, touch.location.y / surface.height
            if touch.id not in self.down:
                self.sessions += 1
            session, old_x, old_y, old_dx, old_dy, since = self.down.get(
                touch.id, (self.sessions, x, y, 0.0, 0.0, event.time))
            passed = event.time - since
            dx, dy = ((x - old_x) / passed, (y - old_y) / passed) if passed > 0 else (old_dx, old_dy)
            speed, old_speed = (dx ** 2 + dy ** 2) ** 0.5, (old_dx ** 2 + old_dy ** 2) ** 0.5
            moved.append(message("set", session, x, y, dx, dy, (speed - old_speed) / passed if passed > 0 else 0.0))
            self.down[touch.id] = session, x, y, dx, dy, event.time
        self.frames += 1
        return b"#bundle\0" + bytes(7) + b"\1" + message("source", f"gestured:{self.name}@{socket.gethostname()}") \
            + message("alive", *(each[0] for each in self.down.values())) + b"".join(moved) \
            + message("fseq", self.frames)


def main(host: str = "localhost", port: str = "3333") -> None:
    receiver, panels = (socket.gethostbyname(host), int(port)), dict[str, Cursors]()
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with gestured.Client(reconnect=True) as client:
        # No recognizer's gestures, only touches.
        known = client.subscribe([], touches=True).snapshot.surfaces
        surfaces = {each.name: each for each in known}
        for event in client:
            if isinstance(event, gestured.SurfaceChange):
                surfaces[event.surface.name] = event.surface
            elif isinstance(event, (gestured.Connected, gestured.Reloaded)):
                surfaces = {each.name: each for each in event.snapshot.surfaces}
            elif isinstance(event, gestured.Touches):
                cursors = panels.setdefault(event.surface, Cursors(event.surface))
                udp.sendto(cursors.bundle(event, surfaces[event.surface]), receiver)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except gestured.RequestError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
