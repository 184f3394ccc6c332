"""Checks of changes of the running daemon, and of the rights they need."""

import subprocess

from scene import CONFIGURATION, MEMBER, as_user, check, daemon, run, show, until


class Edited:
    """Another configuration; at the end the previous one is restored and loaded."""

    def __init__(self, change):
        self.change = change

    def __enter__(self):
        with open(CONFIGURATION, encoding="utf-8") as file:
            self.before = file.read()
        self.write(self.change(self.before))
        return self

    def __exit__(self, *_):
        self.write(self.before)
        run("systemctl", "reload", "gestured")

    @staticmethod
    def write(text):
        with open(CONFIGURATION, "w", encoding="utf-8") as file:
            file.write(text)


def notified(client, method):
    """The params of the notifications of this method that have come."""
    return [line["params"] for line in client.lines if line.get("method") == method]


def recognizers(scene):
    return [each["name"] for each in scene.listed("recognizers")]


@check("systemctl reload applies a valid file while the panel stays open and the subscription continues")
def _(scene):
    panel, client = scene.panel("ed-elan-touchscreen"), scene.client()
    process = daemon()
    with Edited(lambda text: text.replace("name: select", "name: choose")):
        run("systemctl", "reload", "gestured")
        assert show("ActiveState") == "active" and daemon() == process
        # The command ends when it is done, so nothing has to be waited for.
        assert "choose" in recognizers(scene) and "select" not in recognizers(scene)
        panel.tap()
        client.wait_for(recognizer="choose", state="recognized", surface=panel.surface)
        names = [each["name"] for each in notified(client, "reloaded")[0]["recognizers"]]
        assert "choose" in names and "select" not in names, names
    assert "select" in recognizers(scene)
    scene.settle(panel, client)
    assert not notified(client, "surface"), "surfaces are as before"


@check("systemctl reload of an invalid file fails, the journal has the place, and the gesture under way continues")
def _(scene):
    panel, client = scene.panel("ed-elan-touchscreen"), scene.client()
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with Edited(lambda text: text + "  - { name: select, type: tpa }\n"):
        with open(CONFIGURATION, encoding="utf-8") as file:
            line = len(file.read().splitlines())
        run("systemctl", "reload", "gestured", status=1)
        assert show("ActiveState") == "active"
        place = f"{CONFIGURATION}:{line}:"
        until(lambda: place in run("journalctl", "--no-pager", "-u", "gestured", "-n", "30"), "the journal has the place")
        said = subprocess.run(["gesturectl", "reload"], capture_output=True, text=True, check=False)
        assert said.returncode == 78 and said.stderr.startswith(place), said
        panel.move(((0.5, 0.5), (0.8, 0.5)))
    panel.lift()
    client.wait_for(recognizer="move", state="ended")
    assert not client.gestures(state="cancelled") and not client.open_gestures()


@check("SIGHUP reloads, too")
def _(scene):
    client = scene.client()
    with Edited(lambda text: text.replace("name: select", "name: choose")):
        run("systemctl", "kill", "--kill-whom=main", "-s", "HUP", "gestured")
        client.wait(lambda: notified(client, "reloaded"))
        assert "choose" in recognizers(scene)
        until(lambda: show("ActiveState") == "active", "systemd knows that it has ended")


@check("a finger that stays down delays a reload by two seconds, then its gesture is cancelled, and it stays silent")
def _(scene):
    panel, client = scene.panel("ed-elan-touchscreen"), scene.client()
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with Edited(lambda text: text.replace("name: select", "name: choose")):
        run("systemctl", "reload", "gestured")
        client.wait(lambda: notified(client, "reloaded"))
        assert client.gestures(recognizer="move")[-1]["state"] == "cancelled"
        panel.move(((0.5, 0.5), (0.8, 0.5)))
        panel.lift()
        panel.tap()
        client.wait_for(recognizer="choose")
        assert len(client.gestures(recognizer="move", state="began")) == 1, "the finger that was down began a gesture"


@check("gesturectl rotate rotates a surface at once: a pan under way is cancelled, the next has the other direction")
def _(scene):
    panel, client = scene.panel("ed-atmel-mxt"), scene.client()
    other = scene.panel("ed-elan-touchscreen")
    other.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=other.surface)
    panel.move(((0.2, 0.5), (0.4, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=panel.surface)
    assert "480 x 800" in run("gesturectl", "rotate", panel.surface, "90")
    client.wait_for(recognizer="move", state="cancelled", surface=panel.surface)
    panel.lift()
    panel.move(((0.2, 0.5), (0.6, 0.5)))
    panel.lift()
    ended = client.wait_for(recognizer="move", state="ended", surface=panel.surface)[0]
    assert ended["translation"]["y"] > 100 and abs(ended["translation"]["x"]) < 5, ended
    change = [each for each in notified(client, "surface") if each["surface"]["name"] == panel.surface][-1]
    assert change["change"] == "changed" and change["surface"]["rotation"] == 90, change
    other.lift()
    client.wait_for(recognizer="move", state="ended", surface=other.surface)


@check("a rotated surface is rotated when the panel is plugged in again, and as configured after a reload")
def _(scene):
    panel, client = scene.panel("ed-atmel-mxt"), scene.client()
    run("gesturectl", "rotate", panel.surface, "180")
    scene.unplug(panel)
    panel = scene.panel("ed-atmel-mxt")
    client.wait(lambda: len(notified(client, "surface")) >= 3)
    changes = [(each["change"], each["surface"]["rotation"]) for each in notified(client, "surface")]
    assert changes == [("changed", 180), ("removed", 180), ("added", 180)], changes
    run("systemctl", "reload", "gestured")
    assert [each["rotation"] for each in scene.listed("surfaces")] == [0]


@check("a client that may only receive can neither rotate nor reload, and gets the missing capability")
def _(scene):
    panel = scene.panel("ed-atmel-mxt")
    for command in ["rotate", panel.surface, "90"], ["reload"]:
        said = subprocess.run(as_user(MEMBER, "gesturectl", *command), capture_output=True, text=True, check=False)
        assert said.returncode == 77 and "`control`" in said.stderr and "root" in said.stderr, said
    run(*as_user("gestured", "gesturectl", "rotate", panel.surface, "270"))
    run(*as_user("gestured", "gesturectl", "rotate", panel.surface, "0"))
