"""Checks of the README's commands for the socket."""

import json
import os
import re
import select
import signal

from scene import MEMBER, PROJECT, as_user, check, configured, read

section = read(f"{PROJECT}/README.md").partition("## Receive gestures\n")[2].partition("\n## ")[0]
blocks = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", section)

STANDARD_NAMES = "recognizers:\n  - { name: tap, type: tap }\n  - { name: pinch, type: pinch }\n"
PLACES = "access: [{ group: gestures, allow: [gestures, locations] }]\n"


def block(kind, part):
    """The block of a kind that has this in it."""
    return next(text for found, text in blocks if found == kind and part in text)


def first_line_of(scene, *command):
    """The first output of a program of a user in the group gestures while the panel is tapped."""
    with configured(STANDARD_NAMES + PLACES):
        panel = scene.panel("ed-elan-touchscreen")
        program = scene.program("setsid", *as_user(MEMBER, *command))
        try:
            while not select.select([program.stdout], [], [], 0)[0]:  # Nothing reports when it has subscribed.
                panel.tap()
            return program.stdout.readline()
        finally:
            os.killpg(program.pid, signal.SIGKILL)


@check("the README's socat and jq print a tap")
def _(scene):
    name, state, location = json.loads(first_line_of(scene, "sh", "-c", block("sh", "socat")))
    assert (name, state) == ("tap", "recognized") and set(location) == {"x", "y"}, (name, state, location)


@check("the README's lines of Python print a tap")
def _(scene):
    line = first_line_of(scene, "python3", "-c", block("python", "AF_UNIX"))
    assert re.fullmatch(r"tap \{'x': [\d.]+, 'y': [\d.]+\}\n", line), line
