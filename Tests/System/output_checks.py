"""Checks of gestured-output: panels that are grabbed and cloned, for a program that speaks as gestured does."""

import array
import contextlib
import os
import select
import signal
import socket
import struct
import subprocess
import time

from panel import (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, BTN_TOUCH,
                   EV_ABS, EV_KEY, EV_SYN, EVENT, MT_TOOL_PALM)
from scene import check, until

ADDRESS = "/run/output-check.sock"
INTERCEPT, FRAMES, RELEASE = 1, 2, 3
INTERCEPTED, RELEASED = 1, 2
EV_REL = 0x02
REPORT = (EV_SYN, 0, 0)
LANDING = [(EV_ABS, ABS_MT_TRACKING_ID, 7), (EV_ABS, ABS_MT_POSITION_X, 300), (EV_ABS, ABS_MT_POSITION_Y, 200),
           (EV_KEY, BTN_TOUCH, 1), REPORT]
LIFT = [(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), REPORT]


class Speaker:
    """A connection to gestured-output."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(500)
        self.socket.connect(ADDRESS)

    def ask(self, kind, panel=1, content=b""):
        self.socket.send(struct.pack("=BBH", kind, 0, panel) + content)

    def frames(self, *events):
        self.ask(FRAMES, content=b"".join(struct.pack("=HHi", *event) for event in events))

    def reply(self):
        """The kind, the text, and the descriptor; nothing once the connection is closed."""
        message, ancillary, *_ = self.socket.recvmsg(512, socket.CMSG_SPACE(4))
        descriptor = None
        for level, kind, data in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                descriptor, = array.array("i", data)
        return (message[0], message[4:].decode(), descriptor) if message else None

    def intercept(self, panel):
        """The descriptor from which the panel is read."""
        self.ask(INTERCEPT, content=panel.node.encode())
        kind, text, descriptor = self.reply()
        assert kind == INTERCEPTED, text
        return descriptor

    def is_closed(self):
        with contextlib.suppress(ConnectionResetError):
            while reply := self.reply():
                assert reply[0] == RELEASED, reply
        return True


@contextlib.contextmanager
def output(*arguments):
    """Meanwhile gestured-output runs."""
    process = subprocess.Popen(["gestured-output", "--socket", ADDRESS, *arguments])
    try:
        until(lambda: os.path.exists(ADDRESS) and is_listening(), "gestured-output listens")
        yield process
    finally:
        process.terminate()
        assert process.wait(500) == 0
        os.unlink(ADDRESS)


def is_listening():
    with open("/proc/net/unix", encoding="ascii") as file:
        return any(line.rstrip().endswith(ADDRESS) and line.split()[3] == "00010000" for line in file)


def events_of(descriptor):
    """What a reader of a device gets now."""
    events = []
    while select.select([descriptor], [], [], 0)[0]:
        data = os.read(descriptor, 64 * EVENT.size)
        events += [EVENT.unpack_from(data, place)[2:] for place in range(0, len(data), EVENT.size)]
    return events


def clone_of(panel):
    """The node of the device that gestured-output has made."""
    for name in os.listdir("/sys/class/input"):
        phys = f"/sys/class/input/{name}/device/phys"
        if name.startswith("event") and os.path.exists(phys):
            with open(phys, encoding="utf-8") as file:
                if file.read().strip() == f"gestured/{panel.node}":
                    return f"/dev/input/{name}"
    return None


def is_everybodys(panel, reader):
    """Whether a program that has the panel open gets what it sends."""
    events_of(reader)
    panel.tap()
    return bool(events_of(reader))


@check("output: only the program that asked reads an intercepted panel; the clone says what it writes")
def _(scene):
    panel = scene.panel("ed-elan-touchscreen")
    reader = os.open(panel.node, os.O_RDONLY | os.O_NONBLOCK)
    with output():
        speaker = Speaker()
        ours = speaker.intercept(panel)
        clone = os.open(until(lambda: clone_of(panel), "the clone is there"), os.O_RDONLY | os.O_NONBLOCK)
        panel.tap()
        assert events_of(ours) and not events_of(reader) and not events_of(clone)
        speaker.frames(*LANDING)
        until(lambda: select.select([clone], [], [], 0)[0], "the clone says something")
        assert events_of(clone) == LANDING
        speaker.ask(RELEASE)
        assert speaker.reply()[0] == RELEASED
        palm = (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
        assert palm in until(lambda: events_of(clone), "the finger is cancelled")
        until(lambda: clone_of(panel) is None, "the clone is gone")
        os.close(ours)
        assert is_everybodys(panel, reader)
    os.close(reader)


@check("output: a compromised gestured can touch, and type nothing: keys, other axes and broken frames end its connection")
def _(scene):
    panel = scene.panel("ed-elan-touchscreen")
    wrong = [[(EV_KEY, 30, 1), REPORT], [(EV_REL, 0, 5), REPORT], [(EV_ABS, 0x28, 1), REPORT],
             [(EV_ABS, ABS_MT_POSITION_X, 1 << 30), REPORT], [(EV_ABS, ABS_MT_SLOT, 200), REPORT], LANDING[:-1],
             [REPORT] * 1033]
    with output():
        for events in wrong:
            speaker = Speaker()
            os.close(speaker.intercept(panel))
            speaker.frames(*events)
            assert speaker.is_closed(), events
            until(lambda: clone_of(panel) is None, "the clone is gone")
        for message in b"\0", b"\2\0\1\0abc", bytes([9, 0, 0, 0]), b"\1\0\0\0/dev/null", b"\1\0\0\0/etc/shadow":
            speaker = Speaker()
            speaker.socket.send(message)
            reply = speaker.reply()
            assert reply is None or reply[0] == RELEASED, (message, reply)
            speaker.socket.close()


@check("output: the panel is everybody's again within a second of a gestured that stops reading, and at once when it dies")
def _(scene):
    panel = scene.panel("ed-elan-touchscreen")
    reader = os.open(panel.node, os.O_RDONLY | os.O_NONBLOCK)
    with output():
        speaker = Speaker()
        ours = speaker.intercept(panel)
        speaker.frames(*LANDING)
        panel.fingers({0: panel.at(0.2, 0.2)})
        start = time.monotonic()
        assert speaker.reply()[0] == RELEASED
        assert time.monotonic() - start < 30
        panel.fingers({})
        assert is_everybodys(panel, reader)
        os.close(ours)
        speaker.socket.close()
        speaker = Speaker()
        os.close(speaker.intercept(panel))
        assert not is_everybodys(panel, reader)
        speaker.socket.close()
        until(lambda: is_everybodys(panel, reader), "the panel is everybody's")
    os.close(reader)


@check("output: five fingers that are held still give the panel back until the service is restarted")
def _(scene):
    panel = scene.panel("ed-elan-touchscreen")
    with output("--panic-hold", "1"):
        speaker = Speaker()
        ours = speaker.intercept(panel)
        panel.fingers({slot: panel.at(0.1 + 0.15 * slot, 0.5) for slot in range(5)})

        def is_released():
            # As gestured, which reads on.
            events_of(ours)
            return select.select([speaker.socket], [], [], 0.05)[0]

        until(is_released, "the panel is released")
        assert "five fingers" in speaker.reply()[1]
        panel.fingers({})
        os.close(ours)
        speaker.ask(INTERCEPT, 2, panel.node.encode())
        assert speaker.reply()[0] == RELEASED


@check("output: a stopped gestured-output is ended by SIGTERM when it goes on, with nothing grabbed")
def _(scene):
    panel = scene.panel("ed-elan-touchscreen")
    reader = os.open(panel.node, os.O_RDONLY | os.O_NONBLOCK)
    with output() as process:
        speaker = Speaker()
        ours = speaker.intercept(panel)
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        assert speaker.is_closed()
        until(lambda: is_everybodys(panel, reader), "the panel is everybody's")
    os.close(ours)
    os.close(reader)
