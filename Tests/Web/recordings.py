"""Recordings that the checks make: fingers on a panel of 790 by 474 pt, whose units are its 800 by 480 pixels."""

import math
import sys

from programs import RECORDINGS, ROOT

sys.path.append(str(ROOT / "clients/python/tests"))
import written_recording  # noqa: E402


def recording(frames):
    """Frames are pairs of seconds and a dictionary: for each slot (x, y), or None where the finger lifts."""
    text = (RECORDINGS / "ed-atmel-mxt-4f-down.evemu").read_text(encoding="utf-8")
    return written_recording.recording(frames, text[:text.index("E: ")])


def sized(text):
    """The same recording of a panel that reports its size, 200 by 120 mm."""
    lines = [f"{line[:-2]} 4" if line.startswith(("A: 35 ", "A: 36 ", "A: 00 ", "A: 01 ")) else line
             for line in text.splitlines()]
    return "\n".join("N: Kiosk panel" if line.startswith("N: ") else line for line in lines) + "\n"


def drawn(corners):
    """A finger that moves from corner to corner, ten steps each."""
    points = [[round(a + (b - a) * step / 10) for a, b in zip(one, other)]
              for one, other in zip(corners, corners[1:]) for step in range(11)]
    frames = [(frame * 0.01, {0: point}) for frame, point in enumerate(points)]
    return recording([*frames, (len(points) * 0.01, {0: None})])


def late_second_finger():
    """A tap with two fingers, the second of which lands 0.6 s after the first."""
    return recording([
        (0, {0: (300, 250)}), (0.008, {0: (300, 251)}), (0.6, {1: (480, 220)}), (0.608, {1: (480, 221)}),
        (0.72, {0: None}), (0.728, {1: None})])


def moved_finger():
    """A tap with two fingers, one of which slides by 12 mm."""
    slide = [(0.016 + 0.008 * step, {1: (480 + 6 * step, 220 - 5 * step)}) for step in range(1, 13)]
    return recording([(0, {0: (300, 250)}), (0.016, {1: (480, 220)}), *slide, (0.13, {0: None}), (0.138, {1: None})])


def missed_tap():
    """The same, and then no finger for some seconds."""
    return moved_finger() + "E: 4.000000 0000 0000 0\n"


def sliding_fingers():
    """A tap with two fingers that slide by some centimetres along an arc."""
    frames = []
    for frame in range(61):
        angle = 0.25 + 0.7 * (1 - math.cos(math.pi * frame / 60)) / 2
        frames.append((frame * 0.01, {
            slot: (round(560 - radius * math.cos(angle)), round(470 - radius * math.sin(angle)))
            for slot, radius in enumerate((200, 380)) if frame >= 2 * slot}))
    return recording([*frames, (0.61, {1: None}), (0.618, {0: None})])
