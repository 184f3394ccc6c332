"""Checks of samples/monkey with a mouse: no touchscreen, and no gestured, is needed for it."""

import math

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from fingers import BANANA, MONKEY
from scene import near, turned
from sentences import named


def drawn(scene, *steps):
    """Moves the mouse from place to place; presses and lifts where a step is a word."""
    actions = ActionChains(scene.driver, duration=60)
    for step in steps:
        if isinstance(step, tuple):
            actions.w3c_actions.pointer_action.move_to_location(*map(round, step))
        else:
            {"press": actions.click_and_hold, "lift": actions.release, "hold": lambda: actions.key_down(Keys.SHIFT),
             "free": lambda: actions.key_up(Keys.SHIFT)}[step]()
    actions.perform()


@named
def a_mouse_drags_a_picture_and_bites_and_tickles_it(scene):
    scene.daemon.stop()
    scene.show()
    x, y = BANANA
    drawn(scene, (x, y + 60), "press", *((x - 30 * step, y + 60 - 10 * step) for step in range(11)))
    near(scene.moved("banana"), (-300, -100), 1, "dragged")
    assert scene.run("return document.querySelector('#fingers').children.length") == 1
    # After a rest it does not glide: the mouse lifts much later than it moved last.
    scene.run("""
        const lift = new PointerEvent("pointerup", { pointerType: "mouse" });
        Object.defineProperty(lift, "timeStamp", { value: performance.now() + 10000 });
        dispatchEvent(lift);""")
    drawn(scene, "lift")
    near(scene.moved("banana"), (-300, -100), 1, "lifted")
    near(scene.moved("monkey"), (0, 0), 0.1, "the other")
    drawn(scene, MONKEY, "press", "lift")
    assert scene.run("return document.querySelector('#monkey').classList.contains('hop')")
    x, y = MONKEY
    drawn(scene, (x, y), "press", *((x + 60 * (-1) ** step, y) for step in range(6)), "lift")
    assert scene.run("return document.querySelector('#monkey').classList.contains('laugh')")


@named
def with_shift_a_mouse_pinches_and_turns_about_the_finger_that_stays(scene):
    scene.daemon.stop()
    scene.show()
    x, y = MONKEY
    # The held finger lies 100 pixels left of the picture's middle, the other one 100 right; it goes to 100 below left.
    arc = [(x - 100 + (200 + 5 * step) * math.cos(math.radians(3 * step)), y + (200 + 5 * step) * math.sin(
        math.radians(3 * step))) for step in range(21)]
    drawn(scene, (x - 100, y), "hold", (x + 100, y), "press", *arc)
    scale, angle = turned(scene.matrix("monkey"))
    near((scale, angle), (1.5, 60), 0.5, "scale and angle")
    assert abs(scale - 1.5) < 0.02, scale
    drawn(scene, "lift", "free")
    # What lay under the held finger still does: the centre has turned and moved away from it.
    moved = scene.moved("monkey")
    near(moved, (-100 + 150 * math.cos(math.radians(60)), 150 * math.sin(math.radians(60))), 3, "the centre")
