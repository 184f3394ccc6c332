"""Checks of the files and commands of docs/fleet.md, with a broker."""

import json
import os
import re
import select
import signal
import socket
import time

from scene import PROJECT, check, daemon, read, restart, run, said, show, stopped, write

PANEL, BROKER = "panel-7", "broker.example.org"  # the names on the page; the broker is this machine, too
FAR_TOO_LATE = 100  # s, for another subscriber of gestured. A client that waited for the broker would wait for ever.


class Page:
    """The files that docs/fleet.md shows, and its commands: all else that is said in `sh`."""

    def __init__(self):
        self.files, self.commands, self.examples, self.used = {}, [], [], set()
        blocks = re.findall(r"(?ms)(?:`([~/][^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$", read(f"{PROJECT}/docs/fleet.md"))
        for path, kind, block in blocks:
            if path:
                self.files[os.path.expanduser(path)] = block
            elif kind == "sh":
                self.commands += block.splitlines()
            else:
                self.examples.append(block)

    def command(self, start):
        """The command that begins like this."""
        found = next(command for command in self.commands if command.startswith(start))
        self.used.add(found)
        return found

    def write(self, *paths):
        for path in paths:
            write(path, self.files[path])

    def administer(self, start, end):
        """Carries out the commands from one to another, as root."""
        first = next(number for number, command in enumerate(self.commands) if command.startswith(start))
        for command in self.commands[first:]:
            self.used.add(command)
            run("sh", "-c", command.replace("sudo ", ""))
            if command == end:
                return
        raise AssertionError(f"the page has no {end!r} after {start!r}")


page = Page()


class Listener:
    """A program of the page that prints the broker's messages: `gestures` keeps those made since."""

    def __init__(self, scene, command):
        self.program, self.since = scene.program("sh", "-c", "exec " + command), time.time()
        self.buffer, self.gestures = b"", []

    def next(self):
        """The next line. AssertionError when the program ends."""
        while b"\n" not in self.buffer:
            data = os.read(self.program.stdout.fileno(), 65536)
            assert data, f"it ended: {self.program.stderr.read()}"
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode()

    def has_more(self):
        return b"\n" in self.buffer or bool(select.select([self.program.stdout], [], [], 0)[0])

    def until(self, line):
        """Waits for this line, whatever comes before it."""
        while self.next() != line:
            pass

    def hear(self):
        """Takes a gesture up, unless it is of an earlier check, or comes a second time."""
        topic, _, payload = self.next().partition(" ")
        assert topic == f"panels/{PANEL}/gestures", topic
        gesture = json.loads(payload)
        if gesture.get("at", self.since) >= self.since and gesture not in self.gestures:
            self.gestures.append(gesture)

    def until_tapped(self, scene, panel, client):
        """Taps until a tap arrives (nothing reports that a listener or a publisher is connected); returns it."""
        while not self.gestures:
            while not self.has_more():
                scene.settle(panel, client)
            self.hear()
        return self.gestures[0]

    def until_all(self, client):
        """Waits for as many taps as a client has received from gestured itself."""
        taps = len(client.gestures(recognizer="select"))
        while len(self.gestures) < taps:
            self.hear()
        assert len(self.gestures) == taps, f"{len(self.gestures)} arrived, {taps} were made"


def archive(scene):
    """The listener that must miss nothing."""
    return Listener(scene, page.command("mosquitto_sub --id"))


def presence(scene):
    return Listener(scene, page.command("mosquitto_sub --verbose --topic 'panels/+/presence'"))


def process_of(unit):
    return int(show("MainPID", unit))


@check("the page's broker refuses unknown clients")
def _():
    socket.sethostname(PANEL)
    with open("/etc/hosts", "a", encoding="ascii") as file:
        file.write(f"127.0.0.1 {BROKER}\n")
    page.write("/etc/mosquitto/panels.passwords", "/etc/mosquitto/panels.acl", "/etc/mosquitto/conf.d/panels.conf")
    page.administer("sudo mosquitto_passwd", "sudo systemctl restart mosquitto")
    assert "the-password" not in read("/etc/mosquitto/panels.passwords"), "passwords are kept as they are"
    stranger = said("mosquitto_pub", "--host", BROKER, "--topic", f"panels/{PANEL}/gestures", "--null-message")
    assert stranger.returncode != 0 and "not authorised" in stranger.stderr, stranger


@check("the installed service sends gestures to all subscribers, with the time of day, and without a place")
def _(scene):
    page.write("/etc/gestured/broker", os.path.expanduser("~/.config/mosquitto_sub"))
    page.administer("sudo chmod 600 /etc/gestured/broker", "sudo systemctl enable --now gestured-mqtt")
    panel, client = scene.panel("ed-elan-touchscreen"), scene.client()
    listeners = [archive(scene), Listener(scene, page.command("mosquitto_sub --verbose --topic 'panels/+/gestures'"))]
    for listener in listeners:
        tap = listener.until_tapped(scene, panel, client)
        example = next(json.loads(block) for block in page.examples if block.startswith('{"recognizer"'))
        assert list(tap) == list(example), tap
        assert tap["surface"] == panel.surface and tap["type"] == "tap" and tap["taps"] == 1, tap
        assert abs(tap["at"] - scene.start) < 120, (tap["at"], scene.start)


@check("the service lists the options that the page names, and its user may neither read the file nor anything else")
def _():
    listed = run("sh", "-c", page.command("python3 /usr").replace("/usr/share", "/usr/local/share"))
    for option in "--cafile", "--recognizer", "--surface", "--member", "--keep":
        assert option in listed, option
    status = read(f"/proc/{process_of('gestured-mqtt')}/status")
    user, group = (re.search(rf"(?m)^{name}:\t(\d+)", status)[1] for name in ("Uid", "Gid"))
    assert int(user) > 60000 and "CapEff:\t0000000000000000" in status, status
    as_it = "setpriv", "--reuid", user, "--regid", group, "--clear-groups"
    assert said(*as_it, "cat", "/etc/gestured/broker").returncode != 0


@check("neither the panel's password nor access to another panel's topics can be obtained")
def _(scene):
    listener = Listener(scene, "mosquitto_sub --verbose --topic 'panels/+/note'")
    password = next(line.split()[1] for line in page.files["/etc/gestured/broker"].splitlines() if "--pw" in line)
    assert password not in run("ps", "-eo", "args", "--no-headers")
    own, other = f"panels/{PANEL}/note", "panels/panel-8/note"
    while not listener.has_more():  # Nothing reports that it has subscribed.
        for topic in other, own:
            run("mosquitto_pub", "--host", BROKER, "--username", PANEL, "--pw", password, "--qos", "1",
                "--topic", topic, "--message", "here")
    assert listener.next() == f"{own} here", "a panel published for another"


@check("all taps during a restart of the broker arrive after it")
def _(scene):
    panel, client, listener = scene.panel("ed-elan-touchscreen"), scene.client(), archive(scene)
    listener.until_tapped(scene, panel, client)
    publisher = process_of("gestured-mqtt")
    listener.until_all(client)
    run("systemctl", "stop", "mosquitto")
    for _ in range(3):
        scene.settle(panel, client)
    run("systemctl", "start", "mosquitto")
    listener.until_all(client)
    assert process_of("gestured-mqtt") == publisher, "the service was restarted"


@check("a broker that hangs, and a service that hangs before it, delay no other subscriber of gestured")
def _(scene):
    panel, client, listener = scene.panel("ed-elan-touchscreen"), scene.client(), archive(scene)
    listener.until_tapped(scene, panel, client)
    taps = len(client.gestures(recognizer="select"))
    with stopped(process_of("mosquitto")), stopped(process_of("gestured-mqtt")):
        for count in range(taps + 1, taps + 11):
            panel.tap()
            client.wait_for(FAR_TOO_LATE, count=count, recognizer="select")
    listener.until_all(client)


@check("the service continues when gestured is restarted")
def _(scene):
    publisher = process_of("gestured-mqtt")
    panel = scene.panel("ed-elan-touchscreen")
    restart()
    archive(scene).until_tapped(scene, scene.used(panel), scene.client())
    assert process_of("gestured-mqtt") == publisher, "the service was restarted"


ONLINE, OFFLINE = (f"panels/{PANEL}/presence {word}" for word in ("online", "offline"))


@check("the panel is online, and when its connection breaks, the broker itself says that it is not")
def _(scene):
    listener = presence(scene)
    listener.until(ONLINE)
    run("systemctl", "kill", "-s", "KILL", "gestured-mqtt")
    listener.until(OFFLINE)
    listener.until(ONLINE)


@check("without gestured the panel is offline, and with it online again")
def _(scene):
    listener = presence(scene)
    listener.until(ONLINE)
    run("systemctl", "reset-failed", "gestured")  # or systemd calls it too often
    os.kill(daemon(), signal.SIGKILL)
    listener.until(OFFLINE)
    listener.until(ONLINE)
    run("systemctl", "stop", "gestured")
    listener.until(OFFLINE)
    run("systemctl", "start", "gestured")
    listener.until(ONLINE)


@check("after a restart of the broker the panel is online again")
def _(scene):
    run("systemctl", "restart", "mosquitto")
    presence(scene).until(ONLINE)


@check("every command of docs/fleet.md was used, and its services are removed without a trace")
def _():
    assert set(page.commands) == page.used, set(page.commands) - page.used
    run("systemctl", "disable", "--now", "gestured-mqtt")
    run("systemctl", "stop", "mosquitto")
    for path in page.files:
        os.unlink(path)
    run("systemctl", "daemon-reload")
    socket.sethostname("guest")
