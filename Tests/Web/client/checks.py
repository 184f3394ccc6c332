#!/usr/bin/env python3
"""Checks of the JavaScript library in Chromium, through gestured-web.

    Tests/Web/client/checks.py --programs FOLDER [PART]     with PART only checks with that in their titles

The folder has gestured, gesturectl and gestured-web. Needs selenium, Debian's chromium and chromium-driver. Prints a
line for each check, and the numbers last.
"""

import argparse
import pathlib
import sys
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import connection_checks  # noqa: F401: adds its checks
import event_checks  # noqa: F401: adds its checks
import loss_checks  # noqa: F401: adds its checks
import place_checks  # noqa: F401: adds its checks
import daemon_checks  # noqa: F401: adds its checks
from browser import Browser
from peer import Peer
from programs import Web, shared_folder
from scene import CHECKS, Scene


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("part", nargs="?", default="")
    options = parser.parse_args()
    numbers = {"passed": 0, "failed": 0}
    with shared_folder() as folder:
        pages = pathlib.Path(folder, "pages")
        (pages / "view").mkdir(parents=True)
        (pages / "view/index.html").write_text("<!DOCTYPE html><title>Check</title>\n")
        path = f"{folder}/socket"
        bridge, peer, browser = Web(options.programs, path, pages=pages), Peer(path), Browser()
        try:
            bridge.start()
            for title, body, plain in CHECKS:
                if options.part in title:
                    numbers[run(title, body, Scene(browser, bridge, peer, plain, options.programs))] += 1
        finally:
            browser.quit()
            bridge.stop()
    print(f"{numbers['passed']} passed, {numbers['failed']} failed")
    return 1 if numbers["failed"] or not numbers["passed"] else 0


def run(title, body, scene):
    problems = []
    try:
        scene.open()
        body(scene)
    except Exception:  # Whatever it is, the check has failed, and the next one is run.
        problems.append(traceback.format_exc())
    scene.browser.driver.get("about:blank")  # Closes what the check has left open.
    problems += map(repr, scene.peer.stop())
    print(f"{'FAIL' if problems else 'ok  '} {title}", *problems, sep="\n", flush=True)
    return "failed" if problems else "passed"


if __name__ == "__main__":
    sys.exit(main())
