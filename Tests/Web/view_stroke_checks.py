"""Checks of strokes that are taught by drawing: scores, YAML, and a daemon that recognizes them with it."""

import re

from selenium.webdriver.common.action_chains import ActionChains

import recordings
from view_live_checks import CONFIGURATION, access

CORNERS = ((-90, 0), (-60, 35), (-30, 70), (0, 20), (40, -40), (80, -90))


def check_strokes(check, page, scene):
    page.driver.refresh()
    page.play("ed-atmel-mxt-2f-touch.evemu")
    page.wait_for("#headline", "two-finger-pan")
    page.run("document.querySelector('#strokes').open = true")
    draw(page, CORNERS)
    check("strokes: after one drawing the page asks for another",
          lambda: page.wait_for("#strokes [data-part=scores]", "Draw it again"))
    draw(page, [(x + 12, y) for x, y in CORNERS])
    check("strokes: two drawings are counted", lambda: page.wait_for("#strokes [data-part=count]", "2 drawings"))
    check("strokes: each has a score against the other", lambda: page.wait(
        lambda: len(re.findall(r"my-stroke (1\.00|0\.9)", page.text("#strokes [data-part=scores]"))) == 2))
    yaml = page.text("#strokes [data-part=yaml]")
    check("strokes: the YAML has both", lambda: yaml.count("points: [[") == 2)
    page.run("document.querySelector('#strokes').scrollIntoView()")
    page.picture("strokes")
    draw(page, [(x, 0) for x in (-100, -50, 0, 50, 100)])
    check("strokes: another figure resembles none", lambda: page.wait_for(
        "#strokes [data-part=scores]", "drawing 3: resembles none"))
    page.find("#strokes [data-part=undo]").click()
    check("strokes: it can be removed", lambda: page.wait(lambda: page.text("#strokes [data-part=yaml]") == yaml))
    page.find("#mode-live").click()
    page.choose("#chosen", "my-stroke")
    # The blocked pans of the YAML are in the configuration, too.
    rest = "  - { name: pan, type: pan }\n" + access("gestures", "touches", "attach")
    scene.configure(yaml + rest, recordings.drawn([(x + 300, y + 200) for x, y in CORNERS]))
    check("strokes: with the YAML gestured recognizes what was drawn",
          lambda: page.wait_for("#headline", "Recognized: my-stroke"))
    page.picture("stroke-recognized")
    scene.configure(yaml + rest, recordings.drawn([(200, 100), (200, 300), (500, 300)]))
    check("strokes: another figure is not recognized, with the score as the reason", lambda: page.wait_for(
        "#steps", "my-stroke") and page.wait_for("#why", "my-stroke failed"))
    scene.configure(CONFIGURATION, scene.recording)


def draw(page, corners):
    pad = page.find("#strokes [data-part=pad]")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", pad)
    chain = ActionChains(page.driver, duration=20).move_to_element_with_offset(pad, *corners[0]).click_and_hold()
    for corner in corners[1:]:
        chain.move_to_element_with_offset(pad, *corner)
    chain.release().perform()
