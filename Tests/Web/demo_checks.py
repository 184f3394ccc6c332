#!/usr/bin/env python3
"""Checks of what `scripts/demo --view` opens, in headless Chromium; builds what the demonstration builds.

Needs root, chromium, chromium-driver and python3-selenium. Prints `ok` or `FAIL` for each check, and the numbers last.
"""

import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "view"))

from page import Checks, Page
from programs import ROOT, shared_folder

# Of a build on a busy machine.
PATIENCE = 1500
# Somebody's browser: it keeps what it is given.
OPENER = """#!/bin/sh
cp "$1" {folder}/new && mv {folder}/new {folder}/opened.html
"""


def opened(folder, demo):
    """The file that the browser got."""
    path, end = folder / "opened.html", time.monotonic() + PATIENCE
    while not path.exists():
        assert demo.poll() is None, "scripts/demo has ended"
        assert time.monotonic() < end, "no browser was opened"
        time.sleep(0.1)
    return path


def main():
    check = Checks()
    with shared_folder() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        program = folder / "xdg-open"
        program.write_text(OPENER.format(folder=folder), encoding="utf-8")
        program.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":0"}
        environment.pop("XDG_RUNTIME_DIR", None)
        demo = subprocess.Popen([ROOT / "scripts/demo", "--view"], env=environment, stdout=subprocess.DEVNULL,
                                start_new_session=True)
        try:
            page = Page(f"file://{opened(folder, demo)}", None)
            check("the browser is led to the view", lambda: page.wait(
                lambda: page.driver.current_url.endswith("/view/")))
            check("fingers of the recordings are shown", lambda: page.wait_for("#panel-words", " down"))
            check("a gesture is recognized", lambda: page.wait_for("#headline", "Recognized: "))
            page.driver.quit()
        finally:
            # As Ctrl-C does.
            os.killpg(demo.pid, signal.SIGINT)
            status = demo.wait(PATIENCE)
        check("it ends when it is interrupted, and leaves no process", lambda: status in (0, 130) and left(demo) == "")
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


def left(demo):
    """The processes of the demonstration's session."""
    return subprocess.run(["pgrep", "--session", str(demo.pid)], capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())
