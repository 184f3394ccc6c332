"""Client library of gestured for Python, with the standard library only.

    import gestured

    with gestured.Client() as client:
        client.subscribe(recognizers=["pinch", "tap"])
        for event in client:
            if isinstance(event, gestured.Pinch):
                print(event.state, event.location, event.scale)

`Client` waits, `AsyncClient` is for asyncio, and `events` is the shortest way. docs/protocol.md of gestured says what
every member means; its names in camelCase are attributes in snake_case here (`majorRadius`: `major_radius`).

This folder is the library: install it or copy it. Python 3.9 or newer.
"""

from __future__ import annotations

import asyncio
import collections
import ctypes
import errno
import functools
import inspect
import json
import logging
import math
import os
import re
import select
import socket
import sys
import time
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from types import TracebackType
from typing import (Any, AsyncIterator, Awaitable, Callable, Coroutine, Generator, Generic, Iterable, Iterator,
                    NamedTuple, Optional, TypeVar, Union, cast, get_args, get_origin, get_type_hints)

__all__ = [
    "AsyncClient", "Attached", "AttachedRecognizer", "AttachedRegion", "AttachedSurface", "Checkmark", "Client",
    "Connected", "Connection", "ConnectionLost", "Device", "Disconnected", "Error", "Event", "Frame", "Gesture",
    "IncrementalPinch", "Lagged", "Latency", "LongPress", "Pan", "Pinch", "Point", "ProtocolError", "QuestionedTouch",
    "Recognizer", "Region", "Reload", "Reloaded", "RequestError", "Rotation", "ScreenEdgePan", "Size", "Snapshot",
    "Status", "Stroke", "Subscription", "Surface", "SurfaceChange", "Swipe", "Tap", "Tickle", "Timeout", "Touch",
    "Touches", "Transform", "UnmatchedGlob", "events",
]
__version__ = "0.1.0"

PROTOCOL = 1
"""The version of the protocol that this library speaks."""
DEFAULT_PATH = "/run/gestured/gestured.sock"
"""Where the service has its socket; `$GESTURED_SOCKET` overrides it."""

_LONGEST_LINE = 16 * 1024 * 1024
_LONGEST_NAME = 256
_MOST_UNDER_WAY = 4096  # Gestures of a subscription, and touches.
_MOST_WARNINGS, _MOST_PROBLEMS = 64, 100  # Of an answer.
_MOST_WAITING_EVENTS = 16_384  # Only what comes while an answer is waited for waits here.
_CHUNK = 65_536
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
_log = logging.getLogger("gestured")
_T = TypeVar("_T")
_Callback = TypeVar("_Callback", bound="Callable[[Any], Union[bool, Awaitable[bool]]]")
_Path = Union[str, "os.PathLike[str]"]
_Names = Union[str, Iterable[str]]


# Errors

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
        super().__init__("\n  ".join(map(_printable, [f"{method}: {first}", *others])))


def _printable(text: str) -> str:
    """The text without what a terminal may obey: control and invisible format characters become escapes."""
    return text if text.isprintable() else "".join(
        letter if letter.isprintable() or letter == " " else f"\\u{{{ord(letter):x}}}" for letter in text)


# What gestured says. `members` holds everything as it came, also what this library does not know.

class Point(NamedTuple):
    """A place or a translation, in the unit of the surface; y is downward."""

    x: float
    y: float


class Size(NamedTuple):
    """Width and height."""

    width: float
    height: float


class Frame(NamedTuple):
    """A rectangle, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


_ORIGIN = Point(0.0, 0.0)
_UNCHANGED: Any = object()
_LOCAL = {"local": True}  # Of an attribute that gestured does not send.


@dataclass(frozen=True)
class _Message:
    members: Mapping[str, Any] = field(hash=False, repr=False)


@dataclass(frozen=True)
class Gesture(_Message):
    """A gesture was recognized, continues, or has ended.

    `state` is `recognized` for discrete gestures; `began`, `changed`, `ended` or `cancelled` for continuous ones, of
    which every `began` is closed, also when the connection is lost; `failed` only on request. The subclasses
    add the members of a type; without them, as in `failed`, nothing has moved. Gestures of types that
    this library does not know are of this class, and `members` has their members.

    `synthesized` is true of a `cancelled` that this library adds because the connection is lost; its `seq` is 0.

    Connections without the capability `locations` receive no places: `location` is None, `touches` is
    empty, and translations and velocities on the surface are zero in the subclasses. `locations` has the place of each
    of the `touches`, of subscriptions that ask for it.
    """

    subscription: int
    seq: int
    recognizer: str
    type: str
    gesture: int
    state: str
    surface: str
    region: str
    time: float
    location: Optional[Point] = None
    touches: tuple[int, ...] = ()
    locations: tuple[Point, ...] = ()
    synthesized: bool = field(default=False, metadata=_LOCAL)


@dataclass(frozen=True)
class Tap(Gesture):
    taps: int = 1


@dataclass(frozen=True)
class LongPress(Gesture):
    duration: float = 0.0


@dataclass(frozen=True)
class Swipe(Gesture):
    direction: str = ""
    velocity: Point = _ORIGIN


@dataclass(frozen=True)
class Pan(Gesture):
    translation: Point = _ORIGIN
    delta: Point = _ORIGIN
    velocity: Point = _ORIGIN
    projection: Optional[Point] = None


@dataclass(frozen=True)
class ScreenEdgePan(Pan):
    edge: str = ""


@dataclass(frozen=True)
class Pinch(Gesture):
    scale: float = 1.0
    delta: float = 1.0
    velocity: float = 0.0


@dataclass(frozen=True)
class Rotation(Gesture):
    rotation: float = 0.0
    delta: float = 0.0
    velocity: float = 0.0


@dataclass(frozen=True)
class Transform(Pan):
    scale: float = 1.0
    rotation: float = 0.0
    scale_delta: float = 1.0
    rotation_delta: float = 0.0


@dataclass(frozen=True)
class Stroke(Gesture):
    stroke: str = ""
    score: float = 0.0


@dataclass(frozen=True)
class Checkmark(Gesture):
    midpoint: Point = _ORIGIN


@dataclass(frozen=True)
class Tickle(Gesture):
    count: int = 0


@dataclass(frozen=True)
class IncrementalPinch(Gesture):
    scale: float = 1.0


_GESTURES: dict[str, type[Gesture]] = {
    "tap": Tap, "longPress": LongPress, "swipe": Swipe, "pan": Pan, "screenEdgePan": ScreenEdgePan, "pinch": Pinch,
    "rotation": Rotation, "transform": Transform, "stroke": Stroke, "checkmark": Checkmark, "tickle": Tickle,
    "incrementalPinch": IncrementalPinch,
}


@dataclass(frozen=True)
class Touch(_Message):
    """A finger with a change: `phase` is `began`, `moved`, `ended` or `cancelled`; `tap_count` is 2 in a double tap."""

    id: int
    phase: str
    location: Point
    previous_location: Point
    region: str
    force: Optional[float] = None
    major_radius: Optional[float] = None
    tap_count: int = 1


@dataclass(frozen=True)
class Touches(_Message):
    """Changes of fingers in one frame of a surface, as the view of their region would receive them.

    `synthesized` is true when this library cancels the touches because the connection is lost.
    """

    subscription: int
    surface: str
    time: float
    touches: tuple[Touch, ...]
    synthesized: bool = field(default=False, metadata=_LOCAL)


@dataclass(frozen=True)
class QuestionedTouch(Touch):
    """A touch that began on a surface, and that a recognizer may receive: see `AttachedRecognizer.should_receive`."""

    surface: str = ""
    time: float = 0.0


@dataclass(frozen=True)
class Surface(_Message):
    """The touch area of a panel; `unit` is `px` or `pt`, `rotation` is in degrees."""

    name: str
    device: str
    unit: str
    width: float
    height: float
    millimetres: Optional[Size] = None
    rotation: Optional[float] = None


@dataclass(frozen=True)
class Recognizer(_Message):
    """A recognizer of gestures; `own` if this connection has attached it."""

    name: str
    type: str
    region: str
    enabled: bool
    own: bool = False


@dataclass(frozen=True)
class Region(_Message):
    """A part of a surface, in a `frame` around it; `own` if this connection has attached it."""

    name: str
    surface: str
    frame: Frame
    own: bool = False
    enabled: bool = True


@dataclass(frozen=True)
class Device(_Message):
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
class Latency(_Message):
    """Seconds from the kernel's stamp to the last write."""

    count: int
    sum: float
    p50: float
    p90: float
    p99: float
    p999: float
    max: float


@dataclass(frozen=True)
class Connection(_Message):
    """A client of gestured, for clients with the capability `control`."""

    pid: int
    uid: int
    gid: int
    subscriptions: int
    attached: int
    waiting: int
    merged: int


@dataclass(frozen=True)
class Status(_Message):
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
class Reload(_Message):
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
class AttachedSurface(_Message):
    """A surface on which something was attached; `unit` (`px` or `pt`) is that of lengths that came without one."""

    name: str
    unit: str


@dataclass(frozen=True)
class Attached(_Message):
    """The names of attached entries, and the surfaces that have any of them at present.

    `warnings` are sentences about regions that no finger can reach; the logger `gestured` has them, too.
    """

    regions: tuple[str, ...] = ()
    recognizers: tuple[str, ...] = ()
    surfaces: tuple[AttachedSurface, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class UnmatchedGlob(_Message):
    """A glob of a subscription that matches no recognizer or no surface, and the name that was probably meant."""

    glob: str
    nearest: Optional[str] = None


@dataclass(frozen=True)
class Snapshot(_Message):
    """The present state: surfaces and recognizers, and the gestures and touches under way."""

    surfaces: tuple[Surface, ...]
    recognizers: tuple[Recognizer, ...]
    gestures: tuple[Gesture, ...]
    touches: tuple[Touches, ...] = ()
    unmatched: tuple[UnmatchedGlob, ...] = ()
    unmatched_surfaces: tuple[UnmatchedGlob, ...] = ()


@dataclass(frozen=True)
class SurfaceChange(_Message):
    """A surface is `added`, `removed` or `changed`."""

    subscription: int
    change: str
    surface: Surface


@dataclass(frozen=True)
class Reloaded:
    """The configuration was reloaded; the snapshot has the new state."""

    subscription: int
    snapshot: Snapshot


@dataclass(frozen=True)
class Lagged:
    """The application took its events too slowly; `dropped` were lost, and gestured closes the connection."""

    subscription: int
    dropped: int
    snapshot: Snapshot


@dataclass(frozen=True)
class Connected:
    """The subscription has begun again after a loss, or for the first time (`events` only): start over from here."""

    subscription: int
    snapshot: Snapshot


@dataclass(frozen=True)
class Disconnected:
    """The connection is lost, all gestures and touches have been closed, and it is tried to connect again."""

    reason: str


Event = Union[Gesture, Touches, SurfaceChange, Reloaded, Lagged, Connected, Disconnected]
"""The events that a client receives."""


@dataclass(frozen=True)
class _Question:
    """A question of an own recognizer. It waits among the events, as it may depend on those before it."""

    channel: Optional[socket.socket]  # It is over when the client has another one.
    number: int
    callback: Callable[[Any], Any]
    subject: Union[Gesture, QuestionedTouch]


@dataclass(frozen=True)
class _Failure:
    """An exception of a callback that was awaited."""

    error: BaseException


# From JSON to these classes: by their annotations, once for each class

def _checked(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} is not a {kind.__name__}")
    return value


def _name(value: Any) -> str:
    if len(_checked(str, value)) > _LONGEST_NAME:
        raise ValueError(f"a name has more than {_LONGEST_NAME} characters")
    return cast(str, value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _reader(hint: Any) -> Callable[[Any], Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union:  # Optional: null is treated as absent.
        return _reader(arguments[0])
    if origin is tuple:
        reader = _reader(arguments[0])
        return lambda value: tuple(map(reader, _checked(list, value)))
    if origin is Mapping:
        return functools.partial(_checked, dict)
    if hint is float:
        return _number
    if hint is Gesture:
        return _read_gesture
    if issubclass(hint, _Message):
        return functools.partial(_read, hint)
    if issubclass(hint, tuple):
        made = cast("type[Point]", hint)  # Or another of numbers by name.
        return lambda value: made(*[_number(value[name]) for name in made._fields])
    return functools.partial(_checked, hint)


_NAMES = {"recognizer", "type", "surface", "region", "name", "stroke", "glob", "nearest"}  # Where they are texts.


@functools.lru_cache(maxsize=None)
def _table(kind: type[Any]) -> list[tuple[str, str, Callable[[Any], Any], bool]]:
    hints = get_type_hints(kind)
    return [(each.name, re.sub("_(.)", lambda match: match[1].upper(), each.name),
             _name if each.name in _NAMES and hints[each.name] in (str, Optional[str]) else _reader(hints[each.name]),
             each.default is MISSING and each.default_factory is MISSING)
            for each in fields(kind) if each.name != "members" and "local" not in each.metadata]


def _read(kind: type[_T], value: Any) -> _T:
    values = {"members": _checked(dict, value)}
    for attribute, name, reader, needed in _table(cast(Any, kind)):
        member = value.get(name)
        if member is not None:
            values[attribute] = reader(member)
        elif needed:
            raise ValueError(f"there is no {name}")
    return cast(Callable[..., _T], kind)(**values)


def _read_gesture(value: Any) -> Gesture:
    return _read(_GESTURES.get(_checked(dict, value).get("type", ""), Gesture), value)


def _read_questioned_touch(value: Any) -> QuestionedTouch:
    return _read(QuestionedTouch, {"previousLocation": _checked(dict, value).get("location"), **value})


# By what is asked: the member of the question, and its reader.
_SUBJECTS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "begin": ("gesture", lambda value: _read_gesture({**_checked(dict, value), "subscription": 0, "seq": 0})),
    "receive": ("touch", _read_questioned_touch),
}


def _read_list(kind: type[_T]) -> Callable[[Any], list[_T]]:
    return lambda value: [_read(kind, each) for each in _checked(list, value)]


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _strings(value: _Names) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _without_none(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


# The state of a connection

class Subscription:
    """A subscription of a client. `number` is in its events, and stays the same after a reconnection.

    `snapshot` is the state when it began, at the last reload of the configuration, or at the last reconnection.
    """

    def __init__(self, number: int, params: Mapping[str, Any]) -> None:
        self.number = number
        self.snapshot = Snapshot({}, (), (), ())
        self._params = params
        self._remote = 0  # The server's number.
        # Without every end it is unknown which gestures are still under way.
        self._has_touches = bool(params.get("touches"))
        self._hears_of_ends = {"ended", "cancelled"} <= set(params.get("states", ("ended", "cancelled")))
        self._gestures: dict[int, Gesture] = {}
        self._touches: dict[str, tuple[float, dict[int, Touch]]] = {}
        self._warned: set[tuple[str, str]] = set()  # Of globs that match nothing.

    def __repr__(self) -> str:
        return f"Subscription({self.number}, {dict(self._params)})"

    def _read_snapshot(self, value: Any) -> Snapshot:
        for name in ("gestures", "touches"):
            listed = value.get(name) or ()
            if len(listed) > _MOST_UNDER_WAY:
                raise ValueError("it has too much under way")
            for each in listed:
                each.update(subscription=self.number, seq=0)
        for name, globs in (("unmatched", "recognizers"), ("unmatchedSurfaces", "surfaces")):
            if len(value.get(name) or ()) > len(self._params.get(globs) or "*"):
                raise ValueError(f"{name} has more globs than the filter")
        self.snapshot = _read(Snapshot, value)
        for gesture in self.snapshot.gestures:
            self._follow(gesture)
        for touches in self.snapshot.touches:
            self._follow(touches)
        self._warn("recognizer", self.snapshot.unmatched)
        self._warn("surface", self.snapshot.unmatched_surfaces)
        return self.snapshot

    def _warn(self, kind: str, unmatched: tuple[UnmatchedGlob, ...]) -> None:
        """Warns once of each glob that matches nothing."""
        for each in unmatched:
            if (kind, each.glob) not in self._warned and each.glob in self._params.get(f"{kind}s", ()):
                advice = "" if each.nearest is None else f"; did you mean {each.nearest!r}?"
                _log.warning("%r matches no %s now%s", each.glob, kind, advice)
                self._warned.add((kind, each.glob))

    def _follow(self, event: Event) -> None:
        """Tracks gestures and touches under way."""
        if isinstance(event, Gesture) and self._hears_of_ends:
            if event.state in ("began", "changed"):
                self._gestures[event.gesture] = event
            elif event.state in ("ended", "cancelled"):
                self._gestures.pop(event.gesture, None)
        elif isinstance(event, Touches) and self._has_touches:
            _, touches = self._touches.pop(event.surface, (0.0, {}))
            for touch in event.touches:
                if touch.phase in ("began", "moved"):
                    touches[touch.id] = touch
                else:
                    touches.pop(touch.id, None)
            if touches:
                self._touches[event.surface] = (event.time, touches)
        if max(len(self._gestures), sum(len(touches) for _, touches in self._touches.values())) > _MOST_UNDER_WAY:
            raise ValueError("it has too much under way")

    def _close(self) -> list[Event]:
        """Events that close everything under way, at the time of its last event."""
        closing: list[Event] = []
        for last in self._gestures.values():
            members = {**last.members, "state": "cancelled", "seq": 0}
            for attribute, name in (("delta", "delta"), ("scale_delta", "scaleDelta"),
                                    ("rotation_delta", "rotationDelta")):
                unchanged = getattr(type(last), attribute, None)  # The default of the attribute.
                if unchanged is not None:
                    members[name] = unchanged._asdict() if isinstance(unchanged, Point) else unchanged
            closing.append(replace(_read_gesture(members), synthesized=True))
        for surface, (at, touches) in self._touches.items():
            cancelled = [{**touch.members, "phase": "cancelled", "previousLocation": touch.members["location"]}
                         for touch in touches.values()]
            if cancelled:
                closing.append(replace(_read(Touches, {
                    "subscription": self.number, "surface": surface, "time": at, "touches": cancelled}),
                    synthesized=True))
        self._gestures, self._touches = {}, {}
        return closing


class _Attachments:
    """Requests to attach again, without entries that were detached since, and the updates that follow.

    They are apart as in the program's requests: together they could exceed the limits of a request.
    """

    def __init__(self) -> None:
        self.requests: list[dict[str, list[dict[str, Any]]]] = []
        self._changes: dict[str, dict[str, Any]] = {}  # By region: what updates have changed last.
        self._order: list[str] = []  # The names of regions, the lowest first; `above` moves them here.

    def attach(self, request: dict[str, list[dict[str, Any]]]) -> None:
        self.requests.append(request)
        self._order += [each["name"] for each in request["regions"]]
        self._raise(request["regions"])
        for each in request["regions"]:
            each.pop("above", None)

    def update(self, changes: list[dict[str, Any]]) -> None:
        for change in changes:
            members = {key: value for key, value in change.items() if key != "above" and value is not None}
            if len(members) > 1 and change["name"] in self._order:  # Others were attached by `call`.
                self._changes.setdefault(change["name"], {}).update(members)
        self._raise(changes)

    def _raise(self, changes: list[dict[str, Any]]) -> None:
        """Puts regions over others, one after the other; those over None on top."""
        for change in changes:
            name, sibling = change["name"], change.get("above")
            if "above" in change and name in self._order:
                self._order.remove(name)
                place = self._order.index(sibling) + 1 if sibling in self._order else len(self._order)
                self._order.insert(place, name)

    def updates(self) -> list[list[dict[str, Any]]]:
        """The regions of each `update` once everything is attached again: one for each region, then their order."""
        updates = [[change] for change in self._changes.values()]
        if self._order != [each["name"] for each in self._all("regions")]:
            updates.append([{"name": name, "above": None} for name in self._order])
        return updates

    def detach(self, regions: Optional[list[str]], recognizers: Optional[list[str]]) -> set[str]:
        """Forgets them, and returns the names of the recognizers."""
        if regions is None and recognizers is None:
            gone = {each["name"] for each in self._all("recognizers")}
            self.requests, self._changes, self._order = [], {}, []
            return gone
        within, gone = set(regions or ()), set(recognizers or ())
        count = -1
        while count != len(within):  # Regions are detached with the one around them.
            count = len(within)
            within.update(each["name"] for each in self._all("regions") if each.get("parent") in within)
        gone.update(each["name"] for each in self._all("recognizers") if each.get("region") in within)
        self._changes = {name: each for name, each in self._changes.items() if name not in within}
        self._order = [each for each in self._order if each not in within]
        self.requests = [{
            "regions": [each for each in request["regions"] if each["name"] not in within],
            "recognizers": [_without_relations(each, gone) for each in request["recognizers"]
                            if each["name"] not in gone],
        } for request in self.requests]
        self.requests = [request for request in self.requests if request["regions"] or request["recognizers"]]
        return gone

    def set_enabled(self, recognizer: str, enabled: bool) -> None:
        for each in self._all("recognizers"):
            if each["name"] == recognizer:
                each["enabled"] = enabled

    def _all(self, kind: str) -> list[dict[str, Any]]:
        return [each for request in self.requests for each in request[kind]]


def _region(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A region or a change of it for JSON, which would write a `Frame` as a list."""
    frame = definition.get("frame")
    return {**definition, "frame": frame._asdict()} if isinstance(frame, Frame) else dict(definition)


def _without_relations(recognizer: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    """Removes requirements of detached recognizers."""
    relations: dict[str, Any] = {name: [each for each in _strings(recognizer[name]) if each not in gone]
                                 for name in ("requireToFail", "simultaneousWith", "blocks") if name in recognizer}
    return {**recognizer, **relations}


class AttachedRegion(Generic[_T]):
    """A region that a client has attached, by its name; `Client.region` and `AsyncClient.region` give it."""

    def __init__(self, name: str, update: Callable[[list[dict[str, Any]]], _T]) -> None:
        self.name = name
        self._update = update

    def __repr__(self) -> str:
        return f"AttachedRegion({self.name!r})"

    def move(self, *, frame: Union[Frame, Mapping[str, Any], None] = None, transform: Optional[Iterable[float]] = None,
             shape: Union[str, Iterable[Iterable[float]], None] = None, above: Optional[str] = _UNCHANGED,
             enabled: Optional[bool] = None) -> _T:
        """Changes what is given, and nothing else: `Client.update` with this region alone.

        `transform` is the matrix [a, b, c, d, tx, ty] about the centre of the frame; `shape` is "rectangle", "ellipse"
        or corners in the coordinates of the region; `above` is the sibling to lie over, None for the top; a region that
        is not `enabled` leaves touches to what lies below.
        """
        change = _without_none(
            name=self.name, frame=frame, transform=None if transform is None else list(transform),
            shape=shape if shape is None or isinstance(shape, str) else list(map(list, shape)), enabled=enabled)
        return self._update([change if above is _UNCHANGED else {**change, "above": above}])


class AttachedRecognizer:
    """A recognizer that a client attaches, by its name; `recognizer` of the client gives it.

    Its decorators set who answers before the recognizer begins or receives a touch, as UIKit's delegates do. Use them
    before `attach`, which then asks gestured for these questions (`ask`):

        @client.recognizer("row").should_begin
        def is_sideways(pan):
            return abs(pan.velocity.x) > abs(pan.velocity.y)

        client.attach(recognizers=[{"name": "row", "type": "pan"}])

    Until the answer, the recognizer waits, and those that require it to fail; nothing else does. After 0.1 s, or
    `askTimeout` of the recognizer, the answer is yes. Questions are answered in the order of the events, while the
    client waits for the next one, so answer fast, and handle events fast. With `AsyncClient` the functions may be
    coroutines, and events go on meanwhile.

    An exception of the function is raised where the program waits for events. There is no answer then, as there is none
    when the connection is lost meanwhile. The functions are kept until the recognizer is detached.
    """

    def __init__(self, name: str, peer: _Peer) -> None:
        self.name = name
        self._peer = peer

    def __repr__(self) -> str:
        return f"AttachedRecognizer({self.name!r})"

    def should_begin(self, function: _Callback) -> _Callback:
        """The function gets the `Gesture` that would begin or be recognized, and returns whether it may.

        `subscription` and `seq` of the gesture are 0. After False the recognizer fails.
        """
        return self._set("begin", function)

    def should_receive(self, function: _Callback) -> _Callback:
        """The function gets a `QuestionedTouch` that has begun, and returns whether it is the recognizer's."""
        return self._set("receive", function)

    def _set(self, ask: str, function: _Callback) -> _Callback:
        self._peer._set_callback(self.name, ask, function)
        return function


class _Call(Generic[_T]):
    """A request and its result. `keep` is called when gestured has accepted it, also if nobody waits any more.

    Both that and `convert`, for a waiting caller, are called when the answer is read, in order. `undo` reverts what
    gestured has accepted and no caller learns of.
    """

    def __init__(self, method: str, params: Mapping[str, Any], convert: Callable[[Any], _T],
                 keep: Callable[[], None] = lambda: None, undo: Callable[[Any], None] = lambda _: None) -> None:
        self.method, self.params = method, params
        self._convert, self._keep, self._undo = convert, keep, undo
        self.is_done = self._is_abandoned = False
        self._error: Optional[Error] = None
        self._answer: Any = None
        self._result: _T

    def settle(self, result: Any) -> None:
        self._keep()
        if self._is_abandoned:
            self._undo(result)
        else:
            self._result, self._answer = self._convert(result), result
        self.is_done = True

    def abandon(self) -> None:
        """Notes that nobody waits any more; a task can be cancelled when the answer has been read already."""
        self._is_abandoned = True
        if self.is_done and self._error is None:
            self._undo(self._answer)

    def fail(self, error: Error) -> None:
        self._error, self.is_done = error, True

    def result(self) -> _T:
        if self._error is not None:
            raise self._error
        return self._result


def _without_empty(request: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {kind: those for kind, those in request.items() if those}


class _Peer:
    """The common part of both clients, without any waiting, which they add."""

    def __init__(self, path: Optional[_Path] = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        self.path = os.fspath(path or "") or os.environ.get("GESTURED_SOCKET") or DEFAULT_PATH
        """The path of the socket."""
        self.server = ""
        """The name and version of the server."""
        self.capabilities: frozenset[str] = frozenset()
        """The present capabilities of this connection: `gestures`, `touches`, `attach`, `control`."""
        self._reconnect, self._timeout = reconnect, timeout
        self._channel: Optional[socket.socket] = None
        self._outgoing = bytearray()
        self._parts: list[bytes] = []  # Of a line that is not closed yet.
        self._calls: dict[int, _Call[Any]] = {}  # Those without an answer, oldest first; the greeting has number 0.
        self._calls_made = self._subscriptions_made = 0
        self._events: collections.deque[Union[Event, _Question, _Failure]] = collections.deque()
        self._subscriptions: list[Subscription] = []
        self._heard: dict[int, Subscription] = {}  # Those of this connection, by the server's number.
        self._attachments = _Attachments()
        self._callbacks: dict[str, dict[str, Callable[[Any], Any]]] = {}  # By recognizer, and by what is asked.
        self._warned: set[str] = set()
        self._is_ready = self._is_closed = False
        self._reason: Error = ConnectionLost("there is no connection yet")
        self._pause, self._retry_at, self._ready_since = _SHORTEST_PAUSE, 0.0, 0.0

    async def _wait(self, channel: Optional[socket.socket], writing: bool, until: Optional[float]) -> bool:
        """Waits until there is something to read, or room to write; False when it is later than `until`."""
        raise NotImplementedError

    async def _reconnected(self, until: Optional[float]) -> bool:
        """Continues connecting; False when it is later than `until`."""
        raise NotImplementedError

    def _interrupt(self) -> None:
        """Ends all waiting: something was read, or the channel is about to be closed."""

    def _answer_later(self, question: _Question, answer: Awaitable[Any]) -> None:
        """Answers when a callback that is awaited has returned."""
        raise NotImplementedError

    def recognizer(self, name: str) -> AttachedRecognizer:
        """A recognizer that is going to be attached, to answer what it asks."""
        return AttachedRecognizer(name, self)

    # Requests

    def _subscribing(
        self, recognizers: Optional[_Names], surfaces: Optional[_Names],
        states: Optional[_Names], touches: bool, max_rate: Optional[float], coordinates: Optional[str], locations: bool,
    ) -> _Call[Subscription]:
        self._subscriptions_made += 1
        subscription = Subscription(self._subscriptions_made, _without_none(
            recognizers=None if recognizers is None else _strings(recognizers),
            surfaces=None if surfaces is None else _strings(surfaces),
            states=None if states is None else _strings(states),
            touches=True if touches else None, maxRate=max_rate, coordinates=coordinates,
            locations=True if locations else None))

        def begin(result: Any) -> Subscription:
            self._begin(subscription, result)
            self._subscriptions.append(subscription)
            return subscription

        def give_up(result: Any) -> None:
            self._forget(subscription)
            number = _checked(int, result["subscription"])
            if self._channel is not None:
                # Without an id there is no answer.
                self._write({"method": "unsubscribe", "params": {"subscription": number}})

        return _Call("subscribe", subscription._params, begin, undo=give_up)

    def _begin(self, subscription: Subscription, result: Any) -> None:
        subscription._read_snapshot(result)
        subscription._remote = _checked(int, result["subscription"])
        self._heard[subscription._remote] = subscription

    async def _unsubscribe(self, subscription: Union[Subscription, int]) -> None:
        await self._until_ready()
        number = subscription if isinstance(subscription, int) else subscription.number
        known = next((each for each in self._subscriptions if each.number == number), None)

        def end() -> None:
            if known is not None:
                self._forget(known)

        # The server refuses a number that is not this client's.
        remote = known._remote if known is not None else number
        await self._exchange(_Call("unsubscribe", {"subscription": remote}, lambda _: None, end))

    def _forget(self, subscription: Subscription) -> None:
        """Forgets a subscription and its events, if it has begun."""
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
            self._heard.pop(subscription._remote, None)
            self._events = collections.deque(
                each for each in self._events if getattr(each, "subscription", None) != subscription.number)

    def _attaching(
        self, regions: Iterable[Mapping[str, Any]], recognizers: Iterable[Mapping[str, Any]],
    ) -> _Call[Attached]:
        # A copy: a later change of the arguments must not change what is attached again.
        those = {"regions": list(map(_region, regions)), "recognizers": list(map(self._asking, recognizers))}
        sent, kept = (json.loads(json.dumps(those)) for _ in range(2))

        def convert(result: Any) -> Attached:
            attached = _read(Attached, result)
            self._warn(attached.warnings)
            return attached

        return _Call("attach", _without_empty(sent), convert, lambda: self._attachments.attach(kept))

    def _asking(self, definition: Mapping[str, Any]) -> dict[str, Any]:
        """A recognizer that asks what there are callbacks for."""
        callbacks = self._callbacks.get(definition.get("name", ""))
        if not callbacks:
            return {**definition}
        return {**definition, "ask": sorted({*_strings(definition.get("ask") or ()), *callbacks})}

    def _set_callback(self, recognizer: str, ask: str, function: Callable[[Any], Any]) -> None:
        if any(each["name"] == recognizer and ask not in each.get("ask", ())
               for each in self._attachments._all("recognizers")):
            raise ValueError(f"recognizer {recognizer!r} is attached already, and does not ask: decorate before attach")
        self._callbacks.setdefault(recognizer, {})[ask] = function

    def _updating(self, regions: Iterable[Mapping[str, Any]]) -> _Call[tuple[str, ...]]:
        changes = json.loads(json.dumps(list(map(_region, regions))))

        def convert(result: Any) -> tuple[str, ...]:
            warnings = _read(Attached, result).warnings
            self._warn(warnings)
            return warnings

        return _Call("update", {"regions": changes}, convert, lambda: self._attachments.update(changes))

    def _warn(self, warnings: tuple[str, ...]) -> None:
        """Warns once of each thing: a region is moved with every frame."""
        for each in warnings[:_MOST_WARNINGS]:
            if each not in self._warned:
                _log.warning("%s", _printable(each))
                self._warned.add(each)

    def _detaching(
        self, regions: Optional[_Names], recognizers: Optional[_Names],
    ) -> _Call[None]:
        of_regions = None if regions is None else _strings(regions)
        of_recognizers = None if recognizers is None else _strings(recognizers)

        def forget() -> None:
            for name in self._attachments.detach(of_regions, of_recognizers):
                self._callbacks.pop(name, None)

        params = _without_none(regions=of_regions, recognizers=of_recognizers)
        return _Call("detach", params, lambda _: None, forget)

    def _enabling(self, recognizer: str, enabled: bool) -> _Call[None]:
        return _Call("setEnabled", {"recognizer": recognizer, "enabled": enabled}, lambda _: None,
                     lambda: self._attachments.set_enabled(recognizer, enabled))

    def _switching_privacy(self, region: str, private: bool) -> _Call[None]:
        return _Call("setPrivate", {"region": region, "private": private}, lambda _: None)

    def _swallowing(self, surface: Optional[str]) -> _Call[None]:
        return _Call("swallow", _without_none(surface=surface), lambda _: None)

    async def _ask(self, call: _Call[_T]) -> _T:
        await self._until_ready()
        return await self._exchange(call)

    async def _until_ready(self) -> None:
        if self._is_ready:
            return
        if self._is_closed or not self._reconnect or not await self._reconnected(time.monotonic() + self._timeout):
            raise self._reason

    async def _exchange(self, call: _Call[_T]) -> _T:
        if self._channel is None:
            raise self._reason
        number = self._calls_made + 1
        # First, as params that JSON cannot express raise an error here, and have no answer.
        self._write({"id": number, "method": call.method, "params": call.params})
        self._calls_made = number
        self._calls[number] = call
        return await self._answered(call)

    def _write(self, request: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **request}, separators=(",", ":"), allow_nan=False)
        self._outgoing += line.encode() + b"\n"
        self._send()

    async def _answered(self, call: _Call[_T]) -> _T:
        until = time.monotonic() + self._timeout
        try:
            is_late = False
            while not call.is_done:
                if is_late:
                    raise Timeout(f"gestured at {self.path} did not answer {call.method} within {self._timeout:g} s")
                # Lines that have arrived by then are checked once more, but not all later ones.
                is_late = time.monotonic() >= until
                if await self._wait(self._channel, bool(self._outgoing), until):
                    self._transfer()
        except BaseException:
            call.abandon()
            raise
        return call.result()

    # Connecting

    async def _open(self) -> None:
        if self._reconnect:
            await self._establish(is_first=True)
        else:
            await self._connect()

    async def _establish(self, is_first: bool = False) -> None:
        """Connects, with growing pauses between attempts; raises permanent errors."""
        is_told = False
        while True:
            await self._wait(None, False, self._retry_at)
            try:
                await self._connect()
                if is_told:
                    _log.info("connected to %s", self.path)
                return
            except Error as error:
                self._postpone()
                self._reason = ConnectionLost(str(error))
                if not _may_pass(error, is_first):
                    raise
                if not is_told:
                    _log.warning("%s; trying again", error)
                    is_told = True

    def _postpone(self) -> None:
        self._retry_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    async def _connect(self) -> None:
        """Connects, reads the greeting, and restores attachments and subscriptions."""
        self._channel = await self._connected_channel()
        try:
            greeting: _Call[None] = _Call("connect", {}, self._greet)
            self._calls[0] = greeting
            await self._answered(greeting)
            for request in self._attachments.requests:
                await self._exchange(_Call("attach", _without_empty(request), lambda _: None))
            for regions in self._attachments.updates():
                await self._exchange(_Call("update", {"regions": regions}, lambda _: None))
            for subscription in list(self._subscriptions):
                await self._exchange(
                    _Call("subscribe", subscription._params, functools.partial(self._begin_again, subscription)))
        except BaseException as error:
            self._lose(error if isinstance(error, Error) else ConnectionLost("connecting was given up"))
            raise
        self._is_ready, self._ready_since = True, time.monotonic()

    async def _connected_channel(self) -> socket.socket:
        until = time.monotonic() + self._timeout
        channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            channel.setblocking(False)
            while True:
                try:
                    channel.connect(self.path)
                    return channel
                except BlockingIOError:  # Too many are waiting to be accepted.
                    if time.monotonic() > until:
                        raise
                await self._wait(None, False, time.monotonic() + 0.02)
        except OSError as error:
            channel.close()
            raise _unreachable(self.path, error) from error
        except BaseException:
            channel.close()
            raise

    def _greet(self, hello: Any) -> None:
        if _checked(int, hello["protocol"]) != PROTOCOL:
            raise ProtocolError(f"gestured at {self.path} speaks version {hello['protocol']} of its protocol, and this "
                                f"library version {PROTOCOL}: install the library that came with it")
        self.server = _checked(str, hello["server"])
        self.capabilities = frozenset(_checked(list, hello["capabilities"]))

    def _begin_again(self, subscription: Subscription, result: Any) -> None:
        self._begin(subscription, result)
        self._events.append(Connected(subscription.number, subscription.snapshot))

    # Reading and writing, of which nothing waits

    def _transfer(self) -> None:
        self._send()
        if self._channel is None:
            return
        try:
            data = self._channel.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(ConnectionLost(f"the connection to gestured at {self.path} is lost: {error}"))
            return
        if not data:
            self._lose(ConnectionLost(f"gestured at {self.path} has closed the connection"))
            return
        try:
            self._split(data)
        except Error as error:
            self._lose(error)
        # The lines may be for other tasks, which found nothing before and wait for more.
        self._interrupt()

    def _send(self) -> None:
        if self._channel is None or not self._outgoing:
            return
        try:
            del self._outgoing[:self._channel.send(self._outgoing)]
        except BlockingIOError:
            pass
        except OSError:
            self._outgoing.clear()  # It has ended; its earlier lines are still to be read.

    def _split(self, data: bytes) -> None:
        first, *others = data.split(b"\n")
        self._parts.append(first)
        for part in others:
            line, self._parts = b"".join(self._parts), [part]
            self._take(line)
        if sum(map(len, self._parts)) > _LONGEST_LINE:
            raise ProtocolError(f"gestured at {self.path} sent a line of more than {_LONGEST_LINE} bytes")
        if len(self._events) > _MOST_WAITING_EVENTS:
            raise ConnectionLost(f"more than {_MOST_WAITING_EVENTS} events wait, as the application takes none")

    def _take(self, line: bytes) -> None:
        try:
            message = _checked(dict, json.loads(line.decode(), parse_constant=_refuse_constant))
            method = message.get("method")
            if method is None:
                self._take_answer(message)
            elif method == "hello" and 0 in self._calls:
                self._calls[0].settle(message["params"])
                del self._calls[0]
            elif 0 in self._calls:
                raise ValueError("it sent no greeting")
            else:
                self._take_notification(method, message.get("params"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            said, reason = _printable(line[:200].decode(errors="replace")), _printable(str(error)[:200])
            raise ProtocolError(
                f"gestured at {self.path} sent something that is not its protocol: {said} ({reason})") from error

    def _take_answer(self, message: dict[str, Any]) -> None:
        number, error = message["id"], message.get("error")
        if number is None:  # It could not read the request: the oldest, as it answers in order.
            number = next(iter(self._calls), None)
        call = None if number is None else self._calls.get(number)
        if number is None or call is None:
            return
        if error is None:
            call.settle(message["result"])
        else:
            data = error.get("data") or {}
            call.fail(RequestError(
                call.method, _checked(int, error["code"]), _checked(str, error["message"]), str(data.get("path", "")),
                str(data.get("hint", "")), tuple(map(str, data.get("problems", ())[:_MOST_PROBLEMS]))))
        del self._calls[number]

    def _take_notification(self, method: str, params: Any) -> None:
        if method == "capabilities":
            self.capabilities = frozenset(_checked(list, params["capabilities"]))
        if method == "question":
            self._take_question(params)
        if method not in ("gesture", "touch", "surface", "reloaded", "lagged"):
            return
        subscription = self._heard.get(params["subscription"])
        if subscription is None or (method == "touch" and not subscription._has_touches):
            return  # It has been given up, or nobody has asked for it.
        params["subscription"] = number = subscription.number
        event: Event
        if method == "gesture":
            event = _read_gesture(params)
        elif method == "touch":
            event = _read(Touches, params)
        elif method == "surface":
            event = _read(SurfaceChange, params)
        elif method == "reloaded":
            event = Reloaded(number, subscription._read_snapshot(params))
        else:
            event = Lagged(number, _checked(int, params["dropped"]), subscription._read_snapshot(params))
        subscription._follow(event)
        self._events.append(event)

    def _take_question(self, params: Any) -> None:
        ask = params["ask"]
        callback = self._callbacks.get(params["recognizer"], {}).get(ask)
        if callback is not None:  # Otherwise gestured's timeout answers.
            member, reader = _SUBJECTS[ask]
            number = _checked(int, params["question"])
            self._events.append(_Question(self._channel, number, callback, reader(params[member])))

    def _lose(self, reason: Error) -> None:
        """Ends the connection, and everything in progress on it."""
        self._interrupt()
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()
        self._reason = reason
        self._outgoing.clear()
        self._parts = []
        calls, self._calls = self._calls, {}
        for call in calls.values():
            call.fail(reason)
        self._events = collections.deque(each for each in self._events if not isinstance(each, _Question))
        for subscription in self._heard.values():
            self._events.extend(subscription._close())
        self._heard = {}
        if self._is_ready:
            self._is_ready = False
            if time.monotonic() - self._ready_since > _LONGEST_PAUSE:
                self._pause = _SHORTEST_PAUSE
            self._postpone()
            if self._reconnect:
                self._events.append(Disconnected(str(reason)))

    async def _next(self, until: Optional[float]) -> Union[Event, ConnectionLost, None]:
        """The next event, or the loss after which there will be no more; None when it is later than `until`.

        That loss is not raised, because callbacks may raise one, too, which ends no iteration.
        """
        event: Optional[Event] = None
        while event is None:
            if self._events:
                event = self._take_waiting()
            elif not self._is_ready:
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
            elif await self._wait(self._channel, bool(self._outgoing), until):
                self._transfer()
            elif until is not None and time.monotonic() >= until:
                return None
        return event

    def _take_waiting(self) -> Optional[Event]:
        """Takes what has waited longest: an event, or a question, which is answered."""
        first = self._events.popleft()
        if isinstance(first, _Failure):
            raise first.error
        if not isinstance(first, _Question):
            return first
        answer = first.callback(first.subject)
        if inspect.isawaitable(answer):
            self._answer_later(first, answer)
        else:
            self._answer(first, answer)
        return None

    def _answer(self, question: _Question, answer: Any) -> None:
        if question.channel is self._channel:  # A new connection has questions of its own.
            # Without an id there is no answer to the answer.
            self._write({"method": "answer", "params": {"question": question.number, "yes": bool(answer)}})

    def _end(self) -> None:
        self._is_closed = True
        self._lose(ConnectionLost("the client has been closed"))
        self._events.clear()


def _received(found: Union[Event, ConnectionLost, None]) -> Optional[Event]:
    if isinstance(found, ConnectionLost):
        raise found
    return found


def _may_pass(error: Error, is_first: bool) -> bool:
    if isinstance(error, RequestError):
        return error.method == "connect"  # There are too many clients.
    if isinstance(error.__cause__, PermissionError):
        return not is_first  # While a service restarts, its socket may have no listener.
    return isinstance(error, (ConnectionLost, Timeout))


def _unreachable(path: str, error: OSError) -> ConnectionLost:
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED):
        return ConnectionLost(f"gestured does not listen at {path}: see `systemctl status gestured`")
    if error.errno in (errno.EACCES, errno.EPERM):
        return ConnectionLost(
            f"no permission to open {path}: `sudo usermod -aG gestures \"$USER\"`, then log in again")
    return ConnectionLost(f"gestured at {path} cannot be reached: {error}")


# The client that waits

class _Wait(NamedTuple):
    """A request of a coroutine to the code that runs it."""

    channel: Optional[socket.socket]
    writing: bool
    until: Optional[float]

    def __await__(self) -> Generator[_Wait, bool, bool]:
        return (yield self)

    def now(self) -> bool:
        poll = select.poll()
        if self.channel is not None:
            poll.register(self.channel, select.POLLIN | (select.POLLOUT if self.writing else 0))
        rest = None if self.until is None else max(0, math.ceil((self.until - time.monotonic()) * 1000))
        return bool(poll.poll(rest))


class _Watch:
    """A descriptor that is readable while the program should call `pending`: on the socket's account, or at a time.

    It is the same for all connections.
    """

    def __init__(self) -> None:
        self._poller = select.epoll()
        # `os.timerfd_create` is only there since Python 3.13.
        self._libc = ctypes.CDLL(None, use_errno=True)
        timer = self._libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_CLOEXEC)
        if timer < 0:
            raise OSError(ctypes.get_errno(), "timerfd_create")
        self._timer = open(timer, "rb", buffering=0)
        self._poller.register(self._timer, select.EPOLLIN)
        self._channel: Optional[socket.socket] = None
        self._interest = 0
        self._due: Optional[float] = None

    def fileno(self) -> int:
        return self._poller.fileno()

    def expect(self, channel: Optional[socket.socket], writing: bool, due: Optional[float]) -> None:
        """`due` is the time from which on it is readable in any case, or None."""
        interest = select.EPOLLIN | (select.EPOLLOUT if writing else 0)
        if channel is not None and channel is not self._channel:  # The kernel forgets those that were closed.
            self._poller.register(channel, interest)
        elif channel is not None and interest != self._interest:
            self._poller.modify(channel, interest)
        self._channel, self._interest = channel, interest
        if due != self._due:
            self._due = due
            at = 0 if due is None else max(1, math.ceil(due * 1e9))
            # struct itimerspec: no interval, and a time that 0 disarms.
            setting = (ctypes.c_long * 4)(0, 0, at // 1_000_000_000, at % 1_000_000_000)
            self._libc.timerfd_settime(self._timer.fileno(), 1, setting, None)  # TFD_TIMER_ABSTIME

    def close(self) -> None:
        self._poller.close()
        self._timer.close()


class Client(_Peer):
    """A connection to gestured; every call waits until it is done. For one thread at a time.

    Iterating gives the events, until gestured closes the connection. It reads only on request: if the application
    is slow, gestured merges what can be merged.

    With `reconnect`, a lost connection is restored (after 0.1 to 5 seconds, also if gestured is not there when the
    client is made), everything is attached and subscribed again, and iterating never ends by itself. At the loss,
    gestures and touches under way are reported as `cancelled`, then comes `Disconnected`; after a reconnection,
    `Connected` for each subscription. Nothing is lost silently: start over from its snapshot.

    `timeout` is how many seconds gestured may take to answer. Making a client raises `ConnectionLost`, `ProtocolError`
    or, if gestured has too many clients, `RequestError`; with `reconnect` only permanent errors.
    """

    def __init__(self, path: Optional[_Path] = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        super().__init__(path, reconnect=reconnect, timeout=timeout)
        self._connecting: Optional[Coroutine[Any, Any, None]] = None
        self._step: Optional[_Wait] = None
        self._step_result: Optional[bool] = None
        self._watch: Optional[_Watch] = None
        self._run(self._open())

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = self._run(self._next(None))
        if isinstance(event, ConnectionLost):
            raise StopIteration
        assert event is not None
        return event

    def receive(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The next event; None if there is none for `timeout` seconds. `ConnectionLost` when there will be no more."""
        return _received(self._run(self._next(None if timeout is None else time.monotonic() + timeout)))

    def pending(self) -> list[Event]:
        """The present events, without waiting. `ConnectionLost` when there will be no more.

        For loops of one's own: call it when `fileno()` can be read. It answers questions of recognizers and, with
        `reconnect`, connects again.
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
        """A descriptor for select and its like, the same until the client is closed; then it is -1.

        It can be read while `pending` has something to do, also when there is no connection.
        """
        if self._is_closed:
            return -1
        if self._watch is None:
            self._watch = _Watch()
            self._expect()
        return self._watch.fileno()

    def _expect(self) -> None:
        if self._watch is None:
            return
        due: Optional[float] = None
        if self._events or not (self._is_ready or self._reconnect):
            due = 0.0
        elif not self._is_ready:
            due = self._retry_at if self._connecting is None or self._step is None else self._step.until
        self._watch.expect(self._channel, bool(self._outgoing), due)

    def close(self) -> None:
        """Ends the connection, with everything that was attached and subscribed."""
        if self._connecting is not None:
            self._connecting.close()
            self._connecting = None
        self._end()
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    def subscribe(
        self, recognizers: Optional[_Names] = None, *, surfaces: Optional[_Names] = None,
        states: Optional[_Names] = None, touches: bool = False, max_rate: Optional[float] = None,
        coordinates: Optional[str] = None, locations: bool = False,
    ) -> Subscription:
        """Subscribes to gestures.

        `recognizers` and `surfaces` are globs of names (None: all), `states` those to receive (None: all but `failed`),
        `touches` adds `Touches`, `locations` the place of each finger of a gesture, and `max_rate` limits `changed` per
        second for one gesture. With `coordinates="region"` places and movements of gestures are in the coordinates of
        their region, not of the surface.

        The logger `gestured` warns once of each glob that matches no recognizer or no surface.
        """
        return self._run(self._ask(self._subscribing(
            recognizers, surfaces, states, touches, max_rate, coordinates, locations)))

    def unsubscribe(self, subscription: Union[Subscription, int]) -> None:
        """Ends a subscription; it receives nothing more."""
        self._run(self._unsubscribe(subscription))

    def attach(self, *, regions: Iterable[Mapping[str, Any]] = (),
               recognizers: Iterable[Mapping[str, Any]] = ()) -> Attached:
        """Adds regions and recognizers of one's own, with the keys of the configuration's YAML.

        A length that is a bare number is in the unit of the surface, `px` or `pt`; `surfaces` of the answer names the
        unit of each. Text carries a unit of its own: `"5mm"`. `recognizer(name)` sets who answers what a recognizer
        asks.
        """
        return self._run(self._ask(self._attaching(regions, recognizers)))

    def region(self, name: str) -> AttachedRegion[tuple[str, ...]]:
        """A region that was attached, to move it."""
        return AttachedRegion(name, self.update)

    def update(self, regions: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """Moves own regions, all in one step, or none if one is refused: `[{"name": "photo", "frame": …}, …]`.

        Each has a `name` and what changes, as `AttachedRegion.move` describes it. Gestures under way go on. A
        reconnection attaches regions again and moves them to where they were last. Returns warnings about regions that
        no finger can reach; the logger `gestured` warns once of each.
        """
        return self._run(self._ask(self._updating(regions)))

    def detach(self, *, regions: Optional[_Names] = None,
               recognizers: Optional[_Names] = None) -> None:
        """Detaches own recognizers, and own regions with everything in them; without arguments all."""
        self._run(self._ask(self._detaching(regions, recognizers)))

    def set_enabled(self, recognizer: str, enabled: bool) -> None:
        """Switches a recognizer; a configured one for everybody, which needs the capability `control`."""
        self._run(self._ask(self._enabling(recognizer, enabled)))

    def set_private(self, region: str, private: bool) -> None:
        """Makes a configured region private or public; needs the capability `control`.

        It stays so when this connection ends, but not when gestured does: repeat it after a reconnect.
        """
        self._run(self._ask(self._switching_privacy(region, private)))

    def swallow(self, surface: Optional[str] = None) -> None:
        """Keeps the fingers that are down, or else the next ones, from applications; needs the capability `control`.

        Until all have lifted, on a surface with `intercept`, without one on all of these.
        """
        self._run(self._ask(self._swallowing(surface)))

    def list_surfaces(self) -> list[Surface]:
        """The surfaces of all panels in use."""
        return self._run(self._ask(_Call("list", {"what": "surfaces"}, _read_list(Surface))))

    def list_devices(self) -> list[Device]:
        """Every input device, and why it is used or not."""
        return self._run(self._ask(_Call("list", {"what": "devices"}, _read_list(Device))))

    def list_recognizers(self) -> list[Recognizer]:
        """The recognizers, as this connection sees them."""
        return self._run(self._ask(_Call("list", {"what": "recognizers"}, _read_list(Recognizer))))

    def list_regions(self) -> list[Region]:
        """The regions of all surfaces, as this connection sees them."""
        return self._run(self._ask(_Call("list", {"what": "regions"}, _read_list(Region))))

    def status(self) -> Status:
        """gestured's counters."""
        return self._run(self._ask(_Call("status", {}, functools.partial(_read, Status))))

    def rotate(self, surface: str, rotation: int) -> Surface:
        """Turns a surface: 0, 90, 180 or 270 degrees clockwise. Needs `control`. Returns it as it is then."""
        params = {"surface": surface, "rotation": rotation}
        return self._run(self._ask(_Call("rotate", params, functools.partial(_read, Surface))))

    def reload(self) -> Reload:
        """Reloads the configuration. Needs `control`. Problems are in the `RequestError`."""
        return self._run(self._ask(_Call("reload", {}, functools.partial(_read, Reload))))

    def call(self, method: str, **params: Any) -> Any:
        """Makes any request by its names in the protocol, and returns its result; its changes are not restored."""
        return self._run(self._ask(_Call(method, params, lambda result: result)))

    def _answer_later(self, question: _Question, answer: Awaitable[Any]) -> None:
        if isinstance(answer, Coroutine):
            answer.close()
        raise TypeError("a coroutine can answer questions of AsyncClient only")

    def _run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        result: Optional[bool] = None
        try:
            while True:
                result = cast(_Wait, coroutine.send(result)).now()
        except StopIteration as stop:
            return cast(_T, stop.value)
        finally:
            coroutine.close()
            self._expect()

    async def _wait(self, channel: Optional[socket.socket], writing: bool, until: Optional[float]) -> bool:
        return await _Wait(channel, writing, until)

    async def _reconnected(self, until: Optional[float]) -> bool:
        # Connecting is interrupted at the timeout and continues at the next call, wherever it waits.
        if self._connecting is None:
            self._connecting, self._step, self._step_result = self._establish(), None, None
        while True:
            if self._step is None:
                try:
                    self._step = cast(_Wait, self._connecting.send(self._step_result))
                except StopIteration:
                    self._connecting = None
                    return True
                except BaseException:
                    self._connecting = None
                    raise
            step = self._step
            ends = [each for each in (step.until, until) if each is not None]
            result = await _Wait(step.channel, step.writing, min(ends, default=None))
            if result or (step.until is not None and time.monotonic() >= step.until):
                self._step, self._step_result = None, result
            elif until is not None and time.monotonic() >= until:
                return False


# The client for asyncio

class AsyncClient(_Peer):
    """`Client` for asyncio: the same methods as coroutines, and `async for`. `async with` or `connect` connects.

    One task iterates; others may make requests at the same time. Cancelling a task loses no event.
    """

    def __init__(self, path: Optional[_Path] = None, *, reconnect: bool = False, timeout: float = 10.0) -> None:
        super().__init__(path, reconnect=reconnect, timeout=timeout)
        self._connecting: Optional[asyncio.Task[None]] = None
        self._waiters: set[asyncio.Future[bool]] = set()
        self._answering: set[asyncio.Future[Any]] = set()

    async def connect(self) -> None:
        """Connects; with `reconnect` it waits until that is possible."""
        await self._open()

    async def __aenter__(self) -> AsyncClient:
        await self.connect()
        return self

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                        traceback: Optional[TracebackType]) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        event = await self._next(None)
        if isinstance(event, ConnectionLost):
            raise StopAsyncIteration
        assert event is not None
        return event

    async def receive(self, timeout: Optional[float] = None) -> Optional[Event]:
        """As `Client.receive`."""
        return _received(await self._next(None if timeout is None else time.monotonic() + timeout))

    async def close(self) -> None:
        """Like `Client.close`; iterations end."""
        if self._connecting is not None:
            self._connecting.cancel()
        self._end()

    async def subscribe(
        self, recognizers: Optional[_Names] = None, *, surfaces: Optional[_Names] = None,
        states: Optional[_Names] = None, touches: bool = False, max_rate: Optional[float] = None,
        coordinates: Optional[str] = None, locations: bool = False,
    ) -> Subscription:
        """As `Client.subscribe`."""
        return await self._ask(self._subscribing(
            recognizers, surfaces, states, touches, max_rate, coordinates, locations))

    async def unsubscribe(self, subscription: Union[Subscription, int]) -> None:
        """As `Client.unsubscribe`."""
        await self._unsubscribe(subscription)

    async def attach(self, *, regions: Iterable[Mapping[str, Any]] = (),
                     recognizers: Iterable[Mapping[str, Any]] = ()) -> Attached:
        """As `Client.attach`."""
        return await self._ask(self._attaching(regions, recognizers))

    def region(self, name: str) -> AttachedRegion[Awaitable[tuple[str, ...]]]:
        """As `Client.region`, with `await` before `move`."""
        return AttachedRegion(name, self.update)

    async def update(self, regions: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
        """As `Client.update`."""
        return await self._ask(self._updating(regions))

    async def detach(self, *, regions: Optional[_Names] = None,
                     recognizers: Optional[_Names] = None) -> None:
        """As `Client.detach`."""
        await self._ask(self._detaching(regions, recognizers))

    async def set_enabled(self, recognizer: str, enabled: bool) -> None:
        """As `Client.set_enabled`."""
        await self._ask(self._enabling(recognizer, enabled))

    async def set_private(self, region: str, private: bool) -> None:
        """As `Client.set_private`."""
        await self._ask(self._switching_privacy(region, private))

    async def swallow(self, surface: Optional[str] = None) -> None:
        """As `Client.swallow`."""
        await self._ask(self._swallowing(surface))

    async def list_surfaces(self) -> list[Surface]:
        """As `Client.list_surfaces`."""
        return await self._ask(_Call("list", {"what": "surfaces"}, _read_list(Surface)))

    async def list_devices(self) -> list[Device]:
        """As `Client.list_devices`."""
        return await self._ask(_Call("list", {"what": "devices"}, _read_list(Device)))

    async def list_recognizers(self) -> list[Recognizer]:
        """As `Client.list_recognizers`."""
        return await self._ask(_Call("list", {"what": "recognizers"}, _read_list(Recognizer)))

    async def list_regions(self) -> list[Region]:
        """As `Client.list_regions`."""
        return await self._ask(_Call("list", {"what": "regions"}, _read_list(Region)))

    async def status(self) -> Status:
        """As `Client.status`."""
        return await self._ask(_Call("status", {}, functools.partial(_read, Status)))

    async def rotate(self, surface: str, rotation: int) -> Surface:
        """As `Client.rotate`."""
        params = {"surface": surface, "rotation": rotation}
        return await self._ask(_Call("rotate", params, functools.partial(_read, Surface)))

    async def reload(self) -> Reload:
        """As `Client.reload`."""
        return await self._ask(_Call("reload", {}, functools.partial(_read, Reload)))

    async def call(self, method: str, **params: Any) -> Any:
        """As `Client.call`."""
        return await self._ask(_Call(method, params, lambda result: result))

    async def _wait(self, channel: Optional[socket.socket], writing: bool, until: Optional[float]) -> bool:
        rest = None if until is None else max(0.0, until - time.monotonic())
        if channel is None:
            await asyncio.sleep(rest or 0.0)
            return False
        # Every waiting task wakes up when anything can be read: the first one reads for all.
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        timer = None if rest is None else loop.call_later(rest, _settle, waiter, False)
        self._waiters.add(waiter)
        loop.add_reader(channel, self._interrupt)
        if writing:
            loop.add_writer(channel, self._interrupt)
        try:
            return await waiter
        finally:
            if timer is not None:
                timer.cancel()
            if waiter in self._waiters:
                self._waiters.remove(waiter)
                if not self._waiters:
                    self._stop_watching()

    def _interrupt(self) -> None:
        self._stop_watching()
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            _settle(waiter, True)

    def _answer_later(self, question: _Question, answer: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(answer)
        self._answering.add(task)
        task.add_done_callback(functools.partial(self._end_answering, question))

    def _end_answering(self, question: _Question, task: asyncio.Future[Any]) -> None:
        self._answering.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._answer(question, task.result())
        else:
            self._events.append(_Failure(error))
        self._interrupt()  # There is something to raise, or perhaps to write.

    def _stop_watching(self) -> None:
        if self._channel is not None and self._channel.fileno() >= 0:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._channel)
            loop.remove_writer(self._channel)

    async def _reconnected(self, until: Optional[float]) -> bool:
        # A separate task continues connecting when a caller is cancelled.
        if self._connecting is None:
            self._connecting = asyncio.ensure_future(self._establish())
        task = self._connecting
        await asyncio.wait({task}, timeout=None if until is None else max(0.0, until - time.monotonic()))
        if not task.done():
            return False
        if self._connecting is task:
            self._connecting = None
        if task.cancelled():
            raise self._reason
        task.result()
        return True


def _settle(waiter: asyncio.Future[bool], result: bool) -> None:
    if not waiter.done():
        waiter.set_result(result)


def events(
    recognizers: Optional[_Names] = None, *, surfaces: Optional[_Names] = None,
    states: Optional[_Names] = None, touches: bool = False, max_rate: Optional[float] = None,
    coordinates: Optional[str] = None, locations: bool = False, path: Optional[_Path] = None,
) -> Iterator[Event]:
    """Yields the events of `Client.subscribe` for ever, and reconnects when needed.

    The first event is `Connected`, as after each loss.
    """
    with Client(path, reconnect=True) as client:
        subscription = client.subscribe(
            recognizers, surfaces=surfaces, states=states, touches=touches, max_rate=max_rate,
            coordinates=coordinates, locations=locations)
        yield Connected(subscription.number, subscription.snapshot)
        yield from client
