#!/usr/bin/env python3
"""Checks of gestured-web with a real gestured, as a user and as an attacker.

    Tests/Web/bridge/checks.py --programs DIR [PART]     DIR holds gestured, gesturectl and gestured-web

With PART runs only the checks with that in their sentences. Needs only Python and root, as it starts gestured-web as the
user nobody. Prints a line for each check, and the numbers last; exit status 1 if one failed.
"""

import pathlib
import signal
import sys

sys.path += map(str, pathlib.Path(__file__).resolve().parents[1:3])

import admission_checks  # noqa: F401: adds its checks
import page_checks  # noqa: F401: adds its checks
import message_checks  # noqa: F401: adds its checks
import replay_checks  # noqa: F401: adds its checks
import limit_checks  # noqa: F401: adds its checks
import life_checks  # noqa: F401: adds its checks
from parts import scene
from programs import options_of_checks
from sentences import Report


def main():
    options, report = options_of_checks(), Report()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup(1) has it ignored, and gestured-web would, too.

    def run(function):
        with scene(options.programs) as made:
            function(made)
            assert made.bridge.is_running(), "gestured-web has ended"
            made.listener.check()

    report.check_all(options.part, run)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
