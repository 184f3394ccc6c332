"""Cost of a frame for gestured and libinput, which read the same kernel device, in a guest.

    devices.py GESTURED [ROUNDS]    so many (3) in each of four orders of readers; `scripts/measure devices` calls it

Both read the same touchscreen at the same time; their processor time includes the kernel's work for them. Each reads
twice, in comparable pairs: gestured that recognizes with its standard configuration, and `debug-events --quiet`, which
prints nothing; gestured that also sends to one subscriber, and `debug-events`, which prints touches to a file in
memory. Figures of a pace at which one lost events are thrown away, and a slower one is tried; status 1 if there is
none.

The guest's processor is an emulated one, on which floating point costs ten times as much as elsewhere: compare the
ratios, and only with those of the same kind of guest. VM_ACCEL=kvm, where there is that, is the real processor.
"""

import contextlib
import glob
import os
import statistics
import subprocess
import sys
import tempfile
import time

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(PROJECT, "Tests", "System"))

# pylint: disable=wrong-import-position
from client import Client, Closed  # noqa: E402
from panel import ABS_MT_SLOT, EV_ABS, EV_SYN, EVENT, SYN_REPORT, Panel, Recording  # noqa: E402
from scene import path_of, until  # noqa: E402

CONFIGURATION = os.path.join(PROJECT, "config", "gestured.yaml")
FINGERS = 10
# A kernel queue holds eight frames of all that a panel can say.
BURST = 6
# Frames per second; panels send 60 to 250.
PACES = 500, 250, 125
FRAMES_IN_BURSTS = 3000
# Of ten fingers in parallel, by the standard configuration.
PAN = b'"three-finger-pan"'


class Lost(Exception):
    """A reader was too slow, so the kernel dropped events, and the measurement is invalid."""


class Reader:
    """A program that reads the panel, and its costs so far."""

    def __init__(self, folder, name, *command):
        self.name, self.said = name, os.path.join(folder, name.replace(" ", "-"))
        self.command, self.process, self.path, self.is_told = command, None, None, False

    @classmethod
    def gestured(cls, folder, program, name):
        """With the standard configuration and a socket of its own."""
        path = os.path.join(folder, name.replace(" ", "-") + ".socket")
        daemon = cls(folder, name, program, "--config", CONFIGURATION, "--socket", path)
        daemon.path = path
        return daemon

    def start(self, node):
        """Starts it, and returns once it has opened the node."""
        with open(self.said, "wb") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=subprocess.STDOUT)
        os.sched_setaffinity(self.process.pid, {1})
        try:
            until(lambda: self.process.poll() is not None or self.has_open(node), f"{self.name} reads {node}")
            assert self.process.poll() is None
        except AssertionError:
            sys.exit(f"{self.name} does not read the panel:\n{self.text()}")

    def has_open(self, node):
        with contextlib.suppress(OSError):
            return any(os.readlink(each) == node for each in glob.glob(f"/proc/{self.process.pid}/fd/*"))
        return False

    def processor_time(self):
        """Nanoseconds, of all its threads."""
        total = 0
        for each in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            with open(each, encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total

    def stop(self):
        self.process.terminate()
        self.process.wait(20)

    def text(self):
        with open(self.said, encoding="utf-8", errors="replace") as file:
            return file.read()


def recorded():
    """A panel and the frames of its recording, which can be played again and again."""
    recording = Recording(path_of("xit-nexus4-nobtn"))
    frames = [events for _, events in recording.frames]
    # It begins in the slot that was selected at the time of the recording.
    frames[0] = [(EV_ABS, ABS_MT_SLOT, 0), *frames[0]]
    return Panel(recording), frames


def ten_fingers(length=500):
    """A panel and frames in which ten fingers land, move back and forth, and lift."""
    panel = Panel(Recording(path_of("cr-basking-elan")), name="Ten fingers")

    def at(step):
        # Two rows, unlike the contacts of a short circuit; every coordinate changes with every frame.
        there = step % 100 if step % 100 < 50 else 100 - step % 100
        return {slot: panel.at(0.1 + 0.15 * (slot % 5) + 0.004 * there, 0.2 + 0.3 * (slot // 5) + 0.003 * there)
                for slot in range(FINGERS)}

    return panel, [panel.changes(at(step)) for step in range(length)] + [panel.changes({})]


def packed(frames):
    return [b"".join(EVENT.pack(0, 0, *event) for event in [*frame, (EV_SYN, SYN_REPORT, 0)]) for frame in frames]


def reports(panel, frames):
    """The number of these frames that the kernel passes on: it drops those without changes."""
    count = 0
    with open(panel.node, "rb", buffering=0, opener=lambda *of: os.open(*of, os.O_NONBLOCK)) as witness:
        for frame in frames:
            os.write(panel.file, frame)
            data = witness.read(EVENT.size * 256) or b""
            count += sum(event[2:4] == (EV_SYN, SYN_REPORT) for event in EVENT.iter_unpack(data))
    return count


def play(panel, frames, rate):
    """Writes the frames at this pace, and returns the achieved frames per second."""
    start = time.monotonic()
    for number, frame in enumerate(frames):
        time.sleep(max(0, start + number / rate - time.monotonic()))
        os.write(panel.file, frame)
    return (len(frames) - 1) / (time.monotonic() - start)


def subscriber(path):
    """A process that reads and discards everything that gestured sends."""
    process = os.fork()
    if process == 0:
        # Where gestured is: to wake up another processor takes an emulator long, and gestured would pay for it.
        os.sched_setaffinity(0, {1})
        with contextlib.suppress(Exception):
            client = Client(path)
            client.call("subscribe")
            client.socket.settimeout(None)
            while client.socket.recv(65536):
                pass
        os._exit(0)
    return process


def lost(path, panel):
    """How often gestured lost events of the panel."""
    client = Client(path)
    with contextlib.closing(client):
        return next(each["defects"].get("eventsLost", 0)
                    for each in client.call("list", what="devices") if each["path"] == panel.node)


def has_surface(path, panel):
    with contextlib.suppress(OSError, Closed):
        client = Client(path)
        with contextlib.closing(client):
            return any(each["device"] == panel.node for each in client.call("list", what="surfaces"))
    return False


def paced(panel, frames, rate, rounds, readers):
    """Processor time per frame in µs by reader, a list for each, and frames per second. Lost if events were."""
    passed_on = reports(panel, frames)
    for each in readers:
        each.start(panel.node)
    told = next(each for each in readers if each.is_told)
    for each in readers:
        if each.path:
            until(lambda each=each: has_surface(each.path, panel), "gestured uses the panel")
    reading = subscriber(told.path)
    times, rates = [[] for _ in readers], []
    play(panel, frames, rate)  # one-time work is over
    for _ in range(rounds):
        time.sleep(0.3)
        before = [each.processor_time() for each in readers]
        rates.append(play(panel, frames, rate))
        time.sleep(0.3)
        for figures, each, was in zip(times, readers, before):
            figures.append((each.processor_time() - was) / passed_on / 1000)
    slow = [each.name for each in readers if each.path and lost(each.path, panel)]
    for each in readers:
        each.stop()
    os.waitpid(reading, 0)
    slow += [each.name for each in readers if "SYN_DROPPED" in each.text()]
    if slow:
        raise Lost(f"{', '.join(slow)}: lost events at {rate} frames per second")
    return times, statistics.median(rates)


def in_every_place(panel, frames, rate, rounds, readers):
    """Medians by reader, and frames per second.

    The kernel wakes readers in the order in which they came, and the first has it hardest. So each comes first, second,
    third and fourth, and what counts is the mean of its four medians.
    """
    medians, rates = [0] * 4, []
    for order in (0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0):
        times, reached = paced(panel, frames, rate, rounds, [readers[each] for each in order])
        rates.append(reached)
        for each, figures in zip(order, times):
            medians[each] += statistics.median(figures) / 4
    return medians, statistics.median(rates)


def at_pace(panel, frames, *others):
    """The same at the greatest pace at which no reader loses events; exits if there is none."""
    for rate in PACES:
        try:
            return in_every_place(panel, frames, rate, *others)
        except Lost as loss:
            print(f"{loss}; thrown away", flush=True)
    sys.exit("This machine is too busy to measure.")


def bursts(panel, frames, gestured):
    """The greatest pace of gestured: a burst, all of its lines, and so on. Frames per second, and µs each."""
    path = gestured.path
    land, moves, lift = frames[:20], frames[20:-1], frames[-1]
    gestured.start(panel.node)
    until(lambda: has_surface(path, panel), "gestured uses the panel")
    client = Client(path)
    client.call("subscribe")
    play(panel, land + moves, 100)
    client.until_answered()
    assert client.gestures(recognizer="three-finger-pan", state="changed"), "no pan has begun"
    stream, done = client.socket, 0
    # Every frame must be a change, so the fingers move forth and back.
    moves = moves[-2::-1] + moves[1:]
    stream.settimeout(10)
    before, start = gestured.processor_time(), time.monotonic()
    while done < FRAMES_IN_BURSTS:
        os.write(panel.file, b"".join(moves[(done + each) % len(moves)] for each in range(BURST)))
        done, came = done + BURST, 0
        while came < BURST:
            came += stream.recv(65536).count(PAN)
    elapsed, spent = time.monotonic() - start, gestured.processor_time() - before
    os.write(panel.file, lift)
    client.close()
    count = lost(path, panel)
    gestured.stop()
    if count:
        raise Lost(f"gestured lost events in bursts, {count} times")
    return done / elapsed, spent / done / 1000


def show(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) if not number else cell.rjust(width)
                        for number, (cell, width) in enumerate(zip(row, widths))))


def main():
    program, rounds = sys.argv[1], int((sys.argv[2:] or ["3"])[0])
    # The writer and the subscriber run on the first processor, the measured readers on the second.
    os.sched_setaffinity(0, {0})
    folder = tempfile.mkdtemp(dir="/run")
    alone, telling = (Reader.gestured(folder, program, each) for each in ("gestured", "gestured with a subscriber"))
    telling.is_told = True
    rows = [["µs per frame", "frames/s", "gestured", "--quiet", "ratio", "with a subscriber", "debug-events", "ratio"]]
    for name, make in ("recording, up to four fingers", recorded), ("ten fingers", ten_fingers):
        panel, frames = make()
        command = ["libinput", "debug-events", "--verbose", "--device", panel.node]
        quiet = Reader(folder, "debug-events --quiet", *command, "--quiet")
        printing = Reader(folder, "debug-events", *command)
        costs, rate = at_pace(panel, packed(frames), rounds, [alone, quiet, telling, printing])
        panel.unplug()
        row = [name, f"{rate:.0f}"]
        for mine, other in costs[:2], costs[2:]:
            row += [f"{mine:.0f}", f"{other:.0f}", f"{mine / other:.2f}"]
        rows.append(row)
    show(rows)
    panel, frames = ten_fingers()
    try:
        rate, cost = bursts(panel, packed(frames), telling)
    except Lost as loss:
        sys.exit(str(loss))
    panel.unplug()
    print(f"\nTen fingers, full speed: {rate:.0f} frames/s until a subscriber has them, {cost:.0f} µs of the processor"
          f" each: {1e6 / cost:.0f} frames for a second of it.")


if __name__ == "__main__":
    main()
