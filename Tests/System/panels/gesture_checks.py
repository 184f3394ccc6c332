"""Checks of gestures through kernel, udev, daemon and socket."""

from scene import check, until

ATMEL_FIRST_TAP = (340, 242)  # of ed-atmel-mxt-1f-fasttaps, in the pixels the configuration gives that panel


@check("nine recorded taps are nine taps, the first at the finger's place")
def _(scene):
    panel, client = scene.panel("ed-atmel-mxt-1f-fasttaps"), scene.client()
    panel.play()
    client.wait_for(count=9, recognizer="select")
    scene.settle(panel, client)
    taps = client.gestures(recognizer="select")
    assert len(taps) == 9 + 1, f"{len(taps) - 1} taps"
    assert all(tap["state"] == "recognized" and tap["surface"] == "atmel" for tap in taps), taps
    x, y = taps[0]["location"]["x"], taps[0]["location"]["y"]
    assert abs(x - ATMEL_FIRST_TAP[0]) <= 1 and abs(y - ATMEL_FIRST_TAP[1]) <= 1, (x, y)
    assert client.gestures() == taps, "something other than taps was recognized"


@check("a recorded drag is one pan from began to ended")
def _(scene):
    panel, client = scene.panel("ed-atmel-mxt-1f-updown"), scene.client()
    panel.play()
    client.wait_for(recognizer="move", state="ended")
    scene.settle(panel, client)
    states = [each["state"] for each in client.gestures(recognizer="move")]
    assert states[0] == "began" and states[-1] == "ended", states
    assert len(states) > 20 and set(states[1:-1]) == {"changed"}, states
    assert not client.gestures(recognizer="hold") and not client.gestures(recognizer="zoom")


@check("two fingers that part are one pinch with a growing scale")
def _(scene, panel, client):
    panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="ended")
    scene.settle(panel, client)
    zoom = client.gestures(recognizer="zoom")
    states = [each["state"] for each in zoom]
    assert states[0] == "began" and states[-1] == "ended" and set(states[1:-1]) == {"changed"}, states
    scales = [each["scale"] for each in zoom]
    assert scales == sorted(scales) and scales[-1] > 2, scales
    assert not client.gestures(recognizer="move"), "a pinch was taken for a pan"


@check("19. a finger that rests is a long press without another event from the panel")
def _(panel, client):
    panel.fingers({0: panel.at(0.5, 0.5)})
    client.wait_for(recognizer="hold", state="began")
    panel.lift()
    client.wait_for(recognizer="hold", state="ended")
    assert not client.gestures(recognizer="select"), "a long press was taken for a tap"


@check("23. two panels at once keep their fingers apart")
def _(scene, client):
    left, right = scene.panel("ed-atmel-mxt"), scene.panel("ed-elan-touchscreen")
    left.move(((0.2, 0.5), (0.6, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=left.surface)
    right.move(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="began", surface=right.surface)
    left.drag(((0.6, 0.5), (0.8, 0.5)))
    client.wait_for(recognizer="move", state="ended", surface=left.surface)
    right.lift()
    client.wait_for(recognizer="zoom", state="ended", surface=right.surface)
    assert {each["surface"] for each in client.gestures(recognizer="move")} == {left.surface}
    assert {each["surface"] for each in client.gestures(recognizer="zoom")} == {right.surface}


@check("23. two panels of the same make are two surfaces")
def _(scene, client):
    first, second = scene.panel("ed-elan-touchscreen"), scene.panel("ed-elan-touchscreen")
    assert first.surface != second.surface
    first.move(((0.2, 0.5), (0.6, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=first.surface)
    scene.settle(second, client)
    first.lift()
    client.wait_for(recognizer="move", state="ended", surface=first.surface)


@check("a touchpad is listed and not used")
def _(scene, client):
    touchpad, panel = scene.device("neg-synaptics-2f-vscroll"), scene.panel("ed-elan-touchscreen")
    # udev announces in no certain order.
    report = until(lambda: scene.report_on(touchpad), f"a report on {touchpad.name}")
    assert report["name"] == touchpad.name and not report["used"] and report["reason"], report
    assert not scene.surface(touchpad)
    touchpad.play()
    scene.settle(panel, client)
    assert len(client.gestures()) == 1, "it made gestures"
