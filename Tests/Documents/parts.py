"""Parts of the tests of documents: blocks of pages, programs that run meanwhile, and a report."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 60  # Seconds that a machine under load may take.


def blocks(page):
    """The blocks of a page: the heading before each, the words behind its marks, and its text."""
    heading = ""
    for title, words, text in re.findall(r"(?ms)^#+ ([^\n]+)$|^```([^\n]*)\n(.*?)^```$", page.read_text("utf-8")):
        heading = title or heading
        if not title:
            yield heading, words, text


def wait_for(condition, what, seconds=PATIENCE):
    """Waits until a condition holds; returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        time.sleep(0.02)
    return value


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

    def wait_for(self, pattern, start=0, seconds=PATIENCE):
        """Waits until it has printed whole lines like these behind a place of its text."""
        def found():
            has_ended, said = self.process.poll() is not None, re.search(f"(?m)^{pattern}$", self.text()[start:])
            assert said or not has_ended, "it has ended"
            return said
        try:
            return wait_for(found, pattern, seconds)
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


class Report:
    """Prints sentences, and counts those that are true."""

    def __init__(self):
        self.passed = self.failed = 0

    def tell(self, sentence, mistake=None):
        self.passed, self.failed = self.passed + (not mistake), self.failed + bool(mistake)
        print(f"FAIL {sentence}\n  {mistake}" if mistake else f"ok   {sentence}", flush=True)

    def check(self, sentence, function, *arguments):
        """Tells whether a function raises nothing."""
        try:
            function(*arguments)
            self.tell(sentence)
        except (AssertionError, OSError, StopIteration, subprocess.TimeoutExpired) as error:
            self.tell(sentence, repr(error) if not str(error) else error)

    def end(self):
        """Prints the numbers; returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0
