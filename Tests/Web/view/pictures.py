#!/usr/bin/env python3
"""Makes the picture of the view in docs/pictures, view.png.

    Tests/Web/view/pictures.py --programs FOLDER [--into FOLDER]

Needs what checks.py needs; the font is Inter (Debian: fonts-inter), as the page looks on most desktops.
"""

import pathlib
import sys

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

import recordings
from checks import Scene
from page import Page
from programs import ROOT, options_of_checks, shared_folder

LARGEST = 150_000


def main():
    options = options_of_checks("--into")
    file = (options.into or ROOT / "docs/pictures") / "view.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    with shared_folder() as folder, Scene(options.programs, folder).web() as web, Page(web.address) as page:
        page.command("Emulation.setScrollbarsHidden", hidden=True)
        page.size(1280, 800)
        page.drop("two-finger-tap.evemu", recordings.sized(recordings.sliding_fingers()))
        page.wait_for("#headline", "Recognized: ")
        page.enter("#time", 0.5)
        page.wait_for("#panel-words", "moved")
        width, bottom = page.run("return [innerWidth, document.querySelector('#stage').getBoundingClientRect().bottom]")
        # The page's first screen.
        clip = {"x": 0, "y": 0, "width": width, "height": round(bottom) + 14, "scale": 1}
        file.write_bytes(page.picture(clip=clip, captureBeyondViewport=True))
    size = file.stat().st_size
    print(f"{file}: {size} bytes")
    assert size <= LARGEST, f"{file} is larger than {LARGEST} bytes"


if __name__ == "__main__":
    main()
