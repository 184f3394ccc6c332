#!/usr/bin/env python3
"""Example: sends the fingers on each panel as TUIO 1.1 (2Dcur), in OSC over UDP: `tuio.py [HOST [PORT]]`."""

import socket
import struct
import sys
from typing import Union

import gestured


def message(*values: Union[str, int, float]) -> bytes:
    """A message of OSC in a bundle: its length, address and types, then the values."""
    def text(value: str) -> bytes:
        return value.encode() + bytes(4 - len(value.encode()) % 4)

    kinds = "".join({str: "s", int: "i", float: "f"}[type(each)] for each in values)
    data = text("/tuio/2Dcur") + text("," + kinds)
    for kind, each in zip(kinds, values):
        data += text(each) if isinstance(each, str) else struct.pack(">" + kind, each)
    return struct.pack(">i", len(data)) + data


class Cursors:
    """The fingers on one panel, as one source of TUIO. Places are complex numbers, in widths and heights of the panel."""

    def __init__(self, name: str) -> None:
        self.source, self.frames, self.sessions = f"gestured:{name}@{socket.gethostname()}", 0, 0
        # A number of TUIO's, which are shorter than gestured's; then place, velocity and time.
        self.down: dict[int, tuple[int, complex, complex, float]] = {}

    def bundle(self, event: gestured.Touches, surface: gestured.Surface) -> bytes:
        moved = []
        for touch in event.touches:
            if touch.phase in ("ended", "cancelled"):
                self.down.pop(touch.id, None)
                continue
            place = complex(touch.location.x / surface.width, touch.location.y / surface.height)
            self.sessions += touch.id not in self.down
            session, before, old, since = self.down.get(touch.id, (self.sessions, place, 0j, event.time))
            passed = event.time - since
            new = (place - before) / passed if passed > 0 else old
            acceleration = (abs(new) - abs(old)) / passed if passed > 0 else 0.0
            moved.append(message("set", session, place.real, place.imag, new.real, new.imag, acceleration))
            self.down[touch.id] = session, place, new, event.time
        self.frames += 1
        head = b"#bundle\0" + bytes(7) + b"\1" + message("source", self.source)
        alive = message("alive", *(each[0] for each in self.down.values()))
        return b"".join([head, alive, *moved, message("fseq", self.frames)])


def main(host: str = "localhost", port: str = "3333") -> None:
    receiver, panels = (socket.gethostbyname(host), int(port)), dict[str, Cursors]()
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with gestured.Client(reconnect=True) as client:
        surfaces = {each.name: each for each in client.subscribe([], touches=True).snapshot.surfaces}
        for event in client:
            if isinstance(event, (gestured.Connected, gestured.Reloaded)):
                surfaces = {each.name: each for each in event.snapshot.surfaces}
            elif isinstance(event, gestured.SurfaceChange):
                surfaces[event.surface.name] = event.surface
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
