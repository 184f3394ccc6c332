#!/usr/bin/env python3
"""Checks of the touch tracker on a screen of Xvfb, with a real gestured and fingers that this script makes.

Prints `ok` or `FAIL` for each, and a summary. Needs Xvfb, ImageMagick and xdotool (Debian: xvfb imagemagick xdotool).

    samples/touch-tracker/checks.py --programs .build/debug [--tracker FILE] [--picture docs/pictures/touch-tracker.png]
"""

import argparse
import json
import math
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT = 1920, 1080
# For a machine that is busy.
PATIENCE = 120

CONFIGURATION = """
surfaces:
  - { name: panel, match: { name: "*" }, size: 508mm x 286mm, pixels: 1920 x 1080 }
access:
  - { user: 65534, allow: [gestures, locations] }
"""

DEVICE = """# EVEMU 1.3
N: Panel
I: 0003 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 e0 02
A: 2f 0 9 0 0 0
A: 35 0 7679 0 0 0
A: 36 0 4319 0 0 0
A: 37 0 2 0 0 0
A: 39 0 65535 0 0 0
"""


# Fingers: lists of (seconds, x, y), 8 ms apart; the last says None where the finger lifts, "palm" where it becomes one.


def drag(path, speed, start=0, rest=0, end=None):
    """A finger that rests on the first of some points, then goes along them, so many pixels a second, and lifts."""
    frames, at = [(start, *path[0])], start + rest
    for (x, y), (to_x, to_y) in zip(path, path[1:]):
        steps = max(round(math.hypot(to_x - x, to_y - y) / speed / 0.008), 1)
        for step in range(1, steps + 1):
            at += 0.008
            frames.append((at, x + (to_x - x) * step / steps, y + (to_y - y) * step / steps))
    return frames + [(at + 0.008, end, None)]


def tap(x, y, start=0.0, seconds=0.06):
    return [(start, x, y), (start + seconds, None, None)]


def recording(fingers, pause):
    """A recording of fingers, which begin after a pause, and of an hour in which nothing happens."""
    frames = {}
    for slot, finger in enumerate(fingers):
        for index, (at, x, y) in enumerate(finger):
            lines = frames.setdefault(round((at + pause) * 1e6), [])
            lines.append((0x2F, slot % 10))
            if index == 0:
                lines.append((0x39, slot + 1))
            if x is None:
                lines.append((0x39, -1))
            elif x == "palm":
                lines.append((0x37, 2))
            elif x != "rest":
                lines += [(0x35, round(x * 4)), (0x36, round(y * 4))]
    frames[0] = []
    frames[round((3600 + pause) * 1e6)] = []
    text = [DEVICE]
    for at, lines in sorted(frames.items()):
        stamp = f"E: {at // 1000000}.{at % 1000000:06}"
        text += [f"{stamp} 0003 {code:04x} {value}\n" for code, value in lines] + [f"{stamp} 0000 0000 0\n"]
    return "".join(text)


class Picture:
    """What the screen shows."""

    def __init__(self, display):
        self.bytes = subprocess.run(
            ["import", "-display", display, "-window", "root", "-depth", "8", "rgb:-"],
            check=True, capture_output=True).stdout
        assert len(self.bytes) == WIDTH * HEIGHT * 3

    def __getitem__(self, place):
        at = (round(place[1]) * WIDTH + round(place[0])) * 3
        return tuple(self.bytes[at:at + 3])

    def is_ink(self, x, y):
        """Whether there is a line, not its glow or the background."""
        return max(self[x, y]) > 140

    def is_selected(self, x, y):
        red, green, blue = self[x, y]
        return green > 200 and green > red + 60

    def has_line(self, *path):
        """Whether there is a line along all of some points."""
        return all(
            self.is_ink(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20)
            for (x, y), (to_x, to_y) in zip(path, path[1:]) for step in range(21))

    def ink(self, left=0, top=0, right=WIDTH, bottom=HEIGHT):
        """How much ink there is in a part of the screen."""
        rows = (self.bytes[(y * WIDTH + left) * 3:(y * WIDTH + right) * 3] for y in range(top, bottom))
        return sum(sum(1 for value in row if value > 140) for row in rows)

    def width(self, x, y):
        """How wide a level line is at a place."""
        return sum(self.is_ink(x, y + offset) for offset in range(-40, 41))


class Scene:
    """A screen, the program, and a daemon that comes and goes."""

    def __init__(self, programs, tracker, folder):
        self.programs, self.tracker, self.folder = pathlib.Path(programs), str(tracker), pathlib.Path(folder)
        self.path = str(self.folder / "gestured.sock")
        (self.folder / "gestured.yaml").write_text(CONFIGURATION)
        self.folder.chmod(0o755)
        read, write = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-ac"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        self.display = ":" + os.fdopen(read).readline().strip()
        self.program = self.daemon = None
        self.said = []

    def open(self, *arguments, wrapper=()):
        """Starts the program anew."""
        self.close()
        self.said = []
        self.program = subprocess.Popen(
            [*wrapper, self.tracker, *arguments], stderr=subprocess.PIPE, text=True, errors="replace",
            env=os.environ | {"DISPLAY": self.display, "GESTURED_SOCKET": self.path, "SDL_VIDEODRIVER": "x11"})
        threading.Thread(target=self.listen, args=[self.program.stderr, self.said], daemon=True).start()

    @staticmethod
    def listen(stream, said):
        for line in stream:
            said.append(line.rstrip("\n"))

    def close(self):
        self.stop()
        if self.program:
            self.program.terminate()
            assert self.program.wait(PATIENCE) == 0, "the program does not end as it should"
            self.program = None

    def stop(self, by=signal.SIGTERM):
        if self.daemon:
            self.daemon.send_signal(by)
            self.daemon.wait(PATIENCE)
            self.daemon = None

    def readiness(self):
        return self.said.count("touch-tracker: ready")

    def play(self, *fingers, meanwhile=lambda: None):
        """Has fingers touch the panel of a new daemon, once the program is connected to it and `meanwhile` has run."""
        pause = 3
        while True:
            self.stop()
            # Otherwise the program may not notice that there was another.
            self.until_said(lambda: self.said and not self.said[-1].endswith(" ready"))
            before, start = self.readiness(), time.monotonic()
            self.start(recording(fingers, pause))
            self.until_said(lambda: self.readiness() > before)
            meanwhile()
            if time.monotonic() - start < pause - 0.5:
                return
            # A slow machine: the fingers may have landed before the program was connected, in a drawing that is gone.
            self.stop()
            pause *= 2

    def start(self, text):
        file = self.folder / "recording.evemu"
        file.write_text(text)
        self.daemon = subprocess.Popen(
            [self.programs / "gestured", "--config", self.folder / "gestured.yaml", "--socket", self.path,
             "--replay", file],
            stderr=subprocess.DEVNULL)

    def until_said(self, condition):
        self.wait(condition, lambda: f"the program said {self.said[-3:]}")

    def until(self, condition):
        """Waits until the screen is as it should be; returns what it shows."""
        picture = []

        def look():
            picture[:] = [Picture(self.display)]
            return condition(picture[0])

        self.wait(look, lambda: f"the screen never looked so; the program said {self.said[-3:]}")
        return picture[0]

    def wait(self, condition, complaint):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, complaint()
            assert self.program.poll() is None, f"the program has ended: {self.said[-3:]}"
            time.sleep(0.05)

    def draw(self, *paths):
        """Draws lines one after the other, and waits for them."""
        self.play(*[drag(path, 900, 3 * index) for index, path in enumerate(paths)])
        return self.until(lambda picture: all(picture.has_line(*path) for path in paths))

    def end(self):
        self.close()
        self.screen.terminate()
        self.screen.wait()


CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


LOW, HIGH = [(400, 800), (1500, 800)], [(400, 400), (1500, 400)]


@check
def a_line_appears_where_the_finger_went(scene):
    path = [(300, 300), (1600, 700)]
    scene.open()
    picture = scene.draw(path)
    total = picture.ink()
    assert total == picture.ink(280, 280, 1620, 720), "there is more than the line"
    # Of three colours, along its length, by its width.
    assert total < 3 * 1360 * 30


@check
def ten_fingers_draw_ten_lines(scene):
    scene.open()
    paths = [[(180 + 170 * finger, 300), (180 + 170 * finger, 800)] for finger in range(10)]
    scene.play(*[drag(path, 700, finger * 0.02) for finger, path in enumerate(paths)])
    picture = scene.until(lambda picture: all(picture.has_line(*path) for path in paths))
    between = [picture.is_ink(95 + 170 * finger, y) for finger in range(11) for y in range(250, 850, 10)]
    assert not any(between)


@check
def a_slow_line_is_wider_and_bluer_than_a_fast_one(scene):
    scene.open()
    scene.play(drag(HIGH, 2400), drag(LOW, 300, 2))
    picture = scene.until(lambda picture: picture.has_line(*HIGH) and picture.has_line(*LOW))
    fast, slow = picture.width(950, 400), picture.width(950, 800)
    assert 4 <= fast <= 10 and 18 <= slow <= 26, f"{fast} and {slow} pixels"
    assert picture[950, 400][0] > picture[950, 400][2] and picture[950, 800][2] > picture[950, 800][0]


@check
def the_first_place_is_not_lost_while_the_touch_may_be_a_tap(scene):
    scene.open()
    scene.play(drag([(500, 500), (560, 500)], 900))
    scene.until(lambda picture: picture.has_line((500, 500), (560, 500)))


@check
def a_double_tap_clears_everything(scene):
    scene.open()
    scene.draw(HIGH, LOW)
    scene.play(tap(900, 600), tap(903, 602, 0.2))
    scene.until(lambda picture: picture.ink() == 0)


@check
def a_tap_selects_a_line_and_opens_the_menu_above_it(scene):
    scene.open()
    scene.draw(HIGH, LOW)
    scene.play(tap(800, 806))
    picture = scene.until(lambda picture: picture.is_selected(1200, 800))
    assert not picture.is_selected(1200, 400)
    left, top, right, bottom = 725, 720, 875, 772
    assert picture[left + 20, 746] == picture[right - 20, 746] != picture[left - 20, 746]
    assert picture.ink(left, top, right, bottom) > 200, "the menu says nothing"
    assert picture.ink(left, 830, right, 900) == 0


@check
def a_tap_elsewhere_closes_the_menu(scene):
    scene.open()
    scene.draw(LOW)
    scene.play(tap(800, 800))
    scene.until(lambda picture: picture.is_selected(1200, 800))
    scene.play(tap(1200, 300))
    picture = scene.until(lambda picture: picture.has_line(*LOW) and not picture.is_selected(1200, 800))
    assert picture.ink(725, 720, 875, 772) == 0 and picture.ink(1100, 200, 1300, 400) == 0


@check
def a_tap_on_delete_removes_the_selected_line_alone(scene):
    scene.open()
    scene.draw(HIGH, LOW)
    scene.play(tap(800, 800))
    scene.until(lambda picture: picture.is_selected(1200, 800))
    scene.play(tap(800, 746))
    picture = scene.until(lambda picture: picture.ink(0, 600) == 0)
    assert picture.has_line(*HIGH) and not picture.is_selected(950, 400)


@check
def the_region_of_the_menu_follows_it(scene):
    for gap in (4, 16, 64):
        scene.open()
        scene.draw(LOW)
        # Both on one connection: the region is where the menu is only if it was updated.
        scene.play(tap(800, 800), tap(800, 746, gap))
        scene.until(lambda picture: picture.is_selected(1200, 800))
        # A busy program has no menu yet: then the line is only selected no longer.
        if scene.until(lambda picture: not picture.is_selected(1200, 800)).ink() == 0:
            return
    raise AssertionError("the menu's region is elsewhere")


@check
def the_menu_takes_the_touches_that_begin_in_it(scene):
    scene.open()
    scene.draw(LOW)
    scene.play(tap(800, 800))
    scene.until(lambda picture: picture.is_selected(1200, 800))
    scene.play(drag([(800, 746), (800, 300)], 900), drag([(300, 100), (300, 300)], 900, 2))
    picture = scene.until(lambda picture: picture.has_line((300, 100), (300, 300)))
    assert picture.ink(700, 250, 900, 700) == 0 and picture.has_line(*LOW)


@check
def a_menu_at_the_edge_stays_in_the_window(scene):
    scene.open()
    scene.draw([(20, 30), (300, 30)])
    scene.play(tap(20, 30))
    picture = scene.until(lambda picture: picture.is_selected(250, 30))
    assert picture[30, 34] == picture[140, 34], "no menu at the edge"
    scene.play(tap(120, 34))
    scene.until(lambda picture: picture.ink(200, 0) == 0)


@check
def a_long_press_picks_up_a_line_and_the_pan_moves_it(scene):
    scene.open()
    scene.draw(HIGH, LOW)
    scene.play(drag([(800, 800), (900, 600)], 300, rest=0.9))
    # The pan's first 10 points, 6 pixels here, are no part of its movement.
    moved = [(x + 97, y - 195) for x, y in LOW]
    picture = scene.until(lambda picture: picture.has_line(*moved))
    assert picture.has_line(*HIGH) and picture.is_selected(950, 605) and picture.ink(0, 760) == 0
    assert picture.ink(850, 630, 950, 800) == 0, "the finger has drawn"


@check
def a_move_that_is_cancelled_is_undone(scene):
    scene.open()
    scene.draw(LOW)
    scene.play(drag([(800, 800), (900, 600)], 300, rest=0.9, end="rest"))
    scene.until(lambda picture: picture.ink(0, 760) == 0)
    scene.stop(signal.SIGKILL)
    scene.until(lambda picture: picture.has_line(*LOW))


@check
def a_long_press_beside_all_lines_draws_on(scene):
    scene.open()
    scene.draw(LOW)
    scene.play(drag([(500, 200), (900, 300)], 600, rest=1))
    picture = scene.until(lambda picture: picture.has_line((500, 200), (900, 300)))
    assert picture.has_line(*LOW)


@check
def what_a_palm_has_drawn_vanishes(scene):
    scene.open()
    palm = drag(HIGH, 900, end="rest")
    scene.play(palm + [(palm[-1][0] + 4, "palm", None)], drag(LOW, 900, 10))
    scene.until(lambda picture: picture.has_line(*HIGH))
    picture = scene.until(lambda picture: picture.has_line(*LOW))
    assert picture.ink(0, 300, WIDTH, 500) == 0


@check
def what_a_finger_has_drawn_vanishes_when_the_daemon_is_killed(scene):
    scene.open()
    scene.draw(LOW)
    scene.play(drag(HIGH, 900, end="rest"))
    scene.until(lambda picture: picture.has_line(*HIGH))
    scene.stop(signal.SIGKILL)
    picture = scene.until(lambda picture: picture.ink(0, 300, WIDTH, 500) == 0)
    assert picture.has_line(*LOW), "the finished line is gone, too"


@check
def the_program_says_that_the_daemon_is_away_and_draws_when_it_is_back(scene):
    scene.open()
    scene.until_said(lambda: any("cannot be reached" in line for line in scene.said))
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)
    picture = scene.draw(LOW)
    assert picture.ink(0, 0, WIDTH, 60) == 0
    scene.stop()
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)
    picture = scene.draw(HIGH)
    assert picture.has_line(*LOW) and picture.ink(0, 0, WIDTH, 60) == 0


@check
def the_region_of_the_drawing_follows_the_window(scene):
    scene.open("--size", "900x600")
    window = subprocess.run(
        ["xdotool", "search", "--sync", "--name", "Touch tracker"], env=os.environ | {"DISPLAY": scene.display},
        check=True, capture_output=True, text=True, timeout=PATIENCE).stdout.split()[0]
    inside, outside = [(950, 500), (1500, 700)], [(100, 100), (600, 200)]

    def place(x, y, width, height):
        for command in (["windowmove", window, str(x), str(y)], ["windowsize", window, str(width), str(height)]):
            subprocess.run(
                ["xdotool", *command], env=os.environ | {"DISPLAY": scene.display}, check=True, timeout=PATIENCE)

        def has_window(picture):
            edges = [picture[x + 5, y + 5], picture[x + width - 5, y + height - 5]]
            return (0, 0, 0) not in edges and picture[x + width + 5, y + height - 5] == (0, 0, 0)

        scene.until(has_window)

    def move():
        place(0, 0, 700, 400)
        place(900, 400, 800, 500)

    scene.play(drag(outside, 900), drag(inside, 900, 2), meanwhile=move)
    picture = scene.until(lambda picture: picture.has_line(*inside))
    assert picture.ink(0, 0, 890) == 0


@check
def a_missing_right_is_named(scene):
    if os.getuid() != 0:
        raise SkippedCheck("only root can be another user")
    scene.open(wrapper=["setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps=-all"])
    scene.start(recording([], 0))
    scene.until_said(lambda: os.path.exists(scene.path))
    os.chmod(scene.path, 0o666)
    scene.until_said(lambda: any("attach" in line for line in scene.said))
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)


@check
def nothing_that_a_server_says_ends_the_program(scene):
    scene.open()
    scene.until_said(lambda: scene.said)
    with FalseDaemon(scene.path):
        scene.until_said(lambda: scene.readiness() > 2)
    scene.draw([(300, 900), (900, 900)])


class SkippedCheck(Exception):
    """A check that cannot be made here."""


class FalseDaemon:
    """A server that follows the protocol and says what no gestured would."""

    TOUCHES = [
        {"id": identifier, "phase": phase, "location": {"x": x, "y": -x}, "previousLocation": {"x": 0, "y": 0},
         "region": region, "tapCount": 1}
        for identifier in (-1, 0, 2**53) for region in ("drawing", "menu", "?")
        for phase in ("moved", "ended", "began", "moved", "began", "cancelled", "ended")
        for x in (0, -1, 1e300, -9e15)]
    GESTURES = [
        {"recognizer": name, "type": kind, "gesture": 1, "state": state, "surface": surface, "region": "drawing",
         "time": 0, "touches": touches, **place, **members}
        for name, kind, members in (
            ("double", "tap", {"taps": 2}), ("single", "tap", {"taps": 1}), ("press", "longPress", {"duration": 1e300}),
            ("move", "pan", {
                "translation": {"x": 1e300, "y": 0}, "delta": {"x": 0, "y": 0}, "velocity": {"x": 0, "y": 0}}),
            ("move", "tap", {"taps": 1}), ("delete", "tap", {"taps": -1}))
        for state in ("ended", "changed", "recognized", "began", "cancelled") for surface in ("empty", "?")
        for touches in ([], [-1]) for place in ({}, {"location": {"x": 0, "y": 1e300}})]
    SURFACE = {"name": "empty", "device": "", "unit": "px", "width": 0, "height": -1}

    def __init__(self, path):
        if os.path.exists(path):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()

    def __exit__(self, *_):
        # A thread may wait in accept.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        try:
            while True:
                connection, _ = self.listener.accept()
                with connection, connection.makefile("rw") as lines:
                    self.talk(lines)
        except OSError:
            pass

    def talk(self, lines):
        def say(**message):
            lines.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            lines.flush()

        try:
            say(method="hello", params={"protocol": 1, "server": "false", "capabilities": ["attach", "touches"]})
            lines.readline()
            say(id=1, result={"regions": [], "recognizers": [], "surfaces": []})
            lines.readline()
            say(id=2, result={
                "subscription": 1, "surfaces": [self.SURFACE] * 2, "recognizers": [], "gestures": [], "touches": []})
            for number, touch in enumerate(self.TOUCHES):
                say(method="touch", params={
                    "subscription": 1, "surface": ("empty", "?")[number % 2], "time": -number * 1e9,
                    "touches": [touch] * 2})
            for number, gesture in enumerate(self.GESTURES * 3):
                say(method="gesture", params={"subscription": 1, "seq": number, **gesture})
                if number % 7 == 0:
                    say(method="question", params={
                        "question": number, "ask": "begin", "recognizer": ("press", "move")[number % 2],
                        "gesture": gesture})
            say(method="surface", params={"subscription": 1, "change": "removed", "surface": self.SURFACE})
        except (BrokenPipeError, ConnectionResetError):
            pass


def take_picture(scene, path):
    """Draws with ten fingers, selects a line, and keeps what the screen shows."""
    def wave(finger):
        frames = []
        for step in range(190):
            share = step / 189
            # Slow at first, then faster and faster, then slow again.
            x = 130 + 1660 * (share - math.sin(2 * math.pi * share) / (2 * math.pi) * 0.97)
            swing = math.sin(x / 270 + finger * 0.33) * (190 - 14 * finger)
            frames.append((step * 0.008 + finger * 0.012, x, 300 + 62 * finger + swing))
        return frames + [(frames[-1][0] + 0.008, None, None)]

    def is_complete(picture):
        return all(picture.is_ink(*place[1:]) for finger in range(10) for place in wave(finger)[5:-5:5])

    for _ in range(10):
        scene.open()
        scene.play(*[wave(finger) for finger in range(10)])
        # gestured merges movements for a program on a busy machine, and curves get corners.
        if is_complete(scene.until(lambda picture: all(picture.is_ink(*wave(each)[-9][1:]) for each in (0, 9)))):
            break
    else:
        raise AssertionError("this machine is too busy for a picture")
    scene.play(tap(*wave(4)[95][1:]))
    scene.until(lambda picture: picture.is_selected(*wave(4)[60][1:]))
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["import", "-display", scene.display, "-window", "root", "-resize", "1200x", "-colors", "200", "+dither",
         "-define", "png:compression-level=9", f"PNG8:{path}"], check=True)
    assert path.stat().st_size < 120_000, f"{path.stat().st_size} bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", required=True, help="the folder of gestured")
    parser.add_argument("--tracker", default=HERE / ".build/debug/touch-tracker", help="the program")
    parser.add_argument("--picture", type=pathlib.Path, help="where to keep a picture")
    parser.add_argument("--failures", type=pathlib.Path, help="a folder for pictures of the screen where checks fail")
    parser.add_argument("--only", default="", help="part of the names of the checks to run")
    options = parser.parse_args()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(options.programs, options.tracker, folder)
        checks = [each for each in CHECKS if options.only in each.__name__]
        if options.picture:
            checks.append(lambda scene: take_picture(scene, options.picture))
            checks[-1].__name__ = "the_picture_is_taken"
        for each in checks:
            name = each.__name__.replace("_", " ")
            try:
                each(scene)
                passed += 1
                print(f"ok   {name}", flush=True)
            except SkippedCheck as reason:
                skipped += 1
                print(f"skip {name} ({reason})", flush=True)
            except Exception as error:  # A check that cannot be made has failed.
                failed += 1
                print(f"FAIL {name} ({type(error).__name__}: {error})", flush=True)
                if options.failures:
                    subprocess.run(
                        ["import", "-display", scene.display, "-window", "root", options.failures / f"{name}.png"])
        try:
            scene.end()
        except AssertionError as error:
            failed += 1
            print(f"FAIL the program ends when told to ({error})", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    raise SystemExit(failed > 0)


main()
