#!/usr/bin/env python3
"""Checks of the view in headless Chromium, with gestured, gestured-web and gesturectl themselves.

    Tests/Web/view/checks.py --programs FOLDER [PART]    PART of the names of groups

Needs root, as gestured-web is started as another user; chromium and chromium-driver (Debian), selenium (PyPI). Prints
`ok` or `FAIL` for each check, and the numbers last.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

import live_checks
import lane_checks  # noqa: F401: adds its groups
import mouse_checks  # noqa: F401: adds its groups
import script_checks  # noqa: F401: adds its groups
import recording_checks  # noqa: F401: adds its groups
import threshold_checks  # noqa: F401: adds its groups
import order_checks  # noqa: F401: adds its groups
import use_checks  # noqa: F401: adds its groups
import scale_checks  # noqa: F401: adds its groups
import stroke_checks  # noqa: F401: adds its groups
from page import GROUPS, Checks, Page
from programs import RECORDINGS, Daemon, Web, options_of_checks, shared_folder


class Scene:
    """What checks use beside the page: the daemon, and gesturectl for what it says to the same."""

    recording = RECORDINGS / "ed-atmel-mxt-2f-touch.evemu"

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, pathlib.Path(folder)
        self.path = str(self.folder / "socket")
        self.configuration = self.folder / "gestured.yaml"
        self.configuration.write_text(live_checks.CONFIGURATION, encoding="utf-8")
        self.daemon = Daemon(programs, self.path, self.configuration, self.recording)

    def configure(self, configuration, *recordings):
        """Starts the daemon again with a configuration, and recordings, as files or as a text."""
        self.configuration.write_text(configuration, encoding="utf-8")
        if recordings and isinstance(recordings[0], str):
            made = self.folder / "made.evemu"
            made.write_text(recordings[0], encoding="utf-8")
            recordings = [made]
        self.daemon.restart(*recordings)

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

    def web(self, *options, path=None):
        return Web(self.programs, path or self.path, *options)


def main():
    options = options_of_checks()
    with shared_folder() as folder:
        scene = Scene(options.programs, folder)
        with scene.daemon, scene.web() as web, Page(web.address) as page:
            check = Checks(page)
            for group in GROUPS:
                if options.part in group.__name__:
                    check.make(group, scene)
            errors = page.errors()
            check.tell("no errors in the browser's console, so nothing breaks the Content-Security-Policy", errors[:3])
    return check.end()


if __name__ == "__main__":
    sys.exit(main())
