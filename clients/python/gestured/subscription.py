"""Subscriptions: the events that they yield, and the gestures and touches under way."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Optional, Union

from .gestures import Gesture, Touch, Touches
from .inventory import Recognizer, Surface
from .messages import Message, Point, checked, read

_MOST_UNDER_WAY = 4096  # Gestures of a subscription, and touches.
_log = logging.getLogger("gestured")
_DELTAS = {"delta": "delta", "scale_delta": "scaleDelta", "rotation_delta": "rotationDelta"}


@dataclass(frozen=True)
class UnmatchedGlob(Message):
    """A glob of a subscription that matches no recognizer or no surface, and the name that was probably meant."""

    glob: str
    nearest: Optional[str] = None


@dataclass(frozen=True)
class Snapshot(Message):
    """The present state: surfaces and recognizers, and the gestures and touches under way."""

    surfaces: tuple[Surface, ...]
    recognizers: tuple[Recognizer, ...]
    gestures: tuple[Gesture, ...]
    touches: tuple[Touches, ...] = ()
    unmatched: tuple[UnmatchedGlob, ...] = ()
    unmatched_surfaces: tuple[UnmatchedGlob, ...] = ()


@dataclass(frozen=True)
class SurfaceChange(Message):
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
    """The connection is lost, all gestures and touches have been closed, and the client tries to connect again."""

    reason: str


Event = Union[Gesture, Touches, SurfaceChange, Reloaded, Lagged, Connected, Disconnected]
"""The events that a client receives."""


class Subscription:
    """A subscription of a client. `number` is in its events, and stays the same after a reconnection.

    `snapshot` is the state when it began, at the last reload of the configuration, or at the last reconnection.
    """

    def __init__(self, number: int, params: Mapping[str, Any]) -> None:
        self.number = number
        self.snapshot = Snapshot({}, (), (), ())
        self._params = params
        self._remote_number = 0  # In what the server sends.
        self._has_touches = bool(params.get("touches"))
        # Without every end it is unknown which gestures are still under way.
        self._has_ends = {"ended", "cancelled"} <= set(params.get("states", ("ended", "cancelled")))
        self._gestures: dict[int, Gesture] = {}
        self._touches: dict[str, tuple[float, dict[int, Touch]]] = {}
        self._warned: set[tuple[str, str]] = set()  # Of globs that match nothing.

    def __repr__(self) -> str:
        return f"Subscription({self.number}, {dict(self._params)})"

    def _begin(self, result: Any) -> int:
        """Begins with the answer to `subscribe`, also anew after a loss; returns the server's number."""
        self._read_snapshot(result)
        self._remote_number = checked(int, result["subscription"])
        return self._remote_number

    def _event(self, method: str, params: Any) -> Optional[Event]:
        """Returns the event of a notification; None for touches that nobody has asked for."""
        if method == "touch" and not self._has_touches:
            return None
        params["subscription"] = self.number
        if method == "surface":
            return read(SurfaceChange, params)
        if method == "reloaded":
            return Reloaded(self.number, self._read_snapshot(params))
        if method == "lagged":
            return Lagged(self.number, checked(int, params["dropped"]), self._read_snapshot(params))
        return self._follow(read(Touches, params) if method == "touch" else read(Gesture, params))

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
        self.snapshot = read(Snapshot, value)
        for gesture in self.snapshot.gestures:
            self._follow(gesture)
        for touches in self.snapshot.touches if self._has_touches else ():
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

    def _follow(self, event: Union[Gesture, Touches]) -> Event:
        """Notes what is under way after the event, and returns it."""
        if isinstance(event, Touches):
            _, touches = self._touches.pop(event.surface, (0.0, {}))
            for touch in event.touches:
                if touch.phase in ("began", "moved"):
                    touches[touch.id] = touch
                else:
                    touches.pop(touch.id, None)
            if touches:
                self._touches[event.surface] = (event.time, touches)
        elif self._has_ends and event.state in ("began", "changed"):
            self._gestures[event.gesture] = event
        elif event.state in ("ended", "cancelled"):
            self._gestures.pop(event.gesture, None)
        if max(len(self._gestures), sum(len(touches) for _, touches in self._touches.values())) > _MOST_UNDER_WAY:
            raise ValueError("it has too much under way")
        return event

    def _close(self) -> list[Event]:
        """Returns events that close everything under way, at the time of its last event."""
        closing: list[Event] = []
        for last in self._gestures.values():
            members = {**_of_its_time(last), "state": "cancelled", "seq": 0}
            for attribute, name in _DELTAS.items():
                unmoved = getattr(type(last), attribute, None)  # The default of the attribute.
                if unmoved is not None:
                    members[name] = unmoved._asdict() if isinstance(unmoved, Point) else unmoved
            closing.append(replace(read(Gesture, members), synthesized=True))
        for surface, (at, touches) in self._touches.items():
            cancelled = [{**_of_its_time(touch), "phase": "cancelled", "previousLocation": touch.members["location"]}
                         for touch in touches.values()]
            frame = {"subscription": self.number, "surface": surface, "time": at, "touches": cancelled}
            closing.append(replace(read(Touches, frame), synthesized=True))
        self._gestures, self._touches = {}, {}
        return closing


def _of_its_time(event: Union[Gesture, Touch]) -> dict[str, Any]:
    """Returns the members but for what was before and what is expected."""
    others = ("coalesced", "lost", "predicted", "predictedTranslation")
    return {name: value for name, value in event.members.items() if name not in others}
