"""Checks of the package for arm64 in a clean Debian 13: the installed service, its panels and its confinement.

Run as root in the guest, by `Tests/System/vm-arm64 --package FILE`, which gives the package's path; beside it are those
of gestured-web and of the library for C. These are about what an architecture changes: records of events, requests to
devices, numbers of system calls. Prints a line for each sentence and at last `N passed, N failed`.
"""

import ctypes
import glob
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = sys.argv[1]
sys.path.insert(0, os.path.dirname(HERE))
# The module for Python is a package of its own.
os.environ["PYTHONPATH"] = os.path.join(HERE, "../../../clients/python")
sys.argv[1:] = [os.path.dirname(PACKAGE)]

from panel import BTN_TOUCH, EV_KEY, EVENT, Panel, Recording  # noqa: E402
from running import run_checks  # noqa: E402
from scene import MEMBER, check, checks, daemon, path_of, run, status_of, until, write  # noqa: E402

DROP_IN = "/etc/gestured/gestured.yaml.d/10-clone.yaml"
DOUBLE_TAP = "ed-isdv4e6-double-tap-center"


class Stage:
    """The state that one check leaves to the next."""

    panel = listener = None


@check("dpkg installs the package, and with a touchscreen the service runs")
def _():
    run("useradd", "--user-group", MEMBER)
    Stage.panel = Panel(Recording(path_of("ed-elan-touchscreen")))
    run("dpkg", "--install", PACKAGE)
    run("usermod", "-aG", "gestures", MEMBER)
    assert run("dpkg", "--print-architecture").strip() == "arm64"
    until(daemon, "the service runs")
    run("gesturectl", "check")


@check("a tap on a panel, and a recorded double tap, are published")
def _(scene):
    from packagetest import Listener
    Stage.listener = Listener()
    until(lambda: scene.surface(Stage.panel), "a surface")
    Stage.panel.tap()
    Stage.listener.reads_until("Tap tap recognized")
    recorded = Panel(Recording(path_of(DOUBLE_TAP)))
    until(lambda: scene.surface(recorded), "a second surface")
    recorded.play()
    for _ in range(2):
        Stage.listener.reads_until("Tap tap recognized")
    recorded.unplug()


@check("both filters of system calls are in force: systemd's, and the daemon's own for ioctl")
def _():
    status = status_of(daemon())
    assert (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1"), status
    assert int(status["Seccomp_filters"]) >= 2, status


@check("an intercepted panel has a clone, of which applications see a tap, and its gestures are published")
def _(scene):
    write(DROP_IN, "surfaces: [{ name: panel, intercept: true }]\n")
    run("systemctl", "enable", "--now", "gestured-output.socket")
    run("systemctl", "reload", "gestured")

    def clone():
        """The event node of the panel's clone."""
        name = scene.report_on(Stage.panel)["interception"].get("clone")
        return name and next(iter(glob.glob(f"/sys/class/input/{name}/event*")), None)

    node = "/dev/input/" + os.path.basename(until(clone, "the panel has a clone, and that a node"))
    with open(node, "rb", buffering=0) as application:
        os.set_blocking(application.fileno(), False)
        seen = bytearray()

        def tapped():
            seen.extend(application.read(64 * EVENT.size) or b"")
            return [value for *_, kind, code, value in EVENT.iter_unpack(seen)
                    if (kind, code) == (EV_KEY, BTN_TOUCH)] == [1, 0]

        Stage.panel.tap()
        Stage.listener.reads_until("Tap tap recognized")
        until(tapped, "the clone's finger lands and lifts")


def beside(name):
    """The package of this name."""
    package, = glob.glob(os.path.join(os.path.dirname(PACKAGE), f"{name}_*_arm64.deb"))
    return package


@check("gestured-web serves its pages, and plays a recording")
def _():
    from packagetest import serves_pages
    run("dpkg", "--install", beside("gestured-web"))
    serves_pages()
    run("dpkg", "--purge", "gestured-web")


@check("a program that loads the library for C connects")
def _():
    run("dpkg", "--install", beside("libgestured1"))
    library = ctypes.CDLL("libgestured.so.1")
    library.gestured_new.restype = library.gestured_server.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.gestured_new(None))
    assert library.gestured_connect(connection) == 0
    assert ctypes.string_at(library.gestured_server(connection)).startswith(b"gestured ")
    library.gestured_close(connection)


@check("after a purge nothing runs")
def _():
    Stage.listener.close()
    process = daemon()
    run("dpkg", "--purge", "gestured")
    assert not os.path.exists(f"/proc/{process}") and not os.path.exists("/run/gestured")


if __name__ == "__main__":
    sys.exit(run_checks("arm64", [each for each in checks if each[1].__module__ == "__main__"], needed=1))
