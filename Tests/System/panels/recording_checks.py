"""Checks of `gesturectl record`, also with evemu's own programs."""

import ctypes
import os
import re
import signal
import subprocess
import time

from panel import Panel, Recording
from scene import ELAN, check, loaded, path_of, read, run, said, until

FOLDER = "/run/recording-checks"


class Recorder:
    """`gesturectl record` of a panel, from when it listens."""

    def __init__(self, name, *arguments):
        os.makedirs(FOLDER, exist_ok=True)
        self.path = os.path.join(FOLDER, name + ".evemu")
        with open(self.path, "wb") as file:
            self.program = subprocess.Popen(["gesturectl", "record", *arguments], stdout=file, stderr=subprocess.PIPE,
                                            text=True)
        self.message = self.program.stderr.readline()
        # The first lines do not mean that it records: it does so once the first frame is there.
        until(lambda: "\nE: 0.000000 0000 0000 0000" in self.text(), f"a first frame; it said {self.message}")

    def text(self):
        return read(self.path)

    def frames(self):
        """The frames after the first, which is the state: lists of (type, code, value)."""
        return [events for _, events in Recording(self.path).frames[1:]]

    def interrupt(self, number=signal.SIGINT):
        """Ends it and gives its exit status; the last line is whole."""
        self.program.send_signal(number)
        status = self.program.wait(timeout=500)
        assert self.text().endswith("\n"), self.text()[-80:]
        return status


def touch_events(recording):
    """The contacts in a recording."""
    return [[each for each in events if each[0] == 3 and each[1] >= 0x2F] for _, events in recording.frames]


def lines_of(text, *kinds):
    return [line for line in text.splitlines() if line.startswith(kinds)]


def libevemu_reads(path):
    """The events that the real libevemu reads: (microseconds, type, code, value)."""
    evemu, libc = ctypes.CDLL("libevemu.so.3"), ctypes.CDLL(None)
    evemu.evemu_new.restype, libc.fopen.restype = ctypes.c_void_p, ctypes.c_void_p

    class Event(ctypes.Structure):
        _fields_ = [("seconds", ctypes.c_long), ("microseconds", ctypes.c_long), ("type", ctypes.c_uint16),
                    ("code", ctypes.c_uint16), ("value", ctypes.c_int32)]

    device, file = ctypes.c_void_p(evemu.evemu_new(None)), ctypes.c_void_p(libc.fopen(path.encode(), b"r"))
    assert evemu.evemu_read(device, file) == 1, f"libevemu does not read the description in {path}"
    event, events = Event(), []
    while evemu.evemu_read_event(file, ctypes.byref(event)) > 0:
        events.append((event.seconds * 1_000_000 + event.microseconds, event.type, event.code, event.value))
    libc.fclose(file)
    evemu.evemu_delete(device)
    return events


@check("50. a played recording is recorded unchanged, and the daemon still receives it")
def _(scene):
    panel, client = scene.panel("ed-atmel-mxt-1f-fasttaps"), scene.client()
    recorder = Recorder("taps", panel.node)
    panel.play()
    client.wait_for(count=9, recognizer="select")
    assert recorder.interrupt() == 0
    expected = [each for each in touch_events(panel.recording) if each]
    recorded = [each for each in touch_events(Recording(recorder.path))[1:] if each]
    assert recorded == expected, (recorded[:3], expected[:3])
    replay = run("gesturectl", "replay", "--json", recorder.path).splitlines()
    assert len(replay) == 9, replay


@check("the real libevemu reads every event of a live recording, and creates the same device from it")
def _(panel):
    recorder = Recorder("pinch", panel.node)
    panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    until(lambda: recorder.text().count("SYN_REPORT") > 22, "all frames")
    assert recorder.interrupt(signal.SIGTERM) == 0
    assert len(libevemu_reads(recorder.path)) == len(lines_of(recorder.text(), "E:"))
    kinds = "N:", "I:", "P:", "B:", "A:"
    ours, device = lines_of(recorder.text(), *kinds), lines_of(run("evemu-describe", panel.node), *kinds)
    assert ours == device, (ours, device)
    for line in ("ID_INPUT_TOUCHSCREEN=1", "ID_INPUT_WIDTH_MM=331", "ID_INPUT_HEIGHT_MM=187"):
        assert f"#~ udev: {line}\n" in recorder.text(), recorder.text()[:1000]


@check("evemu-play plays a live recording into a twin of its panel, with the same fingers for the daemon")
def _(scene, panel, client):
    recorder = Recorder("twin", panel.node)
    panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    client.wait_for(recognizer="zoom", state="ended")
    until(lambda: any((1, 0x14A, 0) in events for events in recorder.frames()), "the lift")
    assert recorder.interrupt() == 0
    twin = scene.used(scene.add(Panel(Recording(recorder.path), name="Twin")))
    with open(recorder.path, "rb") as file:
        subprocess.run(["evemu-play", twin.node], stdin=file, check=True, timeout=500)
    client.wait_for(recognizer="zoom", state="ended", surface=twin.surface)


DECIDER = """
import json, socket
gestured = socket.socket(socket.AF_UNIX)
gestured.connect("/run/gestured/gestured.sock")

def request(**members):
    gestured.sendall(json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\\n")

request(id=1, method="attach", params={"recognizers": [{"name": "done", "type": "custom"}]})
for line in gestured.makefile():
    message = json.loads(line)
    if message.get("id") == 1:
        print("attached", flush=True)
    if message.get("method") == "attempt" and message["params"]["touches"][0]["phase"] == "ended":
        request(method="recognize", params={"recognizer": "done", "attempt": message["params"]["attempt"],
                                            "state": "recognized", "values": {"progress": 0.75}})
"""


@check("a recording has what a client decided meanwhile, so explain decides as the client did")
def _(scene, panel):
    with loaded(lambda text: text + "\n  - { name: done, type: custom, answerTimeout: 1, blocks: select }\n"):
        decider, client = scene.program("python3", "-c", DECIDER), scene.client(recognizers=["done"])
        assert decider.stdout.readline() == "attached\n", decider.stderr.read()
        recorder = Recorder("decided", panel.node)
        panel.tap()
        client.wait_for(recognizer="done", state="recognized")
        until(lambda: "#~ gestured " in recorder.text(), "the decision")
        assert recorder.interrupt() == 0
        explained = run("gesturectl", "explain", recorder.path)
        assert re.search(r"^  done +recognized at ", explained, re.M), explained
        assert '"progress":0.75' in run("gesturectl", "replay", "--json", recorder.path)
        assert libevemu_reads(recorder.path)
    # Where nobody decides, nothing is noted.
    recorder = Recorder("undecided", panel.node)
    panel.tap()
    until(lambda: len(recorder.frames()) >= 2, "the tap")
    assert recorder.interrupt() == 0 and "#~ gestured" not in recorder.text()


@check("recordings of other panels, played and recorded again, are read by the real libevemu")
def _(scene):
    for name in ("ed-isdv4e6-2fg-tap", "ed-ep0430m09-2f-touch", "xit-nexus4-nobtn"):
        original = Recording(path_of(name))
        panel = scene.device(name)
        recorder = Recorder(name, panel.node)
        for _, events in original.frames[:200]:
            panel.frame(events)
            time.sleep(0.001)
        until(lambda: recorder.frames(), "a frame")
        assert recorder.interrupt() == 0
        assert len(libevemu_reads(recorder.path)) == len(lines_of(recorder.text(), "E:")), name


@check("21. a removed panel ends its recording, with status 0 and the events until then")
def _(scene):
    panel = scene.device("ed-elan-touchscreen")
    recorder = Recorder("gone", panel.node)
    panel.tap()
    until(lambda: len(recorder.frames()) == 2, "the tap")
    panel.unplug()
    assert recorder.program.wait(timeout=500) == 0
    assert f"{panel.node} is gone" in recorder.program.stderr.read()
    assert recorder.text().endswith("# The device is gone: No such device.\n")


@check("a keyboard is not recorded, and a panel's keys are not in its recording")
def _(scene):
    keyboard = Recording(path_of(ELAN))
    keyboard.properties, keyboard.axes, keyboard.codes = [], {}, {0: [0, 1], 1: list(range(1, 120))}
    done = said("gesturectl", "record", scene.add(Panel(keyboard, name="Keys")).node)
    assert done.returncode == 1 and "keyboard" in done.stderr and not done.stdout, done
    mixed = Recording(path_of(ELAN))
    mixed.codes[0] = [0, 1, 3, 4]
    mixed.codes[1], mixed.codes[4] = [30, 48, 0x14A], [4, 5]
    panel = scene.add(Panel(mixed, name="Panel with keys"))
    recorder = Recorder("keys", panel.node)
    panel.frame([(4, 4, 0x7001E), (1, 30, 1)])
    panel.frame([(1, 30, 0), (4, 5, 8)])
    panel.tap()
    until(lambda: len(recorder.frames()) >= 3, "the tap")
    assert recorder.interrupt() == 0
    told = [event for events in recorder.frames() for event in events]
    assert not [event for event in told if event[0] == 1 and event[1] < 0x100 or event[:2] == (4, 4)], told
    assert (4, 5, 8) in told and "B: 01 00 00 00 40" not in recorder.text()
