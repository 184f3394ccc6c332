"""The parts of the checks of samples/monkey: recordings of fingers, gestured, the bridge, and the page in Chromium."""

import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import threading
import time
import zlib

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A browser on a busy machine may take its time.
PATIENCE = 90
WIDTH, HEIGHT = 1920, 1080
# Units of the panel for a pixel, and for a millimetre: 480 mm x 270 mm.
UNITS, DENSITY = 10, 40

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


def recording(fingers, lead=0.0, rate=125):
    """A recording of a panel whose fingers go, at an even speed, from place to place, lists of (seconds, x, y)."""
    lines = ["# EVEMU 1.3", "N: Panel", "I: 0003 0000 0000 0000", "P: 02 00 00 00 00 00 00 00",
             "B: 00 0b 00 00 00 00 00 00 00", "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0 0",
             f"A: 35 0 {WIDTH * UNITS} 0 0 {DENSITY}", f"A: 36 0 {HEIGHT * UNITS} 0 0 {DENSITY}",
             "A: 39 0 65535 0 0 0", "E: 0.000000 0000 0000 0"]
    end = max(finger[-1][0] for finger in fingers)
    down = set()
    for frame in range(int(end * rate) + 3):
        now, events = frame / rate, []
        for slot, finger in enumerate(fingers):
            is_down = finger[0][0] <= now + 1e-9 and now < finger[-1][0] + 1e-9
            if is_down or slot in down:
                events.append(f"0003 002f {slot}")
            if is_down and slot not in down:
                events.append(f"0003 0039 {slot + 1}")
                down.add(slot)
            if is_down:
                x, y = place(finger, now)
                events += [f"0003 0035 {round(x * UNITS)}", f"0003 0036 {round(y * UNITS)}"]
            elif slot in down:
                events.append("0003 0039 -1")
                down.remove(slot)
        if events:
            lines += [f"E: {lead + now:.6f} {event}" for event in events + ["0000 0000 0"]]
    return "\n".join(lines + [f"E: {lead + end + 1:.6f} 0000 0000 0"]) + "\n"


def place(finger, now):
    for (t0, x0, y0), (t1, x1, y1) in zip(finger, finger[1:]):
        if now <= t1 + 1e-9:
            part = min(max((now - t0) / (t1 - t0), 0), 1)
            return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    return finger[-1][1:]


class Scene:
    """gestured, the bridge as the user nobody, and the page in a kiosk window as large as the panel."""

    def __init__(self, programs, folder):
        self.programs, self.folder = pathlib.Path(programs), pathlib.Path(folder)
        # gestured's socket gets the folder's group, that of the bridge.
        shutil.chown(self.folder, group="nogroup")
        self.folder.chmod(0o2755)
        self.socket, self.configuration = self.folder / "socket", self.folder / "gestured.yaml"
        self.configuration.write_text(CONFIGURATION + RIGHTS)
        # The bridge serves one folder, without links: as installed, the sample lies in it as `monkey`.
        shutil.copytree(ROOT / "samples/monkey", self.folder / "pages/monkey")
        self.daemon = self.bridge = None
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                         f"--screen-info={{{WIDTH}x{HEIGHT}}}", f"--window-size={WIDTH},{HEIGHT}",
                         "--autoplay-policy=no-user-gesture-required"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_script_timeout(PATIENCE)
        self.size(WIDTH, HEIGHT)

    def size(self, width, height):
        """A page that fills a display of this size; headless browsers have bars in every mode."""
        metrics = {"width": width, "height": height, "screenWidth": width, "screenHeight": height,
                   "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def start_bridge(self):
        command = [self.programs / "gestured-web", "--port", "0", "--socket", self.socket, "--library",
                   ROOT / "clients/javascript", "--pages", self.folder / "pages"]
        self.bridge = subprocess.Popen(["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command],
                                       stdout=subprocess.PIPE, text=True)
        self.address = self.bridge.stdout.readline().strip().replace("/view/", "/monkey/")

    def start_daemon(self, text):
        file = self.folder / "panel.evemu"
        file.write_text(text)
        self.daemon = subprocess.Popen(
            [self.programs / "gestured", "--socket", self.socket, "--config", self.configuration, "--replay", file],
            stderr=subprocess.PIPE, text=True)
        for line in self.daemon.stderr:
            if " ready: " in line:
                break
        threading.Thread(target=self.daemon.stderr.read, daemon=True).start()
        self.started = time.monotonic()

    def stop_daemon(self):
        if self.daemon:
            self.daemon.terminate()
            self.daemon.wait()
            self.daemon = None

    def quit(self):
        self.driver.quit()
        self.stop_daemon()
        if self.bridge:
            self.bridge.terminate()
            self.bridge.wait()

    def open(self):
        self.driver.get("about:blank")
        self.driver.get(self.address)
        self.run(WATCH)

    def play(self, *fingers, fresh=True, prepare=lambda: None):
        """Plays fingers to a page, a new one by default, that is prepared before the first of them lands."""
        for lead in (4, 15, 60):
            self.stop_daemon()
            self.wait(lambda: fresh or not self.is_ready)
            self.start_daemon(recording(fingers, lead))
            if fresh:
                self.open()
            self.wait(lambda: self.is_ready or self.daemon.poll() is not None)
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

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: condition())

    @property
    def is_ready(self):
        return "Drag" in self.message

    @property
    def message(self):
        return self.run("return document.querySelector('#message').textContent")

    def matrix(self, name):
        """The picture's transform in the DOM: a, b, c, d, x, y."""
        return self.run("""
            const { a, b, c, d, e, f } = new DOMMatrix(getComputedStyle(document.getElementById(arguments[0])).transform);
            return [a, b, c, d, e, f];""", name)

    def moved(self, name):
        return self.matrix(name)[4:]

    def count(self, sound):
        return int(self.run("return document.body.dataset[arguments[0]] ?? 0", sound))

    def until_played(self):
        """Waits until the recording is over, fingers have held pictures, and these have come to a stop."""
        self.wait(lambda: self.daemon.poll() is not None)
        self.wait(lambda: self.run(
            "return watched.some(({ fingers }) => fingers.length) && !document.querySelector('#fingers').children.length"))
        # The browser's frames count, not the time: a picture that glides moves in each.
        self.driver.execute_async_script("""
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
        """The colours of a part of the page, drawn at a scale: a list of rows of (red, green, blue)."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": scale}
        self.run("for (const each of ['fingers', 'message']) document.getElementById(each).style.visibility = 'hidden'")
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip})["data"]
        self.run("for (const each of ['fingers', 'message']) document.getElementById(each).style.visibility = ''")
        return rows_of_png(base64.b64decode(data))

    def errors(self):
        """What the console has of errors, but for lost WebSockets."""
        return [each["message"] for each in self.driver.get_log("browser")
                if each["level"] == "SEVERE" and "WebSocket" not in each["message"] and "503" not in each["message"]]


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


def rows_of_png(data):
    """The colours of a PNG of 8 bits for each of three or four channels."""
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        body = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, _, _, colour = struct.unpack(">IIBB", body[:10])
        packed += body if kind == b"IDAT" else b""
        position += length + 12
    channels = {2: 3, 6: 4}[colour]
    raw, stride = zlib.decompress(packed), width * channels
    rows, above = [], bytes(stride)
    for start in range(0, len(raw), stride + 1):
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for index in range(stride):
            left = line[index - channels] if index >= channels else 0
            up, corner = above[index], above[index - channels] if index >= channels else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda each: abs(guess - each))
            line[index] = (line[index] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        rows.append([tuple(line[at:at + 3]) for at in range(0, stride, channels)])
        above = line
    return rows


def difference(one, other):
    """The mean difference of two pictures' colours, 0 to 255."""
    pairs = [(a, b) for row, other_row in zip(one, other) for p, q in zip(row, other_row) for a, b in zip(p, q)]
    return sum(abs(a - b) for a, b in pairs) / len(pairs)
