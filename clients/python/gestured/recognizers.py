"""Recognizers that a program writes: it receives their touches, and decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, NamedTuple, Optional

from .gestures import Touch
from .messages import Point, checked, read

_UNDER_WAY = ("changed", "ended", "cancelled")
_NEXT: dict[str, tuple[str, ...]] = {
    "possible": ("began", "recognized", "failed"), "began": _UNDER_WAY, "changed": _UNDER_WAY}
_SAME = {"ended": "recognized", "recognized": "ended"}  # UIKit has one value for both.
Send = Callable[[dict[str, Any]], None]


class GestureRecognizer:
    """A recognizer of one's own, as a subclass of UIKit's `UIGestureRecognizer`: override the methods, set `state`.

        class Touched(gestured.GestureRecognizer):
            def touches_began(self, touches):
                self.state = "recognized"

        client.attach(recognizers=[Touched("touched", requireToFail=["pan"])])

    The keys are those of the configuration. Without any, one of this name that is configured with `type: custom` is
    decided; clients without attachments receive its gestures, too. Methods run while the program waits for events.
    Each surface after the first gets a recognizer of its own, made with the same arguments.
    """

    name: str
    """The name for clients."""
    surface: str
    """The surface of the present attempt."""
    touches: list[Touch]
    """The touches of the attempt that are down, or lift now, in the order in which they joined."""
    values: dict[str, Any]
    """Numbers, texts and places that subscribers receive with the next state; `reset` clears it."""
    reason: Optional[str]
    """Why the next state is set, for people: `list` of decisions and the view show it."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]
    _state: str
    _attempt: Optional[int]
    _change: int
    _has_answered: bool
    _send: Send
    _sent: dict[str, Any]

    def __new__(cls, *arguments: Any, **keys: Any) -> GestureRecognizer:
        recognizer = super().__new__(cls)
        recognizer._arguments = (arguments, keys)
        recognizer._clear()
        return recognizer

    def __init__(self, name: str, **keys: Any) -> None:
        self.name = name
        self._keys = keys

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    # To override

    def touches_began(self, touches: list[Touch]) -> None:
        """Fingers came down; only the new ones are in `touches`."""

    def touches_moved(self, touches: list[Touch]) -> None:
        """Fingers moved; only those are in `touches`."""

    def touches_ended(self, touches: list[Touch]) -> None:
        """Fingers lifted."""

    def touches_cancelled(self, touches: list[Touch]) -> None:
        """Touches are over without a lift: the panel is gone, or events were lost. Fails, or cancels what has begun."""
        if self._state in _NEXT:
            self.state = "failed" if self._state == "possible" else "cancelled"

    def reset(self, outcome: str, reason: str) -> None:
        """The attempt is over: `recognized`, `ended`, `cancelled` or `failed`. The state is possible again."""

    # To use

    @property
    def state(self) -> str:
        """`possible`, `began`, `changed`, `ended` or `recognized`, `cancelled`, `failed`.

        From possible go to `recognized`, `began` or `failed`, then by `changed` to `ended` or `cancelled`; anything
        else is a `ValueError`. A state that is set when the attempt is over has no effect.
        """
        return self._state

    @state.setter
    def state(self, state: str) -> None:
        legal = _NEXT.get(self._state, ())
        wanted = state if state in legal else _SAME.get(state, state)
        if self._attempt is None:
            return
        if wanted not in legal:
            raise ValueError(f"{self.name}: {self._state} cannot become {state}; legal: {', '.join(legal) or 'none'}")
        self._state = wanted
        self._decide(state=wanted)

    @property
    def number_of_touches(self) -> int:
        return len(self.touches)

    @property
    def location(self) -> Point:
        """The middle of the touches, in the coordinates of the region."""
        count = max(len(self.touches), 1)
        return Point(sum(each.location.x for each in self.touches) / count,
                     sum(each.location.y for each in self.touches) / count)

    def ignore(self, touch: Touch) -> None:
        """Takes no more notice of a touch, which is left to others."""
        self.touches = [each for each in self.touches if each.id != touch.id]
        self._decide(ignore=[touch.id])

    # For this library

    def _definition(self) -> dict[str, Any]:
        return {"name": self.name, "type": "custom", **self._keys}

    def _another(self) -> GestureRecognizer:
        arguments, keys = self._arguments
        return type(self)(*arguments, **keys)

    def _clear(self) -> None:
        self._state, self._attempt, self._change, self._has_answered = "possible", None, 0, False
        self._send = lambda _: None
        self._sent = {}
        self.surface, self.touches, self.values, self.reason = "", [], {}, None

    def _decide(self, **decision: Any) -> None:
        if self._attempt is None:
            return
        values = {name: value._asdict() if isinstance(value, Point) else value for name, value in self.values.items()}
        if values != self._sent and "state" in decision:
            decision["values"] = self._sent = values
        if self.reason is not None and "state" in decision:
            decision["reason"], self.reason = self.reason, None
        self._send({"recognizer": self.name, "attempt": self._attempt, "change": self._change, **decision})
        self._has_answered = True

    def _receive(self, params: Mapping[str, Any], send: Send) -> None:
        """Takes the params of `attempt`."""
        touches = [read(Touch, each) for each in checked(list, params["touches"])]
        phase = touches[0].phase
        if self._attempt != checked(int, params["attempt"]):
            self._clear()
        self._attempt, self._change, self.surface = params["attempt"], checked(int, params["change"]), params["surface"]
        self._send, self._has_answered = send, False
        known = {each.id: each for each in self.touches}
        # One that is ignored, or a state that is final, may have crossed this on the way.
        touches = [each for each in touches if each.id in known or each.phase == "began"]
        known.update({each.id: each for each in touches})
        self.touches = list(known.values())
        if self._state not in _NEXT:
            return
        try:
            if touches:
                {"began": self.touches_began, "moved": self.touches_moved, "ended": self.touches_ended}.get(
                    phase, self.touches_cancelled)(touches)
        except BaseException:
            if self._state in _NEXT:
                self.reason = "its program has raised an exception"
                self.state = "failed" if self._state == "possible" else "cancelled"
            raise
        finally:
            if phase in ("ended", "cancelled"):
                over = {each.id for each in touches}
                self.touches = [each for each in self.touches if each.id not in over]
        if params.get("answer") and not self._has_answered:
            self._decide()

    def _end(self, attempt: Optional[int], outcome: str, reason: str) -> None:
        """Takes the params of `reset`; without an attempt it is any that is under way."""
        if self._attempt is not None and attempt in (None, self._attempt):
            self._clear()
            self.reset(outcome, reason)


class Change(NamedTuple):
    """Touches of a recognizer, or the end of an attempt. It waits among the events, as it may depend on those before."""

    recognizer: GestureRecognizer
    method: str
    params: Mapping[str, Any]

    def take(self, send: Send) -> None:
        if self.method == "attempt":
            self.recognizer._receive(self.params, send)
        else:
            self.recognizer._end(
                self.params.get("attempt"), checked(str, self.params["outcome"]), str(self.params.get("reason", "")))


class Recognizers:
    """The recognizers that a client decides: for each name one for each surface."""

    def __init__(self) -> None:
        self._attached: dict[str, GestureRecognizer] = {}
        self._by_surface: dict[tuple[str, str], GestureRecognizer] = {}
        self._by_attempt: dict[int, GestureRecognizer] = {}

    def attach(self, recognizer: GestureRecognizer) -> None:
        self._attached[recognizer.name] = recognizer

    def detach(self, name: str) -> None:
        if self._attached.pop(name, None) is not None:
            self._by_surface = {key: each for key, each in self._by_surface.items() if key[0] != name}

    def change(self, method: str, params: Any) -> Optional[Change]:
        """Returns what a notification says; None of a recognizer that this library does not know."""
        name, attempt = checked(str, params["recognizer"]), checked(int, params["attempt"])
        if name not in self._attached:
            return None
        if method == "reset":
            recognizer = self._by_attempt.pop(attempt, None)
            return None if recognizer is None else Change(recognizer, method, params)
        key = (name, checked(str, params["surface"]))
        if key not in self._by_surface:
            first = all(each[0] != name for each in self._by_surface)
            self._by_surface[key] = self._attached[name] if first else self._attached[name]._another()
        self._by_attempt[attempt] = self._by_surface[key]
        if len(self._by_attempt) > _MOST_ATTEMPTS:
            raise ValueError("it has too many attempts under way")
        return Change(self._by_surface[key], method, params)

    def lose(self) -> list[Change]:
        """The ends of all attempts, as the connection is lost."""
        ends = [Change(each, "reset", {"outcome": "cancelled", "reason": "the connection is lost"})
                for each in self._by_surface.values()]
        self._by_attempt = {}
        return ends


_MOST_ATTEMPTS = 4096
