#!/usr/bin/env python3
"""Checks of samples/monkey in a headless Chromium, with gestured and gestured-web: `ok` or `FAIL` for each, and a sum.

    Tests/Web/monkey/checks.py --programs FOLDER [--pictures FOLDER] [PART]

The folder has gestured, gesturectl and gestured-web, which runs as the user nobody: start the checks as root. Needs
Debian's chromium, chromium-driver, python3-selenium and python3-pil. With --pictures, makes `monkey.png`,
by imagemagick.
"""

import base64
import os
import pathlib
import subprocess
import sys
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import gesture_checks  # noqa: F401: adds its checks
import mouse_checks  # noqa: F401: adds its checks
import page_checks  # noqa: F401: adds its checks
from fingers import HEIGHT, WIDTH, around
from programs import options_of_checks, shared_folder
from scene import CHECKS, Scene, turned


def picture(scene, folder):
    """The picture of the documentation: the monkey in two fingers, larger and turned; the banana dragged by one."""
    scene.size(WIDTH // 2, HEIGHT // 2)
    monkey = [finger + [(12, *finger[-1][1:])] for finger in around((576, 520), 200, -22, -54, 320)]
    scene.play(*monkey, [(0, 1366, 672), (1, 1396, 562), (12, 1396, 562)])
    wanted = "return document.querySelector('#fingers').children.length === 3"
    scene.wait(lambda: scene.run(wanted) and turned(scene.matrix("monkey"))[0] > 1.4)
    scene.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    data = scene.driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"]
    file = f"{folder}/monkey.png"
    with open(file, "wb") as png:
        png.write(base64.b64decode(data))
    # With a palette it is half as large.
    subprocess.run(["convert", file, "-dither", "FloydSteinberg", "-colors", "128", file], check=True)


def main():
    options = options_of_checks()
    passed = failed = 0
    with shared_folder() as folder:
        scene = Scene(os.path.abspath(options.programs), folder)
        try:
            scene.bridge.start()
            for body in CHECKS:
                title = body.__name__.replace("_", " ")
                if options.part not in title:
                    continue
                try:
                    body(scene)
                    passed += 1
                    print(f"ok   {title}", flush=True)
                except Exception:  # Whatever it is, the check has failed, and the next one is made.
                    failed += 1
                    print(f"FAIL {title}\n{traceback.format_exc()}", flush=True)
            if options.pictures:
                picture(scene, options.pictures)
        finally:
            scene.quit()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
