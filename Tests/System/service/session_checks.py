"""Checks of access by active session, with logind and real terminals."""

import contextlib
import fcntl
import json
import pwd
import re

from service.access_checks import PAINTER, STEWARD, access, acting_as, invite
from independent_client import IndependentClient
from protocol.protocol_checks import connected, phases
from panels.reading_checks import feigned_sleep
from scene import check, daemon, loaded, run, said, until

ACTIVE = "{ session: active, allow: [gestures, touches] }"
BUS = "org.freedesktop.login1"
MANAGER = "/org/freedesktop/login1"
VT_ACTIVATE = 0x5606  # <linux/vt.h>


def logind(path, interface, method, *arguments):
    return json.loads(run("busctl", "--json=short", "call", BUS, path, f"{BUS}.{interface}", method, *arguments)
                      or "null")


class Session:
    """A user's login on a terminal of seat0, as a display manager's; in the foreground only when it is activated."""

    def __init__(self, user, terminal, kind="user"):
        self.unit, self.terminal = f"login-{user}-{terminal}", terminal
        run("systemd-run", "--quiet", f"--unit={self.unit}", f"--property=User={user}", "--property=PAMName=login",
            f"--property=TTYPath=/dev/tty{terminal}", "--property=StandardInput=tty-force",
            "--property=UtmpIdentifier=tty" + str(terminal), f"--setenv=XDG_VTNR={terminal}",
            "--setenv=XDG_SEAT=seat0", f"--setenv=XDG_SESSION_CLASS={kind}", "sleep", "infinity")
        self.name = until(lambda: self.find(pwd.getpwnam(user).pw_uid), f"a session of {user}")
        self.path = logind(MANAGER, "Manager", "GetSession", "s", self.name)["data"][0]

    def find(self, number):
        for name, user, _, seat, _ in logind(MANAGER, "Manager", "ListSessions")["data"][0]:
            if user == number and seat == "seat0":
                terminal = run("loginctl", "show-session", name, "-P", "TTY").strip()
                if terminal == f"tty{self.terminal}":
                    return name
        return None

    def activate(self):
        run("loginctl", "activate", self.name)
        until(lambda: run("loginctl", "show-seat", "seat0", "-P", "ActiveSession").strip() == self.name, "it is active")

    def lock(self, is_locked=True):
        run("busctl", "call", BUS, self.path, f"{BUS}.Session", "SetLockedHint", "b", str(is_locked).lower())

    def end(self):
        said("systemctl", "stop", self.unit)  # A restarted logind has ended it.
        for _ in range(25):
            try:
                return until(self.is_over, "the session is over", seconds=20)
            except AssertionError:
                run("systemctl", "daemon-reload")  # logind looks again; on a busy machine it has missed an end.
        raise AssertionError(run("loginctl", "session-status", self.name))

    def is_over(self):
        return self.name not in [each[0] for each in logind(MANAGER, "Manager", "ListSessions")["data"][0]]


@contextlib.contextmanager
def sessions(*entries):
    """Two users' sessions, the first of whom is at the screen, under these rules, if any; as (session, session)."""
    invite()
    opened = []
    try:
        with loaded(access(*entries)) if entries else contextlib.nullcontext():
            for user, terminal in (PAINTER, 1), (STEWARD, 2):
                opened.append(Session(user, terminal))
            opened[0].activate()
            yield opened
    finally:
        for session in opened:
            session.end()


def client_of(scene, user, *capabilities, **subscription):
    """A user's client that has these capabilities: at once, or as soon as gestured knows the user at the screen."""
    with acting_as(user):
        client = IndependentClient()
    scene.clients.append(client)
    hear(client, *capabilities)
    if subscription:
        client.call("subscribe", **subscription)
    return client


def hear(client, *capabilities):
    """Receives until the connection may do this and nothing else."""
    def present():
        told = [line["params"]["capabilities"] for line in client.lines if "capabilities" in line.get("params", {})]
        return told and told[-1] == list(capabilities)
    client.wait(present)


def rests(client):
    """AssertionError if a silent client receives anything but refusals."""
    before = len(client.lines)
    error = client.refused("status")
    assert error["code"] == -32001 and "session: active" in error["data"]["hint"], error
    assert len(client.lines) == before + 1, client.lines[before:]


def show_terminal(number):
    """Brings a terminal to the screen, as chvt does."""
    with open("/dev/tty0", "wb", buffering=0) as screen:
        fcntl.ioctl(screen, VT_ACTIVATE, number)


@check("session: at a switch with a finger down the old user receives only `cancelled`, the new one nothing of it")
def _(scene, atmel):
    root = connected(scene, recognizers=["move"], touches=True)
    with sessions(ACTIVE) as (first, second):
        old = client_of(scene, PAINTER, "gestures", "touches", recognizers=["move"], touches=True)
        new = client_of(scene, STEWARD)
        rests(new)
        atmel.move(((0.3, 0.5), (0.5, 0.5)))
        old.wait_for(state="began")
        second.activate()
        hear(old)
        assert old.states() == ["began", "cancelled"] and phases(old)[-1] == "cancelled", old.lines[-3:]
        hear(new, "gestures", "touches")
        snapshot = new.call("subscribe", recognizers=["move"], touches=True)
        assert snapshot["surfaces"] and not snapshot["gestures"] and not snapshot["touches"], snapshot
        # The finger continues.
        count = len(root.gestures())
        atmel.move(((0.5, 0.5), (0.7, 0.5)))
        root.wait_for(count=count + 5)
        atmel.lift()
        root.wait_for(state="ended")
        rests(old)
        new.until_answered()
        assert not new.told("gesture") and not new.told("touch"), new.lines
        atmel.drag(((0.3, 0.5), (0.6, 0.5)))
        new.wait_for(state="ended")
        assert new.states() == ["began", "ended"] and phases(new)[0] == "began"
        rests(old)
        # Back again: the subscription continues.
        first.activate()
        hear(old, "gestures", "touches")
        old.wait_for(method="reloaded")
        assert not old.told("reloaded")[-1]["gestures"] and old.told("reloaded")[-1]["surfaces"]
        atmel.drag(((0.3, 0.5), (0.6, 0.5)))
        old.wait_for(state="ended")
        hear(new)
        rests(new)
        root.wait_for(state="ended", count=3)
        assert root.states() == ["began", "ended"] * 3, "a client with all capabilities receives everything"


@check("session: a lock cancels and silences, an unlock brings a snapshot and later gestures")
def _(scene, atmel):
    with sessions(ACTIVE, f"{{ user: {STEWARD}, allow: gestures }}") as (session, _):
        client = client_of(scene, PAINTER, "gestures", "touches", recognizers=["move"], touches=True)
        other = client_of(scene, STEWARD, "gestures", recognizers=["move"])
        atmel.move(((0.3, 0.5), (0.5, 0.5)))
        client.wait_for(state="began")
        session.lock()
        hear(client)
        assert client.states() == ["began", "cancelled"] and phases(client)[-1] == "cancelled"
        atmel.move(((0.5, 0.5), (0.6, 0.5)))
        rests(client)
        session.lock(False)
        hear(client, "gestures", "touches")
        client.wait_for(method="reloaded")
        told = len(client.lines)
        atmel.drag(((0.6, 0.5), (0.7, 0.5)))
        other.wait_for(state="ended")
        client.until_answered()
        assert len(client.lines) == told + 1, f"it is an earlier finger: {client.lines[told:]}"
        atmel.drag(((0.3, 0.5), (0.6, 0.5)))
        client.wait_for(state="ended")
        other.wait_for(state="ended", count=2)
        assert other.states() == ["began", "ended"] * 2, "what is granted besides is not touched"
    said = scene.journal()
    number = pwd.getpwnam(PAINTER).pw_uid
    assert re.search(f"the session of user {number} is locked: .*has no effect", said), said
    assert said.count(f"the session of user {number} is at the screen") >= 2, said


@check("session: a login screen belongs to no user, and neither does a terminal without a session")
def _(scene):
    invite()
    with loaded(access(ACTIVE)):
        greeter = Session(PAINTER, 3, kind="greeter")
        try:
            greeter.activate()
            client = client_of(scene, PAINTER)
            client.until_answered()
            with sessions() as (session, _):
                hear(client, "gestures", "touches")
                greeter.activate()
                hear(client)
                session.activate()
                hear(client, "gestures", "touches")
                show_terminal(7)
                hear(client)
                session.activate()
                hear(client, "gestures", "touches")
            hear(client)
        finally:
            greeter.end()


@check("session: without logind no session has grants, which the journal says; they return with logind")
def _(scene):
    with sessions(ACTIVE):
        client = client_of(scene, PAINTER, "gestures", "touches")
        run("systemctl", "restart", "systemd-logind")
        client.wait(lambda: len(client.told("capabilities")) >= 2)
        hear(client, "gestures", "touches")
        run("systemctl", "mask", "--runtime", "systemd-logind")
        try:
            run("systemctl", "stop", "systemd-logind")
            hear(client)
            until(lambda: [line for line in scene.warnings() if "whose session is at the screen" in line], "a warning")
        finally:
            run("systemctl", "unmask", "--runtime", "systemd-logind")
            run("systemctl", "start", "systemd-logind")
        hear(client, "gestures", "touches")


def connections_of(process):
    """The bus names of this process's connections."""
    listed = json.loads(run("busctl", "--json=short", "list", "--unique"))
    return [each["name"] for each in listed if each["pid"] and int(each["pid"]) == process]


@check("session: a forged sleep signal cancels nothing, and logind's own does, also after its restart")
def _(scene, atmel):
    client = connected(scene, recognizers=["move"])
    with feigned_sleep() as suspend, sessions(ACTIVE):
        run("systemctl", "restart", "systemd-logind")
        names = connections_of(daemon())
        assert len(names) == 2, f"one for sleep, one for the active session: {names}"
        atmel.move(((0.2, 0.5), (0.4, 0.5)))
        client.wait_for(state="began")
        with acting_as(STEWARD):
            for name in names * 5:
                run("busctl", f"--destination={name}", "emit", MANAGER, f"{BUS}.Manager", "PrepareForSleep", "b", "true")
        count = len(client.gestures())
        atmel.move(((0.4, 0.5), (0.6, 0.5)))
        client.wait_for(count=count + 5)
        assert client.states() == ["began"], client.states()
        suspend()
        client.wait_for(state="cancelled")
        atmel.lift()


@check("session: a forged signal in logind's name grants nothing")
def _(scene):
    with sessions(ACTIVE) as (_, second):
        client = client_of(scene, STEWARD)
        rests(client)
        with acting_as(STEWARD):
            for name, value in ("LockedHint", ("b", "false")), ("Active", ("b", "true")):
                run("busctl", "emit", second.path, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as",
                    f"{BUS}.Session", "1", name, *value, "0")
        run("busctl", "call", BUS, second.path, f"{BUS}.Session", "SetLockedHint", "b", "true")
        rests(client)
