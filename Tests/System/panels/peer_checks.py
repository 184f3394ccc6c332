"""Checks against Debian's libinput and lisgd, which read the same panel at the same time."""

import contextlib
import json
import os
import re

from interception.applications import OF_LIBINPUT, libinput, printing
from panel import Panel, Recording
from scene import check, configured, path_of, read, run, until, write

TOLERANCE = 0.1  # mm


def with_size(recording, path, units):
    """Writes a recording whose panel says that it has so many units per millimetre."""
    text = re.sub(r"(?m)^(A: (?:00|01|35|36) \S+ \S+ \S+ \S+).*$", rf"\1 {units}", read(path_of(recording)))
    write(path, text)


class Touches:
    """Downs and ups, frame by frame, and the places of each touch. Touches are numbered by their downs."""

    def __init__(self):
        self.frames, self.frame, self.places = [], [], []

    def down(self, place):
        self.frame.append(("down", len(self.places)))
        self.places.append([place])
        return len(self.places) - 1

    def move(self, touch, place):
        # A repeated place is not a change.
        if self.places[touch][-1] != place:
            self.places[touch].append(place)

    def up(self, touch):
        self.frame.append(("up", touch))

    def end_frame(self):
        # The order of two lifts at the same time does not matter.
        self.frames += [sorted(self.frame)] if self.frame else []
        self.frame = []


def touches_of_libinput(lines):
    touches, slots = Touches(), {}
    for line in lines:
        if "TOUCH_FRAME" in line:
            touches.end_frame()
        if not (match := OF_LIBINPUT.search(line)):
            continue
        kind, slot, *place = match.groups()
        if kind == "DOWN":
            slots[slot] = touches.down(tuple(map(float, place)))
        elif kind == "MOTION":
            touches.move(slots[slot], tuple(map(float, place)))
        else:
            assert kind == "UP", line
            touches.up(slots.pop(slot))
    return touches


def touches_of_replay(lines, points):
    """The output of `gesturectl replay --json --touches`; `points` are as many as a millimetre."""
    touches, numbers = Touches(), {}
    for line in lines:
        message = json.loads(line)
        for each in message["params"]["touches"] if message["method"] == "touch" else []:
            place = each["location"]["x"] / points, each["location"]["y"] / points
            if each["phase"] == "began":
                numbers[each["id"]] = touches.down(place)
            elif each["phase"] == "moved":
                touches.move(numbers[each["id"]], place)
            else:
                assert each["phase"] == "ended", each
                touches.up(numbers[each["id"]])
        touches.end_frame()
    return touches


@check("the touches of a recording of one to four fingers are those that libinput reports")
def _(scene):
    recording, configuration = "/run/with-size.evemu", "/run/no-recognizers.yaml"
    with_size("xit-nexus4-nobtn", recording, 10)
    write(configuration, "recognizers: []\n")
    panel = scene.used(scene.add(Panel(Recording(recording))))
    replayed = run("gesturectl", "replay", "--json", "--touches", "--config", configuration, recording).splitlines()
    ours = touches_of_replay(replayed, 163 / 25.4)
    lifts = sum(kind == "up" for frame in ours.frames for kind, _ in frame)
    with libinput(panel.node) as reader:
        until(lambda: "DEVICE_ADDED" in reader.printed(), "libinput has the panel")
        panel.play()
        # Not "until the panel is unplugged": the kernel throws away what a reader that lags behind has not read by then.
        with contextlib.suppress(AssertionError):
            until(lambda: reader.printed().count("TOUCH_UP") >= lifts, "libinput has told every lift")
        theirs = touches_of_libinput(reader.printed().splitlines())
    assert len(theirs.places) > 10, theirs.frames
    assert ours.frames == theirs.frames, f"ours {ours.frames}\ntheirs {theirs.frames}"
    for number, (mine, other) in enumerate(zip(ours.places, theirs.places)):
        assert len(mine) == len(other), f"touch {number}: {len(mine)} places, for libinput {len(other)}"
        far = [(a, b) for a, b in zip(mine, other) if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > TOLERANCE]
        assert not far, f"touch {number}: {far[:5]}"


DIRECTIONS = {"LR": ("right", (0.2, 0.5), (0.7, 0.5)), "RL": ("left", (0.7, 0.5), (0.2, 0.5)),
              "UD": ("down", (0.4, 0.2), (0.4, 0.7)), "DU": ("up", (0.4, 0.7), (0.4, 0.2))}


@check("the swipes of one to three fingers that lisgd reports are those that we report")
def _(scene):
    rules = "".join(f"  - {{ name: {fingers}-{direction}, type: swipe, numberOfTouchesRequired: {fingers}, "
                    f"direction: {direction} }}\n"
                    for fingers in (1, 2, 3) for direction, *_ in DIRECTIONS.values())
    bindings = [word for fingers in (1, 2, 3) for code, (direction, *_) in DIRECTIONS.items()
                for word in ("-g", f"{fingers},{code},*,*,R,echo swipe {fingers}-{direction}")]
    with configured(f"recognizers:\n{rules}  - {{ name: select, type: tap }}\n"):
        panel, client = scene.panel("ed-elan-touchscreen"), scene.client()
        with printing("lisgd", None, "lisgd", "-d", panel.node, "-w", "3840", "-h", "2160", "-m", "10000",
                      *bindings) as reader:
            until(lambda: is_open(reader.process, panel.node), "lisgd has the panel")

            def theirs():
                lines = reader.printed().splitlines()
                return [line.removeprefix("swipe ") for line in lines if line.startswith("swipe ")]

            def is_heard():
                _, start, end = DIRECTIONS["LR"]
                panel.drag((start, end))
                scene.settle(panel, client)
                return theirs()

            # It has the panel before it follows it: what comes meanwhile it throws away.
            until(is_heard, "lisgd reports a swipe")
            for fingers in 1, 2, 3:
                for direction, start, end in DIRECTIONS.values():
                    panel.drag(*((beyond(start, each), beyond(end, each)) for each in range(fingers)), frame=0)
                    name = f"{fingers}-{direction}"
                    client.wait_for(recognizer=name)
                    scene.settle(panel, client)
                    # The kernel throws away what a reader that lags far behind has not read.
                    until(lambda name=name: theirs()[-1:] == [name], f"lisgd reports {name}")
            count = 3 * len(DIRECTIONS)
            ours = [each["recognizer"] for each in client.gestures() if each["type"] == "swipe"][-count:]
            assert ours == theirs()[-count:], f"ours {ours}\ntheirs {theirs()}"
        scene.close()


def is_open(process, node):
    """Whether a process has a file open."""
    for link in os.scandir(f"/proc/{process}/fd"):
        with contextlib.suppress(FileNotFoundError):  # It may close others meanwhile.
            if os.readlink(link.path) == node:
                return True
    return False


def beyond(place, finger):
    """Where a finger beside the first one is."""
    return place[0] + 0.06 * finger, place[1] + 0.06 * finger
