"""Programs that show what applications see of a touchscreen: libinput, and a compositor with its client.

    with compositor() as client:             # cage with wev, on a display in memory
        client.follow(panel)                 # taps until wev sees it
        panel.tap()
        client.touches(panel)                # [("down", 0, x, y), ("up", 0)] since the last call

    with intercepted(panel) as clone:        # gestured-output has grabbed the panel; `clone` is one, too
        clone.move(((0.2, 0.5), (0.4, 0.5)))
        clone.cancel(0)
"""

import contextlib
import glob
import grp
import os
import pwd
import re
import shutil
import signal
import subprocess
import time

from interception.output_checks import RELEASE, Speaker, clone_of, output
from interception.output_checks import Reader as GesturedReader
from panel import (ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, BTN_TOUCH, EV_ABS, EV_KEY, MT_TOOL_PALM, Panel)
from scene import MEMBER, run, until, write

MT_TOOL_FINGER = 0
FOLDER = "/run/applications"

# The kind of event, the touch, and its place:
# "event3  TOUCH_DOWN  +1.234s  0 (0) 12.34/56.78 (12.30/45.60mm)"
OF_LIBINPUT = re.compile(r"TOUCH_(DOWN|UP|MOTION|CANCEL)\s+\S+\s+(\d+) \(\d+\)(?:.*\(\s*([\d.-]+)/\s*([\d.-]+)mm\))?")
# "[13: wl_touch] down: serial: 6; time: 19307; surface: 3; id: 0; x, y: 115.906250, 76.882812"
OF_WEV = re.compile(r"wl_touch\] (down|up|motion|cancel)(?:.* id: (\d+))?(?:; x, y: ([\d.-]+), ([\d.-]+))?")


class Reader:
    """A program that prints touches."""

    def __init__(self, name, pattern):
        self.path, self.pattern, self.start, self.marks = f"{FOLDER}/{name}.txt", pattern, 0, 0

    def printed(self):
        with open(self.path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def events(self):
        """All so far: the kind, and where the program says so, the number of the touch and its place."""
        events = []
        for line in self.printed().split("\n")[:-1]:  # The last one may not be whole yet.
            if match := self.pattern.search(line):
                kind, touch, *place = match.groups()
                events.append((kind.lower(), *map(int, filter(None, [touch])), *map(float, filter(None, place))))
        return events

    def follow(self, panel):
        """Waits until the program sees what a panel does; it may have been plugged just now."""
        start = len(self.events())

        def sees_it():
            panel.tap()
            time.sleep(0.2)
            return len(self.events()) > start

        until(sees_it, f"{self.path} says that the panel is touched")
        self.touches(panel)

    def touches(self, panel):
        """The events since the last call. Taps with five fingers, as nothing else here, to know that they have come."""
        # Not in a row, which gestured takes for a defect of the panel.
        panel.fingers({slot: panel.at(0.1 + 0.15 * slot, 0.9 - 0.3 * (slot % 2)) for slot in range(5)})
        panel.lift()
        self.marks += 1
        until(lambda: [event[:2] for event in self.events()].count(("up", 4)) >= self.marks,
              f"{self.path} says that five fingers have tapped")
        events = self.events()[self.start:]
        self.start += len(events)
        end = next(place for place, event in enumerate(events) if event[:2] == ("down", 4)) - 4
        five = [(kind, slot) for kind in ("down", "up") for slot in range(5)]
        assert [event[:2] for event in events[end:]] == five, events
        return events[:end]


@contextlib.contextmanager
def printing(name, pattern, *command, **options):
    """Meanwhile a program runs, and writes to a file: a pipe would be full before it is read."""
    os.makedirs(FOLDER, mode=0o755, exist_ok=True)
    with open(f"{FOLDER}/{name}.txt", "w", encoding="ascii") as file:
        process = subprocess.Popen(["stdbuf", "-oL", *command], stdout=file, stderr=file, start_new_session=True,
                                   **options)
    reader = Reader(name, pattern)
    reader.process = process.pid
    try:
        yield reader
        assert process.poll() is None, f"{command} has ended:\n{reader.printed()}"
    except Exception:
        print(f"  {command} printed:\n{reader.printed()}")
        raise
    finally:
        for number in signal.SIGTERM, signal.SIGKILL:
            with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, number)
                process.wait(250)


@contextlib.contextmanager
def libinput(node=None):
    """libinput with one device, or with all that udev knows."""
    options = ["--device", node] if node else []
    name = os.path.basename(node or "all")
    with printing(f"libinput-{name}", OF_LIBINPUT, "libinput", "debug-events", *options) as reader:
        yield reader


def environment():
    """Makes the folder of the user under whom compositors run; returns the variables for a display in memory.

    The processor draws it. The compositor opens devices itself as a user of the group `input`: there is no terminal for
    a session of logind, and none of these compositors is willing to be root.
    """
    user = pwd.getpwnam(MEMBER)
    shutil.rmtree(f"{FOLDER}/user", ignore_errors=True)
    os.makedirs(f"{FOLDER}/user")
    os.chown(f"{FOLDER}/user", user.pw_uid, user.pw_gid)
    return {**os.environ, "XDG_RUNTIME_DIR": f"{FOLDER}/user", "HOME": f"{FOLDER}/user",
            "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman", "LIBSEAT_BACKEND": "builtin",
            "SEATD_VTBOUND": "0", "WLR_XWAYLAND": "/bin/true"}  # Xwayland is only started for a client of X11.


@contextlib.contextmanager
def compositor(*client, pattern=OF_WEV):
    """cage, the compositor for kiosks, with one client; a panel must be there."""
    with printing("cage", pattern, "setpriv", "--reuid", MEMBER, "--regid", MEMBER, "--groups", "input",
                  "cage", "--", *(client or ["wev"]), env=environment()) as reader:
        yield reader


class Desktop:
    """A compositor that runs, and what starts programs under it."""

    def __init__(self, enter, variables, log):
        self.enter, self.variables, self.log = enter, variables, log

    def client(self, *command, pattern=OF_WEV):
        """Meanwhile a program runs; it is read."""
        return printing("client", pattern, *self.enter, *command, env=self.variables)


@contextlib.contextmanager
def desktop(system, *command, outputs=1):
    """A compositor of the Debian whose files are in the folder `system`, "/" for this one; a panel must be there."""
    for each in "dev", "proc", "sys", "run":
        if not os.path.ismount(f"{system}/{each}"):
            run("mount", "--rbind", f"/{each}", f"{system}/{each}")
    user, variables = pwd.getpwnam(MEMBER), {**environment(), "WLR_HEADLESS_OUTPUTS": str(outputs)}
    enter = ["chroot", f"--userspec={user.pw_uid}:{user.pw_gid}", f"--groups={grp.getgrnam('input').gr_gid}", system]
    with printing(command[0], OF_WEV, *enter, *command, env=variables) as log:
        # sway leaves out wayland-0, cage and labwc do not.
        display = until(lambda: glob.glob(f"{FOLDER}/user/wayland-?"), f"{command[0]} listens")
        yield Desktop(enter, {**variables, "WAYLAND_DISPLAY": os.path.basename(display[0])}, log)


def sway_desktop(system, *lines, outputs=1):
    """sway with these lines in its configuration."""
    write(f"{FOLDER}/sway.conf", "\n".join(["xwayland disable", "default_border none", *lines, ""]))
    return desktop(system, "sway", "-d", "-c", f"{FOLDER}/sway.conf", outputs=outputs)


@contextlib.contextmanager
def sway(system, *client, pattern=OF_WEV):
    """sway with one client, both of another Debian; a panel must be there."""
    with sway_desktop(system) as started, started.client(*(client or ["wev"]), pattern=pattern) as reader:
        yield reader


class Clone(Panel):
    """A panel's clone, to which the check writes by gestured-output, as gestured does."""

    def __init__(self, panel, speaker):
        self.recording, self.panel, self.speaker = panel.recording, panel, speaker
        self.down, self.next_id = {}, 1
        self.node = until(lambda: clone_of(panel), "the clone is there")

    def write(self, events):
        # With nobody at the panel, fingers that stay on its clone would be those of a gestured that hangs. It is where
        # nothing else is: of the next finger there the kernel would tell no place.
        if not self.panel.down:
            self.panel.fingers({0: self.panel.at(0.99, 0.01)})
        self.speaker.frames(*events)

    def cancel(self, *slots):
        """Cancels fingers."""
        self.frame([event for slot in slots for event in
                    ((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM))])
        self.down = {slot: place for slot, place in self.down.items() if slot not in slots}
        self.frame([event for slot in slots for event in
                    ((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1),
                     (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER))]
                   + [(EV_KEY, BTN_TOUCH, 0)] * (not self.down))

    def unplug(self):
        """The panel's finger lifts, and gestured has the panel released."""
        self.panel.lift()
        self.speaker.ask(RELEASE)


@contextlib.contextmanager
def intercepted(panel):
    """Meanwhile gestured-output has grabbed a panel, and everything that it says is read and thrown away."""
    with output():
        speaker = Speaker()
        gestured = GesturedReader(speaker.intercept(panel))
        try:
            yield Clone(panel, speaker)
        finally:
            panel.lift()
            gestured.stop()
            speaker.socket.close()
