"""Checks of each kind of device: used or refused, with the gestures of its recording."""

import concurrent.futures
import json
import tempfile

from scene import CONFIGURATION, MEMBER, PROJECT, as_user, check, configured, read, run, until

# Touchscreens: their protocol and slots, where the description alone decides about these.
USED = {
    "cr-basking-elan": ("B", 10),
    "cr-ilitek-tp": ("B", 10),
    "cr-nocturne-wacom": ("B", 10),
    "ed-atmel-mxt": ("B", 10),
    "ed-egalax-virtual-multi": ("B", 21),  # without INPUT_PROP_DIRECT
    "ed-ep0430m09-2f-touch": ("B", 5),
    "ed-quanta-optical-left": ("B", 10),
    "ed-wacom-cintiq22hdt": ("B", 10),
    "li-dell-canvas-totem-touch": ("B", 5),
    "li-nexus4-touch-screen": ("B", 10),  # without BTN_TOUCH and ABS_X
    "li-touchscreen-fuzz": ("B", 10),
    "li-touchscreen-mt-tool": ("B", 10),
    "li-wacom-isdv4-e6-finger": ("B", 2),
}
WITHOUT_SLOTS = {
    "mh-tablet-two-finger-drag": "A with tracking ids",
    "cr-mimo-touch2-ST": "single touch",  # without INPUT_PROP_DIRECT
    "li-generic-singletouch": "single touch",
}
REFUSED = {
    "neg-cypress-3f-tap": "touchpad",
    "neg-synaptics-2f-vscroll": "touchpad",
    "li-synaptics-x220": "touchpad",
    "li-absinfo-override": "touchpad",
    "li-wacom-bamboo-2fg-finger": "touch tablet",
    "li-wacom-intuos5-finger": "touch tablet",
    "neg-dellcanvas-pen": "pen",
    "ed-wacom-isdv4-90": "pen",
    "li-elan-tablet": "pen",
    "li-ms-surface-cover": "keyboard whose axes spill over into multitouch",
    "cr-ilitek-tp-mouse": "mouse emulation of a touchscreen",
    "ed-qemu-usb-tablet": "virtual mouse",
    "li-vmware-virtual-usb-mouse": "virtual mouse",
    "li-xen-virtual-pointer": "virtual mouse",
}

# The played recordings: all with events, except two minutes of an old tablet, and a quarter of a minute of strokes.
PLAYED = """
    xit-nexus4-nobtn ed-atmel-mxt-1f-updown ed-atmel-mxt-1f-fasttaps ed-isdv4e6-double-top-swipe
    ed-isdv4e6-double-center-circle ed-ep0430m09-1f-updown ed-quanta-optical-hover ed-isdv4e6-single-top-swipe
    ed-ep0430m09-4f-drag-down ed-isdv4e6-double-center-scroll ed-quanta-optical-left ed-isdv4e6-single-center-circle
    ed-atmel-mxt-2f-touch ed-isdv4e6-single-center-scroll ed-ep0430m09-2f-scroll-down ed-atmel-mxt-4f-down
    ed-ep0430m09-2f-touch ed-isdv4e6-double-tap-center ed-isdv4e6-2fg-double-tap ed-isdv4e6-2fg-tap
    ed-isdv4e6-single-tap-center""".split()
PLAYED_WITHOUT_SLOTS = """
    mh-tablet-three-touches mh-tablet-two-finger-drag mh-tablet-single-drag mh-tablet-single-touch""".split()


def reports_on(scene, recordings):
    """The output of `gesturectl devices --json` for these devices, all plugged at once, by recording."""
    devices = {name: scene.device(name) for name in recordings}

    def reports():
        listed = json.loads(run(*as_user(MEMBER, "gesturectl", "devices", "--json")))
        by_node = {report["path"]: report for report in listed}
        return all(each.node in by_node for each in devices.values()) and by_node

    by_node = until(reports, "a report on every device")
    return {name: by_node[device.node] for name, device in devices.items()}


def wrong(reports, is_right):
    return [f"{name}: {json.dumps(report)}" for name, report in reports.items() if not is_right(name, report)]


@check("touchscreens of every kind with slots are used, with as many fingers as they have slots")
def _(scene):
    mistaken = wrong(reports_on(scene, USED), lambda name, report: report["used"] and (
        report["protocol"], report["slots"]) == USED[name] and report["surface"])
    assert not mistaken, "\n".join(mistaken)


@check("17. 27. touchscreens without slots, of protocol A and of one finger, are used")
def _(scene):
    mistaken = wrong(reports_on(scene, WITHOUT_SLOTS), lambda name, report: report["used"] and report["surface"] and (
        report["protocol"] == WITHOUT_SLOTS[name]))
    assert not mistaken, "\n".join(mistaken)


@check("15. 24. touchpads, pens, mice and fake multitouch are refused, each with a reason")
def _(scene):
    mistaken = wrong(reports_on(scene, REFUSED), lambda name, report: not report["used"] and (
        report["reason"].startswith("not used: ")) and "surface" not in report)
    assert not mistaken, "\n".join(mistaken)
    assert not scene.listed("surfaces")


def told(gestures):
    """The recognized gestures, in order; the number of changes depends on how fast a client reads."""
    return [(each["recognizer"], each["type"], each["state"], len(each["touches"]))
            for each in gestures if each["state"] != "changed"]


def replay(recording):
    """The output of `gesturectl replay` for a recording, given as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".evemu", encoding="utf-8") as file:
        file.write(recording)
        file.flush()
        lines = run("gesturectl", "replay", "--json", "--config", CONFIGURATION, file.name).splitlines()
    assert lines, "a recording has no gesture"
    return told(json.loads(line)["params"] for line in lines)


def play_and_compare(scene, recordings):
    """Plays recordings, four at a time, and compares what a subscriber gets with what `gesturectl replay` says of what
    the kernel has delivered."""
    client = scene.client()
    panels = {name: scene.device(name) for name in recordings}
    for panel in panels.values():
        scene.used(panel)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        delivered = pool.map(lambda panel: panel.play_and_record(), panels.values())
        expected = dict(zip(panels, pool.map(replay, list(delivered))))
    different = []
    for name, panel in panels.items():
        def received():
            return told(client.gestures(surface=panel.surface))

        try:
            client.wait(lambda: len(received()) >= len(expected[name]), 60)  # A long press may still follow.
        except TimeoutError:
            pass
        if received() != expected[name]:
            different.append(f"{name}\n  replayed: {expected[name]}\n  received: {received()}")
    assert not different, "\n".join(different)


@check("recorded fingers, played through the kernel, make the same gestures as `gesturectl replay`")
def _(scene):
    with configured(read(f"{PROJECT}/config/gestured.yaml")):
        play_and_compare(scene, PLAYED)
        scene.close()


@check("17. recorded fingers of protocol A, played through the kernel, make the same gestures as `gesturectl replay`")
def _(scene):
    with configured(read(f"{PROJECT}/config/gestured.yaml")):
        play_and_compare(scene, PLAYED_WITHOUT_SLOTS)
        scene.close()
