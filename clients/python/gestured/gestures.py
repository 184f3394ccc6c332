"""Gestures and touches, as clients receive them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .messages import Message, Point

_ORIGIN = Point(0.0, 0.0)


@dataclass(frozen=True)
class Gesture(Message):
    """A gesture was recognized, continues, or has ended.

    `state` is `recognized` for discrete gestures; `began`, `changed`, `ended` or `cancelled` for continuous ones, of
    which every `began` is closed, also when the connection is lost; `failed` only on request. `synthesized` is true of
    a `cancelled` that this library adds because the connection is lost; its `seq` is 0.

    The subclasses add the members of a type, which are those of no movement where gestured sends none. Types that this
    library does not know are of this class. Places are missing without the capability `locations`; `locations` has the
    place of each of the `touches`, of subscriptions that ask for it.
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
    synthesized: bool = False


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
    predicted_translation: Optional[Point] = None


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


Gesture._subclasses = {
    "tap": Tap, "longPress": LongPress, "swipe": Swipe, "pan": Pan, "screenEdgePan": ScreenEdgePan, "pinch": Pinch,
    "rotation": Rotation, "transform": Transform, "stroke": Stroke, "checkmark": Checkmark, "tickle": Tickle,
    "incrementalPinch": IncrementalPinch,
}


@dataclass(frozen=True)
class TouchPlace(Message):
    """Where a finger was, or is expected, in seconds of CLOCK_MONOTONIC."""

    time: float
    location: Point


@dataclass(frozen=True)
class Touch(Message):
    """A finger with a change: `phase` is `began`, `moved`, `ended` or `cancelled`; `tap_count` is 2 in a double tap.

    `coalesced` has the places since `previous_location` that gestured merged because the program did not read, but for
    `lost` ones; `predicted` those to come, of subscriptions and recognizers that ask for them.
    """

    id: int
    phase: str
    location: Point
    previous_location: Point
    region: str
    force: Optional[float] = None
    major_radius: Optional[float] = None
    tap_count: int = 1
    coalesced: tuple[TouchPlace, ...] = ()
    lost: int = 0
    predicted: tuple[TouchPlace, ...] = ()


@dataclass(frozen=True)
class Touches(Message):
    """Changes of fingers in one frame of a surface; `synthesized` if they end because the connection is lost."""

    subscription: int
    surface: str
    time: float
    touches: tuple[Touch, ...]
    synthesized: bool = False


@dataclass(frozen=True)
class QuestionedTouch(Touch):
    """A touch that began on a surface, and that a recognizer may receive: see `AttachedRecognizer.should_receive`."""

    surface: str = ""
    time: float = 0.0


@dataclass(frozen=True)
class QuestionedPair(Message):
    """A recognizer that has come to share a touch with the one that asks."""

    surface: str
    time: float
    other: str
