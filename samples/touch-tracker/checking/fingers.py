"""Recordings of fingers on a panel of the screen's size."""

import math

from recordings import written_recording

# Fingers: lists of (seconds, x, y), 8 ms apart; the last says None where the finger lifts, "palm" where it becomes one.


def drag(path, speed, start=0, rest=0, rests=False):
    """A finger that rests on the first of some points, then goes along them, so many pixels a second, and lifts."""
    frames, at = [(start, *path[0])], start + rest
    for (x, y), (to_x, to_y) in zip(path, path[1:]):
        steps = max(round(math.hypot(to_x - x, to_y - y) / speed / 0.008), 1)
        for step in range(1, steps + 1):
            at += 0.008
            frames.append((at, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps))
    return frames if rests else frames + [(at + 0.008, None, None)]


def tap(x, y, start=0.0, seconds=0.06):
    return [(start, x, y), (start + seconds, None, None)]


def recording(fingers, pause):
    """A recording of fingers, which begin after a pause, and of an hour in which nothing happens."""
    frames = {0: {}, 3600 + pause: {}}
    for slot, finger in enumerate(fingers):
        for at, x, y in finger:
            place = None if x is None else "palm" if x == "palm" else (x * 4, y * 4)
            frames.setdefault(round(at + pause, 6), {})[slot % 10] = place
    return written_recording.recording(sorted(frames.items()), written_recording.header(7679, 4319, 0, tools=True))
