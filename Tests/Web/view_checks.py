#!/usr/bin/env python3
"""Checks of the view in a headless Chromium, with a real daemon: `ok` or `FAIL` for each, and a summary.

Needs chromium and chromium-driver (Debian) and selenium (PyPI).

    Tests/Web/view_checks.py --programs .build/debug --server 'COMMAND {port} {socket} {pages}' [--pictures FOLDER]

The command starts a server of the view, and prints its address with the token as its first line.
"""

import argparse
import base64
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDINGS = os.path.join(PROJECT, "Tests/Fixtures/recordings")
# A browser on a busy machine may take its time.
PATIENCE = 60

CONFIGURATION = """recognizers:
  - { name: tap, type: tap }
  - { name: two-finger-tap, type: tap, numberOfTouchesRequired: 2 }
  - { name: pan, type: pan, maximumNumberOfTouches: 1 }
  - { name: two-finger-pan, type: pan, minimumNumberOfTouches: 2 }
  - { name: edge-tap, type: tap, region: edge }
regions:
  - { name: edge, frame: { x: 0%, y: 0%, width: 15%, height: 100% } }
access:
  - { user: root, allow: [gestures, locations, touches, attach, control] }
"""


class Checks:
    """Counts and prints results."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, name, test):
        try:
            result = test()
            detail = "" if result else " (not so)"
        except Exception as error:  # A check that cannot be made has failed.
            result, detail = False, f" ({type(error).__name__}: {str(error).splitlines()[0]})"
        self.passed += bool(result)
        self.failed += not result
        print(("ok   " if result else "FAIL ") + name + ("" if result else detail), flush=True)


class Page:
    """The view in a browser."""

    def __init__(self, address, pictures):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,1400"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)
        self.address, self.pictures = address, pictures
        self.driver.get(address)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)

    def wait(self, condition):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: condition())

    def wait_for(self, selector, text):
        return self.wait(lambda: text in self.text(selector))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def size(self, width, height, is_dark=False, is_calm=False):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce" if is_calm else "no-preference"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def picture(self, name):
        if not self.pictures:
            return
        time.sleep(0.3)
        os.makedirs(self.pictures, exist_ok=True)
        metrics = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": False})
        with open(os.path.join(self.pictures, name + ".png"), "wb") as file:
            file.write(base64.b64decode(metrics["data"]))

    def play(self, name):
        self.find("#file").send_keys(os.path.join(RECORDINGS, name))

    def inked(self, canvas):
        """How many points of a canvas are painted."""
        return self.run("""
            const canvas = document.querySelector(arguments[0]);
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let count = 0;
            for (let index = 3; index < data.length; index += 4) if (data[index] > 0) count += 1;
            return count;""", canvas)

    def colours(self, canvas, variable):
        """How many points of a canvas have a colour of the style sheet."""
        return self.run("""
            const canvas = document.querySelector(arguments[0]);
            const value = getComputedStyle(document.documentElement).getPropertyValue("--" + arguments[1]).trim();
            const wanted = [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16));
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let count = 0;
            for (let index = 0; index < data.length; index += 4) {
                if (data[index + 3] === 255 && wanted.every((part, at) => data[index + at] === part)) count += 1;
            }
            return count;""", canvas, variable)

    def set_range(self, selector, value):
        self.run("""
            const range = document.querySelector(arguments[0]);
            range.value = arguments[1];
            range.dispatchEvent(new Event("input", { bubbles: true }));""", selector, value)

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "WebSocket" not in entry["message"]]


class Daemon:
    """gestured, which plays a recording again and again."""

    def __init__(self, programs, socket, configuration, recording):
        self.command = [
            os.path.join(programs, "gestured"), "--socket", socket, "--config", configuration, "--replay", recording,
            "--loop"]
        self.socket = socket
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while not os.path.exists(self.socket) and time.monotonic() < end:
            time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def check_live(check, page, daemon):
    check("live: the page connects and says so", lambda: page.wait_for("#connection", "connected to gestured"))
    check("live: the token is no longer in the address", lambda: "#" not in page.driver.current_url)
    check("live: there is a lane for each recognizer", lambda: page.wait(
        lambda: page.run("return [...document.querySelector('#chosen').options].map((each) => each.value).join()")
        == "tap,two-finger-tap,pan,two-finger-pan,edge-tap"))
    check("live: fingers are said", lambda: page.wait_for("#panel-words", "fingers 1, 2 down"))
    check("live: fingers are drawn", lambda: page.wait(lambda: page.colours("#panel", "accent") > 300))
    check("live: a gesture under way is drawn in its lane", lambda: page.wait(
        lambda: page.colours("#lanes", "good") > 100))
    check("live: the reason of a failure is said", lambda: page.wait(
        lambda: "touched with 2 fingers, 1 allowed" in page.text("#steps")))
    check("live: the rest has its reasons, too", lambda: page.wait_for("#rest", "touched with 2 fingers"))
    check("live: fingers stay visible during a gesture", lambda: page.wait(
        lambda: "down" in page.text("#panel-words") and "Recognized: two-finger-pan" in page.text("#headline")
        and page.colours("#panel", "accent") > 300))
    page.picture("live")
    daemon.stop()
    check("live: the page says that gestured has gone", lambda: page.wait_for("#connection", "not connected"))
    page.picture("lost")
    daemon.start()
    check("live: the page connects again", lambda: page.wait_for("#connection", "connected to gestured"))
    check("live: fingers are drawn again", lambda: page.wait(lambda: page.colours("#panel", "accent") > 300))


def check_recording(check, page, programs):
    page.play("ed-atmel-mxt-2f-touch.evemu")
    check("recording: the headline says what was recognized",
          lambda: page.wait_for("#headline", "Recognized: two-finger-pan"))
    check("recording: the missed tap is chosen without being asked",
          lambda: page.run("return document.querySelector('#chosen').value") == "two-finger-tap")
    check("recording: one sentence says why the tap did not come, and the number behind it", lambda:
          "two-finger-tap failed: two-finger-pan was recognized first" in page.text("#why")
          and "two-finger-pan began: moved 11.4 pt, 10.0 needed" in page.text("#why"))
    check("recording: each failed attempt has its reason in words", lambda:
          all(words in page.text("#steps") for words in (
              "failed: touched with 2 fingers, 1 allowed", "failed: two-finger-pan was recognized first")))
    check("recording: the lanes show success", lambda: page.wait(lambda: page.colours("#lanes", "good") > 500))
    check("recording: the lanes show failures", lambda: page.colours("#lanes", "bad") > 50)
    page.set_range("#time", 0.5)
    check("recording: the slider moves the time", lambda: page.wait_for("#panel-words", "fingers 1, 2 down"))
    page.picture("recording")
    page.size(1280, 1400, is_dark=True)
    page.picture("recording-dark")
    page.size(1280, 1400)
    check("recording: the rest has its reasons, too", lambda:
          "tap, long-press and pan failed: touched with 2 fingers, 1 allowed" in page.text("#rest"))
    explained = subprocess.run(
        [os.path.join(programs, "gesturectl"), "explain", os.path.join(RECORDINGS, "ed-atmel-mxt-2f-touch.evemu")],
        capture_output=True, text=True, check=True).stdout
    words = [line.split("  failed: ")[1] for line in explained.splitlines() if "  failed: " in line]
    check("recording: the reasons are those of `gesturectl explain`",
          lambda: words and all(each in page.text("#steps") for each in words))


def check_thresholds(check, page, programs):
    page.run("""const select = document.querySelector("#chosen"); select.value = "two-finger-pan";
             select.dispatchEvent(new Event("change"));""")
    check("thresholds: a recognizer's settings are sliders", lambda: page.wait(
        lambda: page.run("return document.querySelectorAll('#thresholds input[type=range]').length") >= 3))
    page.set_range("#range-hysteresis", 30)
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        answer = subprocess.run([os.path.join(programs, "gesturectl"), "config", "--json"], capture_output=True,
                                text=True, check=True).stdout
        configuration = json.loads(answer)["configuration"]
        next(each for each in configuration["recognizers"] if each["name"] == "two-finger-pan")["hysteresis"] = 30
        json.dump(configuration, file)
        file.flush()
        lines = subprocess.run(
            [os.path.join(programs, "gesturectl"), "replay", "--json", "--config", file.name,
             os.path.join(RECORDINGS, "ed-atmel-mxt-2f-touch.evemu")], capture_output=True, text=True, check=True
        ).stdout.splitlines()
    params = [json.loads(line)["params"] for line in lines]
    names = list(dict.fromkeys(each["recognizer"] for each in params if each["state"] in ("began", "recognized")))
    wanted = " and ".join(names) if names else "Nothing was recognized"
    check(f"thresholds: it is what `gesturectl replay` says: {wanted}", lambda: page.wait_for("#headline", wanted))
    check("thresholds: the page says what changed", lambda: "before: began at 0.233 s" in page.text("#thresholds"))
    yaml = "recognizers:\n  - name: two-finger-pan\n    hysteresis: 30\n"
    check("thresholds: the YAML has the change", lambda: page.text("#thresholds [data-part=yaml]") == yaml)
    page.picture("thresholds")
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "etc/gestured/gestured.yaml.d"))
        with open(os.path.join(folder, "etc/gestured/gestured.yaml.d/50-view.yaml"), "w", encoding="utf-8") as file:
            file.write(yaml)
        result = subprocess.run([os.path.join(programs, "gesturectl"), "config", "--json", "--root", folder],
                                capture_output=True, text=True, check=False)
        check("thresholds: gestured takes the YAML as a drop-in", lambda: any(
            each.get("hysteresis") == 30 for each in json.loads(result.stdout)["configuration"]["recognizers"]))
    page.find("#thresholds [data-part=reset]").click()
    check("thresholds: undone, the result is the old one", lambda: page.wait_for("#headline", "two-finger-pan"))


def check_faults(check, page):
    with tempfile.NamedTemporaryFile("w", suffix=".evemu", dir=RECORDINGS) as file:
        file.write("this is no recording\n")
        file.flush()
        page.play(os.path.basename(file.name))
        check("faults: a file that is no recording is refused in words",
              lambda: page.wait_for("#headline", "was not played"))
    page.run("""
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], "dropped.evemu"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        """, open(os.path.join(RECORDINGS, "ed-isdv4e6-2fg-tap.evemu"), encoding="utf-8").read())
    check("recording: one that is dropped on the page is played",
          lambda: page.wait_for("#headline", "Recognized: two-finger-tap"))


def check_attempts(check, page, folder):
    page.play("ed-isdv4e6-double-tap-center.evemu")
    page.wait_for("#headline", "Recognized: tap")
    waiting = os.path.join(folder, "waiting.yaml")
    with open(waiting, "w", encoding="utf-8") as file:
        file.write("recognizers:\n  - { name: select, type: tap, requireToFail: open }\n"
                   "  - { name: open, type: tap, numberOfTapsRequired: 3 }\n")
    page.find("#file").send_keys(waiting)
    check("recording: a YAML file is the configuration that it is played with",
          lambda: page.wait_for("#headline", "Recognized: select"))
    check("recording: a lane shows that a recognizer waits", lambda: page.wait(
        lambda: page.colours("#lanes", "wait") > 100))
    page.picture("waiting")
    page.driver.refresh()
    page.play("xit-nexus4-nobtn.evemu")
    page.wait_for("#headline", "Recognized")
    count = page.run("return document.querySelector('#attempt').options.length")
    check("recording: several attempts can be chosen", lambda: count > 2)
    page.run("""const select = document.querySelector("#attempt"); select.selectedIndex = 2;
             select.dispatchEvent(new Event("change"));""")
    check("recording: an attempt has its own reasons", lambda: page.text("#why") != "")
    page.picture("attempt")


def check_keyboard(check, page):
    def press(*keys):
        ActionChains(page.driver).send_keys(*keys).perform()

    def tab_to(identity):
        page.run("document.activeElement.blur()")
        for _ in range(60):
            press(Keys.TAB)
            if page.run("return document.activeElement.id || document.activeElement.dataset.part") == identity:
                return True
        return False

    page.play("ed-atmel-mxt-2f-touch.evemu")
    page.wait_for("#headline", "two-finger-pan")
    check("keyboard: Tab reaches the file's choice", lambda: tab_to("file"))
    check("keyboard: Tab reaches the time", lambda: tab_to("time"))
    page.set_range("#time", 0.3)
    press(Keys.ARROW_RIGHT)
    check("keyboard: an arrow moves the time", lambda: page.wait(
        lambda: 0.3 < float(page.run("return document.querySelector('#time').value")) < 0.4))
    check("keyboard: Tab reaches the recognizers", lambda: tab_to("chosen"))
    before = page.text("#why")
    press(Keys.ARROW_DOWN)
    check("keyboard: an arrow chooses another recognizer", lambda: page.wait(lambda: page.text("#why") != before))
    page.run("""const select = document.querySelector("#chosen"); select.value = "two-finger-pan";
             select.dispatchEvent(new Event("change"));""")
    check("keyboard: Tab reaches a threshold", lambda: tab_to("range-hysteresis"))
    press(Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_UP, Keys.PAGE_UP)
    check("keyboard: a key moves a threshold", lambda: page.wait_for("#thresholds [data-part=yaml]", "hysteresis"))
    check("keyboard: the threshold keeps the focus when the result has come", lambda:
          page.wait_for("#headline", "pinch") and page.run("return document.activeElement.id") == "range-hysteresis")
    check("keyboard: Tab reaches the YAML's button", lambda: page.wait(lambda: tab_to("copy")))
    press(Keys.ENTER)
    check("keyboard: Enter copies the YAML, or selects it", lambda: page.wait(
        lambda: page.text("#thresholds [data-part=copied]") != ""))


def check_strokes(check, page, programs):
    page.run("document.querySelector('#strokes').open = true")
    pad = page.find("#strokes [data-part=pad]")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", pad)
    for shift in (0, 12):
        chain = ActionChains(page.driver, duration=20).move_to_element_with_offset(pad, -90 + shift, 0)
        chain.click_and_hold()
        for x, y in ((-60, 35), (-30, 70), (0, 20), (40, -40), (80, -90)):
            chain.move_to_element_with_offset(pad, x + shift, y)
        chain.release().perform()
    check("strokes: two drawings are counted", lambda: page.wait_for("#strokes [data-part=count]", "2 drawings"))
    check("strokes: each has a score against the other", lambda: page.wait(
        lambda: len(re.findall(r"my-stroke (1\.00|0\.9)", page.text("#strokes [data-part=scores]"))) == 2))
    yaml = page.text("#strokes [data-part=yaml]")
    with tempfile.TemporaryDirectory() as folder:
        stroke, configuration = os.path.join(folder, "stroke.evemu"), os.path.join(folder, "gestured.yaml")
        with open(stroke, "w", encoding="utf-8") as file:
            file.write(drawn([[30, 100], [90, 170], [200, 10]]))
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(yaml + "  - { name: pan, type: pan }\n")
        lines = subprocess.run(
            [os.path.join(programs, "gesturectl"), "replay", "--json", "--config", configuration, stroke],
            capture_output=True, text=True, check=True).stdout
        check("strokes: gestured recognizes such a stroke with the YAML", lambda: '"stroke":"my-stroke"' in lines)
    check("strokes: the YAML has both", lambda: page.text("#strokes [data-part=yaml]").count("points: [[") == 2)
    page.picture("strokes")


def check_phone(check, page):
    page.size(360, 780)
    page.run("scrollTo(0, 0)")
    check("phone: nothing is wider than the screen", lambda: page.wait(
        lambda: page.run("return document.documentElement.scrollWidth") <= 360))
    check("phone: the lanes are drawn", lambda: page.wait(lambda: page.inked("#lanes") > 1000))
    page.picture("phone")
    page.run("scrollTo(0, 700)")
    page.picture("phone-below")
    page.run("scrollTo(0, 0)")
    page.size(1280, 1400)


def check_speed(check, page, daemon):
    """Ten fingers at 125 Hz from a recording made here, shown live."""
    page.driver.get(page.address)
    page.wait_for("#connection", "connected to gestured")
    page.wait_for("#panel-words", "10 down")
    rates = []
    for _ in range(3):
        rates.append(page.driver.execute_async_script("""
            const done = arguments[0], start = performance.now(), { count, spent } = window.viewFrames;
            setTimeout(() => {
                const frames = window.viewFrames.count - count;
                done([frames / (performance.now() - start) * 1000, (window.viewFrames.spent - spent) / frames]);
            }, 3000);"""))
    rate, cost = max(rates)
    # A busy machine gives the browser fewer frames: what one costs decides whether 60 a second are possible.
    check(f"speed: ten fingers at 125 Hz take {cost:.1f} ms a frame, of 16.7 ms at 60 a second "
          f"(here {rate:.1f} were drawn)", lambda: cost < 8)
    page.picture("ten-fingers")


def header():
    """The description of a panel of 790 by 474 pt and 800 by 480 units."""
    with open(os.path.join(RECORDINGS, "ed-atmel-mxt-4f-down.evemu"), encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if not line.startswith("E:")]


def drawn(corners):
    """A recording of a finger that moves from corner to corner, ten steps each."""
    points = [[round(a + (b - a) * step / 10) for a, b in zip(one, other)]
              for one, other in zip(corners, corners[1:]) for step in range(11)]
    lines = header()
    for frame, (x, y) in enumerate(points):
        events = ["0003 002f 0"] + (["0003 0039 1", "0001 014a 1"] if frame == 0 else [])
        events += [f"0003 0035 {x}", f"0003 0036 {y}", "0000 0000 0"]
        lines += [f"E: {frame * 0.01:.6f} {event}" for event in events]
    return "\n".join(lines + [f"E: {len(points) * 0.01:.6f} {event}"
                              for event in ("0003 0039 -1", "0001 014a 0", "0000 0000 0")]) + "\n"


def ten_fingers():
    """A recording of ten fingers that circle for eight seconds, 125 times a second."""
    lines = header()
    for frame in range(1000):
        events = []
        for slot in range(10):
            events.append(f"0003 002f {slot}")
            if frame in (0, 999):
                events.append(f"0003 0039 {slot + 1 if frame == 0 else -1}")
            if frame < 999:
                angle = frame / 60 + slot
                events.append(f"0003 0035 {int(120 + 140 * (slot % 5) + 50 * math.cos(angle))}")
                events.append(f"0003 0036 {int(130 + 220 * (slot // 5) + 50 * math.sin(angle))}")
        if frame in (0, 999):
            events.append(f"0001 014a {int(frame == 0)}")
        lines += [f"E: {frame * 0.008:.6f} {event}" for event in events + ["0000 0000 0"]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", default=os.path.join(PROJECT, ".build/debug"))
    parser.add_argument("--server", required=True, help="with {port}, {socket} and {pages}")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    check = Checks()
    with tempfile.TemporaryDirectory() as folder:
        socket, configuration = os.path.join(folder, "socket"), os.path.join(folder, "gestured.yaml")
        circling = os.path.join(folder, "ten.evemu")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION)
        with open(circling, "w", encoding="utf-8") as file:
            file.write(ten_fingers())
        recording = os.path.join(RECORDINGS, "ed-atmel-mxt-2f-touch.evemu")
        daemon = Daemon(options.programs, socket, configuration, recording)
        command = options.server.format(port=0, socket=socket, pages=os.path.join(PROJECT, "web/pages"))
        server = subprocess.Popen(shlex.split(command), stdout=subprocess.PIPE, text=True)
        page = None
        try:
            page = Page(server.stdout.readline().strip(), options.pictures)
            page.size(1280, 1400)
            check_live(check, page, daemon)
            check_recording(check, page, options.programs)
            check_thresholds(check, page, options.programs)
            check_faults(check, page)
            check_attempts(check, page, folder)
            check_keyboard(check, page)
            check_strokes(check, page, options.programs)
            check_phone(check, page)
            daemon.stop()
            daemon.command[daemon.command.index("--replay") + 1] = circling
            daemon.start()
            check_speed(check, page, daemon)
            errors = [each for each in page.errors() if "422" not in each]
            check("no errors in the browser's console, so nothing breaks the Content-Security-Policy" +
                  (f": {errors[:3]}" if errors else ""), lambda: not errors)
        finally:
            if page:
                page.driver.quit()
            server.terminate()
            daemon.stop()
    print(f"{check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
