#!/usr/bin/env python3
"""Checks of the view in headless Chromium, with gestured, gestured-web and gesturectl themselves.

    Tests/Web/view/checks.py --programs FOLDER [--pictures FOLDER] [PART]    PART of the names of groups

Needs root, as gestured-web is started as another user; chromium and chromium-driver (Debian), selenium (PyPI). Prints
`ok` or `FAIL` for each check, and the numbers last.
"""

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from programs import RECORDINGS, Daemon, Web, options_of_checks, shared_folder
from live_checks import (
    CONFIGURATION, check_crowd, check_live, check_missed, check_restart, check_rights, check_token)
from lane_checks import check_lanes
from mouse_checks import check_mouse
from order_checks import check_busy, check_late
from page import Checks, Page
from recording_checks import (
    check_attempts, check_faults, check_fingers_needed, check_newcomer, check_recording, check_served,
    check_two_panels)
from scale_checks import check_scale
from script_checks import check_panels, check_storage
from stroke_checks import check_pad, check_strokes
from threshold_checks import (
    check_names, check_refused_threshold, check_rounded_threshold, check_thresholds)
from use_checks import check_colours, check_keyboard, check_motion, check_phone

GROUPS = (
    check_live, check_lanes, check_mouse, check_missed, check_restart, check_token, check_crowd, check_rights, check_panels,
    check_storage, check_recording, check_two_panels, check_newcomer, check_fingers_needed, check_thresholds,
    check_refused_threshold, check_rounded_threshold, check_names,
    check_busy, check_late, check_faults, check_attempts, check_served, check_keyboard, check_phone, check_colours,
    check_motion, check_scale, check_strokes, check_pad)


class Scene:
    """What checks use beside the page: the daemon, and gesturectl for what it says to the same."""

    recording = RECORDINGS / "ed-atmel-mxt-2f-touch.evemu"

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, pathlib.Path(folder)
        self.path = str(self.folder / "socket")
        self.configuration = self.folder / "gestured.yaml"
        self.configuration.write_text(CONFIGURATION, encoding="utf-8")
        self.daemon = Daemon(programs, self.path, self.configuration, self.recording)

    def configure(self, configuration, recording=None):
        """Starts the daemon again with a configuration, and a recording as a file or a text."""
        self.configuration.write_text(configuration, encoding="utf-8")
        if isinstance(recording, str):
            made = self.folder / "made.evemu"
            made.write_text(recording, encoding="utf-8")
            recording = made
        self.daemon.restart(*[recording] if recording else [])

    def control(self, *words):
        return subprocess.run([pathlib.Path(self.programs, "gesturectl"), *words], capture_output=True, text=True,
                              check=True).stdout

    def places(self, name, time):
        """Where the fingers of a recording are at a time, as shares of the panel's sides."""
        lines = [json.loads(line) for line in self.control("explain", "--json", RECORDINGS / name).splitlines()]
        surface, places = lines[0], {}
        for line in lines:
            for finger in line.get("fingers", []) if line.get("time", 0) <= time else []:
                places[finger["id"]] = finger["location"]
        return [[each["x"] / surface["width"], each["y"] / surface["height"]] for each in places.values()]

    def replayed(self, name, changes):
        """What gesturectl says of a recording with changed settings: the view's headline, and reasons."""
        configuration = json.loads(self.control("config", "--json"))["configuration"]
        for each in configuration["recognizers"]:
            each.update(changes.get(each["name"], {}))
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            json.dump(configuration, file)
            file.flush()
            options = ["--config", file.name, RECORDINGS / name]
            headline = self.recognized(*options)
            steps = [json.loads(line) for line in self.control("explain", "--json", *options).splitlines()]
        return headline, [each["words"] for each in steps if each.get("step") in ("failed", "began")]

    def configured(self, drop_in, text=""):
        """The configuration that gestured makes of a file and a drop-in."""
        with tempfile.TemporaryDirectory() as folder:
            main = pathlib.Path(folder, "etc/gestured/gestured.yaml")
            main.parent.joinpath("gestured.yaml.d").mkdir(parents=True)
            if text:
                main.write_text(text, encoding="utf-8")
            pathlib.Path(f"{main}.d", "50-view.yaml").write_text(drop_in, encoding="utf-8")
            return json.loads(self.control("config", "--json", "--root", folder))["configuration"]

    def recognized(self, *options):
        """What `gesturectl replay` recognizes, as the view's headline says it."""
        lines = [json.loads(line)["params"] for line in self.control("replay", "--json", *options).splitlines()]
        names = list(dict.fromkeys(each["recognizer"] for each in lines if each["state"] in ("began", "recognized")))
        listed = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        return f"Recognized: {listed}" if names else "Nothing was recognized"

    @contextlib.contextmanager
    def web(self, *options, path=None):
        web = Web(self.programs, path or self.path, *options)
        web.start()
        try:
            yield web
        finally:
            web.stop()


def main():
    options = options_of_checks()
    check = Checks()
    with shared_folder() as folder:
        scene = Scene(options.programs, folder)
        scene.daemon.start()
        page = None
        try:
            with scene.web() as web:
                page = Page(web.address, options.pictures)
                for group in GROUPS:
                    if options.part in group.__name__:
                        page.size(1280, 1400)
                        check.group(group, page, scene)
                errors = page.errors()
                check("no errors in the browser's console, so nothing breaks the Content-Security-Policy" +
                      (f": {errors[:3]}" if errors else ""), lambda: not errors)
        finally:
            if page:
                page.driver.quit()
            scene.daemon.stop()
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed or not check.passed else 0


if __name__ == "__main__":
    sys.exit(main())
