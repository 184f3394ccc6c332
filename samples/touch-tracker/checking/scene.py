"""The screen, the program and the daemon of the checks, and what the screen shows."""

import os
import pathlib
import subprocess
import threading
import time

from checking.fingers import drag, recording
from programs import Daemon

WIDTH, HEIGHT = 1920, 1080
# For a machine that is busy.
PATIENCE = 120

CONFIGURATION = """
surfaces:
  - { name: panel, match: { name: "*" }, size: 508mm x 286mm, pixels: 1920 x 1080 }
access:
  - { user: 65534, allow: [gestures, locations] }
"""


class Picture:
    """What the screen shows."""

    def __init__(self, display):
        self.bytes = subprocess.run(
            ["import", "-display", display, "-window", "root", "-depth", "8", "rgb:-"],
            check=True, capture_output=True).stdout
        assert len(self.bytes) == WIDTH * HEIGHT * 3

    def __getitem__(self, place):
        at = (round(place[1]) * WIDTH + round(place[0])) * 3
        return tuple(self.bytes[at:at + 3])

    def is_ink(self, x, y):
        """Whether there is a line, not its glow or the background."""
        return max(self[x, y]) > 140

    def is_selected(self, x, y):
        red, green, blue = self[x, y]
        return green > 200 and green > red + 60

    def has_line(self, *path):
        """Whether there is a line along all of some points."""
        return all(
            self.is_ink(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20)
            for (x, y), (to_x, to_y) in zip(path, path[1:]) for step in range(21))

    def ink(self, left=0, top=0, right=WIDTH, bottom=HEIGHT):
        """How much ink there is in a part of the screen."""
        rows = (self.bytes[(y * WIDTH + left) * 3:(y * WIDTH + right) * 3] for y in range(top, bottom))
        return sum(sum(1 for value in row if value > 140) for row in rows)

    def width(self, x, y):
        """How wide a level line is at a place."""
        return sum(self.is_ink(x, y + offset) for offset in range(-40, 41))


class Scene:
    """A screen, the program, and a daemon that comes and goes."""

    def __init__(self, programs, tracker, folder):
        self.tracker, self.folder = str(tracker), pathlib.Path(folder)
        self.path, self.recording = str(self.folder / "gestured.sock"), self.folder / "recording.evemu"
        configuration = self.folder / "gestured.yaml"
        configuration.write_text(CONFIGURATION)
        self.daemon = Daemon(programs, self.path, configuration, self.recording, loop=False)
        read, write = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-ac"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        self.display = ":" + os.fdopen(read).readline().strip()
        self.environment = {**os.environ, "DISPLAY": self.display, "GESTURED_SOCKET": self.path,
                            "SDL_VIDEODRIVER": "x11"}
        self.program, self.said = None, []

    def tool(self, *words):
        """What a program for the screen prints."""
        return subprocess.run([*map(str, words)], env=self.environment, check=True, capture_output=True, text=True,
                              timeout=PATIENCE).stdout

    def open(self, *arguments, wrapper=()):
        """Starts the program anew."""
        self.close()
        self.said = []
        self.program = subprocess.Popen(
            [*wrapper, self.tracker, *arguments], stderr=subprocess.PIPE, text=True, errors="replace",
            env=self.environment)
        lines = (line.rstrip("\n") for line in self.program.stderr)
        threading.Thread(target=self.said.extend, args=[lines], daemon=True).start()

    def close(self):
        self.daemon.stop()
        program, self.program = self.program, None
        if program:
            program.terminate()
            assert program.wait(PATIENCE) == 0, "the program does not end as it should"

    def readiness(self):
        return self.said.count("touch-tracker: ready")

    def play(self, *fingers, meanwhile=lambda: None):
        """Has fingers touch the panel of a new daemon, once the program is connected to it and `meanwhile` has run."""
        pause = 3
        while True:
            self.daemon.stop()
            # Otherwise the program may not notice that there was another.
            self.until_said(lambda: self.said and not self.said[-1].endswith(" ready"))
            before, start = self.readiness(), time.monotonic()
            self.start(recording(fingers, pause))
            self.until_said(lambda: self.readiness() > before)
            meanwhile()
            if time.monotonic() - start < pause - 0.5:
                return
            # A slow machine: the fingers may have landed before the program was connected, in a drawing that is gone.
            self.daemon.stop()
            pause *= 2

    def start(self, text):
        self.recording.write_text(text)
        self.daemon.start()

    def until_said(self, condition):
        self.wait(condition, lambda: f"the program said {self.said[-3:]}")

    def until(self, condition):
        """Waits until the screen is as it should be; returns what it shows."""
        picture = []

        def look():
            picture[:] = [Picture(self.display)]
            return condition(picture[0])

        self.wait(look, lambda: f"the screen never looked so; the program said {self.said[-3:]}")
        return picture[0]

    def wait(self, condition, complaint):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, complaint()
            assert self.program.poll() is None, f"the program has ended: {self.said[-3:]}"
            time.sleep(0.05)

    def draw(self, *paths):
        """Starts the program anew and draws lines."""
        self.open()
        return self.draw_more(*paths)

    def draw_more(self, *paths):
        """Draws lines one after the other, and waits for them."""
        self.play(*[drag(path, 900, 3 * index) for index, path in enumerate(paths)])
        return self.until(lambda picture: all(picture.has_line(*path) for path in paths))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.close()
        finally:
            self.screen.terminate()
            self.screen.wait()
