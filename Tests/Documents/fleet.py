#!/usr/bin/python3 -B
"""Tests of the guarantees of docs/fleet.md: the program that publishes gestures, a real broker, and a real gestured.

    fleet.py FOLDER [PART]    FOLDER has built programs: gestured and gesturectl; only sentences with this PART

An hour without a broker is more gestures than the program keeps. How it keeps them depends on their number, not on
time, so it keeps 20 here instead of 10,000, of a finger that taps ten times a second. PYTHONPATH may name a folder with
another paho-mqtt. Prints `ok` and `FAIL` lines, and at last how many passed. Installs missing packages.
"""

import contextlib
import json
import logging
import os
import pathlib
import random
import re
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import time

from parts import PATIENCE, ROOT, Daemon, Program
from sentences import Report, check, wait_for

sys.path.append(str(ROOT / "clients/python/tests"))
from written_recording import write_recording  # noqa: E402

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
PUBLISHER = ROOT / "clients/mqtt/gestured_mqtt.py"
GESTURES, PRESENCE = "panels/panel-7/gestures", "panels/panel-7/presence"
SOME = 20  # gestures; the program keeps as many where the bound is tested
SAME = 0.01  # s between two readings of one time; taps are 0.1 s apart


def command(*arguments, **options):
    return subprocess.run([str(each) for each in arguments], capture_output=True, text=True, check=True,
                          timeout=2 * PATIENCE, **options).stdout


class Broker:
    """A mosquitto that keeps nothing on disk, and a listener to all panels.

    Panels connect through a gate, which opens when the listener has subscribed: so it misses nothing of theirs.
    """

    def __init__(self, folder):
        self.folder, self.port, self.starts = folder, free_port(), 0
        self.settings = [f"listener {self.port} 127.0.0.1", "allow_anonymous true"]
        self.gate, self.while_running, self.closing = free_port(), contextlib.ExitStack(), contextlib.ExitStack()
        self.listener = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.while_running.close()
        self.closing.close()

    def start(self):
        self.starts += 1
        (self.folder / "broker.conf").write_text("\n".join(["user root", *self.settings, ""]))
        self.process = self.while_running.enter_context(
            Program("/usr/sbin/mosquitto", "-c", self.folder / "broker.conf")).process
        wait_for(lambda: not socket.socket().connect_ex(("127.0.0.1", self.port)), "the broker listens", PATIENCE)
        command("mosquitto_pub", "--port", self.port, "--retain", "--topic", "start", "--message", self.starts)
        if self.listener is None:
            self.listener = self.closing.enter_context(Program(
                "mosquitto_sub", "--port", self.port, "--verbose", "--topic", "panels/#", "--topic", "start"))
        self.listener.wait_for(f"start {self.starts}")
        self.while_running.enter_context(Program(
            "socat", f"TCP-LISTEN:{self.gate},bind=127.0.0.1,fork,reuseaddr", f"TCP:127.0.0.1:{self.port}"))

    def kill(self):
        self.process.kill()
        self.while_running.close()

    def messages(self, topic):
        return re.findall(rf"(?m)^{topic} (.*)$", self.listener.text()) if self.listener else []

    def wait_for_presence(self, wanted, after=0):
        """Waits until this is the last word about the panel, behind so many earlier ones."""
        wait_for(lambda: self.messages(PRESENCE)[after:][-1:] == [wanted], wanted, PATIENCE)


class Panel:
    """A gestured whose finger taps on request, a client of it that notes the taps, and the program."""

    def __init__(self, folder, broker, *options, recognizers=1):
        self.folder, self.closing = folder, contextlib.ExitStack()
        self.options = ["--host", "127.0.0.1", "--port", broker.gate, "--panel", "panel-7", *options]
        (folder / "panel.yaml").write_text(
            "surfaces: [{ name: panel, size: 216mm x 135mm }]\nrecognizers:\n  - { name: tap, type: tap }\n" + "".join(
                f'  - {{ name: tap-{each}, type: tap, simultaneousWith: "*" }}\n' for each in range(1, recognizers)))
        place = (1080, 675)
        write_recording(folder / "taps.evemu", [[each] for _ in range(100) for each in [place] * 3 + [None] * 3], 0)
        self.environment = {**os.environ, "GESTURED_SOCKET": str(folder / "socket")}

    def __enter__(self):
        self.start_daemon()
        self.control("disable", "tap")
        self.earlier = self.status()["gestures"]
        self.witness = self.closing.enter_context(Program(
            PROGRAMS / "gesturectl", "monitor", "--json", "--state", "recognized", env=self.environment))
        self.start()
        return self

    def __exit__(self, *exception):
        self.closing.close()

    def start_daemon(self):
        self.daemon = self.closing.enter_context(Daemon(
            PROGRAMS / "gestured", self.folder / "socket", self.folder / "taps.evemu",
            "--config", self.folder / "panel.yaml"))

    def start(self):
        """Starts the program; returns when it receives gestures."""
        self.program = self.closing.enter_context(Program(
            "/usr/bin/python3", "-B", PUBLISHER, *self.options, env=self.environment))
        self.wait_for_subscriptions(2)

    def end(self, number):
        """Ends the program by a signal."""
        self.program.process.send_signal(number)
        self.program.process.wait(PATIENCE)
        self.wait_for_subscriptions(1)

    def wait_for_subscriptions(self, number):
        wait_for(lambda: self.status()["subscriptions"] == number, f"{number} subscriptions", PATIENCE)

    def control(self, *arguments):
        return command(PROGRAMS / "gesturectl", *arguments, env=self.environment)

    def status(self):
        return json.loads(self.control("status", "--json"))

    def start_tapping(self):
        self.control("enable", "tap")

    def stop_tapping(self):
        """Returns when the witness knows all taps."""
        self.control("disable", "tap")
        made = self.status()["gestures"] - self.earlier
        wait_for(lambda: len(self.taps()) == made, f"{made} taps", PATIENCE)

    def taps(self):
        """The times of the taps so far, by the clock of the day."""
        lines = [json.loads(each) for each in self.witness.text().splitlines(keepends=True) if each.startswith("{")
                 and each.endswith("\n")]
        day = time.time() - time.monotonic()
        return [each["params"]["time"] + day for each in lines if each["method"] == "gesture"]

    def tap_some(self, number=SOME):
        """Taps so often, or a little more."""
        before = len(self.taps())
        self.start_tapping()
        wait_for(lambda: len(self.taps()) >= before + number, "taps", PATIENCE)
        self.stop_tapping()


def accounted(taps, messages):
    """How many of the taps the messages tell, and how many lost ones they count; a message may come twice in a row.

    AssertionError if one is missing, or anywhere but in its place, or again after a later one.
    """
    told, lost, before = 0, 0, None
    for text in messages:
        message = json.loads(text)
        if text == before:
            continue
        if "lost" in message:
            lost += message["lost"]
            assert abs(taps[told + lost - 1] - message["at"]) < SAME, (message, told, lost)
        else:
            assert abs(taps[told + lost] - message["at"]) < SAME, (message, told, lost, taps[told + lost])
            told += 1
        before = text
    return told, lost


def wait_for_all(panel, broker, since=0):
    """Waits until each tap behind so many has arrived or is counted as lost; returns both numbers."""
    taps = panel.taps()[since:]

    def account():
        told, lost = accounted(taps, broker.messages(GESTURES))
        return (told, lost) if told + lost == len(taps) else None
    return wait_for(account, "the arrival of all taps", 2 * PATIENCE)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def world(*options, **given):
    """A panel, with options of the program, and a broker that does not run yet."""
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        with Broker(folder) as broker, Panel(folder, broker, *options, **given) as panel:
            yield panel, broker


@check("a broker that comes later receives all gestures from the first one on")
def _():
    with world() as (panel, broker):
        panel.tap_some()
        broker.start()
        panel.tap_some()
        told, lost = wait_for_all(panel, broker)
        assert told >= 2 * SOME and lost == 0, (told, lost)
        message = json.loads(broker.messages(GESTURES)[0])
        assert list(message) == ["recognizer", "type", "state", "surface", "region", "taps", "at"], message
        assert message["surface"] == "panel" and message["taps"] == 1, message


@check("of too many gestures the newest are kept, and the number of the others comes before them")
def _():
    with world("--keep", SOME) as (panel, broker):
        panel.tap_some(3 * SOME)
        made = len(panel.taps())
        wait_for(lambda: panel.program.text().count("dropping the oldest") == 1, "a warning", PATIENCE)
        broker.start()
        told, lost = wait_for_all(panel, broker)
        assert (told, lost) == (SOME, made - SOME), (told, lost, made)
        assert list(json.loads(broker.messages(GESTURES)[0])) == ["lost", "at"]
        panel.program.wait_for(f"{lost} gestures were lost.*")
        # A second time, with a connection before it.
        broker.kill()
        panel.tap_some(3 * SOME)
        broker.start()
        told, again = wait_for_all(panel, broker)
        # The one that the killed broker had not acknowledged may be beside those.
        assert again > lost and told - SOME in (SOME, SOME + 1), (told, again, lost)


@check("a broker that is killed and forgets everything again and again costs no gesture, and changes no order")
def _():
    with world() as (panel, broker):
        broker.start()
        panel.start_tapping()
        for _ in range(3):
            before = len(broker.messages(GESTURES))
            wait_for(lambda: len(broker.messages(GESTURES)) > before, "a tap", PATIENCE)
            words = len(broker.messages(PRESENCE))
            broker.kill()
            broker.start()
            broker.wait_for_presence("online", after=words)
        panel.stop_tapping()
        told, lost = wait_for_all(panel, broker)
        assert told > 3 and lost == 0, (told, lost)


@check("a broker that stands still is left, and receives the gestures when it goes on")
def _():
    with world("--keepalive", 2) as (panel, broker):
        broker.start()
        panel.tap_some()
        wait_for_all(panel, broker)
        said = len(panel.program.text())
        broker.process.send_signal(signal.SIGSTOP)
        panel.tap_some()
        panel.program.wait_for("no connection to the broker.*", start=said)
        panel.tap_some()
        assert len(broker.messages(GESTURES)) < len(panel.taps()), "it did not stand still"
        broker.process.send_signal(signal.SIGCONT)
        told, lost = wait_for_all(panel, broker)
        assert told >= 3 * SOME and lost == 0, (told, lost)
        broker.wait_for_presence("online")


@check("a program that is ended says how many gestures are lost, and the next one continues with new ones")
def _():
    with world("--keep", SOME) as (panel, broker):
        panel.tap_some(3 * SOME)
        made, program = len(panel.taps()), panel.program
        program.wait_for(".*dropping the oldest")
        panel.end(signal.SIGTERM)
        lost = int(program.wait_for(r"(\d+) gestures are lost, .*")[1])
        # The last ones may have been on the way to it.
        assert program.process.returncode == 0 and SOME < lost <= made, (program.process.returncode, lost, made)
        panel.start()
        panel.tap_some(SOME // 2)
        broker.start()
        panel.tap_some(SOME // 2)
        assert wait_for_all(panel, broker, since=made)[0] >= SOME // 2


@check("a program that stood still until gestured dropped gestures tells how many")
def _():
    with world(recognizers=16) as (panel, broker):
        broker.start()
        panel.start_tapping()
        wait_for(lambda: broker.messages(GESTURES), "a tap", PATIENCE)
        panel.program.process.send_signal(signal.SIGSTOP)
        wait_for(lambda: panel.status()["lagged"], "gestured gives it up", 2 * PATIENCE)
        panel.program.process.send_signal(signal.SIGCONT)
        wait_for(lambda: '"lost"' in "".join(broker.messages(GESTURES)[:-1]), "the loss, and more", PATIENCE)
        lost = next(each for each in map(json.loads, broker.messages(GESTURES)) if "lost" in each)
        assert lost["lost"] >= 256, lost


@check("a program that is killed is offline at once, and its successor is online with what follows")
def _():
    with world() as (panel, broker):
        broker.start()
        panel.tap_some()
        wait_for_all(panel, broker)
        broker.wait_for_presence("online")
        panel.end(signal.SIGKILL)
        broker.wait_for_presence("offline")
        panel.start()
        broker.wait_for_presence("online")
        panel.tap_some()
        wait_for_all(panel, broker)


@check("a panel without gestured is offline, keeps what it has, and is online again when gestured is")
def _():
    with world() as (panel, broker):
        panel.tap_some()
        panel.daemon.process.kill()
        broker.start()
        broker.wait_for_presence("offline")
        told, lost = wait_for_all(panel, broker)
        assert told >= SOME and lost == 0, (told, lost)
        panel.start_daemon()
        broker.wait_for_presence("online")
        wait_for(lambda: len(broker.messages(GESTURES)) > told, "a tap of the next gestured", PATIENCE)


@check("the options of a file give a password and a certificate, and no list of processes shows the password")
def _():
    with world() as (panel, broker):
        key, certificate = broker.folder / "key.pem", broker.folder / "certificate.pem"
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, "-subj", "/CN=broker",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate)
        command("mosquitto_passwd", "-c", "-b", broker.folder / "passwords", "panel-7", "-secret word")
        secure = free_port()
        broker.settings = ["per_listener_settings true", *broker.settings, f"listener {secure} 127.0.0.1",
                           "allow_anonymous false", f"password_file {broker.folder}/passwords",
                           f"certfile {certificate}", f"keyfile {key}"]
        panel.end(signal.SIGTERM)
        file = panel.folder / "options"
        given = f"# Of the test.\n\n--host 127.0.0.1\n--port {secure}\n--panel panel-7\n--username panel-7\n"
        file.write_text(f"{given}--cafile {certificate}\n--pw wrong\n")
        panel.options = [f"@{file}"]
        panel.start()
        broker.start()
        panel.program.wait_for("no connection to the broker 127.0.0.1: .*(?i:not authori[sz]ed).*")
        panel.end(signal.SIGTERM)
        file.write_text(f"{given}--cafile {certificate}\n--pw -secret word\n")
        panel.start()
        panel.tap_some()
        told, lost = wait_for_all(panel, broker)
        assert told >= SOME and lost == 0, (told, lost)
        assert "secret word" not in command("ps", "-eo", "args")


@check("whatever is added, sent and acknowledged, the outbox keeps its bound, the order, and the count")
def _():
    logging.disable()
    outbox_class = runpy.run_path(str(PUBLISHER))["Outbox"]
    for seed in range(300):
        chance = random.Random(seed)
        History(chance, outbox_class, chance.randrange(1, 6)).run()


class History:
    """Random use of an outbox. The time of each message is the number of gestures up to it."""

    def __init__(self, chance, outbox_class, most):
        self.chance, self.outbox, self.most = chance, outbox_class(most), most
        self.made, self.known, self.sent = 0, 0, None

    def run(self):
        for _ in range(200):
            self.chance.choice([self.add, self.send, self.acknowledge])()
            assert self.outbox.unknown() == self.made - self.known
        messages = 0
        while self.send():
            self.acknowledge()
            messages += 1
        # One may have been sent, and one may tell what was lost.
        assert messages <= self.most + 2 and self.known == self.made, (messages, self.most, self.known, self.made)

    def add(self):
        lost = self.chance.choice([0, 0, 0, 3])  # gestured has dropped so many.
        self.made += lost or 1
        self.outbox.add({"lost": lost, "at": self.made} if lost else {"at": self.made})

    def send(self):
        before, self.sent = self.sent, self.outbox.next()
        assert before in (None, self.sent), "another before the acknowledgement"
        return self.sent

    def acknowledge(self):
        if self.sent:
            self.outbox.acknowledge()
            self.known += self.sent.get("lost", 1)
            assert self.sent["at"] == self.known, (self.sent, self.known)
            self.sent = None


def main():
    subprocess.run([ROOT / "scripts/prerequisites", "mosquitto", "mosquitto-clients", "socat", "openssl",
                    "python3-paho-mqtt"], check=True)
    report = Report()
    report.check_all(sys.argv[2] if len(sys.argv) > 2 else "", lambda function: function())
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
