"""The parts of the checks of the view: headless Chromium with the page, and what each check says."""

import pathlib

from selenium.webdriver.common.by import By

import sentences
from browser import Browser
from programs import RECORDINGS

GROUPS = []


def group(function):
    """Adds a function that makes checks, which say `NAME: …` of a function `check_NAME`."""
    GROUPS.append(function)
    return function


class Checks(sentences.Report):
    """Sentences about the page, in groups."""

    def __init__(self, page, name=""):
        super().__init__()
        self.page, self.name = page, name

    def __call__(self, sentence, test):
        """Tells whether something is so."""
        def holds():
            assert test(), "not so"
        self.check(f"{self.name}: {sentence}", holds)

    def soon(self, sentence, test):
        """Tells whether something is so at last."""
        self(sentence, lambda: self.page.wait(test))

    def says(self, sentence, selector, text):
        """Tells whether an element has a text at last."""
        self(sentence, lambda: self.page.wait_for(selector, text))

    def make(self, group, scene):
        """Makes the checks of a group; where it breaks off, that is one that has failed."""
        self.name = group.__name__.removeprefix("check_").replace("_", " ")
        self.page.size(1280, 1400)
        try:
            group(self, self.page, scene)
        except Exception:  # The next group begins anew.
            self.tell(f"{self.name} is made to its end", sentences.traceback.format_exc())


class Page(Browser):
    """The view in a browser."""

    def __init__(self, address):
        super().__init__("--window-size=1280,1400")
        self.address = address
        self.driver.get(address)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def refresh(self):
        self.driver.refresh()

    def member(self, selector, name):
        """A member of an element."""
        return self.run("return document.querySelector(arguments[0])[arguments[1]]", selector, name)

    def text(self, selector):
        return self.member(selector, "textContent")

    def value(self, selector):
        return self.member(selector, "value")

    def wait_for(self, selector, text):
        return self.wait(lambda: text in self.text(selector))

    def size(self, width, height, is_dark=False, is_calm=False):
        is_phone = width < 600
        super().size(width, height, mobile=is_phone)
        self.command("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        self.media(prefers_color_scheme="dark" if is_dark else "light",
                   prefers_reduced_motion="reduce" if is_calm else "no-preference")

    def play(self, file, fresh=True):
        """Opens a recording of the fixtures in the page, by default after loading it anew; waits until it is shown."""
        if fresh:
            self.refresh()
        self.find("#file").send_keys(str((RECORDINGS / file).resolve()))
        self.wait(lambda: self.text("#connection") == pathlib.Path(file).name)

    def drop(self, name, text, times=1):
        """Drops a file on the page, whose text is repeated."""
        self.run("""
            const data = new DataTransfer();
            data.items.add(new File([arguments[1].repeat(arguments[2])], arguments[0]));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            """, name, text, times)

    def enter(self, selector, value, event="input"):
        """Has an element a value, as if the user had entered it."""
        self.run("""
            const [selector, value, event] = arguments, element = document.querySelector(selector);
            element.value = value;
            element.dispatchEvent(new Event(event, { bubbles: true }));""", selector, value, event)

    def choose(self, select, value):
        self.enter(select, value, "change")

    def options(self, select):
        """The values that can be chosen."""
        return self.run("return [...document.querySelector(arguments[0]).options].map(({ value }) => value)", select)

    def is_shown(self, selector):
        return self.run("return document.querySelector(arguments[0]).checkVisibility()", selector)

    def view(self, expression):
        """A value of the page's state."""
        return self.run_async(f'import("/view/state.js").then(({{ view }}) => arguments[0]({expression}))')

    def colours(self, canvas, variable):
        """How many points of a canvas have a colour of the style sheet; without one, how many are painted."""
        return self.run("""
            const canvas = document.querySelector(arguments[0]);
            const value = getComputedStyle(document.documentElement).getPropertyValue("--" + arguments[1]).trim();
            const wanted = [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16));
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let count = 0;
            for (let index = 0; index < data.length; index += 4) {
                const isWanted = data[index + 3] === 255 && wanted.every((part, at) => data[index + at] === part);
                if (arguments[1] ? isWanted : data[index + 3] > 0) count += 1;
            }
            return count;""", canvas, variable)

    def errors(self):
        """The errors but for lost WebSockets, refused recordings, and icons of servers that were stopped."""
        origin = self.address.partition("/view/")[0]
        return [each for each in super().errors() if "/gestures?" not in each and "422" not in each
                and (each.startswith(origin) or "/view/icon.svg - Failed to load resource: net::ERR_" not in each)]
