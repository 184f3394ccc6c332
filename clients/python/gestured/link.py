"""One connection: requests with their answers, and notifications, as lines on a socket that never waits."""

from __future__ import annotations

import errno
import itertools
import json
import socket
from collections.abc import Mapping
from typing import Any, Callable, Generic, Optional, TypeVar

from .errors import ConnectionLost, Error, ProtocolError, RequestError, printable
from .messages import checked

_LONGEST_LINE = 16 * 1024 * 1024
_MOST_PROBLEMS = 100  # Of a refusal.
_CHUNK = 65_536
_T = TypeVar("_T")


class Call(Generic[_T]):
    """A request and its result.

    `accept` makes the result when the answer is read, in order, also if nobody waits any more; then `undo` reverts it.
    """

    def __init__(self, method: str, params: Mapping[str, Any], accept: Callable[[Any], _T],
                 undo: Callable[[], None] = lambda: None) -> None:
        self.method, self.params, self._accept, self._undo = method, params, accept, undo
        self.is_done = self._is_abandoned = False
        self._error: Optional[Error] = None
        self._result: _T

    def settle(self, answer: Any) -> None:
        self._result = self._accept(answer)
        self.is_done = True
        if self._is_abandoned:
            self._undo()

    def fail(self, error: Error) -> None:
        self._error, self.is_done = error, True

    def abandon(self) -> None:
        """Notes that nobody waits any more; a task can be cancelled when the answer has been read already."""
        self._is_abandoned = True
        if self.is_done and self._error is None:
            self._undo()

    def result(self) -> _T:
        if self._error is not None:
            raise self._error
        return self._result


class Decision(Call[None]):
    """A decision about an attempt, for whose result nobody waits; a refusal is reported."""

    def __init__(self, params: Mapping[str, Any], report: Callable[[Error], None]) -> None:
        super().__init__("recognize", params, lambda _: None)
        self._report = report

    def fail(self, error: Error) -> None:
        super().fail(error)
        if isinstance(error, RequestError):
            self._report(error)


class Link:
    """A connection. It begins with `greeting`, a call that gestured answers without a request."""

    def __init__(self, path: str, greeting: Call[Any], take_notification: Callable[[str, Any], None]) -> None:
        self._path, self._take_notification = path, take_notification
        self._calls = {0: greeting}  # Those without an answer, oldest first.
        self._numbers = itertools.count(1)
        self._unsent = bytearray()
        self._parts: list[bytes] = []  # Of a line whose end has not arrived.
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)

    def connect(self, is_last_attempt: bool) -> bool:
        """Connects; returns False if too many clients wait to be accepted, or raises `ConnectionLost`."""
        try:
            self._socket.connect(self._path)
        except OSError as error:
            if isinstance(error, BlockingIOError) and not is_last_attempt:
                return False
            raise ConnectionLost(_explain(self._path, error)) from error
        return True

    def close(self, reason: Error) -> None:
        """Closes the socket and fails the calls, for this reason."""
        self._socket.close()
        for call in self._calls.values():
            call.fail(reason)

    def fileno(self) -> int:
        return self._socket.fileno()

    @property
    def has_unsent(self) -> bool:
        return bool(self._unsent)

    def begin(self, call: Call[Any]) -> None:
        """Sends a request; raises a `ValueError` or `TypeError` for params that JSON cannot express."""
        number = next(self._numbers)
        self.send(id=number, method=call.method, params=call.params)
        self._calls[number] = call

    def send(self, **request: Any) -> None:
        """Sends a request; one without an `id` has no answer."""
        line = json.dumps({"jsonrpc": "2.0", **request}, separators=(",", ":"), allow_nan=False)
        self._unsent += line.encode() + b"\n"
        self._flush()

    def transfer(self) -> bool:
        """Sends and reads what is possible without waiting; returns whether gestured said something.

        Raises `ConnectionLost` or `ProtocolError` at the end of the connection.
        """
        self._flush()
        lines = self._read()
        for line in lines:
            try:
                self._take(checked(dict, json.loads(line.decode(), parse_constant=_refuse_constant)))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                said, reason = printable(line[:200].decode(errors="replace")), printable(str(error)[:200])
                raise ProtocolError(f"gestured at {self._path} sent something that is not its protocol: {said} "
                                    f"({reason})") from error
        return bool(lines)

    def _flush(self) -> None:
        if not self._unsent:
            return
        try:
            del self._unsent[:self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()  # The connection has ended; gestured's earlier lines are still to be read.

    def _read(self) -> list[bytes]:
        """Returns the lines whose ends have arrived, if any."""
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        except OSError as error:
            raise ConnectionLost(f"the connection to gestured at {self._path} is lost: {error}") from None
        if not data:
            raise ConnectionLost(f"gestured at {self._path} has closed the connection")
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = b"".join([*self._parts, lines[0]])
            self._parts = []
        self._parts.append(rest)
        if sum(map(len, self._parts)) > _LONGEST_LINE:
            raise ProtocolError(f"gestured at {self._path} sent a line of more than {_LONGEST_LINE} bytes")
        return lines

    def _take(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method is None:
            self._take_answer(message["id"], message)
        elif 0 not in self._calls:
            self._take_notification(method, message.get("params"))
        elif method == "hello":
            self._take_answer(0, {"result": message["params"]})
        else:
            raise ValueError("it sent no greeting")

    def _take_answer(self, number: Any, message: dict[str, Any]) -> None:
        if number is None:  # gestured could not read a request: the oldest, as it answers in order.
            number = next(iter(self._calls), None)
        call, error = self._calls.get(number), message.get("error")
        if call is None:
            return
        if error is None:
            call.settle(message["result"])
        else:
            data = error.get("data") or {}
            call.fail(RequestError(
                call.method, checked(int, error["code"]), checked(str, error["message"]), str(data.get("path", "")),
                str(data.get("hint", "")), tuple(map(str, data.get("problems", ())[:_MOST_PROBLEMS]))))
        del self._calls[number]


def _explain(path: str, error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED):
        return f"gestured does not listen at {path}: see `systemctl status gestured`"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"no permission to open {path}: `sudo usermod -aG gestures \"$USER\"`, then log in again"
    return f"gestured at {path} cannot be reached: {error}"


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
