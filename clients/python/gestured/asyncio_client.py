"""The client for asyncio."""

from __future__ import annotations

import asyncio
import math
import time
from typing import Any, AsyncIterator, Awaitable, Callable, Optional

from .attachments import AttachedRegion
from .errors import ConnectionLost
from .link import Link
from .peer import Path
from .requests import Requests
from .subscription import Event


class AsyncClient(Requests):
    """`Client` for asyncio: the same methods as coroutines, and `async for`. `async with` or `connect` connects.

    One task iterates; others may make requests at the same time. Cancelling a task loses no event.
    """

    def __init__(self, path: Path = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        super().__init__(path, reconnect=reconnect, timeout=timeout)
        self._connecting: Optional[asyncio.Task[None]] = None
        self._waiters: set[asyncio.Future[None]] = set()
        self._answering: set[asyncio.Future[Any]] = set()

    async def connect(self) -> None:
        """Connects; with `reconnect` it waits until that is possible."""
        await self._establish(is_first=True)

    async def __aenter__(self) -> AsyncClient:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        event = await self._next(math.inf)
        if event is None or isinstance(event, ConnectionLost):
            raise StopAsyncIteration
        return event

    async def close(self) -> None:
        """Like `Client.close`; iterations end."""
        if self._connecting is not None:
            self._connecting.cancel()
        self._close()

    def region(self, name: str) -> AttachedRegion[Awaitable[tuple[str, ...]]]:
        """As `Client.region`, with `await` before `move`."""
        return AttachedRegion(name, self.update)

    async def _wait(self, link: Optional[Link], until: float) -> bool:
        if link is None:
            await asyncio.sleep(max(0.0, until - time.monotonic()))
            return False
        # Every waiting task wakes up when anything can be read: the first one reads for all.
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        self._waiters.add(waiter)
        loop.add_reader(link, self._interrupt)
        if link.has_unsent:
            loop.add_writer(link, self._interrupt)
        try:
            await asyncio.wait({waiter}, timeout=_rest(until))
            return waiter.done()
        finally:
            self._waiters.discard(waiter)
            if not self._waiters:
                self._interrupt()  # Nobody waits any more.

    def _interrupt(self) -> None:
        if self._link is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._link)
            loop.remove_writer(self._link)
        for waiter in self._waiters:
            waiter.set_result(None)
        self._waiters = set()

    async def _reconnected(self, until: float) -> bool:
        # A separate task continues connecting when a caller is cancelled.
        if self._connecting is None:
            self._connecting = asyncio.ensure_future(self._establish())
        task = self._connecting
        await asyncio.wait({task}, timeout=_rest(until))
        if not task.done():
            return False
        if self._connecting is task:
            self._connecting = None
        if task.cancelled():
            raise self._reason
        task.result()
        return True

    def _answer_later(self, awaitable: Awaitable[Any], answer: Callable[[Any], None]) -> None:
        def end(task: asyncio.Future[Any]) -> None:
            self._answering.discard(task)
            if task.cancelled():
                return
            error = task.exception()
            if error is None:
                answer(task.result())
            else:
                self._events.append(error)
            self._interrupt()  # There is something to raise, or perhaps to write.

        task = asyncio.ensure_future(awaitable)
        self._answering.add(task)
        task.add_done_callback(end)


def _rest(until: float) -> Optional[float]:
    """Returns the seconds until then; None for ever."""
    return None if until == math.inf else max(0.0, until - time.monotonic())
