"""Recordings of fingers, written by tests."""

import itertools


def header(width, height, density, tools=False):
    """A panel of so many units, of which a millimetre has so many; with tools it tells palms."""
    return f"""# EVEMU 1.3
N: Panel
I: 0003 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 {'e' if tools else '6'}0 02
A: 2f 0 9 0 0 0
A: 35 0 {width} 0 0 {density}
A: 36 0 {height} 0 0 {density}
{'A: 37 0 2 0 0 0' * tools}
A: 39 0 65535 0 0 0
""".replace("\n\n", "\n")


def recording(frames, head):
    """The text of a recording: frames are (seconds, {slot: place}); None is no place, "palm" makes the finger one."""
    lines, down, ids = [head], set(), itertools.count(1)
    for time, slots in frames:
        events, before = [], bool(down)
        for slot, place in slots.items():
            if place is None and slot not in down:
                continue
            events.append(f"0003 002f {slot}")
            if place is None:
                down.remove(slot)
                events.append("0003 0039 -1")
            elif place == "palm":
                events.append("0003 0037 2")
            else:
                if slot not in down:
                    down.add(slot)
                    events.append(f"0003 0039 {next(ids)}")
                events += [f"0003 0035 {round(place[0])}", f"0003 0036 {round(place[1])}"]
        if "B: 01 00 04" in head and bool(down) != before:  # It has BTN_TOUCH.
            events.append(f"0001 014a {int(bool(down))}")
        lines += [f"E: {time:.6f} {event}\n" for event in [*events, "0000 0000 0"]]
    return "".join(lines)


def write_recording(path, frames, pause=1.0):
    """Writes a recording of fingers that are at these places in 60 frames a second, then lift; then nothing.

    A finger that is at None is not down. The panel has 2160 x 1350 tenths of a millimetre.
    """
    moments = [dict(enumerate(places)) for places in [*frames, [None] * len(frames[0])]]
    timed = [(index / 60, slots) for index, slots in enumerate(moments)]
    path.write_text(recording([*timed, (len(frames) / 60 + pause, {})], header(2160, 1350, 10)))
