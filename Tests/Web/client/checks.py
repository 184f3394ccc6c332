#!/usr/bin/env python3
"""Checks of the JavaScript library in Chromium, through gestured-web.

    Tests/Web/client/checks.py --programs FOLDER [PART]     with PART only checks with that in their titles

The folder has gestured, gesturectl and gestured-web. Needs root, selenium, Debian's chromium and chromium-driver. Prints
a line for each check, and the numbers last.
"""

import pathlib
import shutil
import sys

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

import connection_checks  # noqa: F401: adds its checks
import event_checks  # noqa: F401: adds its checks
import loss_checks  # noqa: F401: adds its checks
import place_checks  # noqa: F401: adds its checks
import daemon_checks  # noqa: F401: adds its checks
from page import Page
from peer import Peer
from programs import ROOT, Web, options_of_checks, shared_folder
from scene import Scene
from sentences import Report


def main():
    options, report = options_of_checks(), Report()
    with shared_folder() as folder:
        pages = pathlib.Path(folder, "pages")
        (pages / "view").mkdir(parents=True)
        (pages / "view/index.html").write_text("<!DOCTYPE html><title>Check</title>\n")
        shutil.copytree(ROOT / "clients/javascript/examples/tickle", pages / "tickle")
        peer = Peer(f"{folder}/socket")
        with Web(options.programs, peer.path, pages=pages) as bridge, Page() as page:
            def run(body, plain):
                scene = Scene(page, bridge, peer, plain, options.programs)
                try:
                    scene.open()
                    body(scene)
                finally:
                    page.driver.get("about:blank")  # Closes what the check has left open.
                    failures = peer.stop()
                    assert not failures, failures

            report.check_all(options.part, run)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
