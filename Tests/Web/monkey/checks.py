#!/usr/bin/env python3
"""Checks of samples/monkey in a headless Chromium, with gestured and gestured-web: `ok` or `FAIL` for each, and a sum.

    Tests/Web/monkey/checks.py --programs FOLDER [--picture FILE] [PART]

The folder has gestured, gesturectl and gestured-web, which runs as the user nobody: start the checks as root. Needs
Debian's chromium, chromium-driver, python3-selenium and python3-pil. With --picture, makes docs/pictures/monkey.png,
by imagemagick.
"""

import pathlib
import subprocess
import sys

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

import gesture_checks  # noqa: F401: adds its checks
import mouse_checks  # noqa: F401: adds its checks
import page_checks  # noqa: F401: adds its checks
from fingers import HEIGHT, WIDTH, around
from programs import options_of_checks, shared_folder
from scene import Scene, turned
from sentences import Report


def picture(scene, file):
    """The picture of the documentation: the monkey in two fingers, larger and turned; the banana dragged by one."""
    scene.size(WIDTH // 2, HEIGHT // 2)
    monkey = [finger + [(12, *finger[-1][1:])] for finger in around((576, 520), 200, -22, -54, 320)]
    scene.play(*monkey, [(0, 1366, 672), (1, 1396, 562), (12, 1396, 562)])
    wanted = "return document.querySelector('#fingers').children.length === 3"
    scene.wait(lambda: scene.run(wanted) and turned(scene.matrix("monkey"))[0] > 1.4)
    scene.run_async("setTimeout(arguments[0], 1500)")
    file.write_bytes(scene.picture())
    # With a palette it is half as large.
    subprocess.run(["convert", file, "-dither", "FloydSteinberg", "-colors", "128", file], check=True)


def main():
    options, report = options_of_checks("--picture"), Report()
    with shared_folder() as folder, Scene(options.programs, folder) as scene:
        report.check_all(options.part, lambda body: body(scene))
        if options.picture:
            picture(scene, options.picture)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
