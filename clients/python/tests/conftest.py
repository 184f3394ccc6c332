"""Running of tests that are coroutines, and of a daemon for tests that ask for one."""

import asyncio
import inspect

import pytest

from .running_daemon import PROGRAM, Daemon


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def daemon(request):
    """A running daemon with the arguments of `pytest.mark.daemon`."""
    if not PROGRAM:
        pytest.skip("$GESTURED_PROGRAM does not say where gestured is")
    marks = reversed(list(request.node.iter_markers("daemon")))
    with Daemon(**{name: value for mark in marks for name, value in mark.kwargs.items()}) as daemon:
        yield daemon


@pytest.fixture
def client(daemon):
    return daemon.client
