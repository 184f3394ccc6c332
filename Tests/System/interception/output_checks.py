"""Checks of gestured-output: panels that are grabbed and cloned, for a program that speaks as gestured does."""

import array
import collections
import contextlib
import fcntl
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

from service.injection import TakenOver
from panel import (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, BTN_TOUCH, EVENT,
                   EV_ABS, EV_KEY, EV_SYN, MT_TOOL_PALM, SYN_DROPPED, UI_SET_CODE_BIT, UI_SET_EVBIT, UI_SET_PHYS,
                   events_of, opened)
from service.sandbox_checks import EVIOCSABS_X, EVIOCSKEYCODE, EXECVE, IOCTL, IO_URING_SETUP, refused
from scene import MEMBER, STRANGER, as_user, check, memory, read, run, said, show, states_of, switches, udev_rule, until
from service.service_checks import KEYBOARD, is_powerless, udev_rule_now, with_keys

ADDRESS = "/run/output-check.sock"
UNIT, UNIT_SOCKET, UNIT_ADDRESS = "gestured-output.service", "gestured-output.socket", "/run/gestured/output.sock"
INTERCEPT, RELEASE = 1, 2
INTERCEPTED, RELEASED = 1, 2
EV_REL, EV_SW, EV_LED, EV_REP, EV_FF = 0x02, 0x05, 0x11, 0x14, 0x15
KEY_A, BTN_LEFT = 30, 0x110
EVIOCGRAB, EVIOCGBIT_KEY = 0x40044590, 0x80604521
REPORT = (EV_SYN, 0, 0)
LANDING = [(EV_ABS, ABS_MT_TRACKING_ID, 7), (EV_ABS, ABS_MT_POSITION_X, 300), (EV_ABS, ABS_MT_POSITION_Y, 200),
           (EV_KEY, BTN_TOUCH, 1), REPORT]
LIFT = [(EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0), REPORT]
PALM = (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
# A gestured in a process of its own: a thread would share the interpreter with the fingers, and be late on a slow
# machine.
READS = """
import os, select, sys
descriptor = int(sys.argv[1])
print("reads", flush=True)
while True:
    select.select([descriptor], [], [])
    os.read(descriptor, 65536)
"""


class Speaker:
    """A connection to gestured-output, and the files of the clones that it was passed."""

    def __init__(self, address=ADDRESS):
        self.clones = {}
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(500)
        self.socket.connect(address)

    def ask(self, kind, panel=1, content=b""):
        self.socket.send(struct.pack("=BBH", kind, 0, panel) + content)

    def frames(self, *events, panel=1):
        """Writes to a clone."""
        self.clones[panel].write(b"".join(EVENT.pack(0, 0, *event) for event in events))

    def reply(self):
        """The kind, the text, and the panel's file; nothing once the connection is closed."""
        message, ancillary, *_ = self.socket.recvmsg(512, socket.CMSG_SPACE(8))
        descriptor = None
        for level, kind, data in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                panel, clone = array.array("i", data)
                descriptor = os.fdopen(panel, "rb", buffering=0)
                self.clones[struct.unpack_from("=H", message, 2)[0]] = os.fdopen(clone, "wb", buffering=0)
        return (message[0], message[4:].decode(), descriptor) if message else None

    def answer(self, path, panel=1, hold=0):
        """The reply to the request to intercept what is at a path."""
        self.ask(INTERCEPT, panel, struct.pack("=I", hold) + os.fsencode(path))
        return self.reply()

    def intercept(self, panel, number=1, hold=0):
        """The file from which the panel is read."""
        kind, text, descriptor = self.answer(panel.node, number, hold)
        assert kind == INTERCEPTED, text
        assert os.path.exists(f"/sys/devices/virtual/input/{text}"), text
        return descriptor

    def release(self, panel=1):
        self.ask(RELEASE, panel)
        assert self.reply()[0] == RELEASED

    def has_reply(self):
        return bool(select.select([self.socket], [], [], 0)[0])

    def is_closed(self):
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            while reply := self.reply():
                assert reply[0] == RELEASED, reply
        return True


class Reader:
    """A gestured that reads whatever a panel sends."""

    def __init__(self, descriptor):
        self.descriptor, self.events, self.reads = descriptor, [], True
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    def work(self):
        while self.reads:
            if select.select([self.descriptor], [], [], 0.01)[0]:
                self.events += events_of(self.descriptor)

    def pause(self):
        """Ends the reading."""
        self.reads = False
        self.thread.join()

    def stop(self):
        """Ends the reading, and closes the panel."""
        self.pause()
        self.descriptor.close()


@contextlib.contextmanager
def output():
    """Meanwhile gestured-output runs, for root."""
    process = subprocess.Popen(["gestured-output", "--socket", ADDRESS])
    try:
        until(is_listening, "gestured-output listens")
        yield process
    finally:
        process.terminate()
        status = process.wait(500)
        os.unlink(ADDRESS)
    assert status == 0, status


def is_listening():
    return any(line.endswith(ADDRESS) and line.split()[3] == "00010000"
               for line in read("/proc/net/unix").splitlines())


def next_events(reader):
    """What a reader of a device gets next."""
    until(lambda: select.select([reader], [], [], 0)[0], "the device says something")
    return events_of(reader)


def clone_of(panel):
    """The node of the device that gestured-output has made."""
    for name in os.listdir("/sys/class/input"):
        with contextlib.suppress(OSError):
            if name.startswith("event"):
                if read(f"/sys/class/input/{name}/device/phys").strip() == f"gestured{panel.node}":
                    return f"/dev/input/{name}"
    return None


def until_cancelled(clone):
    """Waits until the clone's fingers are over for a reader: they are palms, or, when that is read late, it is gone."""
    events = []
    until(lambda: events.extend(events_of(clone)) or PALM in events or is_gone(clone),
          "the clone's fingers are cancelled")


def is_gone(descriptor):
    """Whether a device was removed."""
    poller = select.poll()
    poller.register(descriptor, 0)
    return any(flags & (select.POLLHUP | select.POLLERR) for _, flags in poller.poll(0))


def is_everybodys(panel, reader):
    """Whether a program that has the panel open gets what it sends."""
    events_of(reader)
    panel.tap()
    return bool(events_of(reader))


def unit_process():
    return int(show("MainPID", UNIT))


@check("output: only the program that asked reads an intercepted panel; the clone says what it writes")
def _(panel):
    reader = opened(panel.node)
    with output():
        speaker = Speaker()
        ours = speaker.intercept(panel)
        clone = opened(clone_of(panel))
        panel.tap()
        assert events_of(ours) and not events_of(reader) and not events_of(clone)
        speaker.frames(*LANDING)
        assert next_events(clone) == LANDING
        speaker.release()
        until_cancelled(clone)
        until(lambda: clone_of(panel) is None, "the clone is gone")
        ours.close()
        assert is_everybodys(panel, reader)


@check("output: a compromised gestured can touch, and type nothing: of a clone's file the kernel takes contacts only")
def _(panel):
    with output() as process:
        speaker = Speaker()
        speaker.intercept(panel).close()
        clone = opened(clone_of(panel))
        keys = bytearray(96)
        fcntl.ioctl(clone, EVIOCGBIT_KEY, keys)
        assert [code for code in range(768) if keys[code // 8] >> code % 8 & 1] == [BTN_TOUCH]
        for wrong in ((EV_KEY, KEY_A, 1), (EV_KEY, BTN_LEFT, 1), (EV_REL, 0, 5), (EV_SW, 0, 1), (EV_LED, 0, 1),
                      (EV_REP, 0, 1), (EV_FF, 0, 1), (EV_SYN, SYN_DROPPED, 0), (EV_ABS, 0x28, 1), (0xFFFF, 0xFFFF, 1)):
            speaker.frames(wrong, REPORT)
        speaker.frames(*LANDING)
        assert next_events(clone) == LANDING
        speaker.socket.close()
        until(lambda: clone_of(panel) is None, "the clone is gone")
        # The file is still open, and good for nothing.
        for events in LANDING, LIFT:
            with contextlib.suppress(OSError):
                speaker.frames(*events)
                assert False, "events go somewhere"
        for message in (b"\0", b"\2\0\1", b"\2\0\1\0abc", bytes([9, 0, 0, 0]), bytes([RELEASE, 1, 1, 0]), b"\1\0\1\0\0\0\0\0",
                        b"\1\0\1\0\0\0\0\0/dev/input/event0\0", bytes(60000), b"\1\0\1\0\0\0\0\0" + b"/" * 256):
            speaker = Speaker()
            speaker.intercept(panel).close()
            speaker.socket.send(message)
            assert speaker.is_closed(), message[:40]
        assert process.poll() is None


@check("output: what is no panel is not intercepted: keyboards, pens, clones, other files, links and paths out of the folder")
def _(scene):
    panel, pen, pad = (scene.panel("ed-elan-touchscreen"), scene.device("neg-dellcanvas-pen"),
                       scene.device("neg-synaptics-2f-vscroll"))
    keyboard = with_keys(scene, "ed-elan-touchscreen", KEYBOARD)
    link = "/dev/input/event99"
    os.symlink(os.path.basename(panel.node), "/dev/input/by-check")
    os.symlink("/etc/shadow", link)
    number = panel.node.removeprefix("/dev/input/event")
    with output() as process:
        speaker = Speaker()
        ours = speaker.intercept(panel)
        for path, reason in ((keyboard.node, "keys"), (pen.node, ""), (pad.node, "touch"), (clone_of(panel), "a clone"),
                             (panel.node, "another program"), ("/dev/input/by-check", "path"), ("/dev/null", "path"),
                             ("/etc/shadow", "path"), (f"/dev/input/../input/event{number}", "path"), (link, "not an input device"),
                             ("/dev/input/event", "path"), ("/dev/input/event-1", "path"), ("/dev/input/event1/", "path"),
                             (f"/dev/input/event{number}\n", "path"), (f"dev/input/event{number}", "path"),
                             ("/dev/input/event" + "9" * 200, "path"), ("/dev/input/event987654321", "No such file"),
                             (b"/dev/input/event\xff\xfe", "path")):
            kind, text, descriptor = speaker.answer(path, 2)
            assert kind == RELEASED and descriptor is None and reason in text, (path, kind, text)
        assert process.poll() is None and clone_of(panel)
        ours.close()
    os.unlink(link)
    os.unlink("/dev/input/by-check")


@check("output: floods of requests take no memory, delay no release, and leave nothing")
def _(panel):
    reader = opened(panel.node)
    with output() as process:
        speaker = Speaker()
        ours = Reader(speaker.intercept(panel))
        panel.fingers({0: panel.at(0.2, 0.2)})
        speaker.frames(*LANDING)
        time.sleep(1)
        before = memory(process.pid)
        # Requests and frames without end, from a gestured that does not read: they do not make it look alive.
        ours.pause()
        panel.fingers({0: panel.at(0.3, 0.2)})
        with contextlib.suppress(OSError):
            while not speaker.has_reply():
                speaker.frames((EV_ABS, ABS_MT_POSITION_X, 305), REPORT)
                speaker.ask(RELEASE, 9)
        assert "does not read" in speaker.reply()[1]
        assert speaker.is_closed()
        assert memory(process.pid) <= before + 64, (before, memory(process.pid))
        panel.lift()
        assert is_everybodys(panel, reader)
        ours.stop()
        speaker = Speaker()
        for _ in range(200):
            speaker.intercept(panel).close()
            speaker.release()
        # Without reading any reply.
        for _ in range(5000):
            try:
                speaker.socket.setblocking(False)
                speaker.ask(INTERCEPT, 3, struct.pack("=I", 0) + b"/dev/null")
            except BlockingIOError:
                time.sleep(0.001)
        speaker.socket.close()
        speaker = Speaker()
        speaker.intercept(panel).close()
        speaker.ask(INTERCEPT, 1, struct.pack("=I", 0) + panel.node.encode())  # The same number once more.
        assert speaker.is_closed()
        assert process.poll() is None and is_everybodys(panel, reader)


@check("output: one connection is served at a time, and none of other users")
def _(panel):
    with output():
        first = Speaker()
        ours = first.intercept(panel)
        second = Speaker()
        second.ask(INTERCEPT, 1, struct.pack("=I", 0) + panel.node.encode())
        first.frames(*LANDING)
        first.release()
        assert not second.has_reply()
        ours.close()
        first.socket.close()
        kind, _, ours = second.reply()
        assert kind == INTERCEPTED
        ours.close()
        second.socket.close()
        os.chmod(ADDRESS, 0o777)
        asks = ("import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); s.settimeout(500); "
                f"s.connect({ADDRESS!r}); exit(9 if s.recv(1) == b'' else 0)")
        for user in MEMBER, STRANGER, "gestured-output":
            run(*as_user(user, "python3", "-c", asks), status=9)
        Speaker().intercept(panel)


@check("output: a gestured that stops reading loses the panel within a second, and one that ends or dies at once")
def _(panel):
    reader = opened(panel.node)
    times = []
    with output():
        for pause in 0, 0.05, 0.1, 0.15, 0.2:
            speaker = Speaker()
            ours = Reader(speaker.intercept(panel))
            panel.fingers({0: panel.at(0.2, 0.2)})
            speaker.frames(*LANDING)
            time.sleep(1 + pause)
            ours.pause()
            start = time.monotonic()
            panel.fingers({0: panel.at(0.3, 0.2)})
            assert "does not read" in speaker.reply()[1]
            times.append(time.monotonic() - start)
            assert speaker.is_closed()
            panel.fingers({})
            assert is_everybodys(panel, reader)
            ours.stop()
        print("released after", *(f"{each:.3f} s" for each in times))
        # Where the machine has something else to do, each may be later, but not all of them.
        assert 0.55 < min(times) and sorted(times)[2] < 1, times
        speaker = Speaker()
        speaker.intercept(panel).close()
        assert not is_everybodys(panel, reader)
        speaker.socket.close()
        until(lambda: is_everybodys(panel, reader), "the panel is everybody's")


@check("output: a gestured that reads, and does not end the clone's fingers, loses the panel, too")
def _(panel):
    with output():
        speaker = Speaker()
        reader = Reader(speaker.intercept(panel))
        panel.fingers({0: panel.at(0.2, 0.2)})
        speaker.frames(*LANDING)
        panel.fingers({})
        assert "does not read" in speaker.reply()[1]
        assert speaker.is_closed()
        until(lambda: clone_of(panel) is None, "the clone is gone")
        reader.stop()


@check("output: a healthy gestured keeps a panel of a thousand frames a second, and one on which a finger rests")
def _(panel):
    with output() as process:
        speaker = Speaker()
        ours = speaker.intercept(panel)
        reader = subprocess.Popen([sys.executable, "-c", READS, str(ours.fileno())], pass_fds=[ours.fileno()],
                                  stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(-20))
        # One that starts does not read yet.
        assert reader.stdout.readline() == "reads\n"
        speaker.frames(*LANDING)
        end, step = time.monotonic() + 5, 0
        while time.monotonic() < end:
            step += 1
            panel.fingers({0: panel.at(0.2 + step % 100 / 1000, 0.2)})
            time.sleep(0.001)
        before, start = switches(process.pid), time.monotonic()
        until(lambda: switches(process.pid) - before >= 16, "it has looked")
        # Four looks a second.
        elapsed = time.monotonic() - start
        assert not speaker.has_reply(), speaker.reply()
        assert elapsed > 16 / 6, elapsed
        speaker.frames(*LIFT)
        panel.fingers({})
        speaker.ask(RELEASE)
        assert "releases" in speaker.reply()[1]
        ours.close()
        reader.terminate()
        assert reader.wait(500) == -signal.SIGTERM, reader.returncode
        print(f"{step} frames")


@check("output: while nobody touches, gestured-output never wakes up")
def _(scene):
    panels = [scene.panel("ed-elan-touchscreen", name=f"panel {number}") for number in (1, 2)]
    with output() as process:
        speaker = Speaker()
        readers = [Reader(speaker.intercept(panel, number)) for number, panel in enumerate(panels)]
        for panel in panels:
            panel.tap()

        def sleeps():
            before = switches(process.pid)
            time.sleep(3)
            return switches(process.pid) == before

        until(sleeps, "it sleeps for three seconds")
        time.sleep(3)
        assert sleeps()
        for reader in readers:
            reader.stop()


@check("output: five fingers that are held still give the panels back, until gestured connects again")
def _(scene):
    panels = [scene.panel("ed-elan-touchscreen", name=f"panel {number}") for number in (1, 2)]
    with output():
        speaker = Speaker()
        readers = [Reader(speaker.intercept(panel, number, hold=1000)) for number, panel in enumerate(panels)]
        held = {slot: panels[0].at(0.1 + 0.15 * slot, 0.5) for slot in range(5)}
        panels[0].fingers(dict(list(held.items())[:4]))
        time.sleep(2)
        assert not speaker.has_reply(), "four fingers"
        start = time.monotonic()
        panels[0].fingers(held)
        replies = [speaker.reply(), speaker.reply()]
        assert time.monotonic() - start > 0.9
        assert all(kind == RELEASED and "five fingers" in text for kind, text, _ in replies), replies
        until(lambda: not any(clone_of(panel) for panel in panels), "the clones are gone")
        panels[0].fingers({})
        for reader in readers:
            reader.stop()
        assert "five fingers" in speaker.answer(panels[1].node, 5)[1]
        speaker.socket.close()
        speaker = Speaker()
        reader = Reader(speaker.intercept(panels[0], hold=0))
        panels[0].fingers(held)
        time.sleep(3)
        assert not speaker.has_reply(), "there is no panic hold"
        panels[0].fingers({})
        reader.stop()


@check("output: a panel that is touched, or that another program has grabbed, is not intercepted until it is free")
def _(panel):
    reader = opened(panel.node)
    with output():
        speaker = Speaker()
        panel.fingers({0: panel.at(0.2, 0.2)})
        assert speaker.answer(panel.node)[1] == "it is touched"
        panel.fingers({})
        assert clone_of(panel) is None and events_of(reader), "the lift"
        fcntl.ioctl(reader, EVIOCGRAB, 1)
        assert speaker.answer(panel.node)[1] == "another program has grabbed it"
        assert clone_of(panel) is None
        fcntl.ioctl(reader, EVIOCGRAB, 0)
        speaker.intercept(panel).close()


@check("output: two panels have clones of their own, and one is released without the other")
def _(scene):
    panels = [scene.panel("ed-elan-touchscreen", name=f"panel {number}") for number in (1, 2)]
    with output():
        speaker = Speaker()
        for number, panel in enumerate(panels):
            speaker.intercept(panel, number).close()
        clones = [opened(clone_of(panel)) for panel in panels]
        for number in 1, 0:
            speaker.frames(*LANDING, panel=number)
            assert next_events(clones[number]) == LANDING and not events_of(clones[1 - number])
        speaker.release(0)
        until_cancelled(clones[0])
        until(lambda: clone_of(panels[0]) is None, "the clone is gone")
        assert clone_of(panels[1])
        with contextlib.suppress(OSError):
            speaker.frames(*LIFT, panel=0)
            assert False, "a clone that is gone takes frames"
        speaker.frames(*LIFT, panel=1)
        assert next_events(clones[1]) == LIFT


@check("output: a panel that is unplugged under fingers takes its clone along, again and again")
def _(scene):
    with output() as process:
        speaker = Speaker()
        for number in range(30):
            panel = scene.device("ed-elan-touchscreen")
            reader = Reader(speaker.intercept(panel, number))
            clone = opened(clone_of(panel))
            speaker.frames(*LANDING, panel=number)
            panel.fingers({0: panel.at(0.2, 0.2)})
            scene.panels.remove(panel)
            panel.unplug()
            assert speaker.reply()[:2] == (RELEASED, "it was removed")
            until_cancelled(clone)
            until(lambda: clone_of(panel) is None, "the clone is gone")
            reader.stop()
        files = os.listdir(f"/proc/{process.pid}/fd")
        assert len(files) <= 8, files


@check("output: SIGTERM under fingers cancels them and gives the panel back; after kill -9 gestured has both")
def _(panel):
    reader = opened(panel.node)
    with output() as process:
        speaker = Speaker()
        ours = speaker.intercept(panel)
        clone = opened(clone_of(panel))
        panel.fingers({0: panel.at(0.2, 0.2)})
        speaker.frames(*LANDING)
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        assert speaker.is_closed()
        until_cancelled(clone)
        assert process.wait(500) == 0 and clone_of(panel) is None
        panel.fingers({})
        assert is_everybodys(panel, reader)
        ours.close()
    process = subprocess.Popen(["gestured-output", "--socket", ADDRESS])
    until(is_listening, "gestured-output listens")
    speaker = Speaker()
    ours = speaker.intercept(panel)
    speaker.frames(*LANDING)
    process.kill()
    process.wait(500)
    os.unlink(ADDRESS)
    assert speaker.is_closed()
    # The clone and the grab are those of open files, which gestured has, too: so is the right to end them.
    assert clone_of(panel) and not is_everybodys(panel, reader)
    ours.close()
    speaker.clones[1].close()
    until(lambda: clone_of(panel) is None, "the clone is gone")
    assert is_everybodys(panel, reader)


@check("output: the service starts with the first connection, of root or gestured only, and intercepts a panel")
def _(scene, panel):
    run("systemctl", "stop", UNIT)
    assert show("ActiveState", UNIT_SOCKET) == "active"
    connects = ("import socket; socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect"
                f"({UNIT_ADDRESS!r})")
    for user in MEMBER, STRANGER, "gestured-output":
        run(*as_user(user, "python3", "-c", connects), status=1)
    assert show("ActiveState", UNIT) == "inactive"
    run(*as_user("gestured", "python3", "-c", connects))
    until(lambda: show("ActiveState", UNIT) == "active", "it has started")
    speaker = Speaker(UNIT_ADDRESS)
    ours = speaker.intercept(panel)
    clone = opened(clone_of(panel))
    speaker.frames(*LANDING)
    assert next_events(clone) == LANDING
    speaker.frames(*LIFT)
    keyboard = with_keys(scene, "ed-elan-touchscreen", KEYBOARD)
    pen = scene.device("neg-dellcanvas-pen")
    for device in keyboard, pen:
        until(lambda: scene.report_on(device), f"a report on {device.name}")
        assert "Permission denied" in speaker.answer(device.node, 2)[1]
    status, group = is_powerless(unit_process(), "gestured-output"), f"/sys/fs/cgroup{show('ControlGroup', UNIT)}"
    peak, tasks = (int(read(f"{group}/{name}.peak")) for name in ("memory", "pids"))
    print(f"peak: {peak >> 10} KiB, {tasks} tasks; resident {status['VmRSS']}")
    run("systemctl", "stop", "gestured")
    assert show("ActiveState", UNIT) == "inactive" and speaker.is_closed()
    ours.close()
    run("systemctl", "start", "gestured")
    assert show("ActiveState", UNIT_SOCKET) == "active"


@check("output: a compromised gestured-output can declare no key, change no panel, and start no program")
def _(panel):
    speaker = Speaker(UNIT_ADDRESS)
    ours = speaker.intercept(panel)
    # Otherwise systemd's watchdog might end what is held here.
    run("systemctl", "service-watchdogs", "no")
    process = unit_process()
    files = {os.path.realpath(f"/proc/{process}/fd/{number}"): int(number) for number in os.listdir(f"/proc/{process}/fd")}
    with TakenOver(process) as taken:
        uinput = taken.call(2, b"/dev/uinput\0", os.O_WRONLY)
        for kind in EV_KEY, EV_ABS:
            assert taken.call(IOCTL, uinput, UI_SET_EVBIT, kind) == 0
        assert taken.call(IOCTL, uinput, UI_SET_CODE_BIT[EV_KEY], BTN_TOUCH) == 0
        assert taken.call(IOCTL, uinput, UI_SET_PHYS, b"gestured\0") == 0
        for kind in EV_REL, EV_SW, EV_REP, EV_FF, EV_KEY | 1 << 8:
            assert refused(taken, IOCTL, uinput, UI_SET_EVBIT, kind), kind
            assert refused(taken, IOCTL, uinput, UI_SET_EVBIT | 1 << 32, kind), kind
        for key in KEY_A, BTN_LEFT, 0, 0x2FF:
            assert refused(taken, IOCTL, uinput, UI_SET_CODE_BIT[EV_KEY], key), key
        for kind in EV_REL, 0x04, EV_SW, 0x11:
            assert refused(taken, IOCTL, uinput, UI_SET_CODE_BIT[kind], 0), kind
        # Every other request of uinput, and of input devices all that write but the grab and the clock.
        allowed = {0x5501, 0x5502, 0x405C5503, 0x401C5504, UI_SET_EVBIT, UI_SET_CODE_BIT[EV_KEY], UI_SET_CODE_BIT[EV_ABS],
                   UI_SET_PHYS, 0x4004556E}
        for request in (direction << 30 | size << 16 | 0x55 << 8 | number
                        for direction in (0, 1) for size in (0, 4, 8, 28, 92) for number in range(256)):
            if request not in allowed:
                assert refused(taken, IOCTL, uinput, request, 0), hex(request)
        for request in EVIOCSABS_X, EVIOCSKEYCODE, 0x40084503, 0x40044581, 0x40044591, 0x402C4580:
            assert refused(taken, IOCTL, files[panel.node], request, bytes(24)), hex(request)
        assert refused(taken, EXECVE, b"/usr/lib/systemd/systemd\0", 0, 0)
        assert refused(taken, IO_URING_SETUP, 1, bytes(120))
        for family in socket.AF_INET, socket.AF_NETLINK, socket.AF_PACKET:
            assert refused(taken, 41, family, socket.SOCK_DGRAM, 0, how=97), family
        taken.call(3, uinput)
    run("systemctl", "service-watchdogs", "yes")
    speaker.release()
    ours.close()


@check("output: udev gives a clone what compositors know of its panel, gestured no access to it, and gestured-output access to panels and clones only")
def _(scene):
    panel, pen = scene.panel("ed-elan-touchscreen"), scene.device("neg-dellcanvas-pen")
    until(lambda: scene.report_on(pen), "a report on the pen")
    assert "user:gestured-output:r--" in run("getfacl", "--absolute-names", panel.node)
    assert "user:gestured-output" not in run("getfacl", "--absolute-names", pen.node)
    given = {"ID_SEAT": "seat-kiosk", "LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0", "WL_OUTPUT": "DP-1"}
    keys = ", ".join(f'ENV{{{name}}}="{value}"' for name, value in given.items())

    def properties(node):
        lines = run("udevadm", "info", "--query=property", f"--name={node}").splitlines()
        return dict(line.split("=", 1) for line in lines)

    name = os.path.basename(panel.node)
    with udev_rule('ENV{ID_INPUT_TOUCHSCREEN}=="1", ENV{GESTURED}="1"', "72-of-the-test"), udev_rule_now(
            f'KERNEL=="{name}", {keys}'):
        speaker = Speaker(UNIT_ADDRESS)
        ours = speaker.intercept(panel)
        clone = clone_of(panel)
        run("udevadm", "settle")
        found = properties(clone)
        assert given.items() <= found.items(), found
        assert found.get("GESTURED") != "1" and properties(panel.node)["GESTURED"] == "1", found
        assert found["ID_INPUT_TOUCHSCREEN"] == "1"
        listed = run("getfacl", "--absolute-names", clone)
        assert "user:gestured:" not in listed and "user:gestured-output:r--" in listed, listed
        parent = os.path.dirname(os.path.realpath(f"/sys/class/input/{os.path.basename(clone)}"))
        assert "ID_SEAT=seat-kiosk" in run("udevadm", "info", "--query=property", f"--path={parent}")
        report = until(lambda: next((each for each in scene.listed("devices") if each["path"] == clone), None), "a report")
        assert "surface" not in report, report
        ours.close()
        speaker.socket.close()
    run("udevadm", "trigger", "--settle", panel.node)
    speaker = Speaker(UNIT_ADDRESS)
    speaker.intercept(panel).close()
    run("udevadm", "settle")
    described = run("libinput", "list-devices")
    assert re.search(rf"Kernel: +{clone_of(panel)}\n(.+\n)*Capabilities: +touch", described), described
    assert "user:gestured-output:rw-" in run("getfacl", "--absolute-names", "/dev/uinput")


@check("output: while a finger moves, gestured-output only looks four times a second, whatever the panel sends")
def _(panel):
    trace = "/run/output-check.trace"
    with output() as process:
        speaker = Speaker()
        reader = Reader(speaker.intercept(panel))
        clone = opened(clone_of(panel))
        panel.fingers({0: panel.at(0.2, 0.2)})
        speaker.frames(*LANDING)
        until(lambda: events_of(clone) == LANDING, "the finger is on the clone")
        tracer = subprocess.Popen(["strace", "-o", trace, "-p", str(process.pid)], stderr=subprocess.PIPE, text=True)
        assert "attached" in tracer.stderr.readline()
        start = time.monotonic()
        for step in range(300):
            panel.fingers({0: panel.at(0.2 + step / 1000, 0.2)})
            speaker.frames((EV_ABS, ABS_MT_POSITION_X, 400 + step), REPORT)
            assert len(next_events(clone)) == 2
        took = time.monotonic() - start
        tracer.send_signal(signal.SIGINT)
        tracer.wait(500)
        calls = collections.Counter(re.match(r"\w+", line)[0] for line in read(trace).splitlines() if "(" in line)
        os.unlink(trace)
        print(dict(calls), f"in {took:.1f} s")
        # Looks wait, too: four or, while something is unread, twenty a second.
        assert set(calls) <= {"ppoll", "poll", "ioctl", "restart_syscall"}, calls
        assert calls["ppoll"] <= 25 * took + 5, calls
        panel.fingers({})
        speaker.frames(*LIFT)
        reader.stop()


@check("output: systemd-analyze rates the exposure of its unit, and of gestured's, at 0.8 at most")
def _():
    for unit in UNIT, "gestured.service":
        rating = said("systemd-analyze", "security", "--no-pager", "--threshold=8", unit)
        print(rating.stdout.splitlines()[-1])
        assert rating.returncode == 0, rating.stdout[-400:]
