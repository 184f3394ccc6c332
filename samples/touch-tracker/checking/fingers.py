"""Recordings of fingers on a panel of the screen's size."""

import math

DEVICE = """# EVEMU 1.3
N: Panel
I: 0003 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 e0 02
A: 2f 0 9 0 0 0
A: 35 0 7679 0 0 0
A: 36 0 4319 0 0 0
A: 37 0 2 0 0 0
A: 39 0 65535 0 0 0
"""


# Fingers: lists of (seconds, x, y), 8 ms apart; the last says None where the finger lifts, "palm" where it becomes one.


def drag(path, speed, start=0, rest=0, end=None):
    """A finger that rests on the first of some points, then goes along them, so many pixels a second, and lifts."""
    frames, at = [(start, *path[0])], start + rest
    for (x, y), (to_x, to_y) in zip(path, path[1:]):
        steps = max(round(math.hypot(to_x - x, to_y - y) / speed / 0.008), 1)
        for step in range(1, steps + 1):
            at += 0.008
            frames.append((at, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps))
    return frames + [(at + 0.008, end, None)]


def tap(x, y, start=0.0, seconds=0.06):
    return [(start, x, y), (start + seconds, None, None)]


def recording(fingers, pause):
    """A recording of fingers, which begin after a pause, and of an hour in which nothing happens."""
    frames = {}
    for slot, finger in enumerate(fingers):
        for index, (at, x, y) in enumerate(finger):
            lines = frames.setdefault(round((at + pause) * 1e6), [])
            lines.append((0x2F, slot % 10))
            if index == 0:
                lines.append((0x39, slot + 1))
            if x is None:
                lines.append((0x39, -1))
            elif x == "palm":
                lines.append((0x37, 2))
            elif x != "rest":
                lines += [(0x35, round(x * 4)), (0x36, round(y * 4))]
    frames[0] = []
    frames[round((3600 + pause) * 1e6)] = []
    text = [DEVICE]
    for at, lines in sorted(frames.items()):
        stamp = f"E: {at // 1000000}.{at % 1000000:06}"
        text += [f"{stamp} 0003 {code:04x} {value}\n" for code, value in lines] + [f"{stamp} 0000 0000 0\n"]
    return "".join(text)
