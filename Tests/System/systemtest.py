"""Runner of the system test's checks, under a real systemd and kernel, with panels by uinput.

`run` starts it as root in the guest, where it may change everything. It prints a line for each check of the
*_checks.py and finally `N passed, N failed`; status 1 if one failed. With names of files, such as `loss_checks`, it
runs only their checks, after those that install the service; `--short` are those that every commit must pass, `--rest`
the others. `--count` prints the number of the former.
"""

import os
import sys

import service.service_checks  # noqa: F401  (importing registers the checks, in this order)
import service.sandbox_checks  # noqa: F401
import panels.gesture_checks  # noqa: F401
import panels.device_checks  # noqa: F401
import panels.loss_checks  # noqa: F401
import panels.plugging_checks  # noqa: F401
import panels.hid_checks  # noqa: F401
import panels.reading_checks  # noqa: F401
import panels.pen_checks  # noqa: F401
import panels.peer_checks  # noqa: F401
import interception.output_checks  # noqa: F401
import protocol.control_checks  # noqa: F401
import protocol.configuration_checks  # noqa: F401
import panels.recording_checks  # noqa: F401
import actions.action_checks  # noqa: F401
import protocol.fleet_checks  # noqa: F401
import protocol.readme_checks  # noqa: F401
import protocol.protocol_checks  # noqa: F401
import protocol.daemon_checks  # noqa: F401
import protocol.subscription_checks  # noqa: F401
import protocol.attach_checks  # noqa: F401
import interception.interception_checks  # noqa: F401
import interception.application_checks  # noqa: F401
import service.access_checks  # noqa: F401
import service.uid_checks  # noqa: F401
import service.session_checks  # noqa: F401
import service.privacy_checks  # noqa: F401
import protocol.flood_checks  # noqa: F401
import service.activation_checks  # noqa: F401
import service.fault_checks  # noqa: F401
import service.soak_checks  # noqa: F401
import service.doctor_checks  # noqa: F401
import service.trouble_checks  # noqa: F401  (the last: it removes the service)
if "DEBIAN13" in os.environ:
    import interception.debian13_checks  # noqa: F401
from running import run_checks
from scene import checks


def file_of(function):
    """The name of its file, without the folder."""
    return function.__module__.rpartition(".")[2]


# What every commit must pass: what only a real kernel, udev and systemd show, and users would miss first.
SHORT = {f"{name}_checks" for name in ("service", "gesture", "loss", "plugging", "output", "interception", "action",
                                       "trouble")}


def main():
    if sys.argv[1:] == ["--count"]:
        print(sum(file_of(function) in SHORT for _, function in checks))
        return 0
    files = list(dict.fromkeys(file_of(function) for _, function in checks))
    if sys.argv[1:] in (["--short"], ["--rest"]):
        files = [each for each in files if (each in SHORT) == (sys.argv[1] == "--short")]
    elif sys.argv[1:]:
        unknown = set(sys.argv[1:]) - set(files)
        if unknown:
            sys.exit(f"no file of checks: {' '.join(sorted(unknown))}; there are {' '.join(files)}")
        files = sys.argv[1:]
    wanted = [(sentence, function) for number, (sentence, function) in enumerate(checks)
              if number < 2 or file_of(function) in files]
    # Without an installed and running service the rest proves nothing.
    return run_checks("system test", wanted, needed=2)


if __name__ == "__main__":
    sys.exit(main())
