#!/usr/bin/env python3
"""Checks of the touch tracker on a screen of Xvfb, with a real gestured and fingers that this script makes.

Prints `ok` or `FAIL` for each, and a summary. Needs root, Xvfb, ImageMagick and xdotool (Debian: xvfb imagemagick
xdotool).

    samples/touch-tracker/checks.py --programs .build/debug [--picture docs/pictures/touch-tracker.png] [PART]
"""

import math
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += map(str, (HERE.parents[1] / "Tests/Web", HERE.parents[1] / "Tests"))

from checking.false_daemon import talk_nonsense
from checking.fingers import drag, recording, tap
from checking.scene import PATIENCE, WIDTH, Scene
from peer import Peer
from programs import AS_NOBODY, options_of_checks, shared_folder
from sentences import Report, named

LOW, HIGH = [(400, 800), (1500, 800)], [(400, 400), (1500, 400)]


@named
def a_line_appears_where_the_finger_went(scene):
    picture = scene.draw([(300, 300), (1600, 700)])
    total = picture.ink()
    assert total == picture.ink(280, 280, 1620, 720), "there is more than the line"
    # Of three colours, along its length, by its width.
    assert total < 3 * 1360 * 30


@named
def ten_fingers_draw_ten_lines(scene):
    scene.open()
    paths = [[(180 + 170 * finger, 300), (180 + 170 * finger, 800)] for finger in range(10)]
    scene.play(*[drag(path, 700, finger * 0.02) for finger, path in enumerate(paths)])
    picture = scene.until(lambda picture: all(picture.has_line(*path) for path in paths))
    between = [picture.is_ink(95 + 170 * finger, y) for finger in range(11) for y in range(250, 850, 10)]
    assert not any(between)


@named
def a_slow_line_is_wider_and_bluer_than_a_fast_one(scene):
    scene.open()
    scene.play(drag(HIGH, 2400), drag(LOW, 300, 2))
    picture = scene.until(lambda picture: picture.has_line(*HIGH) and picture.has_line(*LOW))
    fast, slow = picture.width(950, 400), picture.width(950, 800)
    assert 4 <= fast <= 10 and 18 <= slow <= 26, f"{fast} and {slow} pixels"
    assert picture[950, 400][0] > picture[950, 400][2] and picture[950, 800][2] > picture[950, 800][0]


@named
def the_first_place_is_not_lost_while_the_touch_may_be_a_tap(scene):
    scene.open()
    scene.play(drag([(500, 500), (560, 500)], 900))
    scene.until(lambda picture: picture.has_line((500, 500), (560, 500)))


def mouse(scene, *steps):
    """Moves a mouse to places, and does with it what xdotool calls that."""
    words = [word for step in steps for word in (["mousemove", *step] if isinstance(step, tuple) else step.split())]
    scene.tool("xdotool", *words)


@named
def without_a_touchscreen_a_mouse_draws_selects_moves_and_clears(scene):
    scene.open()
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 100) > 0)
    mouse(scene, (400, 500), "mousedown 1", *((400 + 10 * step, 500) for step in range(81)), "mouseup 1")
    scene.until(lambda picture: picture.has_line((420, 500), (1180, 500)))
    mouse(scene, (600, 500), "click 1")
    scene.until(lambda picture: picture.is_selected(800, 500))
    mouse(scene, (500, 500), "mousedown 3", *((500, 500 + 10 * step) for step in range(31)), "mouseup 3")
    scene.until(lambda picture: picture.is_selected(800, 800) and not picture.is_ink(800, 500))

    def is_cleared(picture):
        if picture.ink(0, 200) == 0:
            return True
        # Again where a slow machine made two clicks of it.
        mouse(scene, (1500, 300), "click --repeat 2 --delay 60 1")
        return False
    scene.until(is_cleared)


@named
def the_dots_of_letters_are_painted(scene):
    scene.open()
    # It takes the whole width, so that nothing of the message before it is left.
    scene.until_said(lambda: any("cannot be reached" in line for line in scene.said))
    text = next(line for line in scene.said if "cannot be reached" in line).removeprefix("touch-tracker: ").split(";")[0]
    size = min(14, WIDTH / len(text))

    left = round(WIDTH / 2 - len(text) / 2 * size * 0.95)
    scene.until(lambda picture: picture.ink(left, 20, left + 30, 50) > 0)

    def dot(picture):
        column = (text.index(".") - len(text) / 2) * size * 0.95
        x, y = WIDTH / 2 + column + 2 * size / 6, 34 + size / 2
        return max(picture[x + right, y + down][0] for right in (-1, 0, 1) for down in (-1, 0, 1)) > 120
    scene.until(dot)


@named
def a_double_tap_clears_everything(scene):
    scene.draw(HIGH, LOW)
    scene.play(tap(900, 600), tap(903, 602, 0.2))
    scene.until(lambda picture: picture.ink() == 0)


def selected(scene, *paths, y=800):
    """Draws lines, and taps the lower one."""
    scene.draw(*paths)
    scene.play(tap(800, y))
    return scene.until(lambda picture: picture.is_selected(1200, 800))


@named
def a_tap_selects_a_line_and_opens_the_menu_above_it(scene):
    picture = selected(scene, HIGH, LOW, y=806)
    assert not picture.is_selected(1200, 400)
    left, top, right, bottom = 725, 720, 875, 772
    assert picture[left + 20, 746] == picture[right - 20, 746] != picture[left - 20, 746]
    assert picture.ink(left, top, right, bottom) > 200, "the menu says nothing"
    assert picture.ink(left, 830, right, 900) == 0


@named
def a_tap_elsewhere_closes_the_menu(scene):
    selected(scene, LOW)
    scene.play(tap(1200, 300))
    picture = scene.until(lambda picture: picture.has_line(*LOW) and not picture.is_selected(1200, 800))
    assert picture.ink(725, 720, 875, 772) == 0 and picture.ink(1100, 200, 1300, 400) == 0


@named
def a_tap_on_delete_removes_the_selected_line_alone(scene):
    selected(scene, HIGH, LOW)
    scene.play(tap(800, 746))
    picture = scene.until(lambda picture: picture.ink(0, 600) == 0)
    assert picture.has_line(*HIGH) and not picture.is_selected(950, 400)


@named
def the_region_of_the_menu_follows_it(scene):
    for gap in (4, 16, 64):
        scene.draw(LOW)
        # Both on one connection: the region is where the menu is only if it was updated.
        scene.play(tap(800, 800), tap(800, 746, gap))
        scene.until(lambda picture: picture.is_selected(1200, 800))
        # A busy program has no menu yet: then the line is only selected no longer.
        if scene.until(lambda picture: not picture.is_selected(1200, 800)).ink() == 0:
            return
    raise AssertionError("the menu's region is elsewhere")


@named
def the_menu_takes_the_touches_that_begin_in_it(scene):
    selected(scene, LOW)
    scene.play(drag([(800, 746), (800, 300)], 900), drag([(300, 100), (300, 300)], 900, 2))
    picture = scene.until(lambda picture: picture.has_line((300, 100), (300, 300)))
    assert picture.ink(700, 250, 900, 700) == 0 and picture.has_line(*LOW)


@named
def a_menu_at_the_edge_stays_in_the_window(scene):
    scene.draw([(20, 30), (300, 30)])
    scene.play(tap(20, 30))
    picture = scene.until(lambda picture: picture.is_selected(250, 30))
    assert picture[30, 34] == picture[140, 34], "no menu at the edge"
    scene.play(tap(120, 34))
    scene.until(lambda picture: picture.ink(200, 0) == 0)


@named
def a_long_press_picks_up_a_line_and_the_pan_moves_it(scene):
    scene.draw(HIGH, LOW)
    scene.play(drag([(800, 800), (900, 600)], 300, rest=0.9))
    # The pan's first 10 points, 6 pixels here, are no part of its movement.
    moved = [(x + 97, y - 195) for x, y in LOW]
    picture = scene.until(lambda picture: picture.has_line(*moved))
    assert picture.has_line(*HIGH) and picture.is_selected(950, 605) and picture.ink(0, 760) == 0
    assert picture.ink(850, 630, 950, 800) == 0, "the finger has drawn"


@named
def another_finger_draws_while_a_line_is_moved(scene):
    scene.draw(LOW)
    other = [(200, 200), (700, 200)]
    # Another finger draws while the first moves the line, and after the lift the next one lets go of the line.
    scene.play(drag([(800, 800), (900, 500)], 200, rest=0.9), drag(other, 900, 1.3), drag(HIGH, 900, 5))
    moved = [(x + 97, y - 294) for x, y in LOW]
    picture = scene.until(lambda picture: picture.has_line(*moved) and picture.has_line(*HIGH))
    assert picture.has_line(*other) and not picture.is_selected(950, 506)
    assert picture.ink(0, 760) == 0


@named
def a_display_that_is_missing_is_named(scene):
    done = subprocess.run([scene.tracker], env={**scene.environment, "DISPLAY": ":999"}, capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    assert done.returncode == 1 and "usage" not in done.stdout and "touch-tracker: " in done.stdout, done


@named
def a_move_that_is_cancelled_is_undone(scene):
    scene.draw(LOW)
    scene.play(drag([(800, 800), (900, 600)], 300, rest=0.9, rests=True))
    scene.until(lambda picture: picture.ink(0, 760) == 0)
    scene.daemon.stop(signal.SIGKILL)
    scene.until(lambda picture: picture.has_line(*LOW))


@named
def a_long_press_beside_all_lines_draws_on(scene):
    scene.draw(LOW)
    scene.play(drag([(500, 200), (900, 300)], 600, rest=1))
    picture = scene.until(lambda picture: picture.has_line((500, 200), (900, 300)))
    assert picture.has_line(*LOW)


@named
def what_a_palm_has_drawn_vanishes(scene):
    scene.open()
    palm = drag(HIGH, 900, rests=True)
    scene.play(palm + [(palm[-1][0] + 4, "palm", None)], drag(LOW, 900, 10))
    scene.until(lambda picture: picture.has_line(*HIGH))
    picture = scene.until(lambda picture: picture.has_line(*LOW))
    assert picture.ink(0, 300, WIDTH, 500) == 0


@named
def what_a_finger_has_drawn_vanishes_when_the_daemon_is_killed(scene):
    scene.draw(LOW)
    scene.play(drag(HIGH, 900, rests=True))
    scene.until(lambda picture: picture.has_line(*HIGH))
    scene.daemon.stop(signal.SIGKILL)
    picture = scene.until(lambda picture: picture.ink(0, 300, WIDTH, 500) == 0)
    assert picture.has_line(*LOW), "the finished line is gone, too"


@named
def the_program_says_that_the_daemon_is_away_and_draws_when_it_is_back(scene):
    scene.open()
    scene.until_said(lambda: any("cannot be reached" in line for line in scene.said))
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)
    picture = scene.draw_more(LOW)
    assert picture.ink(0, 0, WIDTH, 60) == 0
    scene.daemon.stop()
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)
    picture = scene.draw_more(HIGH)
    assert picture.has_line(*LOW) and picture.ink(0, 0, WIDTH, 60) == 0


@named
def the_region_of_the_drawing_follows_the_window(scene):
    scene.open("--size", "900x600")
    window = scene.tool("xdotool", "search", "--sync", "--name", "Touch tracker").split()[0]
    inside, outside = [(950, 500), (1500, 700)], [(100, 100), (600, 200)]

    def place(x, y, width, height):
        scene.tool("xdotool", "windowmove", window, x, y)
        scene.tool("xdotool", "windowsize", window, width, height)

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


@named
def a_missing_right_is_named(scene):
    assert os.getuid() == 0, "only root can be another user"
    scene.open(wrapper=AS_NOBODY)
    scene.start(recording([], 0))
    scene.until_said(lambda: any("attach" in line for line in scene.said))
    scene.until(lambda picture: picture.ink(0, 0, WIDTH, 60) > 0)


@named
def nothing_that_a_server_says_ends_the_program(scene):
    scene.open()
    scene.until_said(lambda: scene.said)
    pathlib.Path(scene.path).unlink(missing_ok=True)
    peer = Peer(scene.path)
    peer.start(*[talk_nonsense] * 100)
    try:
        scene.until_said(lambda: scene.readiness() > 2)
    finally:
        peer.stop()
    scene.draw_more([(300, 900), (900, 900)])


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
    scene.tool("import", "-window", "root", "-resize", "1200x", "-colors", "200", "+dither", "-define",
               "png:compression-level=9", f"PNG8:{path}")
    assert path.stat().st_size < 120_000, f"{path.stat().st_size} bytes"


def main():
    options, report = options_of_checks("--picture"), Report()
    with shared_folder() as folder, Scene(options.programs, HERE / ".build/debug/touch-tracker", folder) as scene:
        report.check_all(options.part, lambda function: function(scene))
        if options.picture:
            report.check("the picture is taken", take_picture, scene, options.picture)
        report.check("the program ends when told to", scene.close)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
