"""The parts of the checks of samples/monkey: gestured, the bridge, and the page in Chromium."""

import io
import json
import math
import pathlib
import shutil
import subprocess
import time

from PIL import Image, ImageChops, ImageStat

from browser import Browser
from fingers import HEIGHT, WIDTH, recording
from programs import ROOT, Daemon, Web

CONFIGURATION = f"""surfaces:
  - {{ name: panel, match: {{ name: "*" }}, pixels: {WIDTH} x {HEIGHT} }}
recognizers:
  - {{ name: pan, type: pan, simultaneousWith: [pinch, rotation] }}
  - {{ name: pinch, type: pinch, simultaneousWith: rotation }}
  - {{ name: rotation, type: rotation }}
access:
  - {{ user: root, allow: [gestures, locations, touches, attach, control] }}
"""
RIGHTS = "  - { user: nobody, allow: [gestures, attach] }\n"


def near(found, expected, tolerance, words=""):
    far = max(abs(one - other) for one, other in zip(found, expected))
    assert far <= tolerance, f"{words} {found} instead of {expected}: {far:.2f} apart, {tolerance} allowed"


def vector(point):
    return point["x"], point["y"]


def turned(matrix):
    """The scale and the angle of a matrix, in degrees."""
    return math.hypot(matrix[0], matrix[1]), math.degrees(math.atan2(matrix[1], matrix[0]))


class Scene(Browser):
    """gestured, the bridge as the user nobody, and the page in a kiosk window as large as the panel."""

    def __init__(self, programs, folder):
        self.programs, self.folder = pathlib.Path(programs), pathlib.Path(folder)
        self.configuration = self.folder / "gestured.yaml"
        self.configuration.write_text(CONFIGURATION + RIGHTS)
        socket, self.recording = self.folder / "socket", self.folder / "panel.evemu"
        self.daemon = Daemon(self.programs, socket, self.configuration, self.recording, loop=False)
        # The bridge serves one folder, without links: as installed, the sample lies in it as `monkey`.
        shutil.copytree(ROOT / "samples/monkey", self.folder / "pages/monkey")
        subprocess.run(["chmod", "-R", "a+rX", self.folder / "pages"], check=True)
        self.bridge = Web(self.programs, socket, pages=self.folder / "pages")
        super().__init__("--disable-gpu", f"--screen-info={{{WIDTH}x{HEIGHT}}}", f"--window-size={WIDTH},{HEIGHT}",
                         "--autoplay-policy=no-user-gesture-required")
        self.size(WIDTH, HEIGHT)

    def __enter__(self):
        self.bridge.start()
        return self

    def __exit__(self, *_):
        super().__exit__()
        self.daemon.stop()
        self.bridge.stop()

    def start_daemon(self, text):
        self.recording.write_text(text)
        self.daemon.start()
        self.started = time.monotonic()

    @property
    def is_over(self):
        """Whether the recording was played: gestured has ended."""
        return self.daemon.process.poll() is not None

    def show(self):
        self.open(self.bridge.address.replace("/view/", "/monkey/"))
        self.run(WATCH)

    def play(self, *fingers, fresh=True, prepare=lambda: None):
        """Plays fingers to a page, a new one by default, that is prepared before the first of them lands."""
        for lead in (4, 15, 60, 300):
            self.daemon.stop()
            self.wait(lambda: fresh or not self.is_ready)
            self.start_daemon(recording(fingers, lead))
            if fresh:
                self.show()
            self.wait(lambda: self.is_ready or self.is_over)
            self.run("watched.length = 0")
            prepare()
            if time.monotonic() < self.started + lead - 1:
                return
        raise AssertionError("the page is never ready in time")

    def replay(self, *fingers):
        """What gestured recognizes of the fingers anywhere on the panel: the last event of each recognizer."""
        file = self.folder / "replay.evemu"
        file.write_text(recording(fingers))
        lines = subprocess.run([self.programs / "gesturectl", "replay", "--json", "--config", self.configuration, file],
                               capture_output=True, text=True, check=True).stdout.splitlines()
        events = [each["params"] for each in map(json.loads, lines) if each.get("method") == "gesture"]
        return {each["recognizer"]: each for each in events if each["state"] == "ended"}

    @property
    def is_ready(self):
        return "Drag" in self.message

    @property
    def message(self):
        return self.run("return document.querySelector('#message').textContent")

    def matrix(self, name):
        """The picture's transform in the DOM: a, b, c, d, x, y."""
        return self.run("""
            const { transform } = getComputedStyle(document.getElementById(arguments[0]));
            const { a, b, c, d, e, f } = new DOMMatrix(transform);
            return [a, b, c, d, e, f];""", name)

    def moved(self, name):
        return self.matrix(name)[4:]

    def count(self, sound):
        return int(self.run("return document.body.dataset[arguments[0]] ?? 0", sound))

    def until_played(self):
        """Waits until the recording is over, fingers have held pictures, and these have come to a stop."""
        self.wait(lambda: self.is_over)
        self.wait(lambda: self.run("""
            return watched.some(({ fingers }) => fingers.length) && !document.querySelector("#fingers").children.length;
            """))
        # The browser's frames count, not the time: a picture that glides moves in each.
        self.run_async("""
            const done = arguments[0], look = () => [...document.querySelectorAll(".picture")]
                .map((each) => each.style.transform).join();
            let last = look(), frames = 0;
            const step = () => {
                frames = look() === last ? frames + 1 : 0;
                last = look();
                if (frames > 30) done(); else requestAnimationFrame(step);
            };
            step();""")

    def pixels(self, x, y, width, height, scale=1):
        """A part of the page without fingers and message, drawn at a scale."""
        show = "for (const each of ['fingers', 'message']) document.getElementById(each).style.visibility = " \
            "arguments[0]"
        self.run(show, "hidden")
        data = self.picture(clip={"x": x, "y": y, "width": width, "height": height, "scale": scale})
        self.run(show, "")
        return Image.open(io.BytesIO(data)).convert("RGB")


# Notes, whenever the page draws, the matrices of both pictures and the places of fingers.
WATCH = """
    window.watched = [];
    const look = () => {
        const matrixOf = (element) => {
            const { a, b, c, d, e, f } = new DOMMatrix(element.style.transform);
            return [a, b, c, d, e, f];
        };
        watched.push({
            monkey: matrixOf(document.getElementById("monkey")), banana: matrixOf(document.getElementById("banana")),
            fingers: [...document.querySelector("#fingers").children].map((each) => matrixOf(each).slice(4)),
            classes: [...document.querySelectorAll(".picture")].map((each) => each.className).join(" "),
        });
    };
    const options = { subtree: true, attributes: true, attributeFilter: ["style", "class"], childList: true };
    new MutationObserver(look).observe(document.body, options);
"""


def difference(one, other):
    """The mean difference of two pictures' colours, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3
