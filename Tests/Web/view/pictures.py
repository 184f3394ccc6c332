#!/usr/bin/env python3
"""Makes the picture of the view in docs/pictures, view.png.

    Tests/Web/view/pictures.py --programs FOLDER [--into FOLDER]

Needs what checks.py needs; the font is Inter (Debian: fonts-inter), as the page looks on most desktops.
"""

import argparse
import base64
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import recordings
from checks import Scene
from page import Page
from programs import ROOT, shared_folder

LARGEST = 150_000


def take(page, path, height):
    """Takes a picture of the page's first screen."""
    width = page.run("return innerWidth")
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    data = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})["data"]
    path.write_bytes(base64.b64decode(data))
    size = path.stat().st_size
    print(f"{path}: {size} bytes")
    assert size <= LARGEST, f"{path} is larger than {LARGEST} bytes"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--into", type=pathlib.Path, default=ROOT / "docs/pictures")
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    with shared_folder() as folder:
        scene = Scene(options.programs, folder)
        page = None
        try:
            with scene.web() as web:
                page = Page(web.address, None)
                page.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
                page.size(1280, 800)
                page.drop("two-finger-tap.evemu", recordings.sized(recordings.sliding_fingers()))
                page.wait_for("#headline", "Recognized: ")
                page.set_range("#time", 0.5)
                page.wait_for("#panel-words", "moved")
                bottom = page.run("return document.querySelector('#stage').getBoundingClientRect().bottom")
                take(page, options.into / "view.png", round(bottom) + 14)
        finally:
            if page:
                page.driver.quit()


if __name__ == "__main__":
    main()
