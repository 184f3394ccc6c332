#!/usr/bin/env python3
"""Checks of gestured-web with a real gestured, as a user and as an attacker.

    Tests/Web/bridge/checks.py --programs DIR [PART]     DIR holds gestured, gesturectl and gestured-web

With PART runs only the checks with that in their sentences. Needs only Python; as root, it starts gestured-web as the
user nobody. Prints a line for each check, and the numbers last; exit status 1 if one failed.
"""

import argparse
import pathlib
import signal
import sys
import time
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

import admission_checks  # noqa: F401: adds its checks
import page_checks  # noqa: F401: adds its checks
import message_checks  # noqa: F401: adds its checks
import replay_checks  # noqa: F401: adds its checks
import limit_checks  # noqa: F401: adds its checks
import life_checks  # noqa: F401: adds its checks
from parts import CHECKS, scene


def passes(sentence, function, programs):
    start = time.monotonic()
    try:
        with scene(programs) as made:
            function(made)
            assert made.bridge.is_running(), "gestured-web has ended"
            made.listener.check()
        problem = ""
    except Exception:  # Whatever it is, the check has failed, and the next one is run.
        problem = "\n" + traceback.format_exc()
    print(f"{'FAIL' if problem else 'ok  '} {sentence} ({time.monotonic() - start:.1f} s){problem}", flush=True)
    return not problem


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("part", nargs="?", default="")
    given = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup(1) has it ignored, and gestured-web would, too.
    results = [passes(*each, given.programs) for each in CHECKS if given.part in each[0]]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
