"""Checks that are sentences: which there are, and the printing of those that are true."""

import time
import traceback

CHECKS = []


def check(sentence, *given):
    """Adds a function as the check of a sentence, with what it is given besides; it raises an error if that is false."""
    def add(function):
        CHECKS.append((sentence, function, *given))
        return function
    return add


def named(function):
    """Adds a function whose name is the sentence."""
    return check(function.__name__.replace("_", " "))(function)


def wait_for(condition, what, seconds):
    """Waits until a condition holds; returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        time.sleep(0.02)
    return value


class Report:
    """Prints sentences, and counts those that are true."""

    def __init__(self):
        self.passed = self.failed = 0

    def tell(self, sentence, mistake=None):
        self.passed, self.failed = self.passed + (not mistake), self.failed + bool(mistake)
        print(f"FAIL {sentence}\n  {mistake}" if mistake else f"ok   {sentence}", flush=True)

    def check(self, sentence, function, *arguments):
        """Tells whether a function raises nothing."""
        mistake = None
        try:
            function(*arguments)
        except Exception:  # Whatever it is, the check has failed, and the next one is made.
            mistake = traceback.format_exc()
        self.tell(sentence, mistake)

    def check_all(self, part, run):
        """Has `run` make the checks that have this part in their sentences: it gets the function, and what is given."""
        for sentence, *rest in CHECKS:
            if part in sentence:
                self.check(sentence, run, *rest)

    def end(self):
        """Prints the numbers; returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0
