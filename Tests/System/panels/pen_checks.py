"""Checks of touches that pause while a pen is near."""

import time

from hid import PEN_IN_RANGE, PEN_INVERT, PEN_TIP, HidPanel, PenPanel
from scene import check, daemon, restart, stopped, switches, until

AFTER = 0.5  # the hand stays for 0.3 s after the pen has left


def pen_panel(scene):
    """A panel whose pen the daemon has found."""
    panel = scene.used(scene.add(PenPanel("glass with a pen")))
    return wait_for_pen(scene, panel)


def wait_for_pen(scene, panel):
    reason = f"not used for touch; its pen pauses surface {panel.surface}"
    until(lambda: any(each["path"] == panel.pen_node and each["reason"] == reason for each in scene.listed("devices")),
          f"the pen of {panel.name} is found")
    return panel


def check_paused(scene, panel, client):
    """A tap while the pen is near, which must be filtered, and one after it has left, which must be recognized."""
    for _ in range(2):  # By the second answer the daemon has read what the pen's own node said before.
        client.until_answered()
    panel.tap()
    panel.pen()
    time.sleep(AFTER)
    scene.settle(panel, client)
    taps = client.gestures(recognizer="select", surface=panel.surface)
    assert len(taps) == 1, taps


@check("48. while a pen is near its glass, touches are cancelled and filtered, on this glass and no other")
def _(scene):
    panel, client = pen_panel(scene), scene.client()
    other = scene.used(scene.add(HidPanel("glass without a pen", 5)))
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    panel.pen(PEN_IN_RANGE)
    client.wait_for(recognizer="move", state="cancelled")
    panel.drag(((0.5, 0.5), (0.8, 0.5)))
    scene.settle(other, client)
    panel.pen(PEN_IN_RANGE, PEN_TIP)
    check_paused(scene, panel, client)
    states = client.states(recognizer="move", surface=panel.surface)
    assert states == ["began", "cancelled"], states
    assert scene.report_on(panel)["unwanted"].get("pen"), scene.report_on(panel)
    assert not scene.report_on(other)["unwanted"], scene.report_on(other)


@check("48. the other end of a pen is detected as well")
def _(scene):
    panel, client = pen_panel(scene), scene.client()
    panel.pen(PEN_IN_RANGE, PEN_INVERT)
    check_paused(scene, panel, client)


@check("48. a pen that is near already when the daemon starts is noticed")
def _(scene):
    panel = pen_panel(scene)
    panel.pen(PEN_IN_RANGE)
    restart()
    wait_for_pen(scene, scene.used(panel))
    check_paused(scene, panel, scene.client())


@check("48. after lost events of a pen its current state applies")
def _(scene):
    panel, client = pen_panel(scene), scene.client()
    with stopped():
        for _ in range(100):
            panel.pen(PEN_IN_RANGE)
            panel.pen()
        panel.pen(PEN_IN_RANGE)
    check_paused(scene, panel, client)


@check("48. a panel that is unplugged while its pen is near returns without one")
def _(scene):
    panel, client = pen_panel(scene), scene.client()
    panel.pen(PEN_IN_RANGE)
    scene.unplug(panel)
    panel = pen_panel(scene)
    scene.settle(panel, client)
    panel.pen(PEN_IN_RANGE)
    panel.pen()
    time.sleep(AFTER)
    scene.settle(panel, client)


@check("48. a moving pen does not wake the daemon, which is notified only when it comes near or leaves")
def _(scene):
    panel = pen_panel(scene)
    panel.pen(PEN_IN_RANGE)
    time.sleep(AFTER)
    before = switches(daemon())
    for step in range(200):
        panel.pen(PEN_IN_RANGE, x=1000 + 10 * step, y=2000)
        time.sleep(0.004)
    assert switches(daemon()) - before < 20, switches(daemon()) - before
    panel.pen()
