"""The base class of everything that gestured sends, and its reading from parsed JSON."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import (Any, Callable, ClassVar, NamedTuple, Optional, TypeVar, Union, cast, get_args, get_origin,
                    get_type_hints)

_LONGEST_NAME = 256
_NAMES = {"recognizer", "type", "surface", "region", "name", "stroke", "glob", "nearest"}  # Where they are texts.
_M = TypeVar("_M", bound="Message")


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


@dataclass(frozen=True)
class Message:
    """`members` has everything as received, also what this library does not know."""

    members: Mapping[str, Any] = field(hash=False, repr=False)
    _subclasses: ClassVar[Mapping[str, type[Message]]] = {}  # By the member `type`, if it decides.


def checked(kind: type[Any], value: Any) -> Any:
    """Returns the value if it is of this class; true and false are no int."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} is not a {kind.__name__}")
    return value


def _name(value: Any) -> Any:
    if len(checked(str, value)) > _LONGEST_NAME:
        raise ValueError(f"a name has more than {_LONGEST_NAME} characters")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def reader(hint: Any) -> Callable[[Any], Any]:
    """Returns the function that makes a value of an annotation's type, or raises a `ValueError` or `TypeError`."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Union:  # Optional: null is treated as absent.
        return reader(arguments[0])
    if origin in (tuple, list):
        each = reader(arguments[0])
        return lambda value: origin(map(each, checked(list, value)))
    if origin is Mapping:
        return functools.partial(checked, dict)
    if hint is float:
        return _number
    if hasattr(hint, "_fields"):  # A place or the like: numbers by name.
        return lambda value: hint(*[_number(value[name]) for name in hint._fields])
    if issubclass(hint, Message):
        return functools.partial(read, hint)
    return functools.partial(checked, hint)


@functools.lru_cache(maxsize=None)
def _table(kind: Any) -> list[tuple[str, str, Callable[[Any], Any], bool]]:
    """Returns the attributes of a class: name, name in the protocol, reader, and whether the member must be there."""
    hints = get_type_hints(kind)
    return [(each.name, re.sub("_(.)", lambda match: match[1].upper(), each.name),
             _name if each.name in _NAMES and hints[each.name] in (str, Optional[str]) else reader(hints[each.name]),
             each.default is MISSING and each.default_factory is MISSING)
            for each in fields(kind) if each.name not in ("members", "synthesized")]


def read(kind: type[_M], value: Any) -> _M:
    """Returns a message of this class or a subclass, or raises a `ValueError` or `TypeError`."""
    values: dict[str, Any] = {"members": checked(dict, value)}
    made: Any = kind._subclasses.get(value.get("type", ""), kind) if kind._subclasses else kind
    for attribute, name, convert, is_needed in _table(made):
        member = value.get(name)
        if member is not None:
            values[attribute] = convert(member)
        elif is_needed:
            raise ValueError(f"there is no {name}")
    return cast("_M", made(**values))
