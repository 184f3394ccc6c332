"""The parts of the checks of the view: headless Chromium with the page, and what each check says."""

import base64
import os
import pathlib
import shutil
import sys
import time
import traceback

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from programs import PATIENCE, RECORDINGS


class Checks:
    """Counts and prints results."""

    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, name, test):
        try:
            result = test()
            detail = "" if result else " (not so)"
        except Exception as error:  # A check that cannot be made has failed.
            result, detail = False, f" ({type(error).__name__}: {(str(error).splitlines() or [''])[0]})"
        self.passed += bool(result)
        self.failed += not result
        print(("ok   " if result else "FAIL ") + name + detail, flush=True)

    def group(self, group, page, scene):
        """Makes the checks of a group; where it breaks off, that is one that has failed."""
        try:
            group(self, page, scene)
        except Exception:  # The next group begins anew.
            traceback.print_exc(file=sys.stdout)
            self(f"{group.__name__} is made to its end", lambda: False)


class Page:
    """The view in a browser."""

    def __init__(self, address, pictures):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,1400"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
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

    def size(self, width, height, is_dark=False, is_calm=False, ratio=1):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width < 600})
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

    def play(self, file):
        """Opens a recording of the fixtures, and waits until it is shown."""
        self.find("#file").send_keys(str((RECORDINGS / file).resolve()))
        self.wait(lambda: self.text("#connection") == pathlib.Path(file).name)

    def drop(self, name, text, times=1):
        """Drops a file on the page, whose text is repeated."""
        self.run("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[1].repeat(arguments[2])], arguments[0]));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            """, name, text, times)

    def choose(self, select, value):
        self.run("""
            const select = document.querySelector(arguments[0]);
            select.value = arguments[1];
            select.dispatchEvent(new Event("change"));""", select, value)

    def is_shown(self, selector):
        return self.run("return document.querySelector(arguments[0]).checkVisibility()", selector)

    def value(self, selector):
        return self.run("return document.querySelector(arguments[0]).value", selector)

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
        """What the console has of errors, but for lost WebSockets, refused recordings, and icons that the other servers,
        which checks stop, no longer sent."""
        messages = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        origin = self.address.partition("/view/")[0]
        return [each for each in messages if "/gestures?" not in each and "422" not in each
                and (each.startswith(origin) or "/view/icon.svg - Failed to load resource: net::ERR_" not in each)]
