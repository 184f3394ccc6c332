"""Checks of the package in a clean Debian with a touchscreen by uinput: install, run, upgrade, remove.

Run as root in the guest: `run` does that. The argument is the folder with the packages gestured.deb, later.deb,
gestured-web.deb and python3-gestured.deb. Prints a line for each sentence and at last `N passed, N failed`. The checks
belong together: each begins where the one before ended.
"""

import contextlib
import glob
import grp
import json
import os
import pwd
import signal
import socket
import stat
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from panel import Panel, Recording  # noqa: E402
from running import run_checks  # noqa: E402
from scene import (CONFIGURATION, ELAN, MEMBER, PROJECT, SOCKET, STRANGER, as_user, check, checks,  # noqa: E402
                   daemon, path_of, read, run, said, show, until, write)

FOLDER = sys.argv[1]
PACKAGE, LATER, WEB, PYTHON = (os.path.join(FOLDER, f"{name}.deb")
                               for name in ("gestured", "later", "gestured-web", "python3-gestured"))
MODULES = "/usr/lib/python3/dist-packages"
DROP_IN = "/etc/gestured/gestured.yaml.d/10-kiosk.yaml"
POKE = "recognizers:\n  - { name: poke, type: tap }\n"
RIGHTS = {"gestured:r--", "gestured-output:r--"}
UNITS = "gestured.service", "gestured.socket", "gestured-touchscreen.target"

# Files in which dpkg, apt, the user database and logind keep history for any package.
NOT_OURS = ("/var/lib/dpkg/", "/var/lib/apt/", "/var/cache/", "/var/log/", "/etc/passwd-", "/etc/group-", "/etc/shadow-",
            "/etc/gshadow-", "/etc/.pwd.lock", "/etc/ld.so.cache", "/var/lib/systemd/linger")
NOT_FILES = {"/proc", "/sys", "/dev", "/run", "/tmp", "/var/tmp", "/srv/packages", PROJECT}


def files():
    """Every file and folder of the system; those of /etc with owner and content."""
    found = {}
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in NOT_FILES]
        for name in folders + names:
            path = os.path.join(folder, name)
            if not path.startswith(NOT_OURS):
                found[path] = contents(path) if path.startswith("/etc/") else None
    return found


def contents(path):
    info = os.lstat(path)
    what = None
    if os.path.islink(path):
        what = os.readlink(path)
    elif os.path.isfile(path):
        with open(path, "rb") as file:
            what = file.read()
    return info.st_mode, info.st_uid, info.st_gid, what


def apt(*arguments):
    """apt-get without a network: the dependencies are in a folder of the guest."""
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    return run("apt-get", "--quiet", "--yes", *arguments)


class Listener:
    """A program of the member that runs over many checks; its output is read line by line."""

    def __init__(self):
        self.program = subprocess.Popen(as_user(MEMBER, "python3", os.path.join(HERE, "listener.py")),
                                        stdout=subprocess.PIPE, text=True)
        assert self.reads() == "subscribed"

    def reads(self):
        return self.program.stdout.readline().strip()

    def reads_until(self, line):
        """Everything up to a line that is certain to appear."""
        received = [self.reads()]
        while received[-1] != line:
            assert received[-1], f"it ended after {received}"
            received.append(self.reads())
        return received

    def close(self):
        self.program.kill()
        self.program.communicate()


class Stage:
    """The state that one check leaves to the next."""

    before = panel = listener = None


def plug():
    Stage.panel = Panel(Recording(path_of(ELAN)))


def tap_is_received(scene, recognizer):
    until(lambda: scene.surface(Stage.panel), "a surface")
    Stage.panel.tap()
    received = Stage.listener.reads_until(f"Tap {recognizer} recognized")
    assert not {"Disconnected", "Connected"} & set(received), received


def rights(node):
    """The rights of users besides its owner to a node."""
    return {line[len("user:"):] for line in run("getfacl", "--absolute-names", "--omit-header", node).splitlines()
            if line.startswith("user:") and not line.startswith("user::")}


@check("nothing is installed before the test")
def _(scene):
    for user in MEMBER, STRANGER:
        run("useradd", "--user-group", user)
    Stage.before = files()
    assert not [path for path in Stage.before if "gestured" in path or "libevdev" in path]


@check("apt installs the package with its dependencies, and with a touchscreen the service runs at once")
def _(scene):
    plug()
    apt("install", "--no-install-recommends", PACKAGE, PYTHON)
    assert run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}", "gestured") == "ii "
    for unit in (*UNITS[:2], "gestured-output.socket"):
        assert run("systemctl", "is-enabled", unit).strip() == "enabled", unit
    until(lambda: show("ActiveState", "gestured.service") == "active", "the service runs")
    assert os.stat(Stage.panel.node).st_uid == 0 and rights(Stage.panel.node) == RIGHTS
    assert os.stat(SOCKET).st_gid == grp.getgrnam("gestures").gr_gid


@check("a touchscreen that is plugged in starts the service")
def _(scene):
    Stage.panel.unplug()
    until(lambda: show("ActiveState", "gestured-touchscreen.target") == "inactive", "the touchscreen is gone")
    run("systemctl", "stop", "gestured.service")
    assert show("ActiveState", "gestured.socket") == "active"
    plug()
    until(lambda: show("ActiveState", "gestured.service") == "active", "the service runs")


@check("a program of a user of the group connects by the module of python3-gestured, and receives")
def _(scene):
    run("usermod", "--append", "--groups", "gestures", MEMBER)
    Stage.listener = Listener()
    tap_is_received(scene, "tap")


def serves_pages():
    """Has `gesturectl web` serve its pages, and play a recording."""
    program = subprocess.Popen(as_user(MEMBER, "gesturectl", "web", "--port", "0"), stdout=subprocess.PIPE, text=True)
    address, token = program.stdout.readline().strip().split("#")
    for path in "/view/", "/monkey/", "/gestured/browser.js", "/view/schema.json":
        with urllib.request.urlopen(urllib.parse.urljoin(address, path)) as answer:
            assert answer.status == 200 and answer.read(), path
    order = json.dumps({"recording": read(path_of(ELAN)), "configuration": None}).encode()
    with urllib.request.urlopen(urllib.parse.urljoin(address, f"/replay?token={token}"), order) as answer:
        assert json.load(answer)["decisions"]
    program.terminate()
    assert program.wait(500) == 0


@check("without gestured-web `gesturectl web` says what to install; with it, it serves pages, and plays recordings")
def _():
    run(*as_user(MEMBER, "sh", "-c", "gesturectl web 2>&1 | grep -q 'gestured-web is not installed'"))
    apt("install", "--no-install-recommends", WEB)
    serves_pages()
    apt("purge", "gestured-web")
    assert not os.path.exists("/usr/share/gestured/web") and not os.path.exists("/usr/libexec/gestured")


@check("a user outside of the group is refused")
def _(scene):
    run(*as_user(STRANGER, "python3", os.path.join(HERE, "listener.py")), status=77)


@check("a reload with an invalid configuration fails with the place, and changes nothing")
def _(scene):
    process = daemon()
    write(CONFIGURATION, "recognizers:\n  - { name: poke, type: tapp }\n")
    run("systemctl", "reload", "gestured", status=1)
    assert f"{CONFIGURATION}:2:" in scene.journal(), scene.journal()
    tap_is_received(scene, "tap")
    assert daemon() == process


@check("a reload with a valid configuration applies at once")
def _(scene):
    write(CONFIGURATION, POKE)
    run("systemctl", "reload", "gestured")
    tap_is_received(scene, "poke")


@check("a killed daemon restarts, and the client reconnects")
def _(scene):
    process = daemon()
    os.kill(process, signal.SIGKILL)
    Stage.listener.reads_until("Connected")
    assert daemon() != process
    tap_is_received(scene, "poke")


@contextlib.contextmanager
def connecting(refused):
    """Meanwhile a user connects repeatedly; yields the list of errors."""
    done = threading.Event()

    def connect():
        while not done.is_set():
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(SOCKET)
            except OSError as error:
                refused.append(error)
            client.close()
            done.wait(0.01)

    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@check("an upgrade starts the new daemon, refuses no client, and keeps the edited configuration")
def _(scene):
    process, refused, version = daemon(), [], run("dpkg-query", "-W", "gestured")
    with connecting(refused):
        run("dpkg", "--install", LATER)
        Stage.listener.reads_until("Connected")
    assert not refused, refused
    assert run("dpkg-query", "-W", "gestured") == version.replace("\n", "+later\n")
    assert daemon() != process
    assert read(CONFIGURATION) == POKE
    tap_is_received(scene, "poke")


def configure_package(*before):
    return run(*before, "/var/lib/dpkg/info/gestured.postinst", "configure", "0.0.1-1")


@contextlib.contextmanager
def own_rules(**lines):
    """Meanwhile the administrator has files of udev rules, of which each is for a device that is not there."""
    paths = {name: f"/etc/udev/rules.d/71-{name}.rules" for name in lines}
    try:
        for name, line in lines.items():
            write(paths[name], f'# OWNER="gestured"\nATTRS{{name}}=="Nothing", {line}\n')
        yield paths
    finally:
        for path in paths.values():
            os.unlink(path)
        run("udevadm", "control", "--reload")


@check("an upgrade revokes what an earlier daemon owned, and names rules with another meaning now")
def _(scene):
    for path in Stage.panel.node, SOCKET:
        os.chown(path, pwd.getpwnam("gestured").pw_uid, -1)
        os.chmod(path, 0o666)
        run("setfacl", "--modify", f"user:{STRANGER}:rw", path)
    run(*as_user(STRANGER, "head", "--bytes=0", Stage.panel.node))  # Otherwise the rest proves nothing.
    with own_rules(gives='SUBSYSTEM=="input", \\\n  OWNER="gestured"', takes='SUBSYSTEM=="input", \\\n  OWNER = "root"',
                   other='SUBSYSTEM=="block", OWNER="root"', new='SUBSYSTEM=="input", ENV{GESTURED}="1"') as rules:
        printed = configure_package("sh", "-c", '"$@" 2>&1', "sh")
    assert {name for name, path in rules.items() if path in printed} == {"gives", "takes"}, printed
    node, socket_file = os.stat(Stage.panel.node), os.stat(SOCKET)
    assert node.st_uid == 0 and stat.S_IMODE(node.st_mode) == 0o660, oct(node.st_mode)
    assert rights(Stage.panel.node) == RIGHTS and not rights(SOCKET)
    assert (socket_file.st_uid, socket_file.st_gid) == (0, grp.getgrnam("gestures").gr_gid)
    assert stat.S_IMODE(socket_file.st_mode) == 0o660, oct(socket_file.st_mode)
    for command in ["head", "--bytes=0", Stage.panel.node], ["python3", os.path.join(HERE, "listener.py")]:
        assert said(*as_user(STRANGER, *command)).returncode in (1, 77)
    Stage.listener.reads_until("Connected")
    tap_is_received(scene, "poke")


@check("units that the administrator has disabled stay disabled, and do not start")
def _(scene):
    run("systemctl", "disable", "--now", "gestured.socket", "gestured.service")
    configure_package()
    for unit in UNITS[:2]:
        run("systemctl", "is-enabled", unit, status=1)
        assert show("ActiveState", unit) == "inactive", unit
    run("systemctl", "enable", "--now", "gestured")
    Stage.listener.reads_until("Connected")


@check("an interrupted removal starts the service again, and only enabled units")
def _():
    def break_off():
        run("/var/lib/dpkg/info/gestured.prerm", "remove")
        assert show("ActiveState", "gestured.service") == "inactive"
        run("/var/lib/dpkg/info/gestured.postinst", "abort-remove")

    process = daemon()
    break_off()
    assert daemon() not in (0, process) and show("ActiveState", "gestured.socket") == "active"
    Stage.listener.reads_until("Connected")
    run("systemctl", "disable", "--now", "gestured.socket", "gestured.service")
    break_off()
    assert show("ActiveState", "gestured.service") == show("ActiveState", "gestured.socket") == "inactive"
    run("systemctl", "enable", "--now", "gestured")
    Stage.listener.reads_until("Connected")


@check("the package can be configured without systemd and udev, as in a chroot, and changes nothing that runs")
def _(scene):
    process = daemon()
    configure_package("unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /run && exec "$@"', "sh")
    assert daemon() == process


@check("after removal nothing runs, the devices are root's, and the configuration stays")
def _(scene):
    assert os.path.exists(f"{MODULES}/gestured/__pycache__")
    Stage.listener.close()
    run("systemctl", "enable", "--now", "gestured-watch.path", "gestured-mqtt")
    process = daemon()
    installed = [path for path in run("dpkg", "-L", "gestured").splitlines() if "gestured" in path]
    apt("remove", "gestured", "python3-gestured")
    assert not os.path.exists(f"/proc/{process}")
    assert not os.path.exists("/run/gestured") and not os.path.exists("/dev/input/.kept-for-gestured")
    for unit in (*UNITS, "gestured-watch.path", "gestured-output.socket", "gestured-output.service",
                 "gestured-hands.socket", "gestured-hands.service", "gestured-mqtt.service"):
        assert show("ActiveState", unit) == "inactive", unit
    assert os.stat(Stage.panel.node).st_uid == 0 and not rights(Stage.panel.node)
    left = {path for path in installed if os.path.exists(path)}
    assert left == {CONFIGURATION, "/etc/gestured"}, left
    assert not glob.glob(f"{MODULES}/gestured*")


@check("a purge leaves no file, no user, no group and no unit")
def _(scene):
    write(DROP_IN, "limits: { peers: 8 }\n")
    write("/etc/gestured/broker", "--host broker.example.org\n")
    Stage.panel.unplug()
    apt("purge", "--autoremove", "gestured", "python3-gestured")
    after = files()
    differences = {path: (Stage.before.get(path), after.get(path)) for path in Stage.before.keys() | after.keys()
                   if Stage.before.get(path) != after.get(path)}
    assert not differences, differences
    assert not os.path.exists("/run/gestured")
    assert "gestured" not in run("systemctl", "list-units", "--all", "--no-legend")
    assert run("systemctl", "list-unit-files", "--no-legend", "gestured*", status=1) == ""
    assert "gestured" not in run("udevadm", "info", "--export-db")


if __name__ == "__main__":
    # Without an installed package the rest proves nothing.
    sys.exit(run_checks("package", checks, needed=2))
