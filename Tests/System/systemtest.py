"""Runner of the system test's checks, under a real systemd and kernel, with panels by uinput.

`run` starts it as root in the guest, where it may change everything. It prints a line for each check of the
*_checks.py and finally `N passed, N failed`; status 1 if one failed. With names of files, such as `loss_checks`, it
runs only their checks, after those that install the service; `--short` are those that every commit must pass, `--rest`
the others. `--count` prints the number of the former.
"""

import importlib
import os
import sys

from running import run_checks
from scene import checks

# In this order: the first installs the service, the last removes it.
FILES = """
    service.service service.sandbox panels.gesture panels.device panels.loss panels.plugging panels.hid panels.reading
    panels.pen interception.output panels.peer protocol.control protocol.configuration panels.recording actions.action
    protocol.fleet protocol.readme protocol.protocol protocol.daemon protocol.attach interception.interception
    interception.application service.access service.uid service.session service.privacy protocol.flood
    hands.hands hands.sway service.activation service.fault service.soak service.doctor service.trouble""".split()
if "DEBIAN13" in os.environ:
    FILES += ["interception.debian13", "hands.debian13"]
for each in FILES:
    importlib.import_module(f"{each}_checks")  # which registers its checks


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
