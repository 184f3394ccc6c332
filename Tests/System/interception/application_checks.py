"""Checks of what applications see of an intercepted panel's clone, in libinput and under the compositor cage."""

import contextlib
import os
import signal
import subprocess
import time

from interception.applications import Clone, compositor, intercepted, libinput
from interception.output_checks import ADDRESS, Reader, Speaker, is_listening
from panel import (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, BTN_TOUCH,
                   EV_ABS, EV_KEY)
from scene import check, until

SWIPE = (0.2, 0.5), (0.6, 0.5)
PINCH = ((0.4, 0.5), (0.2, 0.5)), ((0.6, 0.5), (0.8, 0.5))
OTHER = (0.7, 0.3), (0.7, 0.3)


def tap_swipe_pinch(panel):
    panel.tap(0.3, 0.4)
    panel.drag(SWIPE)
    panel.drag(*PINCH)


def kinds(events):
    """Without places, and without repeated motions."""
    found = [event[:2] for event in events]
    return [each for place, each in enumerate(found) if place == 0 or each != found[place - 1]]


def shows_tap(reader, panel):
    """Whether a tap on the panel is the next that a program says."""
    panel.tap()
    time.sleep(0.2)
    return kinds(reader.events())[-2:] == [("down", 0), ("up", 0)]


@contextlib.contextmanager
def seen_as_panel(client, panel):
    """Meanwhile a panel is intercepted: a client sees of the clone what it saw of the panel, and nothing of that."""
    start = time.monotonic()
    client.follow(panel)
    print(f"     ({client.path}: {time.monotonic() - start:.1f} s)")
    tap_swipe_pinch(panel)
    of_panel = client.touches(panel)
    assert kinds(of_panel)[:2] == [("down", 0), ("up", 0)] and ("down", 1) in kinds(of_panel), of_panel
    with intercepted(panel) as clone:
        client.follow(clone)
        tap_swipe_pinch(panel)
        assert client.touches(clone) == []
        tap_swipe_pinch(clone)
        assert client.touches(clone) == of_panel
        yield clone


@check("applications: tap, swipe and pinch of the clone are those of the panel for libinput, which sees no grabbed panel")
def _(panel):
    with libinput() as reader, seen_as_panel(reader, panel):
        pass


@check("applications: a cancelled finger is TOUCH_CANCEL for libinput, not TOUCH_UP; other fingers and the next go on")
def _(panel):
    with intercepted(panel) as clone, libinput(clone.node) as reader:
        reader.follow(clone)
        clone.move(SWIPE, OTHER)
        clone.cancel(0)
        clone.move(OTHER, first=1)
        clone.drag(((0.7, 0.3), (0.8, 0.3)), first=1)
        clone.tap()
        assert kinds(reader.touches(clone)) == [
            ("down", 0), ("down", 1), ("motion", 0), ("cancel", 0), ("motion", 1), ("up", 1), ("down", 0), ("up", 0)]
        clone.move(SWIPE, OTHER)
        clone.cancel(0, 1)
        assert kinds(reader.touches(clone)) == [("down", 0), ("down", 1), ("motion", 0), ("cancel", 0), ("cancel", 1)]


@check("applications: libinput hides a finger whose slot held a palm, unless the tool type is reset before it lands")
def _(scene):
    def axis(code, value):
        return EV_ABS, code, value

    palm, finger, end = axis(ABS_MT_TOOL_TYPE, 2), axis(ABS_MT_TOOL_TYPE, 0), axis(ABS_MT_TRACKING_ID, -1)
    up, down = (EV_KEY, BTN_TOUCH, 0), (EV_KEY, BTN_TOUCH, 1)

    def landing(number):
        return [axis(ABS_MT_TRACKING_ID, 1000 + number), axis(ABS_MT_POSITION_X, 300 + number),
                axis(ABS_MT_POSITION_Y, 300), down]

    # Frames after which a finger is down that libinput shows, and those after which it does not.
    shown = [[[palm], [end, finger, up], landing(1)], [[palm], [finger, end, up], landing(2)],
             [[palm], [end, up], [finger], landing(3)], [[palm], [end, up], [finger, *landing(4)]],
             [[palm, end, finger, up], landing(5)], [[palm, end, up], [finger, *landing(6)]]]
    hidden = [[[palm], [end, up], landing(7)], [[palm], [end, up], [*landing(8), finger]],
              [[palm, end, up], [*landing(9), finger]]]
    panel = scene.panel("ed-elan-touchscreen")
    with intercepted(panel) as clone, libinput(clone.node) as reader:
        reader.follow(clone)
        for frames in shown + hidden:
            clone.frame([axis(ABS_MT_SLOT, 0), finger])
            clone.frame(landing(0))
            for frame in frames:
                clone.frame(frame)
            clone.frame([finger, end, up])
            found = kinds(reader.touches(clone))
            expected = [("down", 0), ("cancel", 0)] + [("down", 0), ("up", 0)] * (frames in shown)
            assert found == expected, (frames, found)


@check("applications: fingers that are down when the panel is released, or gestured-output killed, are cancelled")
def _(panel):
    with libinput() as reader:
        with intercepted(panel) as clone:
            reader.follow(clone)
            clone.move(SWIPE)
            clone.unplug()
            until(lambda: kinds(reader.events())[-1] == ("cancel", 0), "libinput has the cancel")
            # Nothing more than the grab kept the panel from libinput. It ends just after the cancel.
            until(lambda: shows_tap(reader, panel), "libinput has the panel's tap")
        process = subprocess.Popen(["gestured-output", "--socket", ADDRESS])
        until(lambda: os.path.exists(ADDRESS) and is_listening(), "gestured-output listens")
        speaker = Speaker()
        gestured = Reader(speaker.intercept(panel))
        clone = Clone(panel, speaker)
        reader.follow(clone)
        clone.move(SWIPE)
        panel.lift()
        process.send_signal(signal.SIGKILL)
        process.wait(500)
        gestured.stop()
        os.unlink(ADDRESS)
        until(lambda: kinds(reader.events())[-1] == ("cancel", 0), "libinput has the cancel")
        until(lambda: shows_tap(reader, panel), "libinput has the panel's tap")


@check("applications: under cage a client sees tap, swipe and pinch of the clone as of the panel, and no grabbed panel; "
       "Debian 12's cage tells it nothing of a cancel, neither up nor cancel, and the next finger works")
def _(panel):
    with compositor() as client:
        with seen_as_panel(client, panel) as clone:
            clone.move(SWIPE)
            clone.cancel(0)
            clone.tap()
            assert kinds(client.touches(clone)) == [("down", 0), ("motion", 0), ("down", 0), ("up", 0)]
            clone.move(SWIPE)
        # Released with a finger down: the panel is the compositor's at once. (Of several fingers it may mistake one for
        # another at first, as it has not seen which slot was used last.)
        until(lambda: shows_tap(client, panel), "the compositor has the panel's tap")
