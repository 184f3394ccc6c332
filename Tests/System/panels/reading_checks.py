"""Checks of reading a panel: wrong and late events, and sleep."""

import contextlib
import os
import resource
import time

from panel import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_KEY
from scene import ELAN, check, configured, daemon, drop_in, restart, run, stopped, udev_rule, until, with_surfaces


@contextlib.contextmanager
def feigned_sleep():
    """A suspend by logind with everything but the kernel's part. Yields a function that requests it."""
    logind = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")

    def suspend():
        run("busctl", "call", *logind, "Suspend", "b", "false")

    with drop_in("systemd-suspend.service", "[Service]", "ExecStart=", "ExecStart=/bin/true"):
        yield suspend
        until(lambda: run("busctl", "get-property", *logind, "PreparingForSleep").split() == ["b", "false"],
              "it is awake")


def defects(scene, panel):
    """The daemon's counters of a panel, without its own lateness: the machine may be slow."""
    counts = scene.report_on(panel)["defects"]
    return {name: count for name, count in counts.items() if name != "readLate"}


@check("6. a new tracking id in a slot without a lift is another finger, not a jump across the panel")
def _(scene, panel, client):
    for number, place in enumerate(((0.2, 0.2), (0.8, 0.8), (0.2, 0.8))):
        x, y = panel.at(*place)
        panel.frame([(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 4000 + number),
                     (EV_ABS, ABS_MT_POSITION_X, round(x)), (EV_ABS, ABS_MT_POSITION_Y, round(y))])
        client.until_answered()
    panel.frame([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    scene.settle(panel, client)
    assert not client.gestures(recognizer="move"), client.gestures()
    assert defects(scene, panel) == {"trackingIDReplaced": 2}, defects(scene, panel)
    warnings = [each for each in scene.warnings() if "kernel bug" in each]
    assert len(warnings) == 1 and panel.name in warnings[0], scene.warnings()


@check("5. 7. 58. missing slots, lifts of nothing and undeclared codes have no effect")
def _(scene, panel, client):
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    for slot in 1000, -1, 2**31 - 1:
        panel.frame([(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, 0x110, 1), (EV_ABS, 7, 9)])
        panel.frame([(EV_ABS, ABS_MT_SLOT, 9), (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_ABS, ABS_MT_SLOT, 0)])
    panel.fingers({0: panel.at(0.6, 0.5)})
    panel.lift()
    client.wait_for(recognizer="move", state="ended")
    scene.settle(panel, client)
    assert not client.gestures(state="cancelled"), client.gestures()


@check("a panel reports its rate, its size, and the values for `match`")
def _(scene):
    panel, client = scene.panel("ed-elan-touchscreen", phys="usb-reading-1/input0"), scene.client()
    panel.drag(((0.2, 0.5), (0.6, 0.5)))
    scene.settle(panel, client)
    report = scene.report_on(panel)
    assert 1 < report["rate"] <= 130, report
    assert report["match"]["bus"] == "virtual" and report["match"]["phys"] == "usb-reading-1/input0", report
    assert len(report["matrix"]) == 6 and 40 < report["millimetres"]["width"] < 2500, report
    assert not defects(scene, panel), report


@check("4. 57. events that are read too late are counted and reported once")
def _(scene, panel, client):
    for _ in range(3):
        with stopped():
            panel.tap()
            time.sleep(0.05)
        scene.settle(panel, client)
    assert scene.report_on(panel)["defects"]["readLate"] >= 3, scene.report_on(panel)
    # Once a minute, which the check may take on a slow machine.
    assert 1 <= len(scene.warnings(of_lateness=True)) <= 1 + (time.time() - scene.start) // 60, scene.warnings(True)


@check("23. two panels of a kind have their names by their places, in any order of arrival")
def _(scene):
    second = scene.panel("ed-elan-touchscreen", phys="usb-reading-2/input0")
    first = scene.panel("ed-elan-touchscreen", phys="usb-reading-1/input0")
    assert second.surface != first.surface
    restart()
    scene.used(first), scene.used(second)
    assert second.surface == first.surface + "-2", (first.surface, second.surface)
    scene.unplug(first), scene.unplug(second)
    assert scene.panel("ed-elan-touchscreen", phys="usb-reading-2/input0").surface == second.surface
    assert scene.panel("ed-elan-touchscreen", phys="usb-reading-1/input0").surface == first.surface


@check("51. `use: never` excludes devices made by programs, and gestured never uses its own devices")
def _(scene):
    own = scene.device("ed-elan-touchscreen", phys="gestured/output")
    report = until(lambda: scene.report_on(own), "a report on it")
    assert report["reason"] == "not used: the clone of a touchscreen that gestured intercepts", report
    with configured(with_surfaces("{ name: made, match: { bus: virtual }, use: never }")):
        panel = scene.device(ELAN)
        report = until(lambda: scene.report_on(panel), "a report on it")
        assert report["reason"] == "not used: excluded by the configuration (use: never)", report
        assert not scene.listed("surfaces")


@check("25. `use: always` uses a device that udev does not classify as a touchscreen")
def _(scene):
    with udev_rule('ATTRS{name}=="Always panel", ENV{ID_INPUT_TOUCHSCREEN}="", ENV{GESTURED}="1"'):
        panel = scene.device("ed-elan-touchscreen", name="Always panel")
        report = until(lambda: scene.report_on(panel), "a report on it")
        assert "ID_INPUT_TOUCHSCREEN" in report["reason"], report
        with configured(with_surfaces("{ name: forced, match: { name: Always* }, use: always }")):
            assert scene.used(panel).surface == "forced"
            scene.settle(panel, scene.client())
            scene.close()


@check("30. a panel's size is the kernel's, at any axes, or else udev's, or guessed; its report has the source")
def _(scene):
    with udev_rule('ATTRS{name}=="Sized panel", ENV{ID_INPUT_WIDTH_MM}="88", ENV{ID_INPUT_HEIGHT_MM}="155"'):
        panels = [scene.panel("made-abs-x-resolution"), scene.panel("made-phone", name="Sized panel"),
                  scene.panel("made-phone")]
        assert "E: ID_INPUT_WIDTH_MM=263" in run("udevadm", "info", panels[0].node)
        reports = [scene.report_on(each) for each in panels]
    sizes = [(each["sizeFrom"], *(round(each["millimetres"][side]) for side in ("width", "height")))
             for each in reports]
    assert sizes == [("kernel", 263, 165), ("udev", 88, 155), ("guessed", 52, 92)], sizes
    assert [each.get("assumed", False) for each in reports] == [False, False, True], reports


@check("a panel without a free descriptor is used as soon as there is one, without an event from udev")
def _(scene):
    stays, client, process = scene.panel("ed-elan-touchscreen"), scene.client(), daemon()
    before = resource.prlimit(process, resource.RLIMIT_NOFILE)
    resource.prlimit(process, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{process}/fd")), before[1]))
    try:
        panel = scene.device("ed-elan-touchscreen")
        # No client can connect now, so the journal is read.
        until(lambda: any(panel.node in each for each in scene.warnings()), "a warning about it")
        client.until_answered()
        scene.settle(stays, client)
    finally:
        resource.prlimit(process, resource.RLIMIT_NOFILE, before)
    scene.used(panel)
    scene.settle(panel, client)
    warnings = [each for each in scene.warnings() if panel.node in each]
    assert len(warnings) == 1 and "Too many open files" in warnings[0], warnings


@check("20. sleep of the machine cancels gestures, and fingers held since then are seen again after they lift")
def _(scene, panel, client):
    with feigned_sleep() as suspend:
        run("systemctl", "start", "systemd-logind")
        # It was not there when gestured began to listen, which must not matter.
        panel.move(((0.2, 0.5), (0.6, 0.5)))
        client.wait_for(recognizer="move", state="began")
        suspend()
        client.wait_for(recognizer="move", state="cancelled")
    run("systemctl", "is-active", "--quiet", "gestured")
    panel.drag(((0.6, 0.5), (0.2, 0.5)))
    scene.settle(panel, client)
    assert len(client.gestures(recognizer="move", state="began")) == 1, client.gestures()
