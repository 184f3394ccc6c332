"""Does the installed daemon do what it promises, under a real systemd and a real kernel, with panels made by uinput?

Run as root in the guest, where it may change everything: `run` does that. It prints a line for each sentence of the
*_checks.py and at last `N passed, N failed`; exit status 1 if one failed. `--count` prints how many there are; with
names of files, as `loss_checks`, it runs the checks of these only, after those that install the service.
"""

import signal
import subprocess
import sys
import time
import traceback

import service_checks  # noqa: F401  (importing registers the checks, in this order)
import gesture_checks  # noqa: F401
import device_checks  # noqa: F401
import loss_checks  # noqa: F401
import plugging_checks  # noqa: F401
import hid_checks  # noqa: F401
import reading_checks  # noqa: F401
import pen_checks  # noqa: F401
import peer_checks  # noqa: F401
import control_checks  # noqa: F401
import configuration_checks  # noqa: F401
import recording_checks  # noqa: F401
import fleet_checks  # noqa: F401
import readme_checks  # noqa: F401
import protocol_checks  # noqa: F401
import daemon_checks  # noqa: F401
import subscription_checks  # noqa: F401
import attach_checks  # noqa: F401
import access_checks  # noqa: F401
import session_checks  # noqa: F401
import flood_checks  # noqa: F401
import activation_checks  # noqa: F401
import fault_checks  # noqa: F401
import soak_checks  # noqa: F401
import trouble_checks  # noqa: F401
import doctor_checks  # noqa: F401
from scene import Scene, checks


CHECK_SECONDS = 120  # A check that waits for what never comes is given up.


def give_up(*_):
    raise TimeoutError(f"not done after {CHECK_SECONDS} s")


def passes(sentence, function):
    """Whether a check holds; if not, everything that tells why is printed."""
    scene, start, now = Scene(), time.monotonic(), time.time()
    signal.alarm(CHECK_SECONDS)
    try:
        function(scene)
        scene.close()
        signal.alarm(0)
    except Exception:
        signal.alarm(0)
        print(f"FAIL {sentence} ({time.monotonic() - start:.1f} s)")
        traceback.print_exc(file=sys.stdout)
        scene.print_received()
        print("  the journal since it began:", flush=True)
        subprocess.run(["journalctl", "--no-pager", "-o", "short-precise", "-u", "gestured", "--since", f"@{now}"],
                       check=False)
        for panel in scene.panels:
            panel.unplug()
        return False
    print(f"ok   {sentence} ({time.monotonic() - start:.1f} s)", flush=True)
    return True


def main():
    if sys.argv[1:] == ["--count"]:
        print(len(checks))
        return 0
    signal.signal(signal.SIGALRM, give_up)
    wanted = [(sentence, function) for number, (sentence, function) in enumerate(checks)
              if number < 2 or not sys.argv[1:] or function.__module__ in sys.argv[1:]]
    failed, done = 0, 0
    for sentence, function in wanted:
        failed += not passes(sentence, function)
        done += 1
        if failed and done <= 2:  # Without an installed and running service the rest says nothing.
            print(f"not run: the other {len(wanted) - done}")
            failed += len(wanted) - done
            break
    print(f"system test: {len(wanted) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
