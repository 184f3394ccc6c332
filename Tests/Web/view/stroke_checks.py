"""Checks of strokes that are taught by drawing: scores, YAML, and a daemon that recognizes them with it."""

import re

from selenium.webdriver.common.action_chains import ActionChains

import recordings
from live_checks import CONFIGURATION, access
from page import group

CORNERS = ((-90, 0), (-60, 35), (-30, 70), (0, 20), (40, -40), (80, -90))

# Two fingers on the pad: the first one draws from (20, 50) to (100, 50), the second one lands and lifts meanwhile.
FINGERS = """
    const [pad, left, top] = arguments;
    pad.setPointerCapture = () => {}; // There is no such finger.
    const send = (type, pointerId, x, y) => pad.dispatchEvent(new PointerEvent(`pointer${type}`, {
        pointerId, isPrimary: pointerId === 5, pointerType: "touch", clientX: left + x, clientY: top + y }));
    send("down", 5, 20, 50);
    send("move", 5, 60, 50);
    send("down", 6, 250, 250);
    for (const x of [70, 80, 90]) {
        send("move", 5, x, 50);
        send("move", 6, x + 150, 250);
    }
    send("up", 6, 240, 250);
    send("move", 5, 100, 50);
    send("up", 5, 100, 50);
    delete pad.setPointerCapture;
"""


@group
def check_strokes(check, page, scene):
    """Strokes that are drawn beside a recording, and in the live view, which has no configuration at first."""
    page.play("ed-atmel-mxt-2f-touch.evemu")
    page.wait_for("#headline", "two-finger-pan")
    teach(check, page, scene, "beside a recording")
    page.refresh()
    # Without gestures, by which the page would move below the pointer.
    scene.daemon.stop()
    page.wait_for("#connection", "not connected")
    teach(check, page, scene, "live")


def teach(check, page, scene, where):
    page.run("document.querySelector('#strokes').open = true")
    draw(page, CORNERS)
    check.says(f"{where}: after one drawing the page asks for another", "#strokes [data-part=scores]", "Draw it again")
    draw(page, [(x + 12, y) for x, y in CORNERS])
    check.says(f"{where}: two drawings are counted", "#strokes [data-part=count]", "2 drawings")
    check.soon(f"{where}: each has a score against the other", lambda: len(re.findall(
        r"my-stroke (1\.00|0\.9)", page.text("#strokes [data-part=scores]"))) == 2)
    yaml = page.text("#strokes [data-part=yaml]")
    check(f"{where}: the YAML lets the pan wait, which would begin first", lambda: "    blocks: [pan]\n" in yaml)
    check(f"{where}: the YAML has both", lambda: yaml.count("points: [[") == 2)
    draw(page, [(x, 0) for x in (-100, -50, 0, 50, 100)])
    check.says(f"{where}: another figure resembles none", "#strokes [data-part=scores]", "drawing 3: resembles none")
    page.find("#strokes [data-part=undo]").click()
    check.soon(f"{where}: it can be removed", lambda: page.text("#strokes [data-part=yaml]") == yaml)
    page.find("#mode-live").click()
    page.choose("#chosen", "my-stroke")
    # The blocked pans of the YAML are in the configuration, too.
    rest = "  - { name: pan, type: pan }\n" + access("gestures", "touches", "attach")
    scene.configure(yaml + rest, recordings.drawn([(x + 300, y + 200) for x, y in CORNERS]))
    check.says(f"{where}: with the YAML gestured recognizes what was drawn", "#headline", "Recognized: my-stroke")
    scene.configure(yaml + rest, recordings.drawn([(200, 100), (200, 300), (500, 300)]))
    check(f"{where}: another figure is not recognized, with the score as the reason", lambda: page.wait_for(
        "#steps", "my-stroke") and page.wait_for("#why", "my-stroke failed"))
    scene.configure(CONFIGURATION, scene.recording)


def draw(page, corners):
    pad = page.find("#strokes [data-part=pad]")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", pad)
    chain = ActionChains(page.driver, duration=20).move_to_element_with_offset(pad, *corners[0]).click_and_hold()
    for corner in corners[1:]:
        chain.move_to_element_with_offset(pad, *corner)
    chain.release().perform()


@group
def check_pad(check, page, scene):
    """What is no drawing: other fingers and buttons, a finger of the recording that has not moved."""
    page.refresh()
    page.drop("resting.evemu", recordings.recording([(0, {0: (300, 250)}), (0.1, {0: (300, 250)})]))
    page.wait(lambda: page.text("#connection") == "resting.evemu")
    page.run("document.querySelector('#strokes').open = true")
    check("a finger that has not moved cannot be taken",
          lambda: not page.find("#strokes [data-part=finger]").is_enabled())
    pad = page.find("#strokes [data-part=pad]")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", pad)
    left, top = page.run("const { left, top } = arguments[0].getBoundingClientRect(); return [left, top];", pad)

    def mouse(kind, x, y, button):
        page.command("Input.dispatchMouseEvent", type=kind, x=left + x, y=top + y, button=button, clickCount=1,
                     buttons={"left": 1, "right": 2}[button])

    for button, count in (("right", "0 drawings"), ("left", "1 drawing")):
        mouse("mousePressed", 100, 100, button)
        for step in range(5):
            mouse("mouseMoved", 100 + 20 * step, 100, button)
        mouse("mouseReleased", 180, 100, button)
        check(f"after a line with the {button} button there are {count}",
              lambda: page.text("#strokes [data-part=count]") == count)
    page.run(FINGERS, pad, left, top)
    page.wait_for("#strokes [data-part=count]", "2 drawings")
    drawn = page.text("#strokes [data-part=yaml]").splitlines()[-1]
    points = [(int(x), int(y)) for x, y in re.findall(r"\[(\d+), (\d+)\]", drawn)]
    check(f"with two fingers, the first one draws {points}", lambda: all(abs(y - 50) < 4 for _, y in points)
          and abs(points[0][0] - 20) < 4 and abs(points[-1][0] - 100) < 4)
