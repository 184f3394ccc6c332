"""Checks of what fingers do to the pictures of samples/monkey."""

import math

from PIL import Image

from fingers import BANANA, DRAG, HEIGHT, MONKEY, WIDTH, around
from scene import difference, near, turned, vector
from sentences import named


def face(scene, centre, side=120, scale=1):
    return scene.pixels(centre[0] - side / 2, centre[1] - side / 2, side, side, scale)


@named
def a_picture_is_dragged_as_far_as_the_pan_says(scene):
    scene.play(DRAG)
    before = face(scene, MONKEY)
    scene.until_played()
    translation = vector(scene.replay(DRAG)["pan"]["translation"])
    near(scene.moved("monkey"), translation, 1)
    near(translation, (300, -150), 15)
    near(scene.matrix("banana"), (1, 0, 0, 1, 0, 0), 0)
    after = face(scene, [home + way for home, way in zip(MONKEY, translation)])
    assert difference(before, after) < 3, f"the monkey is not drawn where it was dragged: {difference(before, after)}"
    left = difference(before, face(scene, MONKEY))
    assert left > 20, f"the monkey is still drawn where it was: {left}"


def transformed(scene, fingers):
    """Plays two fingers to the monkey; returns its face before, its scale and angle, and what gestured recognizes."""
    scene.play(*fingers)
    before = face(scene, MONKEY)
    scene.until_played()
    near(scene.moved("monkey"), (0, 0), 1)
    return before, *turned(scene.matrix("monkey")), scene.replay(*fingers)


@named
def a_pinch_doubles_the_size(scene):
    before, scale, angle, gestures = transformed(scene, around(MONKEY, 120, 0, 0, 252))
    near((scale, angle), (gestures["pinch"]["scale"], 0), 0.002)
    near((scale,), (2,), 0.1)
    after = face(scene, MONKEY, 120 * scale, 1 / scale)
    assert difference(before, after) < 8, f"the monkey is not drawn larger: {difference(before, after)}"


@named
def a_rotation_turns(scene):
    before, scale, angle, gestures = transformed(scene, around(MONKEY, 200, 10, 105))
    near((scale, angle), (1, math.degrees(gestures["rotation"]["rotation"])), 0.1)
    near((angle,), (90,), 1)
    clockwise, after = before.transpose(Image.ROTATE_270), face(scene, MONKEY)
    assert difference(clockwise, after) < 8, f"the monkey is not drawn turned: {difference(clockwise, after)}"


@named
def with_all_at_once_both_fingers_stay_on_their_points_of_the_picture(scene):
    starts = [(516, 540), (636, 540)]
    rests = [[(620, 420), (790, 560)], [(1128, 447), (872, 753)]]
    points = []
    # The first is the beginning of the second, so that it shows what was under the fingers then.
    for end in (1, 2):
        scene.play(*[[(0, *starts[n]), (0.8, *rests[0][n]), (1.3, *rests[0][n])] +
                     [(2.3, *rests[1][n]), (2.8, *rests[1][n])][:2 * (end - 1)] for n in (0, 1)])
        scene.until_played()
        a, b, c, d, x, y = scene.matrix("monkey")
        from_centre = [(px - MONKEY[0] - x, py - MONKEY[1] - y) for px, py in rests[end - 1]]
        points.append([((d * px - c * py) / (a * d - b * c), (a * py - b * px) / (a * d - b * c))
                       for px, py in from_centre])
    scale, angle = turned(scene.matrix("monkey"))
    assert scale > 1.5 and abs(angle) > 90, f"it was scaled by {scale} and turned by {angle}"
    for one, other in zip(*points):
        near([scale * each for each in one], [scale * each for each in other], 2, "under a finger is")


@named
def two_people_move_both_pictures_at_once_with_four_fingers(scene):
    monkey = around(MONKEY, 120, 0, 70, 220)
    banana = [[(0, x, y), (0.2, x, y), (1, x - 150, y - 200), (1.6, x - 150, y - 200)] for x, y in
              ((1473, 540), (1366, 648))]
    scene.play(*monkey, *banana)
    scene.until_played()
    both = scene.replay(*monkey)
    expected = both["pinch"]["scale"], math.degrees(both["rotation"]["rotation"])
    near(turned(scene.matrix("monkey")), expected, 0.1)
    near(scene.matrix("banana"), (1, 0, 0, 1, *vector(scene.replay(*banana)["pan"]["translation"])), 1)


@named
def two_people_move_both_pictures_at_once_with_a_finger_each(scene):
    banana = [(0.1, 1473, 540), (0.7, 1473, 240), (1.1, 1473, 240)]
    scene.play(DRAG, banana)
    scene.until_played()
    near(scene.moved("monkey"), vector(scene.replay(DRAG)["pan"]["translation"]), 1)
    near(scene.moved("banana"), vector(scene.replay(banana)["pan"]["translation"]), 1)


@named
def the_upper_picture_has_the_touch_and_what_is_transparent_leaves_it(scene):
    over = [(0, 1473, 540), (0.6, 705, 540), (1, 705, 540)]  # The banana comes to lie over the monkey.
    beside = [(3, 446, 453), (3.6, 446, 553), (4, 446, 553)]  # Within the banana's frame, but not on it.
    both = [(6, 705, 600), (6.6, 805, 600), (7, 805, 600)]  # On both: the monkey was touched last.
    scene.play(over, beside, both)
    scene.until_played()
    ways = [vector(scene.replay(each)["pan"]["translation"]) for each in (over, beside, both)]
    near(scene.moved("banana"), ways[0], 1)
    near(scene.moved("monkey"), [one + other for one, other in zip(*ways[1:])], 1)
    scene.play(over, both)
    scene.until_played()
    near(scene.moved("banana"), [one + other for one, other in zip(ways[0], ways[2])], 1)
    near(scene.moved("monkey"), (0, 0), 0)


def fling(speed, seconds=0.25, slope=0.0):
    return [(0, *MONKEY), (seconds, MONKEY[0] + speed * seconds, MONKEY[1] + slope * speed * seconds)]


@named
def after_the_lift_a_picture_glides_by_the_law_of_uikit(scene):
    scene.play(fling(1000))
    scene.until_played()
    pan = scene.replay(fling(1000))["pan"]
    way = scene.moved("monkey")[0] - pan["translation"]["x"]
    near((way,), (1000 / (1 - 0.998) / 1000,), 10, "glided")  # 2 %
    near((way,), (pan["projection"]["x"] - pan["location"]["x"],), 4, "glided")
    near((scene.moved("monkey")[1],), (0,), 0)
    drawn = len({tuple(each["monkey"]) for each in scene.run("return watched") if not each["fingers"]})
    assert drawn > 2, f"the way has {drawn} steps"


@named
def a_gliding_picture_stops_at_the_edge_and_stays_on_a_smaller_page(scene):
    scene.play(fling(3000, 0.2, -0.1))
    scene.until_played()
    x, y = scene.moved("monkey")
    near((MONKEY[0] + x,), (WIDTH,), 0)
    pan = scene.replay(fling(3000, 0.2, -0.1))["pan"]
    near((y,), (pan["translation"]["y"] + pan["projection"]["y"] - pan["location"]["y"],), 4)
    scene.size(1000, 600)
    centre = """const { left, width } = document.getElementById("monkey").getBoundingClientRect();
        return left + width / 2;"""
    try:
        scene.wait(lambda: abs(scene.run(centre) - 1000) < 1)  # The edge of a smaller page takes it along.
    finally:
        scene.size(WIDTH, HEIGHT)


@named
def a_finger_that_lands_stops_a_gliding_picture(scene):
    for _ in range(3):  # On a busy machine the picture may stand before.
        scene.play(fling(400), [(0.35, 760, 540), (2, 760, 540)])
        scene.until_played()
        pan = scene.replay(fling(400))["pan"]
        way = scene.moved("monkey")[0] - pan["translation"]["x"]
        if way < 0.9 * (pan["projection"]["x"] - pan["location"]["x"]):
            return
    raise AssertionError(f"it glides on by {way}")


@named
def with_reduced_motion_nothing_glides(scene):
    scene.media(prefers_reduced_motion="reduce")
    try:
        scene.play(fling(1000))
        scene.until_played()
        near(scene.moved("monkey"), vector(scene.replay(fling(1000))["pan"]["translation"]), 1)
    finally:
        scene.media()


@named
def a_tap_bites_and_a_pan_does_not(scene):
    scene.play([(0, *MONKEY), (0.08, *MONKEY)], [(1, *BANANA[:1], 660), (1.08, *BANANA[:1], 660)],
               [(2, *MONKEY), (2.1, 600, 540), (2.3, 600, 540)])  # So short that the tap alone would allow it.
    scene.until_played()
    assert (scene.count("bite"), scene.count("laugh")) == (2, 0), scene.run("return { ...document.body.dataset }")
    assert scene.moved("monkey")[0] > 5, "the last finger was no pan"


@named
def a_tickle_laughs_and_its_face_too(scene):
    places = [(n * 0.12, MONKEY[0] + (70 if n % 2 else -10), MONKEY[1]) for n in range(8)]
    scene.play(places)
    scene.until_played()
    assert (scene.count("bite"), scene.count("laugh")) == (0, 1), scene.run("return { ...document.body.dataset }")
    assert any("laugh" in each["classes"] for each in scene.run("return watched")), "its face has not laughed"
