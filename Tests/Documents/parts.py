"""Parts of the tests of documents: blocks of pages, and programs that run meanwhile."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests"))
PATIENCE = 60  # Seconds that a machine under load may take.

from sentences import wait_for  # noqa: E402


def blocks(page):
    """The blocks of a page: the heading before each, the words behind its marks, and its text."""
    heading = ""
    for title, words, text in re.findall(r"(?ms)^#+ ([^\n]+)$|^```([^\n]*)\n(.*?)^```$", page.read_text("utf-8")):
        heading = title or heading
        if not title:
            yield heading, words, text


class Program:
    """A program that runs, with whatever it starts, for as long as the block lasts."""

    def __init__(self, *command, **options):
        self.command, self.options, self.output = [str(each) for each in command], options, tempfile.TemporaryFile()

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=self.output,
                                        stderr=subprocess.STDOUT, start_new_session=True, **self.options)
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.output.close()

    def text(self):
        """What it has printed so far."""
        return os.pread(self.output.fileno(), 1 << 24, 0).decode(errors="replace")

    def wait_for(self, pattern, start=0):
        """Waits until it has printed whole lines like these behind a place of its text."""
        def found():
            has_ended, said = self.process.poll() is not None, re.search(f"(?m)^{pattern}$", self.text()[start:])
            assert said or not has_ended, "it has ended"
            return said
        try:
            return wait_for(found, pattern, PATIENCE)
        except AssertionError as error:
            raise AssertionError(f"{error}; it said: {self.text()[-500:]}") from None


class Daemon(Program):
    """gestured that plays a recording again and again."""

    def __init__(self, program, path, recording, *options):
        super().__init__(program, "--socket", path, "--replay", recording, "--loop", *options,
                         env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})

    def __enter__(self):
        super().__enter__()
        self.wait_for(".* ready.*")
        return self

    def __exit__(self, *exception):
        # It ends the gestures in progress first.
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        super().__exit__(*exception)
