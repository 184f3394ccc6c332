"""Errors that this library raises."""

from __future__ import annotations


class Error(Exception):
    """The base class of this library's errors; any other exception is a defect of it or of its caller."""


class ConnectionLost(Error, ConnectionError):
    """There is no connection: it could not be made, or it has ended."""


class Timeout(Error, TimeoutError):
    """gestured did not answer in time."""


class ProtocolError(Error):
    """The peer does not speak this protocol, or a newer one."""


class RequestError(Error):
    """gestured refuses a request."""

    LIMIT_REACHED = -32000
    CAPABILITY_MISSING = -32001
    CONFIGURATION_HAS_PROBLEMS = -32002

    def __init__(self, method: str, code: int, message: str, path: str = "", hint: str = "",
                 problems: tuple[str, ...] = ()) -> None:
        self.method, self.code, self.message = method, code, message
        self.path, self.hint, self.problems = path, hint, problems
        place, advice = f" ({path})" if path else "", f": {hint}" if hint else ""
        # The first of the problems may be this one.
        is_problem = bool(path and problems and problems[0].startswith(f"{path}: "))
        first, *others = problems if is_problem else (f"{message}{place}{advice}", *problems)
        super().__init__("\n  ".join(map(printable, [f"{method}: {first}", *others])))


def printable(text: str) -> str:
    """Returns the text with escapes for what a terminal may obey: control and invisible format characters."""
    return text if text.isprintable() else "".join(
        letter if letter.isprintable() or letter == " " else f"\\u{{{ord(letter):x}}}" for letter in text)
