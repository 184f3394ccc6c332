"""Checks of interception: what applications get of an intercepted panel, and when the panel is everybody's again."""

import contextlib
import errno
import fcntl
import os
import signal
import socket
import time

from interception.output_checks import EVIOCGRAB, KEY_A, PALM, REPORT, clone_of, is_everybodys, until_cancelled
from panel import ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, BTN_TOUCH, EV_ABS, EV_KEY, EVENT, events_of, opened
from panels.reading_checks import feigned_sleep
from scene import CONFIGURATION, ELAN, check, configured, daemon, run, show, states_of, stopped, until, write
from service.injection import TakenOver
from service.sandbox_checks import EXECVE, IOCTL, IO_URING_SETUP, SENDMMSG, SENDMSG, refused

LIFT = (EV_ABS, ABS_MT_TRACKING_ID, -1)
# Of x86_64.
WRITE, OPEN, SOCKETPAIR, SECCOMP, PIDFD_GETFD = 1, 2, 53, 317, 438
UI_DEV_DESTROY = 0x5502
# The numbers of all requests of uinput.
OF_UINPUT = (*range(1, 5), 44, 45, *range(100, 112), *range(200, 205))
LANDED = b"".join(EVENT.pack(0, 0, *each) for each in (
    (EV_ABS, ABS_MT_TRACKING_ID, 77), (EV_KEY, BTN_TOUCH, 1), REPORT))
PLUGS = int(os.environ.get("PLUGS", "3"))  # of each of two panels; by hand 500, with CHECK_SECONDS=7200
RULES = """\
surfaces:
  - { name: panel, intercept: %s, contacts: { deadZones: [{ x: 0%%, y: 90%%, width: 100%%, height: 10%% }] } }
recognizers:
  - { name: back, type: screenEdgePan, edges: left, intercepts: possible }
  - { name: pages, type: swipe, direction: [up, down, left, right], numberOfTouchesRequired: 3, intercepts: recognized }
  - { name: select, type: tap }
"""


@contextlib.contextmanager
def intercepted(scene):
    """The service with these rules, an intercepted panel, its clone's node opened, and a client."""
    with configured(RULES % "true"):
        panel = scene.panel(ELAN)
        try:
            yield panel, opened(clone_node(scene, panel)), scene.client()
        finally:
            scene.unplug(panel)


def clone_node(scene, panel):
    """The event node of a panel's clone, once both are there."""
    # By what gestured says: the clone of a panel before, at the same node, may not be gone yet.
    name = until(lambda: standing(scene, panel).get("clone"), "the panel has a clone")
    return until(lambda: next((f"/dev/input/{each}" for each in os.listdir(f"/sys/class/input/{name}")
                               if each.startswith("event")), None), "the clone has a node")


def standing(scene, panel):
    """What the daemon says of a panel's interception, once it has begun."""
    return (scene.report_on(panel) or {}).get("interception", {})


def contacts_of(events):
    """The events of contacts and the ends of frames; the rest is for readers that know one finger only."""
    return [each for each in events
            if each == REPORT or each[0] == EV_ABS and each[1] >= ABS_MT_SLOT]


def wait_for(clone, event):
    """What the clone says until this event, which comes."""
    events = []
    until(lambda: events.extend(events_of(clone)) or event in events, f"the clone says {event}")
    return events


@check("interception: taps reach applications as the panel sent them, frame by frame, and are gestures")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        sent = []
        for frame in {0: panel.at(0.5, 0.5)}, {0: panel.at(0.51, 0.5)}, {}:
            sent += [*panel.changes(frame), REPORT]
        panel.write(sent)
        got = wait_for(clone, LIFT)
        until(lambda: events_of(clone) or True, "")
        # The kernel leaves out what is as it was.
        assert [each for each in contacts_of(got) if each != (EV_ABS, ABS_MT_SLOT, 0)][0][1] == ABS_MT_TRACKING_ID
        assert LIFT in got and PALM not in got
        assert (EV_KEY, BTN_TOUCH, 1) in got
        client.wait_for(recognizer="select")


@check("interception: an edge swipe never reaches applications; an edge touch that is none comes whole, in order")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.drag(((0.001, 0.5), (0.4, 0.5)))
        until(lambda: client.until_answered() or client.gestures(recognizer="back", state="ended"), "the swipe ends")
        assert events_of(clone) == []
        panel.tap(0.001, 0.5)
        got = contacts_of(wait_for(clone, LIFT))
        assert got[0][1] == ABS_MT_TRACKING_ID and got.index(LIFT) > 0, got
        assert PALM not in got


@check("interception: a three-finger swipe is cancelled for applications, and its fingers never lift for them")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        paths = [((0.3 + 0.1 * slot, 0.7), (0.3 + 0.1 * slot, 0.3)) for slot in range(3)]
        panel.drag(*paths, frame=0)
        client.wait_for(recognizer="pages")
        got = wait_for(clone, PALM)
        got += events_of(clone)
        assert got.count(PALM) == 3, got
        first_palm = got.index(PALM)
        assert LIFT not in got[:first_palm] and got[first_palm:].count(LIFT) <= 3


@check("interception: what begins in a dead zone does not reach applications")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.tap(0.5, 0.95)
        panel.tap(0.5, 0.5)
        got = contacts_of(wait_for(clone, LIFT))
        assert sum(each[1] == ABS_MT_TRACKING_ID and each[2] >= 0 for each in got) == 1


@check("interception: swallow keeps everything from applications until all fingers have lifted, or the next touch")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.fingers({0: panel.at(0.5, 0.5)})
        wait_for(clone, REPORT)
        client.call("swallow")
        wait_for(clone, PALM)
        panel.fingers({0: panel.at(0.6, 0.5), 1: panel.at(0.3, 0.3)})
        panel.lift()
        client.call("swallow", surface="panel")
        panel.tap()
        client.until_answered()
        assert all(each == REPORT or each == LIFT or each[0] == EV_KEY for each in events_of(clone))
        panel.tap()
        wait_for(clone, LIFT)


@check("interception: a daemon that is stopped gives the panel back within a second, and takes it again when it goes on")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        reader = opened(panel.node)
        with stopped():
            panel.fingers({0: panel.at(0.5, 0.5)})
            start = time.monotonic()
            until(lambda: clone_of(panel) is None, "the clone is gone")
            took = time.monotonic() - start
            panel.fingers({})
            assert is_everybodys(panel, reader)
        print(f"     given back after {took:.2f} s")
        until(lambda: clone_of(panel), "the panel is intercepted again")
        until(lambda: not is_everybodys(panel, reader), "it is gestured's")


@check("interception: when the daemon is killed under fingers they are cancelled, and the panel is everybody's")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.fingers({0: panel.at(0.5, 0.5)})
        wait_for(clone, REPORT)
        os.kill(daemon(), signal.SIGKILL)
        until_cancelled(clone)
        panel.fingers({})
        until(lambda: show("ActiveState") == "active" and clone_of(panel), "it is intercepted again")


@check("interception: gestured-output killed under a finger: that reaches applications until it lifts, and no other")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        reader = opened(panel.node)
        panel.fingers({0: panel.at(0.5, 0.5)})
        wait_for(clone, REPORT)
        os.kill(int(show("MainPID", "gestured-output")), signal.SIGKILL)
        until(lambda: show("MainPID", "gestured-output") == "0", "it has ended")
        for place in 0.55, 0.6, 0.65:
            panel.fingers({0: panel.at(place, 0.5)})
            wait_for(clone, REPORT)
        panel.fingers({})
        assert PALM not in wait_for(clone, LIFT)
        until(lambda: is_everybodys(panel, reader), "the panel is everybody's")
        until(lambda: clone_of(panel) and not is_everybodys(panel, reader), "it is intercepted again")


@check("interception: gestured-output stopped stops no touch, and goes on watching when it continues")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        process = int(show("MainPID", "gestured-output"))
        os.kill(process, signal.SIGSTOP)
        until(lambda: set(states_of(process)) == {"T"}, "it has stopped")
        for _ in range(4):
            panel.tap()
            assert PALM not in wait_for(clone, LIFT)
            client.wait_for(recognizer="select")
            time.sleep(0.5)
        os.kill(process, signal.SIGCONT)
        with stopped():
            panel.fingers({0: panel.at(0.5, 0.5)})
            until(lambda: clone_of(panel) is None, "the clone is gone")
            panel.fingers({})


@check("interception: a reload that ends it gives the panel back also while gestured-output is stopped")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        reader = opened(panel.node)
        process = int(show("MainPID", "gestured-output"))
        os.kill(process, signal.SIGSTOP)
        until(lambda: set(states_of(process)) == {"T"}, "it has stopped")
        write(CONFIGURATION, RULES % "false")
        run("systemctl", "reload", "gestured")
        until(lambda: is_everybodys(panel, reader), "the panel is everybody's")
        os.kill(process, signal.SIGCONT)
        until(lambda: clone_of(panel) is None, "the clone is gone")


@check("interception: a taken-over gestured gets no keyboard out of its clone, while that is there and afterwards")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        process = daemon()
        uinput = next(int(number) for number in os.listdir(f"/proc/{process}/fd")
                      if os.path.realpath(f"/proc/{process}/fd/{number}") == "/dev/uinput")
        event = EVENT.pack(0, 0, EV_KEY, KEY_A, 1) + EVENT.pack(0, 0, *REPORT)
        with TakenOver(process) as taken:
            def try_all():
                # UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP, UI_ABS_SETUP, UI_SET_* and all others.
                for request in (direction << 30 | size << 16 | 0x55 << 8 | number for direction in range(4)
                                for size in (0, 4, 8, 28, 64, 92) for number in OF_UINPUT):
                    assert refused(taken, IOCTL, uinput, request, 0), hex(request)
                assert refused(taken, IOCTL, uinput, UI_DEV_DESTROY | 1 << 32, 0)
                pair = bytes(8)
                taken.call(SOCKETPAIR, socket.AF_UNIX, socket.SOCK_STREAM, 0, pair)
                # Whatever the message: the call itself is refused.
                for call in (SENDMSG, 3, bytes(64), 0), (SENDMMSG, 3, bytes(64), 1, 0):
                    assert refused(taken, *call, how=errno.ENOTSOCK), call
                for call in ((PIDFD_GETFD, 0, uinput, 0), (IO_URING_SETUP, 1, bytes(120)),
                             (EXECVE, b"/usr/lib/systemd/systemd\0", 0, 0), (SECCOMP, 1, 8, 0)):
                    assert refused(taken, *call), call
                # The same file once more, not as it was opened: for that one needs the right to uinput itself.
                for path in f"/proc/self/fd/{uinput}", "/dev/uinput", "/proc/thread-self/fd/" + str(uinput):
                    for mode in os.O_WRONLY, os.O_RDWR:
                        with contextlib.suppress(OSError):
                            taken.call(OPEN, path.encode() + b"\0", mode)
                            assert False, (path, mode)

            try_all()
            taken.call(WRITE, uinput, event, len(event))
            taken.call(WRITE, uinput, LANDED, len(LANDED))
            got = wait_for(clone, REPORT)
            assert (EV_KEY, KEY_A, 1) not in got and any(each[1] == ABS_MT_TRACKING_ID for each in got), got
            # gestured-output takes the panel back meanwhile: the file is left, of a device that is gone.
            panel.fingers({0: panel.at(0.5, 0.5)})
            until(lambda: clone_of(panel) is None, "the clone is gone")
            panel.fingers({})
            with contextlib.suppress(OSError):
                # The description of a device in the old way, by struct uinput_user_dev.
                taken.call(WRITE, uinput, b"keyboard".ljust(1116, b"\0"), 1116)
            try_all()
            for wrong in event, LANDED:
                with contextlib.suppress(OSError):
                    taken.call(WRITE, uinput, wrong, len(wrong))
                    assert False, "the file still takes events"
        until(lambda: clone_of(panel), "it is intercepted again")


@check("interception: it goes on after a rotation, under fingers, and when events were lost; a recording says why it is empty")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.fingers({0: panel.at(0.5, 0.5)})
        wait_for(clone, REPORT)
        client.call("rotate", surface="panel", rotation=90)
        wait_for(clone, PALM)
        panel.fingers({})
        panel.tap()
        wait_for(clone, LIFT)
        run("udevadm", "settle")  # udev may not have finished the clone.
        recorder = scene.program("gesturectl", "record", panel.node)
        assert "gestured intercepts" in recorder.stderr.readline()
        left, _, right, _ = panel.area
        panel.write([(EV_ABS, ABS_X, x) if number % 2 == 0 else REPORT
                     for x in (left, right) * 2000 for number in range(2)])
        until(lambda: any("lost" in name.lower() for name in scene.report_on(panel)["defects"]), "events are lost")
        # On a slow machine gestured-output may have taken so much for a gestured that does not read.
        present = opened(clone_node(scene, panel))
        panel.tap()
        wait_for(present, LIFT)


@check("interception: sleep cancels fingers for applications; after it the panel's next touch comes from the same clone")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        panel.fingers({0: panel.at(0.5, 0.5)})
        wait_for(clone, REPORT)
        with feigned_sleep() as suspend:
            run("systemctl", "start", "systemd-logind")
            suspend()
            wait_for(clone, PALM)
        panel.fingers({0: panel.at(0.6, 0.5)})
        panel.fingers({})
        panel.tap()
        ids = []
        until(lambda: ids.extend(value for kind, code, value in events_of(clone) if (kind, code) == LIFT[:2])
              or max(ids, default=-1) >= 0 and ids[-1] == -1, "the tap")
        # The finger of before, which still moved, is none again.
        assert sum(each >= 0 for each in ids) == 1, ids


@check("interception: a reload switches it off and on under fingers")
def _(scene):
    with intercepted(scene) as (panel, clone, client):
        reader = opened(panel.node)
        for intercept in "false", "true":
            panel.fingers({0: panel.at(0.5, 0.5)})
            write(CONFIGURATION, RULES % intercept)
            run("systemctl", "reload", "gestured")
            if intercept == "false":
                until(lambda: clone_of(panel) is None, "the clone is gone")
            panel.fingers({})
            if intercept == "false":
                assert is_everybodys(panel, reader)
                assert "interception" not in scene.report_on(panel)
        until(lambda: clone_of(panel) and not is_everybodys(panel, reader), "it is intercepted again")


@check("interception: five fingers that hold still give the panel back until the service is restarted")
def _(scene):
    with configured(RULES.replace("intercept: %s", "intercept: true, panicHold: 1s").replace("%%", "%")):
        panel = scene.panel(ELAN)
        until(lambda: clone_of(panel), "the panel has a clone")
        panel.fingers({slot: panel.at(0.1 + 0.15 * slot, 0.5) for slot in range(5)})
        until(lambda: clone_of(panel) is None, "the clone is gone")
        panel.fingers({})
        until(lambda: "five fingers" in standing(scene, panel).get("reason", ""), "gestured says why")
        run("systemctl", "restart", "gestured")
        until(lambda: clone_of(panel), "the panel is intercepted again")
        scene.unplug(panel)


@check("interception: of two panels each has a clone; plugged out and in again, both have")
def _(scene):
    with configured(RULES % "true"):
        panels = [scene.panel(ELAN), scene.panel("li-nexus4-touch-screen")]
        for panel in panels:
            until(lambda: clone_of(panel), "the panel has a clone")
        for number in range(PLUGS):
            for panel in panels:
                scene.unplug(panel)
            panels = [scene.panel(ELAN), scene.panel("li-nexus4-touch-screen")]
            if number % 50 == 49:
                print(f"     plugged in {2 * number + 2} times", flush=True)
        for panel in panels:
            clone = opened(until(lambda: clone_of(panel), "the panel has a clone"))
            until(lambda: standing(scene, panel).get("clone"), "gestured says so")
            panel.tap()
            wait_for(clone, LIFT)


@check("interception: what another program has grabbed, or what has no slots, works as without, and the reason is told")
def _(scene):
    with configured(RULES % "true"):
        panel = scene.device(ELAN)
        other = opened(panel.node)
        fcntl.ioctl(other, EVIOCGRAB, 1)
        scene.used(panel)
        until(lambda: "another program" in standing(scene, panel).get("reason", ""), "the reason is told")
        other.close()
        until(lambda: clone_of(panel), "the panel has a clone")
    assert any("not intercepted" in line for line in scene.warnings())
