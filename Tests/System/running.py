"""Runner of checks, which prints diagnostics for those that fail."""

import os
import signal
import subprocess
import sys
import time
import traceback

from scene import Scene


def give_up(*_):
    raise TimeoutError("given up")


def passes(sentence, function, seconds):
    """Whether a check passes; if not, everything that explains it is printed."""
    scene, start, now = Scene(), time.monotonic(), time.time()
    signal.alarm(seconds)
    try:
        function(**scene.given(function))
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


def run_checks(name, wanted, needed, seconds=int(os.environ.get("CHECK_SECONDS", "1800"))):
    """Runs checks and prints a line for each; if one of the first `needed` fails, none of the others.

    A check is given up after so many seconds. Returns the exit status.
    """
    signal.signal(signal.SIGALRM, give_up)
    failed, done = 0, 0
    for sentence, function in wanted:
        failed += not passes(sentence, function, seconds)
        done += 1
        if failed and done <= needed:
            print(f"not run: the other {len(wanted) - done}")
            failed += len(wanted) - done
            break
    print(f"{name}: {len(wanted) - failed} passed, {failed} failed")
    return 1 if failed else 0
