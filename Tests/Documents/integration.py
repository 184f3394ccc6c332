#!/usr/bin/env -S python3 -B
"""Tests of the programs in docs/integrate.md and docs/protocol.md and on the libraries' pages with the real daemon.

    integration.py DAEMON     DAEMON is a built gestured; GestureClient has been built beside it

Prints `ok` and `FAIL` lines, and at last how many passed.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile

from parts import PATIENCE, ROOT, Daemon, Program, blocks
from sentences import Report

PAGE, PROTOCOL = ROOT / "docs/integrate.md", ROOT / "docs/protocol.md"
LIBRARIES = {"js": ROOT / "clients/javascript/README.md", "c": ROOT / "clients/c/README.md"}
RECORDINGS = ROOT / "Tests/Fixtures/recordings"
# One finger drags for 0.2 s, then two taps; one finger drags for 0.8 s; two taps within 0.2 s.
DRAG_AND_TAPS, DRAG, DOUBLE_TAP = (RECORDINGS / f"{name}.evemu" for name in (
    "mh-tablet-opencalender-drag-tap-tap", "ed-isdv4e6-single-center-scroll", "ed-isdv4e6-double-tap-center"))
TAP, MOVED = r"tap at -?\d+[\d.]*, -?\d+[\d.]*", r"moved by -?\d+[\d.]*, -?\d+[\d.]*"
LANGUAGES = {"python": "Python", "js": "JavaScript", "c": "C", "swift": "Swift", "sh": "Shell"}


class Scene:
    """A folder with a socket, in which programs are compiled and run."""

    def __init__(self, program, folder):
        self.program, self.folder, self.socket = program, folder, str(folder / "gestured.sock")
        self.environment = {**os.environ, "GESTURED_SOCKET": self.socket, "SWIFT_BACKTRACE": "enable=no",
                            "PYTHONPATH": str(ROOT / "clients/python"), "PYTHONDONTWRITEBYTECODE": "1"}

    def daemon(self, recording):
        return Daemon(self.program, self.socket, recording)

    def start(self, command):
        return Program(*command, env=self.environment, cwd=self.folder)

    @contextlib.contextmanager
    def started(self, text, recording):
        """A program of the shell with a daemon."""
        with self.daemon(recording), self.start(["bash", "-c", text]) as program:
            yield program

    def lines(self):
        """The lines of a subscription to everything."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.socket)
            connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
            yield from connection.makefile(encoding="utf-8")

    def prepare(self, language, text):
        """The command for a program, compiled if needed, and the reason if that is impossible."""
        # The next block of the page runs the first program by its name.
        file, program = self.folder / f"program.{language}", self.folder / f"from-{language}"
        file.write_text(text)
        if language == "python":
            return ["python3", "-W", "error", file], None
        if language == "sh":
            return ["bash", "-c", text], None
        if language == "js":
            (self.folder / "node_modules").mkdir(exist_ok=True)
            (self.folder / "node_modules/gestured").symlink_to(ROOT / "clients/javascript")
            return ["node", file.rename(file.with_suffix(".mjs"))], None
        clients, built = ROOT / "clients/c", pathlib.Path(self.program).parent
        if language == "c":
            compiler = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", clients, file, clients / "gestured.c"]
        else:
            compiler = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", built / "Modules",
                        file.rename(file.with_name("main.swift")), *(
                            each for module in ("Linux", "GestureWire", "GestureClient")
                            for each in (built / f"{module}.build").glob("*.o"))]
        done = subprocess.run([*compiler, "-o", program], capture_output=True, text=True, check=False)
        # As C's library would keep lines for a file.
        return ["stdbuf", "-oL", program], done.stderr + done.stdout if done.returncode else None


def check_first_programs(scene, report, commands):
    """All of them at once, as they mostly wait."""
    with contextlib.ExitStack() as stack:
        programs = {}

        def check(what, pattern, starts=None):
            for name, program in programs.items():
                report.check(f"{name} {what}", program.wait_for, pattern, starts[name] if starts else 0)

        def ends():
            return {name: len(program.text()) for name, program in programs.items()}

        with scene.daemon(DRAG_AND_TAPS):
            for name, command in commands.items():
                programs[f"The first program in {name}"] = stack.enter_context(scene.start(command))
            check("says where the screen was tapped", TAP)
            check("says how far something was dragged", MOVED)
        starts = ends()
        with scene.daemon(DRAG):
            check("reconnects after a restart", MOVED, starts)
            next(line for line in scene.lines() if '"type":"pan"' in line and '"state":"began"' in line)
            starts = ends()
        check("cancels an interrupted drag", "move taken back", starts)


def check_own_recognizers(scene, text):
    with scene.started(text, DOUBLE_TAP) as program:
        program.wait_for(f"double {TAP}")


def two_taps(scene, recording):
    """The page's recording, with its tap 25 % from the left, and another near the middle of the right half."""
    lines = recording.splitlines()
    taps = [line for line in lines if line.startswith("E: 0.")]
    second = [line.replace("E: 0.", "E: 1.").replace("0035 1080", "0035 1720").replace("0036 675", "0036 600")
              for line in taps]
    file = scene.folder / "two-taps.evemu"
    file.write_text("\n".join([*[line for line in lines if not line.startswith("E:")],
                               *[line.replace("0035 1080", "0035 540") for line in taps], *second]) + "\n")
    return file


def check_moved_region(scene, text, recording):
    # 216 mm x 135 mm; from the centre of the region, the tap is 10 mm to the right and 7.5 mm up.
    x, y = ((size / 2 + offset) / 25.4 * 163 for size, offset in ((108, -7.5), (135, -10)))
    with scene.started(text, recording) as program:
        program.wait_for(rf'\[\{{"x":{x:.3f},"y":{y:.3f}\}}\]')


def check_asking(scene, text, recording):
    left, right = '"x":3\\d\\d\\.', '"x":1\\d\\d\\d\\.'
    question, gesture = '.*"method":"question".*', '.*"method":"gesture".*'
    with scene.started(text, recording) as program:
        # A slow machine may answer some questions after their time.
        program.wait_for("\n".join([
            f"{question}{left}.*", f"{gesture}{left}.*", f"{question}{right}.*", f"{question}{left}.*"]))
        said = [json.loads(line)["params"] for line in program.text().split("\n")[:-1] if '"params"' in line]
    asked = {each["gesture"]["gesture"]: each["gesture"]["time"] for each in said if "ask" in each}
    waited = [each["time"] - asked[each["gesture"]] for each in said if each.get("state") == "recognized"]
    assert waited and min(waited) < 0.99, f"gestures came {waited} s after their questions, so `askTimeout` ended them"


def check_recording(scene, text):
    recording = scene.folder / "tap.evemu"
    recording.write_text(text)
    with scene.daemon(recording):
        next(line for line in scene.lines() if '"type":"tap"' in line)


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # The programs are ended then, too.
    report, first = Report(), {}
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(os.path.abspath(sys.argv[1]), pathlib.Path(folder))
        recording, = (text for _, words, text in blocks(PAGE) if words == "text")
        report.check("The recording on the page is a panel that is tapped", check_recording, scene, recording)
        libraries = [(LANGUAGES[language], language, text) for language, page in LIBRARIES.items()
                     for _, words, text in blocks(page) if words == language]
        for heading, language, text in [*blocks(PAGE), *libraries]:
            if language not in LANGUAGES or language == "sh" and "socat" not in text:
                continue
            command, mistake = scene.prepare(language, text)
            report.tell(f"The code under {heading} is complete", mistake)
            if heading == LANGUAGES[language] and not mistake:
                first[heading] = command
            elif heading == "Recognizers of your own":
                report.check("The attached recognizer tells a double tap", check_own_recognizers, scene, text)
            elif not mistake:
                report.tell(f"The code under {heading} is checked", "this script has no expectation for it")
        report.tell("There is a first program in each language",
                    "" if len(first) == len(LANGUAGES) else f"only in {', '.join(first)}")
        check_first_programs(scene, report, first)
        programs = {heading: text for heading, language, text in blocks(PROTOCOL) if language == "sh"}
        report.tell("Each program of the protocol's page is checked",
                    "" if list(programs) == ["update", "question"] else f"there are programs under {list(programs)}")
        recording = two_taps(scene, recording)
        report.check("The program with a region that moves prints the place of a tap in the region",
                     check_moved_region, scene, programs["update"], recording)
        report.check("The program that is asked takes only taps on the left, and answers in time",
                     check_asking, scene, programs["question"], recording)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
