"""Checks of the mouse as a finger in the view."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from live_checks import CONFIGURATION, CONNECTED, DOWN
from page import group


@group
def check_mouse(check, page, scene):
    """The mouse as a finger, with and without a second one."""
    scene.daemon.stop()
    page.refresh()
    page.wait_for("#connection", "not connected")
    page.find("#mouse").click()
    check("without a touchscreen there is a panel", lambda: page.is_shown("#panel"))
    panel = page.find("#panel")

    def drawn(*steps):
        actions = ActionChains(page.driver, duration=40)
        for step in steps:
            step(actions)
        actions.perform()

    at = lambda x, y: lambda actions: actions.move_to_element_with_offset(panel, x, y)
    press, lift = lambda actions: actions.click_and_hold(), lambda actions: actions.release()
    hold, free = lambda actions: actions.key_down(Keys.SHIFT), lambda actions: actions.key_up(Keys.SHIFT)
    drawn(at(0, 0), press, lift)
    check.says("a click is a tap", "#headline", "Recognized: tap")
    drawn(at(-80, 0), press, *(at(-80 + 16 * step, 0) for step in range(11)), lift)
    check.says("a drag is a pan", "#headline", "Recognized: pan")
    # In small steps: of a large one, a pan of both fingers would come as well, and first.
    drawn(at(-100, 20), hold, at(-20, 20), press, *(at(-20 + 3 * step, 20) for step in range(40)), lift, free)
    check("with Shift it is a second finger, and pinches", lambda: page.wait_for(
        "#headline", "Recognized: pinch") and page.wait_for("#summary", "2 fingers"))
    check("thresholds can be moved as for a recording", lambda: page.is_shown("#thresholds"))
    page.find("#mouse").click()
    scene.configure(CONFIGURATION, scene.recording)
    check("the switch leads back to the live view", lambda: page.wait_for(*CONNECTED) and page.wait_for(*DOWN))
