"""Checks of changes of the running daemon, and of the rights they need."""

from scene import (ATMEL, CONFIGURATION, ELAN, MEMBER, as_user, check, daemon, edited, loaded, read, run, said, show,
                   until)


def with_choose(text):
    """The configuration with another name for its tap."""
    return text.replace("name: select", "name: choose")


def recognizers(scene):
    return [each["name"] for each in scene.listed("recognizers")]


@check("systemctl reload applies a valid file while the panel stays open and the subscription continues")
def _(scene, panel, client):
    process = daemon()
    with loaded(with_choose):
        assert show("ActiveState") == "active" and daemon() == process
        # The command ends when it is done, so nothing has to be waited for.
        assert "choose" in recognizers(scene) and "select" not in recognizers(scene)
        panel.tap()
        client.wait_for(recognizer="choose", state="recognized", surface=panel.surface)
        names = [each["name"] for each in client.told("reloaded")[0]["recognizers"]]
        assert "choose" in names and "select" not in names, names
    assert "select" in recognizers(scene)
    scene.settle(panel, client)
    assert not client.told("surface"), "surfaces are as before"


@check("systemctl reload of an invalid file fails, the journal has the place, and the gesture under way continues")
def _(scene, panel, client):
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with edited(lambda text: text + "  - { name: select, type: tpa }\n"):
        line = len(read(CONFIGURATION).splitlines())
        run("systemctl", "reload", "gestured", status=1)
        assert show("ActiveState") == "active"
        place = f"{CONFIGURATION}:{line}:"
        until(lambda: place in scene.journal(), "the journal has the place")
        refusal = said("gesturectl", "reload")
        assert refusal.returncode == 78 and refusal.stderr.startswith(place), refusal
        panel.move(((0.5, 0.5), (0.8, 0.5)))
    panel.lift()
    client.wait_for(recognizer="move", state="ended")
    assert not client.gestures(state="cancelled") and not client.open_gestures()


@check("SIGHUP reloads, too")
def _(scene, client):
    with edited(with_choose):
        run("systemctl", "kill", "--kill-whom=main", "-s", "HUP", "gestured")
        client.wait(lambda: client.told("reloaded"))
        assert "choose" in recognizers(scene)
        until(lambda: show("ActiveState") == "active", "systemd knows that it has ended")


@check("a finger that stays down delays a reload by two seconds, then its gesture is cancelled, and it stays silent")
def _(panel, client):
    panel.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began")
    with loaded(with_choose):
        client.wait(lambda: client.told("reloaded"))
        assert client.gestures(recognizer="move")[-1]["state"] == "cancelled"
        panel.drag(((0.5, 0.5), (0.8, 0.5)))
        panel.tap()
        client.wait_for(recognizer="choose")
        assert len(client.gestures(recognizer="move", state="began")) == 1, "the finger that was down began a gesture"


@check("gesturectl rotate rotates a surface at once: a pan under way is cancelled, the next has the other direction")
def _(scene, atmel, client):
    other = scene.panel(ELAN)
    other.move(((0.2, 0.5), (0.5, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=other.surface)
    atmel.move(((0.2, 0.5), (0.4, 0.5)))
    client.wait_for(recognizer="move", state="began", surface=atmel.surface)
    assert "480 x 800" in run("gesturectl", "rotate", atmel.surface, "90")
    client.wait_for(recognizer="move", state="cancelled", surface=atmel.surface)
    atmel.lift()
    atmel.drag(((0.2, 0.5), (0.6, 0.5)))
    ended = client.wait_for(recognizer="move", state="ended", surface=atmel.surface)[0]
    assert ended["translation"]["y"] > 100 and abs(ended["translation"]["x"]) < 5, ended
    change = [each for each in client.told("surface") if each["surface"]["name"] == atmel.surface][-1]
    assert change["change"] == "changed" and change["surface"]["rotation"] == 90, change
    other.lift()
    client.wait_for(recognizer="move", state="ended", surface=other.surface)


@check("a rotated surface is rotated when the panel is plugged in again, and as configured after a reload")
def _(scene, atmel, client):
    run("gesturectl", "rotate", atmel.surface, "180")
    scene.unplug(atmel)
    atmel = scene.panel(ATMEL)
    client.wait(lambda: len(client.told("surface")) >= 3)
    changes = [(each["change"], each["surface"]["rotation"]) for each in client.told("surface")]
    assert changes == [("changed", 180), ("removed", 180), ("added", 180)], changes
    run("systemctl", "reload", "gestured")
    assert [each["rotation"] for each in scene.listed("surfaces")] == [0]


@check("a client that may only receive can neither rotate nor reload, and gets the missing capability")
def _(atmel):
    for command in ["rotate", atmel.surface, "90"], ["reload"]:
        refusal = said(*as_user(MEMBER, "gesturectl", *command))
        assert refusal.returncode == 77 and "`control`" in refusal.stderr and "root" in refusal.stderr, refusal
    run(*as_user("gestured", "gesturectl", "rotate", atmel.surface, "270"))
    run(*as_user("gestured", "gesturectl", "rotate", atmel.surface, "0"))
