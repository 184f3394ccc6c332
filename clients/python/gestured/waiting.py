"""Waiting of a program that uses no asyncio: poll, and a descriptor for its own loop."""

from __future__ import annotations

import ctypes
import math
import os
import select
import time
from typing import Generator, NamedTuple, Optional

from .link import Link


class Wait(NamedTuple):
    """A request of a coroutine to the code that runs it: to wait for the connection until a time."""

    link: Optional[Link]
    until: float

    def __await__(self) -> Generator[Wait, Optional[bool], Optional[bool]]:
        return (yield self)

    def now(self) -> bool:
        """Waits; returns False when it is later."""
        poll = select.poll()
        if self.link is not None:
            poll.register(self.link, select.POLLIN | (select.POLLOUT if self.link.has_unsent else 0))
        return bool(poll.poll(
            None if self.until == math.inf else max(0, math.ceil((self.until - time.monotonic()) * 1000))))


class Watch:
    """A descriptor for all connections, readable while the program should call `pending`."""

    def __init__(self) -> None:
        self._poller = select.epoll()
        # `os.timerfd_create` is only there since Python 3.13.
        self._libc = ctypes.CDLL(None, use_errno=True)
        timer = self._libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_CLOEXEC)
        if timer < 0:
            raise OSError(ctypes.get_errno(), "timerfd_create")
        self._timer = open(timer, "rb", buffering=0)
        self._poller.register(self._timer, select.EPOLLIN)
        self._link: Optional[Link] = None

    def fileno(self) -> int:
        return self._poller.fileno()

    def expect(self, link: Optional[Link], due: float) -> None:
        """Sets the connection, and the time from which on the descriptor is readable in any case."""
        if link is not None:
            change = self._poller.modify if link is self._link else self._poller.register
            change(link, select.EPOLLIN | (select.EPOLLOUT if link.has_unsent else 0))
        self._link = link  # The kernel forgets those that were closed.
        at = 0 if due == math.inf else max(1, math.ceil(due * 1e9))
        # struct itimerspec: no interval, and a time that 0 disarms.
        setting = (ctypes.c_long * 4)(0, 0, at // 1_000_000_000, at % 1_000_000_000)
        self._libc.timerfd_settime(self._timer.fileno(), 1, setting, None)  # TFD_TIMER_ABSTIME

    def close(self) -> None:
        self._poller.close()
        self._timer.close()
