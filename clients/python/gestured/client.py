"""The client that waits until each call is done."""

from __future__ import annotations

import functools
import math
import time
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Coroutine, Iterator, Optional, TypeVar, cast

from .attachments import AttachedRegion, Names
from .errors import ConnectionLost
from .link import Link
from .peer import Path, Peer
from .requests import Requests
from .subscription import Connected, Event
from .waiting import Wait, Watch

if TYPE_CHECKING:  # These are in `typing` since Python 3.10.
    from typing_extensions import Concatenate, ParamSpec  # pyright: ignore[reportMissingModuleSource]
    _P = ParamSpec("_P")
_T = TypeVar("_T")


def _waiting(
    request: Callable[Concatenate[Peer, _P], Coroutine[Any, Any, _T]],
) -> Callable[Concatenate[Client, _P], _T]:
    """Returns a method that waits until a request is done."""
    @functools.wraps(request)
    def method(self: Client, /, *arguments: _P.args, **named: _P.kwargs) -> _T:
        return self._run(request(self, *arguments, **named))
    return method


class Client(Peer):
    """A connection to gestured; every call waits until it is done. For one thread at a time.

    Iterating yields the events until gestured closes the connection. The client reads only on request, and gestured
    coalesces events for a slow application. `timeout` is how many seconds gestured may take to answer.

    With `reconnect` it connects again 0.1 to 5 seconds after a loss, also if gestured is not there when the client is
    made, and attaches and subscribes everything again. At the loss it yields `cancelled` for gestures and touches under
    way, then `Disconnected`; after it, `Connected` for each subscription: start over from its snapshot. Only permanent
    errors are raised then.
    """

    def __init__(self, path: Path = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        super().__init__(path, reconnect=reconnect, timeout=timeout)
        self._connecting: Optional[Coroutine[Any, Any, None]] = None
        self._step = Wait(None, 0.0)  # What connecting waits for.
        self._watch: Optional[Watch] = None
        self._run(self._establish(is_first=True))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = self._run(self._next(math.inf))
        if event is None or isinstance(event, ConnectionLost):
            raise StopIteration
        return event

    def pending(self) -> list[Event]:
        """Returns the present events, without waiting; answers questions and, with `reconnect`, connects again.

        For loops of one's own: call it when `fileno()` can be read. `ConnectionLost` when there will be no more.
        """
        event = self.receive(0)
        found = [] if event is None else [event]
        try:
            while found and self._events:
                event = self._take_waiting()
                found += [] if event is None else [event]
        except BaseException:
            self._events.extendleft(reversed(found))
            raise
        finally:
            self._expect()
        return found

    def fileno(self) -> int:
        """Returns a descriptor that can be read while `pending` has something to do; -1 once the client is closed."""
        if self._is_closed:
            return -1
        if self._watch is None:
            self._watch = Watch()
            self._expect()
        return self._watch.fileno()

    def close(self) -> None:
        """Ends the connection, with everything that was attached and subscribed."""
        if self._connecting is not None:
            self._connecting.close()
            self._connecting = None
        self._close()
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def region(self, name: str) -> AttachedRegion[tuple[str, ...]]:
        """A region that was attached, to move it."""
        return AttachedRegion(name, self.update)

    receive = _waiting(Requests.receive)
    subscribe = _waiting(Requests.subscribe)
    unsubscribe = _waiting(Requests.unsubscribe)
    attach = _waiting(Requests.attach)
    update = _waiting(Requests.update)
    detach = _waiting(Requests.detach)
    set_enabled = _waiting(Requests.set_enabled)
    set_private = _waiting(Requests.set_private)
    swallow = _waiting(Requests.swallow)
    list_surfaces = _waiting(Requests.list_surfaces)
    list_devices = _waiting(Requests.list_devices)
    list_recognizers = _waiting(Requests.list_recognizers)
    list_regions = _waiting(Requests.list_regions)
    status = _waiting(Requests.status)
    rotate = _waiting(Requests.rotate)
    reload = _waiting(Requests.reload)
    call = _waiting(Requests.call)

    def _run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        is_ready: Optional[bool] = None
        try:
            while True:
                is_ready = cast(Wait, coroutine.send(is_ready)).now()
        except StopIteration as stop:
            return cast(_T, stop.value)
        finally:
            coroutine.close()
            self._expect()

    def _expect(self) -> None:
        """Sets what the descriptor of `fileno` shows."""
        if self._watch is None:
            return
        due = math.inf
        if self._events or not (self._is_ready or self._reconnect):
            due = 0.0
        elif not self._is_ready:
            due = self._retry_at if self._connecting is None else self._step.until
        self._watch.expect(self._link, due)

    async def _wait(self, link: Optional[Link], until: float) -> bool:
        return bool(await Wait(link, until))

    async def _reconnected(self, until: float) -> bool:
        # Connecting is interrupted at the timeout and continues at the next call, wherever it waits.
        if self._connecting is None:
            self._connecting, self._step = self._establish(), Wait(None, 0.0)
        while True:
            is_ready = await Wait(self._step.link, min(self._step.until, until))
            if not is_ready and time.monotonic() < self._step.until:
                return False
            try:
                self._step = cast(Wait, self._connecting.send(is_ready or None))
            except BaseException as error:
                self._connecting = None
                if isinstance(error, StopIteration):
                    return True
                raise

    def _answer_later(self, awaitable: Awaitable[Any], answer: Callable[[Any], None]) -> None:
        if isinstance(awaitable, Coroutine):
            awaitable.close()
        raise TypeError("a coroutine can answer questions of AsyncClient only")


def events(
    recognizers: Optional[Names] = None, *, surfaces: Optional[Names] = None,
    states: Optional[Names] = None, touches: bool = False, max_rate: Optional[float] = None,
    coordinates: Optional[str] = None, locations: bool = False, predicted: bool = False, path: Path = None,
) -> Iterator[Event]:
    """Yields the events of `Client.subscribe` for ever, and reconnects; first, and after each loss, `Connected`."""
    with Client(path, reconnect=True) as client:
        subscription = client.subscribe(
            recognizers, surfaces=surfaces, states=states, touches=touches, max_rate=max_rate,
            coordinates=coordinates, locations=locations, predicted=predicted)
        yield Connected(subscription.number, subscription.snapshot)
        yield from client
