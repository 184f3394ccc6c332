"""A headless Chromium for the checks of pages."""

import base64
import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

from programs import PATIENCE


class Browser:
    """Headless Chromium with a page, for as long as the block lasts."""

    def __init__(self, *arguments):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *arguments):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_script_timeout(2 * PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, address):
        """Loads a page, also where only the part behind # differs from the present one's address."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        """Returns what a script gives to its last argument."""
        return self.driver.execute_async_script(script, *arguments)

    def command(self, name, **params):
        """Makes a request of Chromium's own protocol."""
        return self.driver.execute_cdp_cmd(name, params)

    def wait(self, condition):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: condition())

    def size(self, width, height, **more):
        """Gives the page a display of this size, which it fills; headless browsers have bars in every mode."""
        self.command("Emulation.setDeviceMetricsOverride", **{
            "width": width, "height": height, "screenWidth": width, "screenHeight": height, "deviceScaleFactor": 1,
            "mobile": False, **more})

    def media(self, **features):
        """Emulates features of media, `prefers_color_scheme="dark"`; without any those of the machine."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def picture(self, **options):
        """Returns the page as a PNG."""
        return base64.b64decode(self.command("Page.captureScreenshot", **options)["data"])

    def errors(self):
        """Returns the errors of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
