"""Surfaces, devices, regions, recognizers and counters, as requests return them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

from .messages import Frame, Message, Size


@dataclass(frozen=True)
class Surface(Message):
    """The touch area of a panel; `unit` is `px` or `pt`, `rotation` is in degrees."""

    name: str
    device: str
    unit: str
    width: float
    height: float
    millimetres: Optional[Size] = None
    rotation: Optional[float] = None


@dataclass(frozen=True)
class Recognizer(Message):
    """A recognizer of gestures; `own` if this connection has attached it."""

    name: str
    type: str
    region: str
    enabled: bool
    own: bool = False


@dataclass(frozen=True)
class Region(Message):
    """A part of a surface, in a `frame` around it; `own` if this connection has attached it."""

    name: str
    surface: str
    frame: Frame
    own: bool = False
    enabled: bool = True


@dataclass(frozen=True)
class Device(Message):
    """An input device, and why it is used or not."""

    path: str
    name: str
    used: bool
    reason: str
    vendor: str = ""
    product: str = ""
    match: Mapping[str, str] = field(default_factory=dict, hash=False)
    protocol: str = ""
    slots: int = 0
    surface: Optional[str] = None
    millimetres: Optional[Size] = None
    rate: Optional[float] = None
    matrix: Optional[tuple[float, ...]] = None
    interception: Optional[Mapping[str, str]] = field(default=None, hash=False)
    defects: Mapping[str, int] = field(default_factory=dict, hash=False)
    unwanted: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Latency(Message):
    """Seconds from the kernel's stamp to the last write."""

    count: int
    sum: float
    p50: float
    p90: float
    p99: float
    p999: float
    max: float


@dataclass(frozen=True)
class Connection(Message):
    """A client of gestured, for clients with the capability `control`."""

    pid: int
    uid: int
    gid: int
    subscriptions: int
    attached: int
    waiting: int
    merged: int


@dataclass(frozen=True)
class Status(Message):
    """gestured's counters."""

    server: str
    uptime: float
    configuration: str
    refused: bool
    surfaces: int
    devices: int
    recognizers: int
    awake: int
    peers: int
    subscriptions: int
    frames: int
    touches: int
    gestures: int
    notifications: int
    merged: int
    lagged: int
    latency: Latency
    connections: Optional[tuple[Connection, ...]] = None


@dataclass(frozen=True)
class Reload(Message):
    """The changes by a reload of the configuration."""

    configuration: str
    surfaces: int
    regions: int
    recognizers: int
    added: int
    removed: int
    changed: int
    cancelled: int


@dataclass(frozen=True)
class AttachedSurface(Message):
    """A surface on which something was attached; `unit` (`px` or `pt`) is that of lengths that came without one."""

    name: str
    unit: str


@dataclass(frozen=True)
class Attached(Message):
    """The names of attached entries, the surfaces that have any of them, configured recognizers that the client decides,
    and warnings."""

    regions: tuple[str, ...] = ()
    recognizers: tuple[str, ...] = ()
    surfaces: tuple[AttachedSurface, ...] = ()
    decided: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
