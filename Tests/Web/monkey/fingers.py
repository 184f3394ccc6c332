"""Fingers of the checks of samples/monkey: lists of (seconds, x, y), and the recordings that they make."""

import math

WIDTH, HEIGHT = 1920, 1080
# Units of the panel for a pixel, and for a millimetre: 480 mm x 270 mm.
UNITS, DENSITY = 10, 40
# Where the page puts the centres of its pictures.
MONKEY, BANANA = (576, 540), (1344, 540)
DRAG = [(0, 576, 540), (0.6, 876, 390), (1, 876, 390)]


def recording(fingers, lead=0.0, rate=125):
    """A recording of a panel whose fingers go, at an even speed, from place to place, lists of (seconds, x, y)."""
    lines = ["# EVEMU 1.3", "N: Panel", "I: 0003 0000 0000 0000", "P: 02 00 00 00 00 00 00 00",
             "B: 00 0b 00 00 00 00 00 00 00", "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0 0",
             f"A: 35 0 {WIDTH * UNITS} 0 0 {DENSITY}", f"A: 36 0 {HEIGHT * UNITS} 0 0 {DENSITY}",
             "A: 39 0 65535 0 0 0", "E: 0.000000 0000 0000 0"]
    end = max(finger[-1][0] for finger in fingers)
    down = set()
    for frame in range(int(end * rate) + 3):
        now, events = frame / rate, []
        for slot, finger in enumerate(fingers):
            is_down = finger[0][0] <= now + 1e-9 and now < finger[-1][0] + 1e-9
            if is_down or slot in down:
                events.append(f"0003 002f {slot}")
            if is_down and slot not in down:
                events.append(f"0003 0039 {slot + 1}")
                down.add(slot)
            if is_down:
                x, y = place(finger, now)
                events += [f"0003 0035 {round(x * UNITS)}", f"0003 0036 {round(y * UNITS)}"]
            elif slot in down:
                events.append("0003 0039 -1")
                down.remove(slot)
        if events:
            lines += [f"E: {lead + now:.6f} {event}" for event in events + ["0000 0000 0"]]
    return "\n".join(lines + [f"E: {lead + end + 1:.6f} 0000 0000 0"]) + "\n"


def place(finger, now):
    for (t0, x0, y0), (t1, x1, y1) in zip(finger, finger[1:]):
        if now <= t1 + 1e-9:
            part = min(max((now - t0) / (t1 - t0), 0), 1)
            return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    return finger[-1][1:]


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
