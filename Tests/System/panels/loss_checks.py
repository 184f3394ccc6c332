"""Checks of gestures when the kernel drops events (SYN_DROPPED) because the daemon reads too late.

The daemon is suspended, the kernel's queue overflows, the daemon continues and has to recover.
"""

import os
import random
import signal

from panel import EV_SYN, SYN_REPORT
from scene import check, daemon, stopped

# Two fingers land one after the other, part, and lift one after the other, in fractions of the panel.
PINCH = [
    {0: (0.45, 0.5)}, {0: (0.45, 0.5), 1: (0.55, 0.5)}, {0: (0.4, 0.5), 1: (0.6, 0.5)},
    {0: (0.35, 0.5), 1: (0.65, 0.5)}, {1: (0.65, 0.5)}, {},
]


def events_of(panel, frames):
    """The events of frames of fingers, each frame with its SYN_REPORT."""
    events = []
    for frame in frames:
        events += panel.changes({slot: panel.at(*place) for slot, place in frame.items()})
        events.append((EV_SYN, SYN_REPORT, 0))
    return events


def taps_once(scene, panel, client):
    """Asserts that nothing is stuck: no gesture is open, and a tap is one tap with one touch, and nothing else."""
    client.until_answered()
    assert not client.open_gestures(), f"never closed: {client.open_gestures()}"
    before = len(client.gestures())
    scene.settle(panel, client)
    client.until_answered()
    new = client.gestures()[before:]
    assert [(each["recognizer"], len(each["touches"])) for each in new] == [("select", 1)], new


@check("1. events lost anywhere in a pinch, within a frame or between two, leave no gesture open and no finger down")
def _(scene, panel, client, process):
    length = len(events_of(panel, PINCH))
    for start in range(length):
        # Nothing of the pinch is lost; then about a frame of it; then all the rest.
        for lost in 0, 7, length:
            client.lines.clear()  # There will be many.
            events = events_of(panel, PINCH)
            panel.write(events[:start])
            client.until_answered()  # so it has read this much
            with stopped(process):
                panel.overflow()
                panel.write(events[start:start + lost])
            client.until_answered()
            panel.write(events[start + lost:])
            client.until_answered()
            new = client.gestures()
            try:
                assert not [each for each in new if each["recognizer"] == "select"], "lost events became a tap"
                states = [each["state"] for each in new if each["recognizer"] == "zoom"]
                if lost == 0:
                    assert "began" in states, "the pinch was not seen"
                if lost == length:
                    assert "ended" not in states, "a lift that was not seen completed a gesture"
                taps_once(scene, panel, client)
            except AssertionError as error:
                raise AssertionError(f"{lost} events lost from event {start}, {events[start]}: {new}") from error
    assert daemon() == process


@check("2. a pan continues as the same gesture when only movement was lost")
def _(scene, panel, client):
    panel.move(((0.2, 0.5), (0.4, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with stopped():
        panel.overflow()
        panel.move(((0.4, 0.5), (0.6, 0.5)))
    panel.drag(((0.6, 0.5), (0.8, 0.5)))
    client.wait_for(recognizer="move", state="ended")
    moves = client.gestures(recognizer="move")
    assert len({each["gesture"] for each in moves}) == 1 and moves[0]["state"] == "began", moves
    assert len({tuple(each["touches"]) for each in moves}) == 1, "the finger became another touch"
    taps_once(scene, panel, client)


@check("1. all fingers lifted while events were lost: the gesture is cancelled, not ended")
def _(scene, panel, client):
    panel.move(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="began")
    with stopped():
        panel.overflow()
        panel.lift()
    client.wait_for(recognizer="zoom", state="cancelled")
    taps_once(scene, panel, client)


@check("1. 6. a finger that lands in the same slot while events are lost is another touch")
def _(scene, panel, client):
    panel.move(((0.2, 0.5), (0.4, 0.5)))
    first = client.wait_for(recognizer="move", state="began")[0]
    with stopped():
        panel.overflow()
        panel.lift()
        panel.fingers({0: panel.at(0.8, 0.2)})
    client.wait_for(recognizer="move", state="cancelled")
    panel.move(((0.8, 0.2), (0.8, 0.8)))
    second = client.wait_for(recognizer="move", state="began", count=2)[1]
    assert second["touches"] != first["touches"] and second["gesture"] != first["gesture"]
    panel.lift()
    client.wait_for(recognizer="move", state="ended")
    taps_once(scene, panel, client)


@check("1. 2. a finger that stays while others lift and land during a loss is not mixed up with them")
def _(scene, panel, client):
    panel.move(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="began")
    with stopped():
        panel.overflow()
        panel.fingers({1: panel.at(0.7, 0.5)})
        panel.fingers({1: panel.at(0.7, 0.5), 3: panel.at(0.2, 0.2), 4: panel.at(0.2, 0.8)})
    client.wait(lambda: not client.open_gestures())
    zoom = client.gestures(recognizer="zoom")
    assert zoom[-1]["state"] == "cancelled" and all(len(each["touches"]) <= 2 for each in zoom), zoom
    panel.drag(((0.7, 0.5), (0.7, 0.5)), first=1)
    taps_once(scene, panel, client)


@check("1. fingers that land while events are lost are touches from then on")
def _(scene, panel, client):
    with stopped():
        panel.overflow()
        panel.fingers({0: panel.at(0.45, 0.5), 1: panel.at(0.55, 0.5)})
    panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="ended")
    taps_once(scene, panel, client)


@check("1. 2. after random stops in a flood of fingers, the state is correct as soon as they lift")
def _(scene):
    panel, client, process, chance = scene.panel("ed-elan-touchscreen"), scene.client(), daemon(), random.Random(58)
    for _ in range(20):
        fingers = {}
        for step in range(chance.randrange(200, 600)):
            if step % 100 == chance.randrange(100):
                os.kill(process, chance.choice((signal.SIGSTOP, signal.SIGCONT)))
            slot = chance.randrange(10)
            if slot in fingers and chance.random() < 0.1:
                del fingers[slot]
            else:
                fingers[slot] = panel.at(chance.random(), chance.random())
            panel.fingers(fingers)
        os.kill(process, signal.SIGCONT)
        panel.lift()
        taps_once(scene, panel, client)
    assert daemon() == process
