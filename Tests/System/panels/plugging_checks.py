"""Checks of surfaces while panels are plugged in and out."""

import glob
import os

from scene import check, configured, daemon, memory, restart, run, stopped, udev_rule, until, with_surfaces

STORM = 12  # panels


def open_files(process):
    """How many descriptors it has."""
    return len(os.listdir(f"/proc/{process}/fd"))


def surfaces_are(scene, *panels):
    """Waits until the daemon has exactly the surfaces of these panels, and reports on exactly the devices there are."""
    nodes = sorted(panel.node for panel in panels)
    until(lambda: sorted(each["device"] for each in scene.listed("surfaces")) == nodes, f"surfaces of {nodes}")
    until(lambda: {each["path"] for each in scene.listed("devices")} == set(glob.glob("/dev/input/event*")),
          "a report on each device and no other")


@check("21. a dozen panels at a time, added and removed, leave no descriptor and no memory, and the other surfaces")
def _(scene):
    stays, client, process, measured = scene.panel("ed-elan-touchscreen"), scene.client(), daemon(), []
    for _ in range(3):
        panels = [scene.device("ed-elan-touchscreen") for _ in range(STORM)]
        for panel in panels[::2]:  # Most before any program has opened them.
            panel.unplug()
        panels = [scene.used(panel) for panel in panels[1::2]]
        began = len(client.gestures(recognizer="move", state="began"))
        for place in 0.2, 0.25, 0.3:
            for panel in panels:
                panel.fingers({0: panel.at(place, 0.5)})
        client.wait_for(recognizer="move", state="began", count=began + len(panels))
        for panel in panels:  # In mid-pan.
            panel.unplug()
        surfaces_are(scene, stays)
        scene.settle(stays, client)
        assert not client.open_gestures(), client.open_gestures()
        measured.append((open_files(process), memory(process)))
    assert not client.gestures(recognizer="move", state="ended"), "a pan without a recorded end"
    assert daemon() == process
    least = min(files for files, _ in measured)  # Some close a little after their client has left.
    until(lambda: open_files(process) <= least, f"no more than {least} descriptors: {measured}")
    assert measured[2][1] - measured[1][1] < 1024, f"(descriptors, KiB) after each storm: {measured}"


@check("22. fifty panels removed at the moment they are added leave nothing, and cause no warning")
def _(scene):
    stays, client, process = scene.panel("ed-elan-touchscreen"), scene.client(), daemon()
    before = open_files(process)
    for _ in range(50):
        panel = scene.device("ed-elan-touchscreen")
        panel.fingers({0: panel.at(0.5, 0.5)})
        panel.unplug()
    run("udevadm", "settle")
    surfaces_are(scene, stays)
    scene.settle(stays, client)
    until(lambda: open_files(process) <= before, f"no more than {before} descriptors")
    assert daemon() == process
    assert not scene.warnings(), scene.warnings()
    assert len(client.gestures()) == 1, client.gestures()


@check("21. a panel with the node of a removed one, before the daemon has noticed the removal, is used")
def _(scene):
    first, client = scene.panel("ed-elan-touchscreen"), scene.client()
    first.move(((0.2, 0.5), (0.6, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with stopped():
        first.unplug()
        second = scene.device("ed-elan-touchscreen")
        run("udevadm", "settle")
    assert second.node == first.node, "it has another node: this check proves nothing"
    client.wait_for(recognizer="move", state="cancelled")
    scene.used(second)
    scene.settle(second, client)
    surfaces_are(scene, second)


@check("21. after twenty immediate replugs the last panel is used")
def _(scene, panel, client):
    for _ in range(20):
        panel.unplug()
        panel = scene.device("ed-elan-touchscreen")
    run("udevadm", "settle")
    scene.used(panel)
    scene.settle(panel, client)
    surfaces_are(scene, panel)


@check("21. a panel that returns under another node, while a reader holds the old one, is the same surface")
def _(scene, panel, client):
    node, surface = panel.node, panel.surface
    with open(node, "rb", buffering=0):
        panel.move(((0.2, 0.5), (0.6, 0.5)))
        client.wait_for(recognizer="move", state="began")
        scene.unplug(panel)
        other = scene.device("neg-synaptics-2f-vscroll")
        assert other.node == node, "no device took its node: this check proves nothing"
        panel = scene.panel("ed-elan-touchscreen")
        assert panel.node != node and panel.surface == surface, (panel.node, panel.surface)
        scene.settle(panel, client)
        surfaces_are(scene, panel)
    assert client.gestures(recognizer="move")[-1]["state"] == "cancelled"


@check("11. fingers that were down before the daemon opened the panel make no gesture until they lift")
def _(scene, client):
    with stopped():
        panel = scene.device("ed-elan-touchscreen")
        panel.move(((0.45, 0.5), (0.45, 0.5)), ((0.55, 0.5), (0.55, 0.5)))
        run("udevadm", "settle")
    scene.used(panel)
    panel.move(((0.45, 0.5), (0.2, 0.5)), ((0.55, 0.5), (0.8, 0.5)))
    panel.fingers({1: panel.at(0.8, 0.5)})
    panel.move(((0.8, 0.5), (0.4, 0.5)), first=1)
    client.until_answered()
    assert not client.gestures(), client.gestures()
    panel.lift()
    scene.settle(panel, client)
    client.until_answered()
    assert len(client.gestures()) == 1, client.gestures()


@check("11. fingers that were down when the service started make no gesture until they lift")
def _(scene, panel):
    panel.fingers({0: panel.at(0.3, 0.5)})
    restart()
    client = scene.client()
    scene.used(panel)
    panel.drag(((0.3, 0.5), (0.7, 0.5)))
    scene.settle(panel, client)
    client.until_answered()
    assert len(client.gestures()) == 1, client.gestures()


@check("23. two panels that differ only in their ports are the two surfaces of the configuration")
def _(scene):
    with configured(with_surfaces('{ name: left-seat, match: { phys: "usb-twins-1/*" } }',
                                  '{ name: right-seat, match: { phys: "usb-twins-2/*" } }')):
        client = scene.client()
        right = scene.panel("ed-elan-touchscreen", phys="usb-twins-2/input0")
        left = scene.panel("ed-elan-touchscreen", phys="usb-twins-1/input0")
        assert (left.surface, right.surface) == ("left-seat", "right-seat"), (left.surface, right.surface)
        # A finger on each makes two taps, and no gesture of two fingers, as on one panel.
        for panel in left, right:
            panel.fingers({0: panel.at(0.5, 0.5)})
        for panel in left, right:
            panel.lift()
        client.wait_for(recognizer="select", count=2)
        for panel in left, right:
            gesture, = client.gestures(surface=panel.surface)
            assert (gesture["recognizer"], len(gesture["touches"])) == ("select", 1), gesture
        touches = [{id for each in client.gestures(surface=panel.surface) for id in each["touches"]}
                   for panel in (left, right)]
        assert not touches[0] & touches[1], touches
        scene.close()


@check("a panel that the service may not read yet is used as soon as it may")
def _(scene, client):
    with udev_rule('ATTRS{name}=="Locked panel", ENV{GESTURED}="0"'):
        panel = scene.device("ed-elan-touchscreen", name="Locked panel")
        report = until(lambda: scene.report_on(panel), "a report on it")
        assert not report["used"] and "Permission denied" in report["reason"], report
        run("udevadm", "trigger", "--settle", panel.node)
        client.until_answered()
        assert not scene.surface(panel)
    run("udevadm", "trigger", "--settle", panel.node)
    scene.used(panel)
    scene.settle(panel, client)
    assert len(scene.warnings()) == 1 and "Permission denied" in scene.warnings()[0], scene.warnings()
