"""Checks of a touchscreen whose raw HID reports the kernel's hid-multitouch translates."""

import contextlib
import struct
import time

from hid import CONFIDENCE, TIP, HidPanel
from panel import ABS_MT_TOOL_TYPE, EV_ABS, MT_TOOL_PALM, has_sent, opened
from scene import CONFIGURATION, check, configured, read

TEN = "  - { name: ten, type: pan, minimumNumberOfTouches: 10 }\n"
# Two hands, as they lie on a table.
HANDS = [(0.08, 0.30), (0.14, 0.18), (0.21, 0.14), (0.28, 0.19), (0.38, 0.37),
         (0.61, 0.35), (0.70, 0.17), (0.78, 0.12), (0.85, 0.16), (0.93, 0.28)]


def plugged(scene, contacts=5):
    panel = scene.used(scene.add(HidPanel(f"HID {contacts} a report", contacts)))
    assert panel.driver == "hid-multitouch", panel.driver
    return panel


@check("55. ten fingers in reports of two to five contacts each are ten touches of one gesture")
def _(scene):
    with configured(read(CONFIGURATION) + TEN):
        client = scene.client()
        for contacts in 2, 3, 4, 5:
            panel = plugged(scene, contacts)
            report = scene.report_on(panel)
            assert (report["protocol"], report["slots"]) == ("B", 10), report
            panel.drag(*(((x, y), (x, y + 0.4)) for x, y in HANDS))
            client.wait_for(recognizer="ten", state="ended", surface=panel.surface)
            gestures = client.gestures(surface=panel.surface)
            assert {each["recognizer"] for each in gestures} == {"ten"}, gestures
            assert len({each["gesture"] for each in gestures}) == 1, gestures
            assert all(len(each["touches"]) == 10 for each in gestures[:-1]), gestures
            scene.settle(panel, client)
        scene.close()


@check("55. data in a report beyond its contact count is not a finger")
def _(scene):
    panel, client = plugged(scene), scene.client()
    garbage = struct.pack("<BBHH", TIP | CONFIDENCE, 9, 4000, 4000)
    finger = TIP | CONFIDENCE
    for step in range(11):
        panel.report([(1, finger, (1600 - 100 * step, 2000)), (2, finger, (2400 + 100 * step, 2000))], garbage)
        time.sleep(0.008)
    panel.report([(1, CONFIDENCE, (600, 2000)), (2, CONFIDENCE, (3400, 2000))], garbage)
    client.wait_for(recognizer="zoom", state="ended")
    zoom = client.gestures()
    assert {each["recognizer"] for each in zoom} == {"zoom"}, zoom
    assert all(len(each["touches"]) == 2 for each in zoom), zoom
    scene.settle(panel, client)


@check("19. 55. a panel that falls silent with a finger down: the kernel lifts it, and no gesture stays open")
def _(scene):
    panel, client = plugged(scene), scene.client()
    panel.move(((0.2, 0.5), (0.6, 0.5)))
    panel.down = {}  # Not another report.
    client.wait_for(recognizer="move", state="ended")
    scene.settle(panel, client)
    assert not client.gestures(recognizer="hold")


@contextlib.contextmanager
def palms(panel):
    """Meanwhile the kernel must report a palm, or the check proves nothing."""
    witness = opened(panel.node)
    yield
    assert has_sent(witness, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM), "the kernel never reported a palm"


@check("44. a finger that turns out to be a palm cancels its gesture, and is ignored until it lifts")
def _(scene):
    panel = plugged(scene)
    for _ in range(20):  # On a busy machine the kernel may lift the finger itself meanwhile.
        panel.longest_pause, client = 0, scene.client()
        panel.move(((0.2, 0.5), (0.5, 0.5)))
        with palms(panel):
            for step in range(20):
                panel.fingers({0: panel.at(0.5 + 0.01 * step, 0.5)}, palms=[0])
                time.sleep(0.008)
        client.wait_for(recognizer="move", state="cancelled")
        panel.fingers({}, palms=[0])
        scene.settle(panel, client)
        if panel.longest_pause < 0.08:
            break
    assert client.states(recognizer="move") == ["began", "cancelled"]


@check("44. a finger that turns out to be a palm in the report that lifts it does not complete a gesture")
def _(scene):
    panel, client = plugged(scene), scene.client()
    with palms(panel):
        # At once: the kernel itself would lift the finger after a tenth of a second.
        panel.fingers({0: panel.at(0.5, 0.5)})
        panel.fingers({}, palms=[0])
    client.until_answered()
    scene.settle(panel, client)
    assert len(client.gestures()) == 1, client.gestures()


@check("44. a palm beside a finger that pans does not disturb it")
def _(scene):
    panel, client = plugged(scene), scene.client()
    palm = panel.at(0.9, 0.9)
    with palms(panel):
        for step in range(21):
            panel.fingers({0: panel.at(0.2 + 0.02 * step, 0.5), 1: palm}, palms=[1])
            time.sleep(0.008)
    panel.fingers({}, palms=[1])
    client.wait_for(recognizer="move", state="ended")
    seen = {(each["recognizer"], len(each["touches"])) for each in client.gestures()}
    assert seen == {("move", 1)}, seen
    scene.settle(panel, client)
