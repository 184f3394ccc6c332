"""The common part of both clients: connecting again and again, and the events."""

from __future__ import annotations

import collections
import functools
import inspect
import logging
import os
import time
from typing import Any, Awaitable, Callable, Optional, TypeVar, Union

from .attachments import Attachments
from .errors import ConnectionLost, Error, ProtocolError, RequestError, Timeout, printable
from .inventory import Attached
from .link import Call, Decision, Link
from .messages import checked, read
from .questions import AttachedRecognizer, Callbacks, Question, read_question
from .recognizers import Change, Recognizers
from .subscription import Connected, Disconnected, Event, Subscription

PROTOCOL = 1
"""The version of the protocol that this library speaks."""
DEFAULT_PATH = "/run/gestured/gestured.sock"
"""Where the service has its socket; `$GESTURED_SOCKET` overrides it."""

Path = Union[str, "os.PathLike[str]", None]
_MOST_WARNINGS = 64  # Of an answer.
_MOST_WAITING_EVENTS = 16_384  # Only what comes while an answer is waited for waits here.
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0  # Between attempts to connect, in seconds.
_log = logging.getLogger("gestured")
_T = TypeVar("_T")


class Peer:
    """What both clients have in common: all but waiting. Times are those of `time.monotonic`; `math.inf` is never."""

    def __init__(self, path: Path = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        self.path = os.fspath(path or "") or os.environ.get("GESTURED_SOCKET") or DEFAULT_PATH
        """The path of the socket."""
        self.server = ""
        """The name and version of the server."""
        self.capabilities: frozenset[str] = frozenset()
        """The present capabilities of this connection: `gestures`, `touches`, `attach`, `intercept`, `control`."""
        self._reconnect, self._timeout = reconnect, timeout
        self._link: Optional[Link] = None
        self._is_ready = self._is_closed = False
        self._reason: Error = ConnectionLost("there is no connection yet")
        self._pause, self._retry_at, self._ready_since = _SHORTEST_PAUSE, 0.0, 0.0
        # An exception is that of a callback that was awaited.
        self._events: collections.deque[Union[Event, Question, Change, BaseException]] = collections.deque()
        self._subscriptions: dict[int, Subscription] = {}
        self._subscriptions_made = 0
        self._present: dict[int, Subscription] = {}  # Those of this connection, by the server's number.
        self._attachments = Attachments()
        self._callbacks: Callbacks = {}
        self._recognizers = Recognizers()
        self._warned: set[str] = set()

    async def _wait(self, link: Optional[Link], until: float) -> bool:
        """Waits until there is something to read, or room to write; returns False when it is later than `until`."""
        raise NotImplementedError

    async def _reconnected(self, until: float) -> bool:
        """Continues connecting; returns False when it is later than `until`."""
        raise NotImplementedError

    def _interrupt(self) -> None:
        """Ends all waiting: something was read, or the connection is about to be closed."""

    def _answer_later(self, awaitable: Awaitable[Any], answer: Callable[[Any], None]) -> None:
        """Answers when a callback that is awaited has returned."""
        raise NotImplementedError

    # Requests

    async def _ask(self, call: Call[_T]) -> _T:
        await self._until_ready()
        return await self._exchange(call)

    async def _until_ready(self) -> None:
        if self._is_ready:
            return
        if self._is_closed or not self._reconnect or not await self._reconnected(time.monotonic() + self._timeout):
            raise self._reason

    async def _exchange(self, call: Call[_T]) -> _T:
        if self._link is None:
            raise self._reason
        self._link.begin(call)
        return await self._answered(call)

    async def _answered(self, call: Call[_T]) -> _T:
        until, is_late = time.monotonic() + self._timeout, False
        try:
            while not call.is_done:
                if is_late:
                    raise Timeout(f"gestured at {self.path} did not answer {call.method} within {self._timeout:g} s")
                # Lines that have arrived by then are checked once more, but not all later ones.
                is_late = time.monotonic() >= until
                if self._link is not None and await self._wait(self._link, until):
                    self._transfer()
        except BaseException:
            call.abandon()
            raise
        return call.result()

    def _send(self, method: str, **params: Any) -> None:
        """Sends a request that has no answer, unless the connection is lost."""
        if self._link is not None:
            self._link.send(method=method, params=params)

    def _read_attached(self, result: Any) -> Attached:
        """Warns once of each thing: a region is moved with every frame."""
        attached = read(Attached, result)
        for each in attached.warnings[:_MOST_WARNINGS]:
            if each not in self._warned:
                _log.warning("%s", printable(each))
                self._warned.add(each)
        return attached

    def _begin(self, subscription: Subscription, result: Any) -> Subscription:
        self._present[subscription._begin(result)] = subscription
        self._subscriptions[subscription.number] = subscription
        return subscription

    def _forget(self, subscription: Subscription) -> None:
        """Forgets a subscription and its events."""
        self._subscriptions.pop(subscription.number, None)
        self._present.pop(subscription._remote_number, None)
        self._events = collections.deque(
            each for each in self._events if getattr(each, "subscription", None) != subscription.number)

    def recognizer(self, name: str) -> AttachedRecognizer:
        """Returns a recognizer that is going to be attached, to answer what it asks."""
        return AttachedRecognizer(name, self._set_callback)

    def _set_callback(self, recognizer: str, ask: str, function: Callable[[Any], Any]) -> None:
        if any(each["name"] == recognizer and ask not in each.get("ask", ())
               for each in self._attachments.all("recognizers")):
            raise ValueError(f"recognizer {recognizer!r} is attached already, and does not ask: decorate before attach")
        self._callbacks.setdefault(recognizer, {})[ask] = function

    # The connection

    async def _establish(self, is_first: bool = False) -> None:
        """Connects; with `reconnect` it pauses and tries again until it succeeds or an error is permanent."""
        if not self._reconnect:
            return await self._connect()
        has_warned = False
        while True:
            await self._wait(None, self._retry_at)
            try:
                await self._connect()
                if has_warned:
                    _log.info("connected to %s", self.path)
                return
            except Error as error:
                self._postpone()
                self._reason = ConnectionLost(str(error))
                if not _is_temporary(error, is_first):
                    raise
                if not has_warned:
                    _log.warning("%s; trying again", error)
                    has_warned = True

    def _postpone(self) -> None:
        self._retry_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    async def _connect(self) -> None:
        """Connects, reads the greeting, and restores attachments and subscriptions."""
        greeting = Call("connect", {}, self._greet)
        self._link = await self._connected(Link(self.path, greeting, self._take_notification))
        try:
            await self._answered(greeting)
            for request in self._attachments.requests():
                await self._exchange(Call("attach", request, lambda _: None))
            for update in self._attachments.updates():
                await self._exchange(Call("update", update, lambda _: None))
            for subscription in list(self._subscriptions.values()):
                begin = functools.partial(self._begin_again, subscription)
                await self._exchange(Call("subscribe", subscription._params, begin))
        except BaseException as error:
            self._lose(error if isinstance(error, Error) else ConnectionLost("connecting was given up"))
            raise
        self._is_ready, self._ready_since = True, time.monotonic()

    async def _connected(self, link: Link) -> Link:
        until = time.monotonic() + self._timeout
        try:
            while not link.connect(is_last_attempt=time.monotonic() > until):
                await self._wait(None, time.monotonic() + 0.02)
        except BaseException:
            link.close(self._reason)
            raise
        return link

    def _greet(self, hello: Any) -> None:
        if checked(int, hello["protocol"]) != PROTOCOL:
            raise ProtocolError(f"gestured at {self.path} speaks version {hello['protocol']} of its protocol, and this "
                                f"library version {PROTOCOL}: install the library that came with it")
        self.server = checked(str, hello["server"])
        self.capabilities = frozenset(checked(list, hello["capabilities"]))

    def _begin_again(self, subscription: Subscription, result: Any) -> None:
        self._begin(subscription, result)
        self._events.append(Connected(subscription.number, subscription.snapshot))

    def _lose(self, reason: Error) -> None:
        """Ends the connection, and everything in progress on it."""
        self._interrupt()
        if self._link is not None:
            self._link.close(reason)
        self._link, self._reason = None, reason
        self._events = collections.deque(each for each in self._events if not isinstance(each, (Question, Change)))
        self._events.extend(self._recognizers.lose())
        for subscription in self._present.values():
            self._events.extend(subscription._close())
        self._present = {}
        if self._is_ready:
            self._is_ready = False
            if time.monotonic() - self._ready_since > _LONGEST_PAUSE:
                self._pause = _SHORTEST_PAUSE
            self._postpone()
            if self._reconnect:
                self._events.append(Disconnected(str(reason)))

    def _close(self) -> None:
        self._is_closed = True
        self._lose(ConnectionLost("the client has been closed"))
        self._events.clear()

    # Events

    def _transfer(self) -> None:
        """Sends and reads what is possible without waiting."""
        if self._link is None:
            return
        try:
            has_read = self._link.transfer()
            if len(self._events) > _MOST_WAITING_EVENTS:
                raise ConnectionLost(f"more than {_MOST_WAITING_EVENTS} events wait, as the application takes none")
        except Error as error:
            self._lose(error)
            return
        if has_read:
            self._interrupt()  # It may be for other tasks, which found nothing before and wait for more.

    def _take_notification(self, method: str, params: Any) -> None:
        event: Union[Event, Question, Change, None] = None
        if method == "capabilities":
            self.capabilities = frozenset(checked(list, params["capabilities"]))
        elif method == "question":
            event = read_question(params, self._callbacks)
        elif method in ("attempt", "reset"):
            event = self._recognizers.change(method, params)
        elif method in ("gesture", "touch", "surface", "reloaded", "lagged"):
            subscription = self._present.get(params["subscription"])  # None if it has been given up.
            event = None if subscription is None else subscription._event(method, params)
        if event is not None:
            self._events.append(event)

    async def _next(self, until: float) -> Union[Event, ConnectionLost, None]:
        """Returns the next event, or the loss after which there will be no more; None when it is later than `until`.

        The loss is not raised, because callbacks may raise one, too, which ends no iteration.
        """
        event: Optional[Event] = None
        while event is None:
            if self._events:
                event = self._take_waiting()
            elif self._link is not None and self._is_ready:
                if await self._wait(self._link, until):
                    self._transfer()
                elif time.monotonic() >= until:
                    return None
            else:
                reason = self._reason
                if self._is_closed or not self._reconnect:
                    if isinstance(reason, ConnectionLost):
                        return reason
                    raise reason
                if isinstance(reason, ProtocolError):
                    self._reason = ConnectionLost(str(reason))  # It is reported once; the next call tries again.
                    raise reason
                try:
                    if not await self._reconnected(until):
                        return None
                except ConnectionLost as lost:
                    return lost
        return event

    def _take_waiting(self) -> Optional[Event]:
        """Takes what has waited longest: an event, or what a question or a recognizer is told, which it answers."""
        first = self._events.popleft()
        if isinstance(first, BaseException):
            raise first
        if isinstance(first, Change):
            first.take(functools.partial(self._decide, self._link))
            return None
        if not isinstance(first, Question):
            return first
        answer = functools.partial(self._answer, self._link, first.number)
        result = first.callback(first.subject)
        if inspect.isawaitable(result):
            self._answer_later(result, answer)
        else:
            answer(result)
        return None

    def _decide(self, link: Optional[Link], decision: dict[str, Any]) -> None:
        """Sends what a recognizer decides; a refusal is raised where the program waits."""
        if link is not None and link is self._link:
            link.begin(Decision(decision, self._events.append))

    def _answer(self, link: Optional[Link], question: int, answer: Any) -> None:
        if link is self._link:  # A new connection has questions of its own.
            self._send("answer", question=question, yes=bool(answer))


def _is_temporary(error: Error, is_first: bool) -> bool:
    if isinstance(error, RequestError):
        return error.method == "connect"  # There are too many clients.
    if isinstance(error.__cause__, PermissionError):
        return not is_first  # While a service restarts, its socket may have no listener.
    return isinstance(error, (ConnectionLost, Timeout))
