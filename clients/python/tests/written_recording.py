"""A recording of fingers on a panel of 2160 x 1350 tenths of a millimetre, written by a test."""

HEADER = """# EVEMU 1.3
N: Panel
I: 0003 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 60 02
A: 2f 0 9 0 0 0
A: 35 0 2160 0 0 10
A: 36 0 1350 0 0 10
A: 39 0 65535 0 0 0
"""


def write_recording(path, frames, pause=1.0, rate=60):
    """Writes a recording of fingers that are at these places in frames of a rate, then lift; then nothing.

    A finger that is at None is not down.
    """
    events, down = [], set()
    for index, places in enumerate([*frames, [None] * len(frames[0])]):
        for slot, place in enumerate(places):
            if place is None and slot not in down:
                continue
            events.append((index / rate, 3, 0x2f, slot))
            if (place is None) == (slot in down):
                events.append((index / rate, 3, 0x39, -1 if place is None else len(events)))
                down ^= {slot}
            if place is not None:
                events += [(index / rate, 3, code, round(value)) for code, value in zip((0x35, 0x36), place)]
        events.append((index / rate, 0, 0, 0))
    events.append((len(frames) / rate + pause, 0, 0, 0))
    path.write_text(HEADER + "".join(
        f"E: {at:.6f} {kind:04x} {code:04x} {value}\n" for at, kind, code, value in events))
