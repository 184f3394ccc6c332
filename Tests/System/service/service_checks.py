"""Checks of the installed service: installation, start, confinement, stop."""

import contextlib
import grp
import json
import os
import pwd
import stat

from client import Client
from panel import EV_KEY, Panel, Recording
from scene import (CONFIGURATION, HERE, MEMBER, PROJECT, SOCKET, STRANGER, as_user, check, configured, daemon, path_of,
                   restart, run, said, show, status_of, udev_rule, until)

KEY_HOMEPAGE, KEY_POWER = 0xAC, 0x74
KEYBOARD = list(range(1, 0x60))


def files():
    return {os.path.join(folder, name) for folder, _, names in os.walk("/usr/local") for name in names}


before_installing = files()


@check("make install and systemd-sysusers install the service")
def _(scene):
    run("make", "-C", PROJECT, "install")
    for unit in ("gestured.service", "gestured.socket", "gestured-touchscreen.target", "gestured-watch.path",
                 "gestured-watch.service"):
        assert f"/usr/local/lib/systemd/system/{unit}" in files()
    run("systemd-sysusers")
    run("udevadm", "control", "--reload")
    pwd.getpwnam("gestured")
    for user, groups in (MEMBER, "gestures"), (STRANGER, ""):
        run("useradd", "--user-group", "--groups", groups, user)
    os.makedirs(os.path.dirname(CONFIGURATION), exist_ok=True)
    run("install", "-m", "644", os.path.join(HERE, "gestured.yaml"), CONFIGURATION)
    run("systemctl", "daemon-reload")


@check("systemctl enable --now starts the service and its socket")
def _(scene):
    run("systemctl", "enable", "--now", "gestured")
    assert show("ActiveState") == "active"
    assert show("UnitFileState") == "enabled"
    assert run("systemctl", "is-active", "gestured.socket") == "active\n"
    assert run("systemctl", "is-enabled", "gestured.socket") == "enabled\n"
    assert run("systemctl", "is-enabled", "gestured-watch.path", status=1) == "disabled\n"


@check("the service is ready only when its socket accepts connections")
def _(scene):
    for _ in range(5):
        restart()
        Client(SOCKET).close()
    bus = run("busctl", "get-property", "org.freedesktop.systemd1", "/org/freedesktop/systemd1/unit/gestured_2eservice",
              "org.freedesktop.systemd1.Unit", "ActiveEnterTimestamp")
    ready = int(bus.split()[1]) * 1000
    assert os.stat(SOCKET).st_ctime_ns <= ready, "READY came before the socket had its owner and mode"


@check("the service runs as the user gestured, without capabilities and without a way to get any")
def _(scene):
    status = is_powerless(daemon(), "gestured")
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"


def is_powerless(process, user):
    """AssertionError unless a process is a user's and has no capabilities; returns its status."""
    status = status_of(process)
    assert status["Uid"].split() == [str(pwd.getpwnam(user).pw_uid)] * 4, status["Uid"]
    for kind in "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb":
        assert int(status[kind], 16) == 0, f"{kind} {status[kind]}"
    return status


@check("the service may read touchscreens and pens, and no other input devices, above all no keyboard")
def _(scene):
    pen, panel = scene.device("neg-dellcanvas-pen"), scene.panel("ed-elan-touchscreen")
    home = scene.used(with_keys(scene, "ed-elan-touchscreen", [KEY_HOMEPAGE]))
    others = [scene.device("neg-synaptics-2f-vscroll"), with_keys(scene, "neg-dellcanvas-pen", [KEY_POWER]),
              with_keys(scene, "neg-dellcanvas-pen", KEYBOARD), with_keys(scene, "ed-elan-touchscreen", KEYBOARD)]
    for device in pen, *others:
        until(lambda: scene.report_on(device), f"a report on {device.name}")
    for device in panel, home, pen:
        assert os.stat(device.node).st_uid == 0 and os.stat(device.node).st_gid == grp.getgrnam("input").gr_gid
        assert may_read(device.node)
        for attempt in (["chmod", "666"], ["setfacl", "-m", "user:stranger:rw"], ["sh", "-c", ': >"$0"']):
            assert said(*as_user("gestured", *attempt, device.node)).returncode != 0, attempt
    for device in others:
        assert not may_read(device.node)
    groups = status_of(daemon())["Groups"].split()
    assert str(grp.getgrnam("input").gr_gid) not in groups, groups


def with_keys(scene, recording, keys):
    """A pen or a panel that has keys in its own node, too."""
    device = Recording(path_of(recording))
    device.codes[EV_KEY] = device.codes[EV_KEY] + keys
    return scene.add(Panel(device, name=f"{device.name} and {len(keys)} keys"))


@check("a touchscreen that is also a keyboard is not used; devices, doctor and journal say why, and how to use it")
def _(scene):
    panel = with_keys(scene, "ed-elan-touchscreen", KEYBOARD)
    until(lambda: scene.report_on(panel), "a report")
    is_told(scene, panel, "not used: also a keyboard (ID_INPUT_KEYBOARD)")
    with configured(f'surfaces: [{{ name: desk, match: {{ name: "{panel.name}" }}, use: always }}]\n'):
        is_told(scene, panel, "Permission denied; it is also a keyboard, so 70-gestured.rules leaves it to root")
        with udev_rule_now(f'ATTRS{{name}}=="{panel.name}", ENV{{GESTURED}}="1"'):
            assert scene.used(panel).surface == "desk"


def is_told(scene, device, words):
    assert words in run("gesturectl", "devices")
    doctor = said("gesturectl", "doctor", "--wait", "0")
    assert doctor.returncode == 1 and words in doctor.stdout + doctor.stderr, doctor
    until(lambda: any(device.node in line and words in line for line in scene.warnings()), "a warning")


def may_read(node):
    """Whether the service's user may."""
    done = said(*as_user("gestured", "head", "--bytes=0", node))
    assert done.returncode in (0, 1), done
    return done.returncode == 0


@check("udev grants access again, revokes it when the property is gone, and revokes the grants of an older version")
def _(panel):
    os.chown(panel.node, pwd.getpwnam("gestured").pw_uid, -1)  # As an earlier rule did.
    run("setfacl", "--remove-all", panel.node)
    run("udevadm", "trigger", "--settle", panel.node)
    assert os.stat(panel.node).st_uid == 0 and may_read(panel.node)
    with udev_rule_now('TAG+="uaccess"'):
        assert may_read(panel.node), "73-seat-late.rules has removed the entry"
    with udev_rule_now('ENV{GESTURED}="0"'):
        assert not may_read(panel.node)
        assert "gestured" not in run("getfacl", "--absolute-names", panel.node)
    run("udevadm", "trigger", "--settle", panel.node)
    assert may_read(panel.node)


@contextlib.contextmanager
def udev_rule_now(keys):
    """Meanwhile udev has a rule, and has applied it to the event nodes that there are."""
    with udev_rule(keys):
        run("udevadm", "trigger", "--settle", "--subsystem-match=input")
        yield


@check("the socket belongs to the group gestures")
def _(scene):
    info = os.stat(SOCKET)
    assert stat.S_ISSOCK(info.st_mode) and stat.S_IMODE(info.st_mode) == 0o660, oct(info.st_mode)
    assert (info.st_uid, info.st_gid) == (0, grp.getgrnam("gestures").gr_gid), info


@check("a user of the group gestures connects, subscribes and receives")
def _(scene, panel):
    subscriber = scene.program(*as_user(MEMBER, os.path.join(HERE, "client.py")))
    assert json.loads(subscriber.stdout.readline())["method"] == "hello"
    assert "subscription" in json.loads(subscriber.stdout.readline())["result"]
    panel.tap()
    assert json.loads(subscriber.stdout.readline())["params"]["recognizer"] == "select"


@check("another user is refused")
def _(scene):
    run(*as_user(STRANGER, os.path.join(HERE, "client.py")), status=77)
