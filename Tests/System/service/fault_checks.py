"""Checks with failing system calls while touchscreens are plugged in and out, with a real panel.

Each check makes one system call fail, error by error, in a daemon of its own under strace: at the start with a panel,
while its finger moves, when it is unplugged and when it is plugged in again. The daemon may end with a message;
otherwise clients receive a tap on the panel after the failure. Tests/Faults/run does the same for everything that
needs no device.
"""

import os
import sys
import tempfile

from client import Client, Closed
from scene import PROJECT, CONFIGURATION, check, run, until

sys.path.insert(0, os.path.join(PROJECT, "Tests", "Faults"))

from faults import Fault, chosen, own, unknown  # noqa: E402
from traced import Life, TracedDaemon, seen  # noqa: E402
from verdict import complaints  # noqa: E402

PROGRAM = "/usr/local/bin/gestured"
FAILURES = (Closed, OSError, RuntimeError, AssertionError)
PLACES = 3  # of the many at which a call is made

# call: how it can fail on a device node, in /sys, in /run/udev, or on udev's socket. A removed device returns ENODEV.
ERRORS = {
    "openat": ("EMFILE", "ENODEV", "EACCES"),
    "ioctl": ("ENODEV", "EINVAL", "EINTR"),
    "read": ("ENODEV", "EIO", "EINTR"),
    "recvmsg": ("ENOBUFS", "ENOMEM"),
    "setsockopt": ("EPERM",),
    "getdents64": ("ENOENT",),
    "readlinkat": ("ENOENT",),
    "epoll_ctl": ("ENOMEM",),
    "socket": ("EAFNOSUPPORT", "EMFILE"),
    "bind": ("ENOMEM",),
    "getsockname": ("ENOBUFS",),
    "chown": ("EPERM",),
}
# libudev's, which goes on without an answer; the coming and going of threads, of which one looks for displays and one
# closes what clients leave; what cannot fail as the daemon calls it; and sendmsg, which the service's own filter always
# refuses, so that libsystemd writes instead.
NOT_TRIED = {"sendmsg", "statx", "faccessat2", "fstatfs", "clone3", "madvise", "exit", "clock_gettime", "timer_create",
             "timer_settime", "timer_delete"}


def live(scene, injection=None, traced=None):
    """A life in which a panel is panned on, unplugged in mid-pan, and plugged in again."""
    life = Life()
    panel = scene.device("ed-elan-touchscreen")
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        daemon = TracedDaemon(PROGRAM, ["--config", CONFIGURATION], folder, injection, traced)
        clients = []
        try:
            daemon.wait_until_ready()
            if not daemon.has_ended():
                clients = tell(scene, daemon, life, panel)
        finally:
            daemon.finish(life, clients)
    for each in list(scene.panels):
        each.unplug()
        scene.panels.remove(each)
    return life


def tell(scene, daemon, life, panel):
    client = subscriber(daemon)
    if not client:
        return []
    try:
        client.wait(lambda: surface_of(client, panel), 1)
        panel.move(((0.2, 0.5), (0.6, 0.5)))
        client.wait_for(1, recognizer="move", state="began")
    except FAILURES as error:  # Perhaps the panel failed.
        life.notes.append(f"the first panel: {error!r}")
    # On a slow machine the call may fail only with the second panel, which may then be lost; the third has to work.
    for number in ("second", "third"):
        panel.unplug()
        scene.panels.remove(panel)
        had_failed = has_failed(daemon)
        panel = scene.device("ed-elan-touchscreen")
        try:
            until(lambda: daemon.has_ended() or surface_of(client, panel), "a surface for the next panel", 30)
            until(lambda: daemon.has_ended() or tap(client, panel), "its tap", 30)
            life.heard = bool(client.gestures(recognizer="select"))
            life.descriptors = daemon.descriptors()
            return [client]
        except FAILURES as error:
            life.notes.append(f"the {number} panel: {error!r}")
        if had_failed or not has_failed(daemon):
            break
    client.close()
    return []


def has_failed(daemon):
    """Whether the call has failed by now."""
    return "(INJECTED)" in daemon.text("strace")


def subscriber(daemon):
    """A client; the call that failed may have been its own. None when the daemon has ended after all."""

    clients = []

    def attempt():
        try:
            client = Client(daemon.path)
            client.call("subscribe")
            return client
        except FAILURES:
            return None

    until(lambda: daemon.has_ended() or clients.append(attempt()) or clients[-1], "a client is served", 5)
    return clients[-1] if clients else None


def surface_of(client, panel):
    return any(each["device"] == panel.node for each in client.call("list", what="surfaces"))


def tap(client, panel):
    panel.tap()
    try:
        return client.wait_for(1, recognizer="select")
    except TimeoutError:
        return None


usual = {}  # the life in which nothing fails


def usual_life(scene):
    if not usual:
        run("systemctl", "stop", "gestured")
        try:
            usual["life"] = life = seen(live, scene)
        finally:
            run("systemctl", "start", "gestured")
        assert life.heard and life.status == 0 and life.descriptors, (life.status, life.said, life.notes)
    return usual["life"]


@check("faults: under strace without failures, a daemon opens a panel, and notices its removal and return")
def _(scene):
    calls = usual_life(scene).calls
    numbers = own(calls)
    missing = [call for call in ERRORS if call not in numbers]
    assert not missing, f"never called: {missing}; called: {sorted(numbers)}"
    new = unknown(calls, {*ERRORS, *NOT_TRIED})
    assert not new, f"in no table, so add their errors: {new}"


def register(call, errors):
    @check(f"faults: {call} that fails ({', '.join(errors)}) ends the daemon with a message, or the next panel works")
    def _(scene):
        life = usual_life(scene)
        first, last = own(life.calls)[call]
        run("systemctl", "stop", "gestured")
        wrong, reached = [], 0
        try:
            for error in errors:
                for place in chosen(first, last, PLACES):
                    fault = Fault(call, error, place)
                    with_fault = seen(live, scene, fault.injection, f"{call},write,epoll_wait")
                    reached += bool(with_fault.injected)
                    found = complaints(fault, with_fault, life.descriptors) if with_fault.injected else []
                    if found:
                        wrong.append(f"{error}, {fault.times}: {'; '.join(found)}; {with_fault.notes}\n"
                                     f"{[line for line in with_fault.calls if 'INJECTED' in line][:2]}\n"
                                     f"{with_fault.said}")
        finally:
            run("systemctl", "start", "gestured")
        assert not wrong, "\n".join(wrong)
        assert reached, "no place was reached"


for each in ERRORS.items():
    register(*each)
