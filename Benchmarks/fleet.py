#!/usr/bin/env -S python3 -B
"""Measurement of a wall of panels at one MQTT broker: processor time and memory, and how late gestures arrive.

scripts/measure fleet [--panels N] [--seconds S] [FOLDER]
    of the programs in a folder, .build-install/release if none is given

Each panel is a gestured, in which a finger taps every 1.1 seconds, and the program of gestured-mqtt.service. All run
beside one mosquitto and one subscriber on this machine, so their turns at its processors are part of the delays; those
of a direct subscriber of gestured are printed for comparison. A delay is from the time of the gesture to that at which
the subscriber has it. Then the broker is killed for S seconds, and forgets everything.
"""

import argparse
import contextlib
import json
import math
import os
import pathlib
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "Tests/Documents"), str(ROOT / "clients/python/tests")]
from parts import Program  # noqa: E402
from sentences import wait_for  # noqa: E402
from written_recording import write_recording  # noqa: E402

LIMIT = 600  # s for what has no other
TICKS = os.sysconf("SC_CLK_TCK")


class Wall:
    """The broker, the subscriber, and the panels."""

    def __init__(self, programs, folder, count):
        self.programs, self.folder, self.count, self.closing = programs, folder, count, contextlib.ExitStack()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        (folder / "broker.conf").write_text(f"user root\nlistener {self.port} 127.0.0.1\nallow_anonymous true\n")
        (folder / "panel.yaml").write_text(
            "surfaces: [{ name: panel, size: 216mm x 135mm }]\nrecognizers: [{ name: tap, type: tap }]\n")
        write_recording(folder / "tap.evemu", [[(1080, 675)]] * 5, 0)

    def __enter__(self):
        self.start_broker()
        self.subscriber = self.run("mosquitto_sub", "--port", self.port, "--qos", 1, "--topic", "panels/#",
                                   "-F", "%U %t %p")
        return self

    def __exit__(self, *_):
        self.closing.close()

    def run(self, *command, **environment):
        return self.closing.enter_context(Program(*command, env={
            **os.environ, "SWIFT_BACKTRACE": "enable=no", **environment}))

    def start_broker(self):
        self.broker = self.run("/usr/sbin/mosquitto", "-c", self.folder / "broker.conf").process
        wait_for(lambda: not socket.socket().connect_ex(("127.0.0.1", self.port)), "the broker listens", LIMIT)

    def start_panels(self):
        self.publishers = []
        for number in range(self.count):
            path = f"{self.folder}/{number}.sock"
            self.run(self.programs / "gestured", "--socket", path, "--config", self.folder / "panel.yaml",
                     "--replay", self.folder / "tap.evemu", "--loop", "--log-level", "warning")
            self.publishers.append(self.run(
                "/usr/bin/python3", "-B", ROOT / "clients/mqtt/gestured_mqtt.py", "--port", self.port,
                "--panel", f"panel-{number}", GESTURED_SOCKET=path))
        self.wait_until_online(0)

    def wait_until_online(self, since):
        wait_for(lambda: len({topic for when, topic, text in self.messages("presence")
                              if when >= since and text == "online"}) == self.count, "all panels are online", LIMIT)

    def messages(self, what):
        """When each message came, its topic, and its text."""
        lines = re.findall(rf"(?m)^([\d.]+) (panels/[^/]+/{what}) (.*)$", self.subscriber.text())
        return [(float(when), topic, text) for when, topic, text in lines]


class Direct(threading.Thread):
    """A subscriber of some panels without a broker; `delays` in milliseconds."""

    def __init__(self, paths):
        super().__init__(daemon=True)
        self.delays, self.selector = [], selectors.DefaultSelector()
        for path in paths:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(path))
            connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
            self.selector.register(connection, selectors.EVENT_READ)

    def run(self):
        while True:
            for key, _ in self.selector.select():
                data, now = key.fileobj.recv(65536), time.monotonic()
                self.delays += [1000 * (now - float(when)) for when in re.findall(rb'"time":([\d.]+)', data)]


def processor_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process, word="VmRSS"):
    """Megabytes."""
    file = "status" if word.startswith("Vm") else "smaps_rollup"
    return int(re.search(rf"{word}:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/{file}").read_text())[1]) / 1000


def quantile(values, share):
    return sorted(values)[math.ceil(share * len(values)) - 1]


def measure(wall, seconds):
    print(f"| broker before the first panel | {memory(wall.broker):.1f} MB |")
    wall.start_panels()
    publishers = [each.process for each in wall.publishers]
    direct = Direct([wall.folder / f"{number}.sock" for number in range(min(10, wall.count))])
    direct.start()
    start, used = time.time(), [processor_seconds(each) for each in (wall.broker, *publishers)]
    time.sleep(seconds)
    end, now = time.time(), [processor_seconds(each) for each in (wall.broker, *publishers)]
    broker, *others = [(after - before) / (end - start) for before, after in zip(used, now)]
    came = [(when, json.loads(text)["at"]) for when, _, text in wall.messages("gestures") if start <= when < end]
    delays = [1000 * (when - at) for when, at in came]
    rate = len(came) / (end - start)
    print(f"| gestures per second | {rate:.0f} |")
    for name, each in ("the broker's", delays), ("a direct", direct.delays):
        print(f"| from the gesture to {name} subscriber: p50 / p90 / p99 | {quantile(each, .5):.1f} / "
              f"{quantile(each, .9):.1f} / {quantile(each, .99):.1f} ms |")
    print(f"| broker: processor time | {100 * broker:.1f} % of one processor, {1e6 * broker / rate:.0f} µs a gesture |")
    print(f"| broker: memory | {memory(wall.broker):.1f} MB |")
    print(f"| program of a panel: processor time | {100 * statistics.mean(others):.2f} %, "
          f"{1e6 * sum(others) / rate:.0f} µs a gesture |")
    print(f"| program of a panel: memory | {statistics.mean(map(memory, publishers)):.1f} MB, of it alone "
          f"{statistics.mean(memory(each, 'Private_Dirty') for each in publishers):.1f} MB |")
    outage(wall, seconds)
    print(f"| broker since then: memory, at most | {memory(wall.broker, 'VmHWM'):.1f} MB |")


def outage(wall, seconds):
    """Kills the broker for a time, and checks that each gesture since then arrives, in order."""
    wall.broker.kill()
    wall.broker.wait()
    killed = time.time()
    time.sleep(seconds)
    returned = time.time()
    wall.start_broker()
    wall.wait_until_online(returned)
    online = time.time()
    print(f"| broker away for {seconds} s: until the last panel is online | {online - returned:.1f} s |")
    # A panel has sent what waited when a gesture that was made after that has come.
    wait_for(lambda: len({topic for _, topic, text in wall.messages("gestures")
                          if json.loads(text).get("at", 0) > online}) == wall.count, "new gestures of all", LIMIT)
    waited = [(when, topic, json.loads(text)) for when, topic, text in wall.messages("gestures") if when >= returned]
    assert not any("lost" in message for _, _, message in waited), "gestures were lost"
    late = [when - returned for when, _, message in waited if message["at"] < returned]
    print(f"| gestures that waited: number, and when the last one came | {len(late)}, {max(late):.1f} s |")
    for number in range(wall.count):
        times = [message["at"] for _, topic, message in waited if topic == f"panels/panel-{number}/gestures"]
        assert times == sorted(times), f"panel-{number} has another order"
        gaps = [after - before for before, after in zip(times, times[1:])]
        # The subscriber may have connected after the first panels: what these sent before is not among them.
        assert not gaps or max(gaps) < 3, f"panel-{number} has a gap of {max(gaps):.1f} s"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / ".build-install/release")
    parser.add_argument("--panels", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    subprocess.run([ROOT / "scripts/prerequisites", "mosquitto", "mosquitto-clients", "python3-paho-mqtt"], check=True)
    with tempfile.TemporaryDirectory() as folder, Wall(
            options.folder.resolve(), pathlib.Path(folder), options.panels) as wall:
        print(f"| {options.panels} panels, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} | |\n|---|---|")
        measure(wall, options.seconds)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
