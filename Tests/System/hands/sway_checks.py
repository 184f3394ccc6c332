"""Checks of gestured-hands under sway: what a program sees of mouse mode, on one output, and on the second of two.

Those in debian13_checks do the same with later compositors.
"""

import contextlib
import os
import re
import time

from hands.hands_checks import acting, mouse_mode
from interception.applications import sway_desktop
from interception.interception_checks import standing
from scene import check, until

# Places, buttons, the wheel and keys, of which the name is in the next line:
# "[14:      wl_pointer] motion: time: 196214; x, y: 320.000000, 539.988281"
# "[17:     wl_keyboard] key: serial: 36; time: 268929; key: 37; state: 1 (pressed)\n       sym: Control_L    (65507)"
OF_WEV = re.compile(
    r"wl_pointer\] (?:motion|enter): .*x, y: (?P<x>[\d.-]+), (?P<y>[\d.-]+)"
    r"|wl_pointer\] button: .*\((?P<button>\w+)\), state: \d \((?P<of_button>\w+)\)"
    r"|wl_pointer\] axis: .*\((?P<axis>\w+)\), value: (?P<value>[\d.-]+)"
    r"|wl_keyboard\] key: .*state: \d \((?P<of_key>\w+)\)\n\s+sym: (?P<key>\w+)")
OUTPUT = 1280, 720  # of wlroots without a screen
PANEL = 331 / 0.156, 187 / 0.156  # in points
RIGHT_HALF = "output: { surface: panel, x: 50%, width: 50% }\n"


class Program:
    """What wev has seen of the pointer and the keyboard."""

    def __init__(self, wev):
        self.wev = wev

    def seen(self):
        """All so far, such as (320.0, 540.0), ("right", "pressed"), ("vertical", -15.0), ("Alt_L", "released")."""
        for match in OF_WEV.finditer(self.wev.printed()):
            part = match.groupdict()
            if part["x"]:
                yield float(part["x"]), float(part["y"])
            elif part["axis"]:
                yield part["axis"], float(part["value"])
            else:
                yield part["button"] or part["key"], part["of_button"] or part["of_key"]

    def events(self):
        return list(self.seen())

    def await_end(self, name, count=1):
        """Waits until a button or key is released; returns all events so far."""
        until(lambda: self.events().count((name, "released")) == count, f"wev sees {name} released", seconds=250)
        return self.events()

    def place_of(self, event):
        """Where the pointer was at an event."""
        before = self.events()
        before = before[:before.index(event)]
        return next(each for each in reversed(before) if isinstance(each[0], float))


@contextlib.contextmanager
def program(desktop, scene, panel, actions):
    """wev, which fills an output, when the compositor has opened the devices of gestured-hands."""
    session = {name: desktop.variables[name] for name in ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
    os.environ.update(session)
    try:
        with acting(scene, actions):
            for device in "keyboard", "pointer panel":
                until(lambda: re.search(f"Add(ed|ing) gestured {device}", desktop.log.printed()), f"it has {device}")
            until(lambda: standing(scene, panel).get("clone"), "the panel is intercepted")
            with desktop.client("wev") as wev:
                yield Program(wev)
    finally:
        for name in session:
            del os.environ[name]


def is_near(place, x, y, points=2):
    """Whether a place of the output is so many points of the panel from these fractions."""
    return all(abs(at / size - fraction) * length <= points
               for at, size, fraction, length in zip(place, OUTPUT, (x, y), PANEL))


def press_long(panel, program, x, y):
    """Has a menu opened; returns where. At first the program may not fill its output yet."""

    def opens():
        panel.fingers({0: panel.at(x, y)})
        time.sleep(2)
        panel.lift()
        return ("right", "released") in program.events()

    until(opens, "wev sees the right button")
    return program.place_of(("right", "pressed"))


def works(start, scene, panel):
    """A program under a compositor has all of mouse mode, and keys."""
    with mouse_mode() as actions, start as desktop:
        actions += "  - { on: two-finger-tap, key: alt+Left }\n"
        with program(desktop, scene, panel, actions) as seen:
            place = press_long(panel, seen, 0.25, 0.75)
            assert is_near(place, 0.25, 0.75), place
            until(lambda: "wl_keyboard] enter" in seen.wev.printed(), "wev has the focus")

            panel.drag(((0.2, 0.5), (0.6, 0.5)))
            events = seen.await_end("left")
            # The pan begins when the finger has moved ten points.
            assert is_near(seen.place_of(("left", "pressed")), 0.2, 0.5, 12), events
            assert is_near(seen.place_of(("left", "released")), 0.6, 0.5), events

            panel.drag(((0.4, 0.3), (0.4, 0.6)), ((0.6, 0.3), (0.6, 0.6)))
            # The fingers' way of 0.3 of the height, but for what is no whole notch.
            way = 0.3 * OUTPUT[1]
            until(lambda: -sum(each[1] for each in seen.events() if each[0] == "vertical") > way - 15, "the wheel")
            panel.fingers({0: panel.at(0.5, 0.9)})  # which ends the glide
            panel.lift()
            seen.await_end("left", 2)

            panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
            events = seen.await_end("Control_L")
            press, release = (events.index(("Control_L", what)) for what in ("pressed", "released"))
            turns = [place for place, event in enumerate(events) if event[0] == "vertical" and event[1] < 0]
            assert [place for place in turns if press < place < release] and turns[-1] < release, events
            # Since the finger that ended the scroll.
            lifted = len(events) - events[::-1].index(("left", "released"))
            assert not [place for place in turns if lifted <= place < press], events

            panel.fingers({0: panel.at(0.4, 0.5), 1: panel.at(0.6, 0.5)})
            panel.lift()
            events = seen.await_end("Alt_L")
            keys = [f"{name} {what}" for name, what in events if name in ("Alt_L", "Left")]
            assert keys == ["Alt_L pressed", "Left pressed", "Left released", "Alt_L released"], events


def is_on_second_of_two(start, scene, panel, output, x, at):
    """A long press at x of the panel is a right click at a fraction of the second output."""
    with mouse_mode() as actions, start as desktop:
        with program(desktop, scene, panel, actions + output) as seen:
            place = press_long(panel, seen, x, 0.75)
            assert is_near(place, at, 0.75), place


def two_outputs(system, *lines):
    """sway with two outputs side by side, of which programs use the right one."""
    return sway_desktop(system, "output HEADLESS-1 position 0 0", f"output HEADLESS-2 position {OUTPUT[0]} 0",
                        'assign [app_id="wev"] output HEADLESS-2', *lines, outputs=2)


MAPPED = 'input "0:2:gestured_pointer_panel" map_to_output HEADLESS-2'


@check("hands: under sway a long press is a right click at the finger; a program gets drags, wheels and keys")
def _(scene, panel):
    works(sway_desktop("/"), scene, panel)


@check("hands: under sway the pointer reaches both outputs; `output`, or map_to_output, puts it where the finger is")
def _(scene, panel):
    is_on_second_of_two(two_outputs("/"), scene, panel, "", 0.75, 0.5)
    is_on_second_of_two(two_outputs("/"), scene, panel, RIGHT_HALF, 0.25, 0.25)
    is_on_second_of_two(two_outputs("/", MAPPED), scene, panel, "", 0.25, 0.25)
