"""A virtual touchscreen by uinput, from the description of a real panel.

    panel = Panel(Recording("ed-elan-touchscreen.evemu"))
    panel.play()                                  # the recording, at its own pace
    panel.fingers({0: (100, 200), 1: (900, 200)}) # one frame: which fingers are down now, by slot, and where
    panel.fingers({})                             # all are lifted
    panel.unplug()

Run as a program it plays a recording once: panel.py RECORDING.evemu
"""

import contextlib
import fcntl
import os
import select
import struct
import sys
import time

EV_SYN, EV_KEY, EV_ABS = 0x00, 0x01, 0x03
SYN_REPORT, BTN_TOUCH = 0x00, 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, ABS_MT_TOOL_TYPE = 0x2F, 0x35, 0x36, 0x39, 0x37
MT_TOOL_PALM = 0x02

# linux/uinput.h. Force feedback (0x15) needs more than a bit, and no panel has it.
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_PROPBIT = 0x40045564, 0x4004556E
UI_GET_SYSNAME = 0x8040552C
UI_SET_PHYS = 0x4008556C
UI_SET_CODE_BIT = {0x01: 0x40045565, 0x02: 0x40045566, 0x03: 0x40045567, 0x04: 0x40045568, 0x11: 0x40045569,
                   0x12: 0x4004556A, 0x05: 0x4004556D}

SYN_DROPPED = 0x03
EVENT = struct.Struct("llHHi")
OVERFLOW = 600  # frames: more than the kernel keeps for a reader of any panel here

PAN_STEPS = 20
FRAME = 1 / 120


def bits(octets, first):
    return [first + 8 * i + bit for i, octet in enumerate(octets) for bit in range(8) if octet >> bit & 1]


class Recording:
    """A device's description and events, as evemu text has them."""

    def __init__(self, path):
        self.path, self.name, self.ids = path, "", (0, 0, 0, 0)
        self.properties, self.codes, self.axes = [], {}, {}
        self.frames = []  # (seconds since the first, [(type, code, value), ...]), SYN_REPORT left out
        property_bytes, code_bytes, frame, start = [], {}, [], None
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for line in lines:
            key, _, rest = line.partition(": ")
            words = rest.split("#")[0].split()
            if key == "N":
                self.name = rest
            elif key == "I":
                self.ids = tuple(int(word, 16) for word in words)
            elif key == "P":
                property_bytes += [int(word, 16) for word in words]
            elif key == "B":
                code_bytes.setdefault(int(words[0], 16), []).extend(int(word, 16) for word in words[1:])
            elif key == "A":
                self.axes[int(words[0], 16)] = [int(word) for word in words[1:]]
            elif key == "E":
                seconds, kind, code, value = float(words[0]), int(words[1], 16), int(words[2], 16), int(words[3])
                if (kind, code) != (EV_SYN, SYN_REPORT):
                    frame.append((kind, code, value))
                    continue
                start = seconds if start is None else start
                self.frames.append((seconds - start, frame))
                frame = []
        self.properties = bits(property_bytes, 0)
        self.codes = {kind: bits(octets, 0) for kind, octets in code_bytes.items()}


class Touchscreen:
    """Fingers on a touch area: `area` is (left, top, right, bottom) in units of `fingers(positions)`."""

    def at(self, x, y):
        """The point at these fractions of the panel."""
        left, top, right, bottom = self.area
        return left + x * (right - left), top + y * (bottom - top)

    def tap(self, x=0.5, y=0.5):
        """A finger for less than a millisecond, as a slow machine would make a longer one too long; in fractions."""
        self.fingers({0: self.at(x, y)})
        self.fingers({})

    def move(self, *paths, first=0, frame=FRAME):
        """Fingers land (unless down) and move along their lines ((x, y), (x, y)), in fractions; they stay down.

        `frame` is the seconds between two frames: 0 where a slow machine would make a swipe too slow."""
        for step in range(PAN_STEPS + 1):
            part = step / PAN_STEPS
            self.fingers({slot: self.at(*(a + (b - a) * part for a, b in zip(start, end)))
                          for slot, (start, end) in enumerate(paths, first)})
            time.sleep(frame)

    def lift(self):
        """All fingers, in one frame."""
        self.fingers({})

    def drag(self, *paths, **options):
        """Fingers move along their lines, and lift."""
        self.move(*paths, **options)
        self.lift()


class Panel(Touchscreen):
    """A kernel device that looks like the recorded one. It is there at once; udev takes 0.2 s more to announce it."""

    def __init__(self, recording, name=None, phys=""):
        self.recording, self.name = recording, name or recording.name
        self.down, self.next_id = {}, 1
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        for kind in self.recording.codes.get(EV_SYN, []):
            if kind in UI_SET_CODE_BIT:
                fcntl.ioctl(self.file, UI_SET_EVBIT, kind)
                for code in self.recording.codes.get(kind, []):
                    fcntl.ioctl(self.file, UI_SET_CODE_BIT[kind], code)
        for each in self.recording.properties:
            fcntl.ioctl(self.file, UI_SET_PROPBIT, each)
        for axis, (low, high, fuzz, flat, *resolution) in self.recording.axes.items():
            info = struct.pack("Hxx6i", axis, 0, low, high, fuzz, flat, *(resolution or [0]))
            fcntl.ioctl(self.file, UI_ABS_SETUP, info)
        if phys:
            fcntl.ioctl(self.file, UI_SET_PHYS, phys.encode() + b"\0")
        setup = struct.pack("4H80sI", *self.recording.ids, self.name.encode()[:79], 0)
        fcntl.ioctl(self.file, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.file, UI_DEV_CREATE)
        self.node = self.find_node()

    def write(self, events):
        """Writes events unchanged: without a SYN_REPORT the frame continues."""
        os.write(self.file, b"".join(EVENT.pack(0, 0, *event) for event in events))

    def frame(self, events):
        """Writes the events and their SYN_REPORT."""
        self.write([*events, (EV_SYN, SYN_REPORT, 0)])

    def play(self, first=0, last=None, after_each=lambda: None):
        """Plays the recording's frames from `first` up to, but not with, `last`, at the recorded pace.

        `after_each` is called when the kernel has delivered a frame."""
        frames, now = self.recording.frames[first:last], time.monotonic()
        for seconds, events in frames:
            time.sleep(max(0, now + seconds - frames[0][0] - time.monotonic()))
            self.frame(events)
            after_each()

    def play_and_record(self):
        """Plays the recording; returns it in evemu's form with the kernel's times, which a slow machine makes later."""
        delivered = []
        with open(self.node, "rb", buffering=0) as node:
            os.set_blocking(node.fileno(), False)

            def drain():
                while data := node.read(EVENT.size * 64):
                    delivered.extend(EVENT.iter_unpack(data))

            self.play(after_each=drain)
        with open(self.recording.path, encoding="utf-8") as file:
            head = [line for line in file if not line.startswith("E:")]
        return "".join(head) + "".join(
            f"E: {seconds}.{microseconds:06} {kind:04x} {code:04x} {value}\n"
            for seconds, microseconds, kind, code, value in delivered)

    def fingers(self, positions):
        """One frame after which exactly these fingers are down: slot to (x, y), in the panel's own units."""
        self.frame(self.changes(positions))

    def changes(self, positions):
        """The events of such a frame, to be written by the caller."""
        events = []
        for slot in self.down.keys() - positions.keys():
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        for slot, (x, y) in positions.items():
            events.append((EV_ABS, ABS_MT_SLOT, slot))
            if slot not in self.down:
                events.append((EV_ABS, ABS_MT_TRACKING_ID, self.next_id))
                self.next_id += 1
            events += [(EV_ABS, ABS_MT_POSITION_X, round(x)), (EV_ABS, ABS_MT_POSITION_Y, round(y))]
        if bool(self.down) != bool(positions):
            events.append((EV_KEY, BTN_TOUCH, int(bool(positions))))
        if positions:
            x, y = positions[min(positions)]
            events += [(EV_ABS, ABS_X, round(x)), (EV_ABS, ABS_Y, round(y))]
        self.down = dict(positions)
        return events

    def overflow(self):
        """Sends so much that a reader that waits loses events (SYN_DROPPED); without fingers."""
        left, _, right, _ = self.area
        two_frames = b"".join(EVENT.pack(0, 0, *event) for x in (left, right)
                              for event in ((EV_ABS, ABS_X, x), (EV_SYN, SYN_REPORT, 0)))
        witness = opened(self.node)
        os.write(self.file, two_frames * (OVERFLOW // 2))
        assert has_sent(witness, EV_SYN, SYN_DROPPED), "the kernel dropped nothing: this check proves nothing"

    def find_node(self):
        name = bytearray(64)
        fcntl.ioctl(self.file, UI_GET_SYSNAME, name)
        folder = "/sys/devices/virtual/input/" + name.rstrip(b"\0").decode()
        return next("/dev/input/" + each for each in os.listdir(folder) if each.startswith("event"))

    @property
    def area(self):
        left, right, *_ = self.recording.axes[ABS_MT_POSITION_X]
        top, bottom, *_ = self.recording.axes[ABS_MT_POSITION_Y]
        return left, top, right, bottom

    def unplug(self):
        """Removes the kernel's node at once; fingers that are down are never reported as lifted."""
        if self.file is not None:
            fcntl.ioctl(self.file, UI_DEV_DESTROY)
            os.close(self.file)
            self.file = None


def opened(node):
    """A reader of a node, as an application is. It is closed with its last reference."""
    return open(node, "rb", buffering=0, opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK))


def events_of(reader):
    """What a reader of a device gets now: (type, code, value)."""
    events = []
    with contextlib.suppress(OSError):  # ENODEV: it was removed.
        while select.select([reader], [], [], 0)[0] and (data := reader.read(EVENT.size * 64)):
            events += [event[2:] for event in EVENT.iter_unpack(data)]
    return events


def has_sent(reader, *event):
    """Whether an event (type, code and perhaps value) is among the unread ones."""
    return any(each[:len(event)] == event for each in events_of(reader))


if __name__ == "__main__":
    panel = Panel(Recording(sys.argv[1]))
    time.sleep(1)  # Nothing reports when a reader has opened the panel.
    panel.play()
    panel.unplug()
