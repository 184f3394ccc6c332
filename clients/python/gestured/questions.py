"""Questions of attached recognizers, and the functions that answer them."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, NamedTuple, Optional, TypeVar, Union

from .gestures import Gesture, QuestionedPair, QuestionedTouch
from .messages import checked, read

Callbacks = dict[str, dict[str, Callable[[Any], Any]]]
"""The functions that answer, by recognizer and by what it asks."""
_Callback = TypeVar("_Callback", bound="Callable[[Any], Union[bool, Awaitable[bool]]]")


class Question(NamedTuple):
    """A question of an attached recognizer. It waits among the events, as it may depend on those before it."""

    number: int
    callback: Callable[[Any], Any]
    subject: Union[Gesture, QuestionedTouch, QuestionedPair]


def read_question(params: Any, callbacks: Callbacks) -> Optional[Question]:
    """Returns a question; None if no function answers it: then gestured does, after its timeout."""
    callback = callbacks.get(params["recognizer"], {}).get(params["ask"])
    if callback is None:
        return None
    number = checked(int, params["question"])
    if params["ask"] == "begin":
        gesture = {**checked(dict, params["gesture"]), "subscription": 0, "seq": 0}
        return Question(number, callback, read(Gesture, gesture))
    if params["ask"] != "receive":
        return Question(number, callback, read(QuestionedPair, checked(dict, params["pair"])))
    touch = checked(dict, params["touch"])
    return Question(number, callback, read(QuestionedTouch, {"previousLocation": touch.get("location"), **touch}))


class AttachedRecognizer:
    """A recognizer that a client attaches, by its name; `recognizer` of the client returns it.

    Its decorators set the functions that answer its questions, as UIKit's delegates do. Use them before `attach`:

        @client.recognizer("row").should_begin
        def is_sideways(pan):
            return abs(pan.velocity.x) > abs(pan.velocity.y)

    The client answers while the program waits for events, in their order; with `AsyncClient` the functions may be
    coroutines, and events go on. After 0.1 s, or the recognizer's `askTimeout`, the answer is yes. An exception of a
    function is raised where the program waits. The functions are kept until the recognizer is detached.
    """

    def __init__(self, name: str, set_callback: Callable[[str, str, Callable[[Any], Any]], None]) -> None:
        self.name = name
        self._set_callback = set_callback

    def __repr__(self) -> str:
        return f"AttachedRecognizer({self.name!r})"

    def should_begin(self, function: _Callback) -> _Callback:
        """The function gets the `Gesture` that would begin or be recognized, and returns whether it may.

        `subscription` and `seq` of the gesture are 0. After False the recognizer fails.
        """
        self._set_callback(self.name, "begin", function)
        return function

    def should_receive(self, function: _Callback) -> _Callback:
        """The function gets a `QuestionedTouch` that has begun, and returns whether it is the recognizer's."""
        self._set_callback(self.name, "receive", function)
        return function

    def should_recognize_simultaneously(self, function: _Callback) -> _Callback:
        """The function gets a `QuestionedPair`, and returns whether both may be recognized.

        It is asked once for each attempt, when the recognizer has come to share a touch with another one of this client.
        Nothing waits for the answer: until it is there, what both declare holds.
        """
        self._set_callback(self.name, "simultaneous", function)
        return function

    def should_require_failure(self, function: _Callback) -> _Callback:
        """The function is asked likewise whether this recognizer waits until the other one fails."""
        self._set_callback(self.name, "requireFailure", function)
        return function

    def should_be_required_to_fail(self, function: _Callback) -> _Callback:
        """The function is asked likewise whether the other one waits until this recognizer fails."""
        self._set_callback(self.name, "beRequiredToFail", function)
        return function
