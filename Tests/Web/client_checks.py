"""Checks of the JavaScript library in Chromium, through the bridge.

    client_checks.py BRIDGE [PART]     starts the program BRIDGE; with PART only checks with that in their titles

Needs selenium, Debian's chromium and chromium-driver. $GESTURED_PROGRAM is a built gestured; without it, the checks
with the daemon itself are skipped. Prints a line for each check, and the numbers last.
"""

import pathlib
import sys
import tempfile
import traceback

import client_connection_checks  # noqa: F401: adds its checks
import client_event_checks  # noqa: F401: adds its checks
import client_loss_checks  # noqa: F401: adds its checks
import client_place_checks  # noqa: F401: adds its checks
import client_daemon_checks  # noqa: F401: adds its checks
from client_parts import Bridge, Browser, Peer
from client_scene import CHECKS, Scene


def main():
    program, part = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    numbers = {"passed": 0, "failed": 0}
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder, "pages")
        (pages / "view").mkdir(parents=True)
        (pages / "view/index.html").write_text("<!DOCTYPE html><title>Check</title>\n")
        path = f"{folder}/socket"
        bridge, peer, browser = Bridge(program, path, pages), Peer(path), Browser()
        try:
            bridge.start()
            for title, body, plain in CHECKS:
                if part in title:
                    numbers[run(title, body, Scene(browser, bridge, peer, plain))] += 1
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
