"""Checks that other programs cannot learn a password typed on an on-screen keyboard."""

import json

from service.access_checks import access, client_of
from panel import EV_SYN, SYN_REPORT
from protocol.protocol_checks import connected
from scene import MEMBER, check, loaded, run

ROWS = ["1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,._"]
PASSWORD = "hunter2_x9"
KEYBOARD = "regions:\n  - { name: keyboard, frame: { x: 0%, y: 60%, width: 100%, height: 40% }, private: true }\n"


def place_of(key):
    """The middle of a key, as parts of the panel's width and height."""
    row = next(index for index, row in enumerate(ROWS) if key in row)
    return (ROWS[row].index(key) + 0.5) / 10, 0.65 + 0.1 * row


def tap(panel, place, listener, recognizer="select"):
    """A finger down and up in one write, so that no delay makes it a long press; waits until the listener receives it."""
    end = [(EV_SYN, SYN_REPORT, 0)]
    count = len(listener.gestures(recognizer=recognizer))
    panel.write(panel.changes({0: panel.at(*place)}) + end + panel.changes({}) + end)
    listener.wait_for(recognizer=recognizer, count=count + 1)


def type_word(panel, listener, recognizer="select"):
    for key in PASSWORD:
        tap(panel, place_of(key), listener, recognizer)


def surface_of(client):
    return client.call("list", what="surfaces")[0]


def reconstructed(client, surface):
    """The keys at all the places that a client received, in order."""
    word = ""
    for line in client.lines:
        params = line.get("params", {})
        told = [params] if line.get("method") == "gesture" and params["state"] in ("recognized", "began") else [
            each for each in params.get("touches", []) if each["phase"] == "began"] if line.get("method") == "touch" else []
        for each in told:
            if "location" not in each:
                continue
            x, y = each["location"]["x"] / surface["width"], each["location"]["y"] / surface["height"]
            if y >= 0.6:
                word += ROWS[min(int((y - 0.6) * 10), 3)][min(int(x * 10), 9)]
    return word


def gestures(client):
    return [line for line in client.lines if line.get("method") == "gesture"]


@check("privacy: with the installed configuration a member of the group reconstructs none of ten keys, and root all")
def _(scene, atmel):
    root = connected(scene, recognizers=["select"])
    member = client_of(scene, MEMBER, recognizers=["select"])
    assert member.capabilities == ["gestures"], member.capabilities
    type_word(atmel, root)
    member.wait_for(recognizer="select", count=len(PASSWORD))
    assert reconstructed(root, surface_of(root)) == PASSWORD, root.lines
    assert reconstructed(member, surface_of(member)) == "", member.lines
    told = json.dumps(gestures(member))
    for word in "location", "touches", "translation", "velocity":
        assert f'"{word}"' not in told, told


@check("privacy: a member with `locations` or `attach` receives nothing of a private region until it is made public")
def _(scene, atmel):
    with loaded(lambda text: access(f"{{ user: {MEMBER}, allow: [gestures, locations, attach] }}")(text + KEYBOARD)):
        root = connected(scene, recognizers=["select"], touches=True)
        surface = surface_of(root)
        member = client_of(scene, MEMBER, recognizers=["select", "spy"])
        member.call("attach", recognizers=[{"name": "spy", "type": "tap", "region": "keyboard"}])
        type_word(atmel, root)
        # The place of each key is in the gesture, in the touch, or in both.
        word = reconstructed(root, surface)
        assert word in (PASSWORD, "".join(2 * key for key in PASSWORD)), word
        tap(atmel, (0.5, 0.2), member)
        assert len(gestures(member)) == 1 and reconstructed(member, surface) == "", member.lines
        run("gesturectl", "private", "keyboard", "off")
        type_word(atmel, member, "spy")
        spied = member.gestures(recognizer="spy")
        assert [each["region"] for each in spied] == ["keyboard"] * len(PASSWORD), spied
        assert reconstructed(member, surface)[::2] == PASSWORD or PASSWORD in reconstructed(member, surface)
        run("gesturectl", "private", "keyboard", "on")
