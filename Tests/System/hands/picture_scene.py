"""The fingers and the browser of the moving picture of mouse mode; hands_picture.py runs it in a guest.

It prints lines of JSON: `frame`, a PNG of the display, `fingers`, where they are in parts of the panel, and `words`,
each with its time.
"""

import base64
import contextlib
import glob
import io
import json
import multiprocessing
import os
import socket
import time

from PIL import Image, ImageChops, ImageGrab

import service.service_checks  # noqa: F401: its first two checks install the service.
from hands.hands_checks import FOLDER, XORG, acting, mouse_mode
from interception.applications import printing
from panel import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_X, ABS_Y, Panel, Recording
from running import run_checks
from scene import ELAN, PROJECT, check, checks, path_of, run, until, write

DISPLAY = ":7"
WIDTH, HEIGHT = 640, 400
MODE = '"640x400" 31.5 640 672 736 832 400 401 404 445'
MILLIMETRES, UNITS = (80, 50), 40  # a small panel; units of its axes in a millimetre
# In pixels: a link of the page, "Open link in new tab" in its menu, and the ends of some text.
LINK, ENTRY, TEXT = (349, 151), (440, 163), ((10, 322), (420, 357))
PAGES = "/run/pages"
SETTINGS = {"dillorc": "bg_color=white\npanel_size=small\nshow_quit_dialog=NO\n",
            "style.css": "body { margin: 12px }\npre { white-space: pre-wrap }\n"}


class SmallPanel(Panel):
    """A panel that keeps where its fingers have been."""

    def __init__(self):
        recording = Recording(path_of(ELAN))
        for axes, length in zip(((ABS_X, ABS_MT_POSITION_X), (ABS_Y, ABS_MT_POSITION_Y)), MILLIMETRES):
            for axis in axes:
                recording.axes[axis] = [0, length * UNITS, 0, 0, UNITS]
        self.trace = []
        super().__init__(recording)

    def fingers(self, positions):
        super().fingers(positions)
        _, _, right, bottom = self.area
        self.trace.append((time.monotonic(), [(x / right, y / bottom) for x, y in positions.values()]))

    def at_pixel(self, x, y):
        return self.at(x / WIDTH, y / HEIGHT)


def screen():
    return ImageGrab.grab(xdisplay=DISPLAY).convert("RGB")


def watch(folder):
    """Keeps each new picture of the display, with its time as its name; a process of its own."""
    last = None
    while True:
        now, picture = time.monotonic(), screen()
        if picture.tobytes() != last:
            last = picture.tobytes()
            with open(f"{folder}/{now:.3f}.new", "wb") as file:
                file.write(last)
            os.rename(file.name, file.name.removesuffix("new") + "rgb")
        time.sleep(0.04)


@contextlib.contextmanager
def watched(folder):
    os.makedirs(folder)
    process = multiprocessing.Process(target=watch, args=(folder,))
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


@contextlib.contextmanager
def browser():
    """Xorg and dillo, with a page of the documents; a link leads to another one."""
    os.makedirs(PAGES)
    for name in "gestured-hands", "actions":
        page = run("lowdown", "-s", "-thtml", "-m", f"title={name}", f"{PROJECT}/docs/{name}.md")
        write(f"{PAGES}/{name}.html", page.replace(".md", ".html"))
    for name, text in SETTINGS.items():
        write(f"{FOLDER}/home/.dillo/{name}", text)
    write(f"{FOLDER}/xorg.conf", XORG.replace('"1280x720" 74.50 1280 1344 1472 1664 720 723 728 748', MODE)
          .replace("1280x720", "640x400"))
    # Without -noreset it would begin anew after each picture that is taken before dillo has come.
    with printing("xorg", None, "Xorg", DISPLAY, "-config", f"{FOLDER}/xorg.conf", "-keeptty", "-novtswitch",
                  "-sharevts", "-ac", "-noreset"), \
            printing("pages", None, "python3", "-m", "http.server", "--bind", "127.0.0.1", "-d", PAGES, "80"):
        until(lambda: succeeds(screen), "Xorg answers", seconds=120)
        # Dillo does not try again.
        until(lambda: succeeds(lambda: socket.create_connection(("127.0.0.1", 80)).close()), "the pages are there")
        with printing("dillo", None, "dillo", "-g", "640x400+0+0", "http://127.0.0.1/gestured-hands.html",
                      env={**os.environ, "DISPLAY": DISPLAY, "HOME": f"{FOLDER}/home"}):
            until(lambda: has_blue(screen()), "dillo shows the page with its link", seconds=60)
            quiet(1)
            yield


def succeeds(function):
    try:
        function()
    except OSError:
        return False
    return True


def has_blue(picture):
    """Whether a link is at its place."""
    x, y = LINK
    return any(blue > red + 150 for red, _, blue in picture.crop((x - 20, y - 8, x + 20, y + 8)).getdata())


def quiet(seconds):
    """Waits until the display has not changed for so long; returns it."""
    last, since = screen(), time.monotonic()
    while time.monotonic() - since < seconds:
        time.sleep(0.1)
        now = screen()
        if ImageChops.difference(last, now).getbbox():
            last, since = now, time.monotonic()
    return last


def changed(before):
    """How many pixels of the page differ from what they were."""
    page = 0, 60, WIDTH, HEIGHT - 24
    return sum(ImageChops.difference(before.crop(page), screen().crop(page)).convert("L").histogram()[16:])


def perform(panel, say):
    """All gestures, one after the other."""
    say("start", "dillo, a browser that knows no touch")
    time.sleep(1.2)
    say("drag", "drag: selects text")
    panel.move([(x / WIDTH, y / HEIGHT) for x, y in TEXT], frame=0.06)
    time.sleep(0.4)
    panel.lift()
    before = quiet(0.8)
    say("press", "long press: context menu")
    panel.fingers({0: panel.at_pixel(*LINK)})
    until(lambda: changed(before) > 10_000, "the menu", seconds=30)
    time.sleep(0.4)
    panel.lift()
    before = quiet(1)
    say("tap", "tap: a click, on “Open link in new tab”")
    panel.fingers({0: panel.at_pixel(*ENTRY)})
    time.sleep(0.08)
    panel.lift()
    until(lambda: changed(before) > 20_000, "the other page", seconds=30)
    quiet(0.9)
    say("scroll", "two fingers: scroll")
    panel.move(*two_fingers(0.42), frame=0.06)
    time.sleep(0.4)
    panel.lift()
    quiet(0.4)
    say("throw", "thrown, it glides")
    panel.move(*two_fingers(0.5), frame=0.01)
    panel.lift()
    quiet(1)
    say("end", "")


def two_fingers(end):
    """Their ways upward, side by side, to this height."""
    return ((0.52, 0.85), (0.52, end)), ((0.64, 0.82), (0.64, end - 0.03))


@check("the picture: a menu, another page, scrolled text and a selection come by a panel, under Xorg")
def _(scene):
    panel = scene.used(scene.add(SmallPanel()))
    words = []
    with mouse_mode() as actions, acting(scene, actions):
        until(lambda: (scene.report_on(panel) or {}).get("interception", {}).get("clone"), "the panel is intercepted")
        with browser(), watched(f"{FOLDER}/frames"):
            until(lambda: glob.glob(f"{FOLDER}/frames/*.rgb"), "the first frame")
            perform(panel, lambda *what: words.append((time.monotonic(), *what)))
    show("words", words)
    show("fingers", panel.trace)
    for path in sorted(glob.glob(f"{FOLDER}/frames/*.rgb")):
        with open(path, "rb") as file:
            picture = Image.frombytes("RGB", (WIDTH, HEIGHT), file.read())
        png = io.BytesIO()
        picture.save(png, "PNG", compress_level=1)
        show("frame", [float(os.path.basename(path)[:-4]), base64.b64encode(png.getvalue()).decode()])


def show(kind, value):
    print(f"seen: {json.dumps([kind, value])}", flush=True)


def main():
    return run_checks("picture", [*checks[:2], checks[-1]], needed=2)
