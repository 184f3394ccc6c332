"""Checks of gestured-hands: pointing, scrolling and typing as libinput sees it, for whom it may, and nothing else."""

import contextlib
import fcntl
import os
import re
import signal
import socket
import struct
import time

from interception.applications import compositor, printing
from interception.applications import libinput as touches
from interception.output_checks import (EV_FF, EV_REP, EV_SW, EXECVE, IO_URING_SETUP, IOCTL, UI_SET_CODE_BIT,
                                        UI_SET_EVBIT, TakenOver, refused)
from interception.interception_checks import clone_node
from scene import check, configured, loaded, run, said, show, until, write
from service.access_checks import PAINTER, STEWARD, acting_as
from service.session_checks import VT_ACTIVATE, Session, sessions

SOCKET = "/run/gestured/hands.sock"
UNIT = "gestured-hands.socket"
FOLDER = "/run/hands"
EVENT = struct.Struct("=HHi")
EV_SYN, EV_KEY, EV_REL, EV_ABS = range(4)
REPORT = EV_SYN, 0, 0
LEFT, RIGHT, MIDDLE = 0x110, 0x111, 0x112
OPENED, REFUSED, READY, WAITING = b"\1", b"\2", b"\3", b"\4"
KEY_A, KEY_LEFTCTRL, KEY_LEFTALT, KEY_LEFT, KEY_SYSRQ, KEY_POWER = 30, 29, 56, 105, 99, 116

OF_WEV = re.compile(r"wl_(keyboard|pointer)\] (.*)")
# The kind of event and what follows its time:
# "-event3  POINTER_MOTION_ABSOLUTE +0.305s	 25.00/ 25.00"
OF_POINTER = re.compile(r"(POINTER_MOTION_ABSOLUTE|POINTER_BUTTON|POINTER_SCROLL_WHEEL|KEYBOARD_KEY)\s+\S+\s+(.*\S)")


def frames(device, *events):
    return bytes([2, device, 0, 0]) + b"".join(EVENT.pack(*each) for each in events)


class Hands:
    """A program with a keyboard (device 0) and the pointer of a surface (device 1)."""

    def __init__(self, surface=b"panel"):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(250)
        self.socket.connect(SOCKET)
        self.standing = self.said()
        if self.standing[:1] == READY:
            self.open(surface)

    def open(self, surface=b"panel"):
        self.answers = [self.ask(bytes([1, 0, 0, 0])), self.ask(bytes([1, 1, 0, 0]) + surface)]

    def ask(self, request):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.socket.send(request)
        return self.said()

    def said(self):
        # What it has not read, the kernel tells first.
        for _ in range(2):
            with contextlib.suppress(ConnectionResetError):
                return self.socket.recv(512)
        return b""

    def write(self, device, *events):
        self.socket.send(frames(device, *events, REPORT))

    def refusal(self, request):
        """Why it sends the program away."""
        answer = self.ask(request)
        assert answer[:1] == REFUSED, answer
        assert self.said() == b"", "still connected"
        return answer[4:].decode()


@contextlib.contextmanager
def enabled():
    """Meanwhile the administrator has enabled it."""
    said("systemctl", "reset-failed", "gestured-hands.socket", "gestured-hands.service")
    run("systemctl", "enable", "--now", UNIT)
    try:
        yield
    finally:
        run("systemctl", "disable", "--now", UNIT)
        run("systemctl", "stop", "gestured-hands.service")


def keeper(seen):
    """A program of root that keeps the devices, when libinput has read them."""
    hands = Hands()
    until(lambda: seen.reader.printed().count("DEVICE_ADDED            gestured") >= 2, "the devices")
    time.sleep(1)
    return hands


class Seen:
    """What libinput, as compositors use it, says of all devices."""

    def __init__(self, reader):
        self.reader, self.start = reader, 0

    def events(self):
        return self.reader.events_of_pointer()[self.start:]

    def take(self, *last):
        """The events since the last call, as soon as the last ones are these."""
        until(lambda: [each for each in self.events() if each[:len(last[-1])] == last[-1]], f"libinput says {last}; "
              f"it says {self.events()}", seconds=30)
        time.sleep(0.2)
        events = self.events()
        self.start += len(events)
        return events


@contextlib.contextmanager
def libinput(*devices):
    """libinput's events, when it has the devices."""
    with printing("libinput-hands", OF_POINTER, "libinput", "debug-events", "--show-keycodes") as reader:
        reader.events_of_pointer = lambda: [match.groups() for match in OF_POINTER.finditer(reader.printed())]
        until(lambda: all(f"DEVICE_ADDED            {each}"[:50] in reader.printed() for each in devices),
              f"libinput has {devices}")
        yield Seen(reader)


@contextlib.contextmanager
def acting(scene, entries):
    """Meanwhile `gesturectl actions` does what the entries say."""
    write(f"{FOLDER}/actions.yaml", "actions:\n" + entries)
    program = scene.program("sh", "-c", f"exec gesturectl run --config {FOLDER}/actions.yaml 2>{FOLDER}/messages")
    try:
        until(lambda: " is there; " in messages() or program.poll() is not None, "gesturectl has connected")
        assert program.poll() is None, "gesturectl has ended"
        yield
    except AssertionError:
        print(messages())
        raise
    finally:
        program.terminate()
        program.wait()


def messages():
    """What gesturectl has said so far."""
    if not os.path.exists(f"{FOLDER}/messages"):
        return ""
    with open(f"{FOLDER}/messages", encoding="utf-8") as file:
        return file.read()


def buttons(events):
    return [re.match(r"(\S+) \(\d+\) (\w+)", what).groups() for kind, what in events if kind == "POINTER_BUTTON"]


def places(events):
    """Places in percent of the surface."""
    return [tuple(float(part) for part in what.split("/"))
            for kind, what in events if kind == "POINTER_MOTION_ABSOLUTE"]


def wheels(events):
    """Turns in the unit of compositors, down and to the right."""
    turns = [re.match(r"vert (-?[\d.]+)/\S+ horiz (-?[\d.]+)/", what).groups()
             for kind, what in events if kind == "POINTER_SCROLL_WHEEL"]
    return sum(float(down) for down, _ in turns), sum(float(right) for _, right in turns)


@check("hands: it is off until it is enabled, and gesturectl says how")
def _(scene, panel):
    assert not os.path.exists(SOCKET) and show("ActiveState", "gestured-hands.service") == "inactive"
    with acting(scene, "- { on: hold, click: right }\n"):
        panel.fingers({0: panel.at(0.5, 0.5)})
        until(lambda: "sudo systemctl enable --now gestured-hands.socket" in messages(), "the advice")
        panel.lift()


@check("hands: a long press is a right click within 2 points of the finger, a tap a left one, also twice at a place")
def _(scene, panel):
    with enabled(), acting(scene, "- { on: hold, click: right }\n- { on: select, click: left }\n"):
        with libinput("gestured pointer") as seen:
            panel.fingers({0: panel.at(0.25, 0.75)})
            events = seen.take(("POINTER_BUTTON", "BTN_RIGHT (273) released, seat count: 0"))
            panel.lift()
            assert buttons(events) == [("BTN_RIGHT", "pressed"), ("BTN_RIGHT", "released")], events
            x, y = places(events)[-1]
            width, height = 331 / 0.156, 187 / 0.156
            assert abs(x - 25) / 100 * width <= 2 and abs(y - 75) / 100 * height <= 2, (x, y)
            for _ in range(2):
                panel.tap(0.6, 0.4)
                events = seen.take(("POINTER_BUTTON", "BTN_LEFT (272) released, seat count: 0"))
                assert buttons(events) == [("BTN_LEFT", "pressed"), ("BTN_LEFT", "released")], events
                assert abs(places(events)[-1][0] - 60) < 0.1, events


@check("hands: two fingers scroll by their way within 3 %, and what they threw glides until a finger lands")
def _(scene, panel):
    recognizers = ("  - { name: scroll, type: pan, minimumNumberOfTouches: 2 }\n"
                   "  - { name: land, type: longPress, minimumPressDuration: 0, simultaneousWith: [select, hold, move, scroll] }\n")
    with loaded(lambda text: text.replace("  - { name: zoom, type: pinch }\n", recognizers)), enabled():
        with acting(scene, "- { on: scroll, scroll: both }\n- { on: land, scroll: stop }\n"):
            with libinput("gestured pointer") as seen:
                def drag(pause):
                    panel.move(((0.4, 0.3), (0.4, 0.6)), ((0.6, 0.3), (0.6, 0.6)))
                    time.sleep(pause)
                    panel.lift()

                drag(0.5)
                time.sleep(1)
                down, right = wheels(seen.events())
                seen.take(("POINTER_SCROLL_WHEEL",))
                way = 0.3 * 187 / 0.156
                # The pan begins when the fingers have moved ten points, with what they had moved by then.
                assert abs(-down - way) / way < 0.03 and abs(right) < 0.03 * way, (down, right, way)
                drag(0)
                time.sleep(1.5)
                thrown = -wheels(seen.events())[0]
                seen.take(("POINTER_SCROLL_WHEEL",))
                assert thrown > 1.3 * way, (thrown, way)
                drag(0)
                panel.fingers({0: panel.at(0.5, 0.9)})
                time.sleep(1.5)
                panel.lift()
                stopped = -wheels(seen.events())[0]
                assert stopped < (thrown + way) / 2, (stopped, thrown, way)


@check("hands: a pan drags from where the finger landed to where it lifts, and a pinch turns the wheel under Ctrl")
def _(scene, panel):
    with enabled(), acting(scene, "- { on: move, drag: left }\n- { on: zoom, zoom: ctrl }\n"):
        with libinput("gestured pointer") as seen:
            panel.drag(((0.2, 0.5), (0.6, 0.5)))
            events = seen.take(("POINTER_BUTTON", "BTN_LEFT (272) released, seat count: 0"))
            kinds = [kind for kind, _ in events]
            pressed = next(index for index, (_, what) in enumerate(events) if what.startswith("BTN_LEFT (272) pressed"))
            assert abs(places(events[:pressed])[-1][0] - 20) < 0.5, events[:5]
            assert abs(places(events)[-1][0] - 60) < 0.5 and kinds[-1] == "POINTER_BUTTON", events[-3:]
            panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
            events = seen.take(("KEYBOARD_KEY", "KEY_LEFTCTRL (29) released"))
            wheel = [kind for kind, _ in events if kind in ("KEYBOARD_KEY", "POINTER_SCROLL_WHEEL")]
            assert wheel[0] == wheel[-1] == "KEYBOARD_KEY" and wheel.count("KEYBOARD_KEY") == 2, events
            assert wheels(events)[0] < -50, events


@check("hands: under cage, which takes no keys from programs, alt+Left and mouse mode reach a program")
def _(scene, panel):
    session = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/applications/user"}
    with enabled(), compositor(pattern=OF_WEV) as wev:
        wev.follow = None
        until(lambda: os.path.exists("/run/applications/user/wayland-0"), "cage listens")
        os.environ.update(session)
        try:
            with acting(scene, "- { on: select, key: alt+Left }\n- { on: hold, click: right }\n"
                               "- { on: move, scroll: vertical }\n"):
                until(lambda: "wl_keyboard] keymap" in wev.printed() or "wl_keyboard] enter" in wev.printed(),
                      "wev has a keyboard")
                time.sleep(2)
                panel.tap()
                until(lambda: re.search(r"sym: Alt_L .*sym: Left .*sym: Left .*sym: Alt_L ", wev.printed(), re.S), "the keys",
                      seconds=60)
                panel.fingers({0: panel.at(0.25, 0.75)})
                until(lambda: "button: 273 (right), state: 0 (released)" in wev.printed(), "the right button", seconds=60)
                panel.lift()
                panel.drag(((0.5, 0.3), (0.5, 0.7)))
                until(lambda: re.search(r"axis: 0 \(vertical\), value: -\d", wev.printed()), "the wheel", seconds=60)
        except AssertionError:
            print(wev.printed()[-3000:])
            raise
        finally:
            for name in session:
                del os.environ[name]


XORG = """
Section "ServerFlags"
    Option "DontVTSwitch" "true"
    Option "AutoAddDevices" "true"
EndSection
Section "Device"
    Identifier "none"
    Driver "dummy"
    VideoRam 16384
EndSection
Section "Monitor"
    Identifier "none"
    HorizSync 5-1000
    VertRefresh 5-200
    Modeline "1280x720" 74.50 1280 1344 1472 1664 720 723 728 748
EndSection
Section "Screen"
    Identifier "none"
    Device "none"
    Monitor "none"
    DefaultDepth 24
    SubSection "Display"
        Modes "1280x720"
    EndSubSection
EndSection
"""


@contextlib.contextmanager
def mouse_mode():
    """Meanwhile the ready files of mouse mode apply."""
    examples = "/usr/local/share/doc/gestured/examples"
    drop_in = "/etc/gestured/gestured.yaml.d/mouse.yaml"
    with configured("# The standard recognizers.\n{}\n"), enabled():
        os.makedirs(os.path.dirname(drop_in), exist_ok=True)
        run("cp", f"{examples}/recognizers/mouse.yaml", drop_in)
        try:
            run("systemctl", "reload", "gestured")
            run("gesturectl", "check", f"{examples}/actions/mouse.yaml")
            with open(f"{examples}/actions/mouse.yaml", encoding="utf-8") as file:
                yield file.read().partition("actions:\n")[2]
        finally:
            os.unlink(drop_in)
            run("systemctl", "reload", "gestured")


@check("hands: mouse mode leaves applications their touches, as at a login screen, until its actions run")
def _(scene, panel):
    with mouse_mode() as actions:
        with touches(clone_node(scene, panel)) as seen:
            seen.follow(panel)
            with acting(scene, actions):
                until(lambda: "gestured pointer" in run("libinput", "list-devices"), "the pointer is there")
                panel.tap()
                panel.lift()
                time.sleep(1)
            panel.tap()
            assert [each[0] for each in seen.touches(panel)] == ["down", "up"]


@check("hands: mouse mode's ready files under Xorg: a program that knows no touch has its menu, its wheel and its click")
def _(scene, panel):
    write(f"{FOLDER}/xorg.conf", XORG)
    with mouse_mode() as actions, acting(scene, actions):
        until(lambda: (scene.report_on(panel) or {}).get("interception", {}).get("clone"), "the panel is intercepted")
        with printing("xorg", OF_WEV, "Xorg", ":7", "-config", f"{FOLDER}/xorg.conf", "-keeptty", "-novtswitch",
                      "-sharevts", "-ac"):
            until(lambda: os.path.exists("/tmp/.X11-unix/X7"), "Xorg listens")
            with printing("xev", OF_WEV, "xev", "-geometry", "1280x720+0+0", "-event", "button", "-event", "mouse",
                          env={**os.environ, "DISPLAY": ":7"}) as xev:
                until(lambda: "Outer window" in xev.printed(), "xev has a window")
                time.sleep(3)

                def presses():
                    return re.findall(r"ButtonPress.*?root:\((\d+),(\d+)\).*?button (\d+)", xev.printed(), re.S)

                panel.fingers({0: panel.at(0.25, 0.75)})
                x, y, button = until(presses, "a button", seconds=60)[0]
                panel.lift()
                assert button == "3" and abs(int(x) - 320) <= 2 and abs(int(y) - 540) <= 2, (x, y, button)
                panel.move(((0.4, 0.3), (0.4, 0.6)), ((0.6, 0.3), (0.6, 0.6)))
                time.sleep(0.5)
                panel.lift()
                until(lambda: [each[2] for each in presses()].count("4") >= 3, "the wheel", seconds=60)
                panel.tap(0.5, 0.5)
                until(lambda: presses()[-1][2] == "1", "the left button", seconds=60)
                assert len([each for each in presses() if each[2] == "1"]) == 1, presses()


@check("hands: what a client holds is released when it goes, is killed, or the process is killed")
def _():
    with enabled(), libinput() as seen:
        for kill in ("client", "process"):
            hands = keeper(seen)
            hands.write(0, (EV_KEY, KEY_LEFTALT, 1))
            hands.write(1, (EV_ABS, 0, 100), (EV_ABS, 1, 100), (EV_KEY, LEFT, 1))
            seen.take(("POINTER_BUTTON", "BTN_LEFT (272) pressed, seat count: 1"))
            if kill == "client":
                hands.socket.close()
            else:
                os.kill(int(show("MainPID", "gestured-hands.service")), signal.SIGKILL)
            events = seen.take(("KEYBOARD_KEY", "KEY_LEFTALT (56) released"))
            assert ("POINTER_BUTTON", "BTN_LEFT (272) released, seat count: 0") in events, events


@check("hands: keys of power and SysRq, wrong values, devices and datagrams send the client away, and nothing is typed")
def _():
    with enabled(), libinput() as seen:
        for wrong in (frames(0, (EV_KEY, KEY_POWER, 1), REPORT), frames(0, (EV_KEY, KEY_SYSRQ, 1), REPORT),
                      frames(0, (EV_KEY, KEY_A, 1), (EV_KEY, KEY_POWER, 1), REPORT), frames(0, (EV_KEY, LEFT, 1), REPORT),
                      frames(1, (EV_KEY, KEY_A, 1), REPORT), frames(1, (EV_ABS, 0, 70000), REPORT),
                      frames(1, (EV_REL, 0, 1), REPORT), frames(7, REPORT), frames(0, (EV_KEY, KEY_A, 1)), b"", b"x",
                      bytes(5000), bytes([1, 2, 0, 0]) + b"a b", bytes([1, 0, 0, 0]) + b"other"):
            hands = Hands()
            if wrong:
                assert hands.refusal(wrong), wrong
        flood = Hands()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(60):
                flood.socket.send(frames(1, *[(EV_REL, 0x0b, 1)] * 254, REPORT))
        assert b"too many events" in flood.said()
        assert "KEYBOARD_KEY" not in [kind for kind, _ in seen.events()]
        assert show("ActiveState", "gestured-hands.service") == "active"


@check("hands: a second client neither presses nor releases what the first one holds")
def _():
    with enabled(), libinput() as seen:
        first, second = keeper(seen), Hands()
        first.write(0, (EV_KEY, KEY_A, 1))
        seen.take(("KEYBOARD_KEY", "KEY_A (30) pressed"))
        second.write(0, (EV_KEY, KEY_A, 1))
        second.write(0, (EV_KEY, KEY_A, 0))
        second.socket.close()
        time.sleep(1)
        assert not [each for each in seen.events() if each[0] == "KEYBOARD_KEY"], seen.events()
        first.socket.close()
        assert len(seen.take(("KEYBOARD_KEY", "KEY_A (30) released"))) == 1


@check("hands: only the user whose session is at the screen and not locked points and types")
def _():
    with enabled(), sessions() as (first, second):
        def program(user):
            with acting_as(user):
                return Hands()

        until(lambda: program(PAINTER).standing == READY + bytes(3), "the one at the screen may")
        other = program(STEWARD)
        assert other.standing[:1] == WAITING and b"not one of user" in other.standing
        other.socket.send(frames(0, (EV_KEY, KEY_A, 1), REPORT))
        assert program(STEWARD).standing[:1] == WAITING and program(STEWARD).standing[:1] == WAITING
        hands = program(PAINTER)
        hands.write(0, (EV_KEY, KEY_A, 1))
        with libinput() as seen:
            _kept = keeper(seen)
            first.lock()
            assert b"locked" in hands.said()
            again = program(PAINTER)
            assert again.standing[:1] == WAITING and b"locked" in again.standing
            first.lock(False)
            assert again.said()[:1] == READY
            again.open()
            again.write(0, (EV_KEY, KEY_LEFTALT, 1))
            seen.take(("KEYBOARD_KEY", "KEY_LEFTALT (56) pressed"))
            second.activate()
            seen.take(("KEYBOARD_KEY", "KEY_LEFTALT (56) released"))
            assert b"not one of user" in again.said()
            greeter = Session(STEWARD, 3, "greeter")
            greeter.activate()
            until(lambda: b"login screen" in program(STEWARD).standing, "nobody points at a login screen")
            greeter.end()
            # What it wrote before it was ready is of no device.
            until(lambda: other.said()[:1] == READY, "the other one is told")
            assert ("KEYBOARD_KEY", "KEY_A (30) pressed") not in seen.events()


@check("hands: five programs of a user who may not yet are too many, and do not keep away the one at the screen")
def _():
    with enabled(), sessions():
        with acting_as(STEWARD):
            waiting = [Hands() for _ in range(5)]
        assert [each.standing[:1] for each in waiting] == [WAITING] * 4 + [REFUSED]
        with acting_as(PAINTER):
            ready = [Hands() for _ in range(16)]
            assert all(each.standing[:1] == READY for each in ready)
            assert Hands().standing[:1] == REFUSED
        ready.pop().socket.close()
        with acting_as(PAINTER):
            until(lambda: Hands().standing[:1] == READY, "there is room again")
        strangers = []
        for user in range(4001, 4006):
            os.seteuid(user)
            try:
                strangers += [Hands() for _ in range(4)]
            finally:
                os.seteuid(0)
        assert [each.standing[:1] for each in strangers[-4:]] == [WAITING] * 4, "the last may be the one at the screen"
        assert Hands().standing[:1] == READY
        with acting_as("gestured"):
            assert Hands().standing[:1] == WAITING


@check("hands: nothing is written for the old session while logind has not noticed another terminal, and at rest it sleeps")
def _():
    with enabled(), sessions() as (first, second), libinput() as seen:
        _kept = keeper(seen)
        with acting_as(PAINTER):
            hands = Hands()
        process = int(show("MainPID", "gestured-hands.service"))
        before = switches(process)
        time.sleep(10)
        assert switches(process) == before
        logind = int(show("MainPID", "systemd-logind"))
        hands.write(0, (EV_KEY, KEY_LEFTALT, 1))
        seen.take(("KEYBOARD_KEY", "KEY_LEFTALT (56) pressed"))
        os.kill(logind, signal.SIGSTOP)
        try:
            with open("/dev/tty0", "rb") as console:
                fcntl.ioctl(console, VT_ACTIVATE, second.terminal)
            seen.take(("KEYBOARD_KEY", "KEY_LEFTALT (56) released"))
            hands.write(0, (EV_KEY, KEY_A, 1))
            time.sleep(2)
            assert ("KEYBOARD_KEY", "KEY_A (30) pressed") not in seen.events()
        finally:
            os.kill(logind, signal.SIGCONT)
        # As logind has said who is at the screen, or not answered in time.
        said = hands.said()
        assert said[:1] == REFUSED, said
        assert ("KEYBOARD_KEY", "KEY_A (30) pressed") not in seen.events()


def switches(process):
    """How often a process has given the processor away, as it does when it has been woken."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M).group(1)


@check("hands: what was held for half a minute without a word, or when logind was lost, is released")
def _():
    with enabled(), libinput() as seen, sessions():
        hands, _kept = keeper(seen), Hands()
        hands.write(0, (EV_KEY, KEY_A, 1))
        seen.take(("KEYBOARD_KEY", "KEY_A (30) pressed"))
        start = time.monotonic()
        seen.take(("KEYBOARD_KEY", "KEY_A (30) released"))
        assert 25 < time.monotonic() - start < 60 and b"30 s" in hands.said()
        with acting_as(PAINTER):
            hands = Hands()
        assert hands.standing[:1] == READY
        hands.write(0, (EV_KEY, KEY_A, 1))
        seen.take(("KEYBOARD_KEY", "KEY_A (30) pressed"))
        run("systemctl", "kill", "--signal", "KILL", "systemd-logind")
        seen.take(("KEYBOARD_KEY", "KEY_A (30) released"))
        until(lambda: show("ActiveState", "systemd-logind") == "active", "logind is back")


@check("hands: it is confined, and taken over it declares no key of power, changes no device and starts no program")
def _():
    with enabled():
        hands = Hands()
        score = float(re.search(r"(\d+\.\d+) \S+ \S+$", run(
            "systemd-analyze", "security", "--no-pager", "gestured-hands.service").strip()).group(1))
        assert score <= 0.8, score
        with TakenOver(int(show("MainPID", "gestured-hands.service"))) as taken:
            uinput = taken.call(2, b"/dev/uinput\0", os.O_WRONLY)
            for kind in EV_KEY, EV_REL, EV_ABS:
                assert taken.call(IOCTL, uinput, UI_SET_EVBIT, kind) == 0, kind
            for key in KEY_A, KEY_LEFTCTRL, LEFT, MIDDLE:
                assert taken.call(IOCTL, uinput, UI_SET_CODE_BIT[EV_KEY], key) == 0, key
            for key in KEY_SYSRQ, KEY_POWER, 142, 143, 205, 237, 238, 239, 247, MIDDLE + 1, 0x14A, 356:
                assert refused(taken, IOCTL, uinput, UI_SET_CODE_BIT[EV_KEY], key), key
            for kind in EV_SW, EV_REP, EV_FF:
                assert refused(taken, IOCTL, uinput, UI_SET_EVBIT, kind), kind
            assert refused(taken, IOCTL, uinput, UI_SET_CODE_BIT[EV_REL], 0x0d)
            assert refused(taken, EXECVE, b"/usr/bin/gestured\0", 0, 0)
            assert refused(taken, IO_URING_SETUP, 1, bytes(120))
            taken.call(3, uinput)
        hands.socket.close()


@check("hands: a descriptor that somebody passes is not received, and ends that program only")
def _():
    with enabled():
        good, bad = Hands(), Hands()
        with contextlib.suppress(OSError):
            socket.send_fds(bad.socket, [frames(0, REPORT)], [0])
        assert b"descriptor" in bad.said()
        good.write(0, (EV_KEY, KEY_A, 1))
        good.write(0, (EV_KEY, KEY_A, 0))
        assert Hands().answers[0][:1] == OPENED
