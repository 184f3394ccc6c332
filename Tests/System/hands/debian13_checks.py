"""Checks of gestured-hands under sway and labwc of Debian 13, which `run-debian13` runs."""

import os

from hands.sway_checks import MAPPED, RIGHT_HALF, is_on_second_of_two, two_outputs, works
from interception.applications import FOLDER, desktop, sway_desktop
from scene import check, write

SYSTEM = os.environ["DEBIAN13"]
# By default labwc keeps alt+Left for itself.
LABWC = """<labwc_config><keyboard><default /><keybind key="A-Left" /></keyboard>
<windowRules><windowRule identifier="wev" serverDecoration="no">
{}<action name="ToggleFullscreen" />
</windowRule></windowRules></labwc_config>
"""


def labwc_desktop(*actions, outputs=1):
    """labwc, in which programs fill an output, after actions with their window."""
    write(f"{FOLDER}/labwc/rc.xml", LABWC.format("".join(f"<action {each} />" for each in actions)))
    return desktop(SYSTEM, "labwc", "-d", "-C", f"{FOLDER}/labwc", outputs=outputs)


@check("Debian 13: under sway a long press is a right click at the finger; a program gets drags, wheels and keys")
def _(scene, panel):
    works(sway_desktop(SYSTEM), scene, panel)


@check("Debian 13: under labwc a long press is a right click at the finger; a program gets drags, wheels and keys")
def _(scene, panel):
    works(labwc_desktop(), scene, panel)


@check("Debian 13: under labwc and sway with two outputs, the action file's `output` puts the pointer on the right one")
def _(scene, panel):
    # wlroots 0.18 adds the second output first, and labwc puts the next one to its right.
    right = 'name="MoveToOutput" output="HEADLESS-1"'
    is_on_second_of_two(labwc_desktop(right, outputs=2), scene, panel, RIGHT_HALF, 0.25, 0.25)
    is_on_second_of_two(two_outputs(SYSTEM), scene, panel, RIGHT_HALF, 0.25, 0.25)
    is_on_second_of_two(two_outputs(SYSTEM, MAPPED), scene, panel, "", 0.25, 0.25)
