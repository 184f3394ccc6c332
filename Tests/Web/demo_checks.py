#!/usr/bin/env python3
"""Checks of what `scripts/demo --view` opens, in headless Chromium; builds what the demonstration builds.

Needs root, chromium, chromium-driver and python3-selenium. Prints `ok` or `FAIL` for each check, and the numbers last.
"""

import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += map(str, (HERE / "view", HERE.parent))

from page import Checks, Page
from programs import ROOT, shared_folder
from sentences import wait_for

# Of a build on a busy machine.
PATIENCE = 1500
# Somebody's browser: it keeps what it is given.
OPENER = """#!/bin/sh
cp "$1" {folder}/new && mv {folder}/new {folder}/opened.html
"""


def main():
    with shared_folder() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        program, opened = folder / "xdg-open", folder / "opened.html"
        program.write_text(OPENER.format(folder=folder), encoding="utf-8")
        program.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":0"}
        environment.pop("XDG_RUNTIME_DIR", None)
        demo = subprocess.Popen([ROOT / "scripts/demo", "--view"], env=environment, stdout=subprocess.DEVNULL,
                                start_new_session=True)
        try:
            wait_for(lambda: opened.exists() or demo.poll() is not None, "a browser is opened", PATIENCE)
            assert opened.exists(), "scripts/demo has ended"
            with Page(f"file://{opened}") as page:
                check = Checks(page, "demo")
                check.soon("the browser is led to the view", lambda: page.driver.current_url.endswith("/view/"))
                check.says("fingers of the recordings are shown", "#panel-words", " down")
                check.says("a gesture is recognized", "#headline", "Recognized: ")
        finally:
            # As Ctrl-C does.
            os.killpg(demo.pid, signal.SIGINT)
            status = demo.wait(PATIENCE)
        check("it ends when it is interrupted, with 0 or 130", lambda: status in (0, 130))
        # What its processes have started gets the signal, too, and ends by itself.
        check("it leaves no process", lambda: wait_for(lambda: not left(demo), "the last process ends", PATIENCE))
    return check.end()


def left(demo):
    """The processes of the demonstration's session, but those that have ended and that nobody has waited for."""
    return subprocess.run(["pgrep", "--session", str(demo.pid), "--runstates", "RSDTt"], capture_output=True, text=True,
                          check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
