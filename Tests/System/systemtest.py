"""Runner of the system test's checks, under a real systemd and kernel, with panels by uinput.

`run` starts it as root in the guest, where it may change everything. It prints a line for each check of the
*_checks.py and finally `N passed, N failed`; exit status 1 if one failed. `--count` prints the number of checks. With
names of files, such as `loss_checks`, it runs only their checks, after those that install the service; with `--part 1`
or `--part 2` only those of one of two guests that share the work.
"""

import os
import sys

import service_checks  # noqa: F401  (importing registers the checks, in this order)
import sandbox_checks  # noqa: F401
import gesture_checks  # noqa: F401
import device_checks  # noqa: F401
import loss_checks  # noqa: F401
import plugging_checks  # noqa: F401
import hid_checks  # noqa: F401
import reading_checks  # noqa: F401
import pen_checks  # noqa: F401
import peer_checks  # noqa: F401
import output_checks  # noqa: F401
import control_checks  # noqa: F401
import configuration_checks  # noqa: F401
import recording_checks  # noqa: F401
import action_checks  # noqa: F401
import fleet_checks  # noqa: F401
import readme_checks  # noqa: F401
import protocol_checks  # noqa: F401
import daemon_checks  # noqa: F401
import subscription_checks  # noqa: F401
import attach_checks  # noqa: F401
import interception_checks  # noqa: F401
import application_checks  # noqa: F401
import access_checks  # noqa: F401
import uid_checks  # noqa: F401
import session_checks  # noqa: F401
import privacy_checks  # noqa: F401
import flood_checks  # noqa: F401
import activation_checks  # noqa: F401
import fault_checks  # noqa: F401
import soak_checks  # noqa: F401
import doctor_checks  # noqa: F401
import trouble_checks  # noqa: F401  (the last: it removes the service)
if "DEBIAN13" in os.environ:
    import debian13_checks  # noqa: F401
from running import run_checks
from scene import checks

PARTS = {"1": slice(None, -11), "2": slice(-11, None)}  # Files in the order of their import; about equal in time.


def main():
    if sys.argv[1:] == ["--count"]:
        print(len(checks))
        return 0
    files = list(dict.fromkeys(function.__module__ for _, function in checks))
    if sys.argv[1:2] == ["--part"]:
        files = files[PARTS[sys.argv[2]]]
    elif sys.argv[1:]:
        files = sys.argv[1:]
    wanted = [(sentence, function) for number, (sentence, function) in enumerate(checks)
              if number < 2 or function.__module__ in files]
    # Without an installed and running service the rest proves nothing.
    return run_checks("system test", wanted, needed=2)


if __name__ == "__main__":
    sys.exit(main())
