"""Fingers of the checks of samples/monkey: lists of (seconds, x, y), and the recordings that they make."""

import math

from recordings import written_recording

WIDTH, HEIGHT = 1920, 1080
# Units of the panel for a pixel, and for a millimetre: 480 mm x 270 mm.
UNITS, DENSITY = 10, 40
# Where the page puts the centres of its pictures.
MONKEY, BANANA = (576, 540), (1344, 540)
DRAG = [(0, 576, 540), (0.6, 876, 390), (1, 876, 390)]


def recording(fingers, lead=0.0, rate=125):
    """A recording of a panel whose fingers go, at an even speed, from place to place, lists of (seconds, x, y)."""
    end = max(finger[-1][0] for finger in fingers)
    frames, was_down = [(0, {})], False
    for frame in range(int(end * rate) + 3):
        slots = {slot: place(finger, frame / rate) for slot, finger in enumerate(fingers)}
        if any(slots.values()) or was_down:
            frames.append((lead + frame / rate, slots))
        was_down = any(slots.values())
    head = written_recording.header(WIDTH * UNITS, HEIGHT * UNITS, DENSITY)
    return written_recording.recording([*frames, (lead + end + 1, {})], head)


def place(finger, now):
    """Where a finger is on the panel; None where it is not down."""
    if not finger[0][0] <= now + 1e-9 or not now < finger[-1][0] + 1e-9:
        return None
    for (t0, x0, y0), (t1, x1, y1) in zip(finger, finger[1:]):
        if now <= t1 + 1e-9:
            part = min(max((now - t0) / (t1 - t0), 0), 1)
            return (x0 + (x1 - x0) * part) * UNITS, (y0 + (y1 - y0) * part) * UNITS
    return finger[-1][1] * UNITS, finger[-1][2] * UNITS


def around(centre, width, from_angle, to_angle, to_width=None):
    """Two fingers that turn about a place, in a second, and rest."""
    fingers = []
    for side in (0, 180):
        finger = []
        for step in range(41):
            angle = math.radians(side + from_angle + (to_angle - from_angle) * step / 40)
            radius = (width + ((to_width or width) - width) * step / 40) / 2
            finger.append((step / 40, centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
        fingers.append(finger + [(1.4, *finger[-1][1:])])
    return fingers
