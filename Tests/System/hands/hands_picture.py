#!/usr/bin/python3 -B
"""Maker of the moving picture of mouse mode, docs/pictures/mouse-mode.webp, in a guest.

    Tests/System/hands/hands_picture.py [--into FILE]    after `make`; takes three minutes, installs what it needs

    --keep FILE     also keeps what the guest has seen
    --from FILE     draws that again, without a guest

A panel by uinput, the installed service and the ready files of mouse mode move a browser that knows no touch, under
Xorg. The picture is what that display shows, at the pace of a machine with 10^9 instructions a second, and above it
circles where the panel's fingers are, and words below. It fails unless the display shows what the words say.
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PICTURE = ROOT / "docs/pictures/mouse-mode.webp"
PACKAGES = "dillo", "lowdown", "fonts-dejavu-core", "python3-pil"
SEEN = "seen: "  # begins a line of the guest that is for the picture

sys.path.insert(0, str(ROOT / "Tests/System"))


def main():
    parser = argparse.ArgumentParser()
    for name in "--into", "--keep", "--from":
        parser.add_argument(name, type=pathlib.Path)
    options = parser.parse_args()
    subprocess.run([ROOT / "scripts/prerequisites", *PACKAGES], check=True)
    from hands.moving_picture import Seen, save  # pylint: disable=import-outside-toplevel
    source = getattr(options, "from")
    text = source.read_text(encoding="utf-8") if source else seen_by_the_guest()
    if options.keep:
        options.keep.write_text(text, encoding="utf-8")
    seen = Seen(text)
    seen.check()
    save(seen, options.into or PICTURE)


def seen_by_the_guest():
    """What a guest prints for the picture; the rest is printed here."""
    command = [ROOT / "Tests/System/vm", "/usr/bin/python3", "-u", "-B", __file__, "--in-guest"]
    text, variables = "", {**os.environ, "VM_CLOCK": "counted"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=variables) as guest:
        for line in guest.stdout:
            if line.startswith(SEEN):
                text += line.removeprefix(SEEN)
            else:
                print(line, end="", flush=True)
    if guest.returncode:
        sys.exit(guest.returncode)
    return text


def in_guest():
    """Runs in the guest: installs the service as the system test does, then moves the fingers."""
    import hands.picture_scene  # pylint: disable=import-outside-toplevel
    return hands.picture_scene.main()


if __name__ == "__main__":
    sys.exit(in_guest() if sys.argv[1:] == ["--in-guest"] else main())
