"""Attached regions and recognizers, as a new connection restores them, and the moving of regions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Generic, Iterable, Optional, TypeVar, Union

from .messages import Frame

Names = Union[str, Iterable[str]]
_RELATIONS = {"requireToFail", "simultaneousWith", "blocks", "then"}
_UNCHANGED: Any = object()
_T = TypeVar("_T")


def names(value: Optional[Names]) -> Optional[list[str]]:
    """Returns the names as the protocol has them, in a list; a text is one name."""
    return [value] if isinstance(value, str) else None if value is None else list(value)


def without_none(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def region_for_json(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a region or a change of it; JSON would have a `Frame` as a list."""
    frame = definition.get("frame")
    return {**definition, "frame": frame._asdict()} if isinstance(frame, Frame) else dict(definition)


class Attachments:
    """What attaches everything again: requests without entries that were detached since, and updates after them.

    They are separate as in the program's requests: together they could exceed the limits of a request.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[int, str, dict[str, Any]]] = []  # Number of the request, kind, and definition.
        self._changes: dict[str, dict[str, Any]] = {}  # By region: what updates have changed last.
        self._decided: set[str] = set()
        self._recognizer_changes: dict[str, dict[str, Any]] = {}
        self._order: list[str] = []  # The names of regions, the lowest first; `above` moves them here.

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Returns the attached `regions` or `recognizers`."""
        return [definition for _, each, definition in self._entries if each == kind]

    def attach(self, request: dict[str, list[dict[str, Any]]], decided: Iterable[str] = ()) -> None:
        """Keeps what was attached; `decided` are configured recognizers, which nobody else can change."""
        self._decided |= set(decided)
        number = self._entries[-1][0] + 1 if self._entries else 0
        self._entries += [(number, kind, each) for kind, definitions in request.items() for each in definitions]
        self._order += [each["name"] for each in request["regions"]]
        self._raise(request["regions"])
        for each in request["regions"]:
            each.pop("above", None)

    def requests(self) -> list[dict[str, list[dict[str, Any]]]]:
        requests: dict[int, dict[str, list[dict[str, Any]]]] = {}
        for number, kind, definition in self._entries:
            requests.setdefault(number, {}).setdefault(kind, []).append(definition)
        return list(requests.values())

    def update_recognizers(self, changes: list[dict[str, Any]]) -> None:
        for change in changes:
            self._recognizer_changes.setdefault(change["name"], {}).update(change)

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

    def updates(self) -> list[dict[str, list[dict[str, Any]]]]:
        """Returns each `update` after the requests: each region by itself, then their order, then the recognizers."""
        updates = [{"regions": [change]} for change in self._changes.values()]
        if self._order != [each["name"] for each in self.all("regions")]:
            updates.append({"regions": [{"name": name, "above": None} for name in self._order]})
        if self._recognizer_changes:
            updates.append({"recognizers": list(self._recognizer_changes.values())})
        return updates

    def detach(self, regions: Optional[list[str]], recognizers: Optional[list[str]]) -> set[str]:
        """Forgets these, or everything without any; returns the names of the recognizers."""
        is_all = regions is None and recognizers is None
        within = {each["name"] for each in self.all("regions") if is_all} | set(regions or ())
        gone = {each["name"] for each in self.all("recognizers") if is_all} | set(recognizers or ())
        count = -1
        while count != len(within):  # Regions are detached with the one around them.
            count = len(within)
            within.update(each["name"] for each in self.all("regions") if each.get("parent") in within)
        gone.update(each["name"] for each in self.all("recognizers") if each.get("region") in within)
        detached = {"regions": within, "recognizers": gone}
        self._entries = [each for each in self._entries if each[2]["name"] not in detached[each[1]]]
        self._changes = {name: each for name, each in self._changes.items() if name not in within}
        self._order = [each for each in self._order if each not in within]
        self._recognizer_changes = {
            name: each for name, each in self._recognizer_changes.items() if name not in gone}
        for recognizer in [*self.all("recognizers"), *self._recognizer_changes.values()]:
            for relation in _RELATIONS & recognizer.keys():
                if recognizer[relation] is not None:
                    recognizer[relation] = [each for each in names(recognizer[relation]) or () if each not in gone]
        return gone

    def set_enabled(self, recognizer: str, enabled: bool) -> None:
        for each in self.all("recognizers"):
            if each["name"] == recognizer and recognizer not in self._decided:
                each["enabled"] = enabled
        if "enabled" in self._recognizer_changes.get(recognizer, ()):
            self._recognizer_changes[recognizer]["enabled"] = enabled


class AttachedRegion(Generic[_T]):
    """A region that a client has attached, by its name; `Client.region` and `AsyncClient.region` give it."""

    def __init__(self, name: str, update: Callable[[list[dict[str, Any]]], _T]) -> None:
        self.name = name
        self._update = update

    def __repr__(self) -> str:
        return f"AttachedRegion({self.name!r})"

    def move(self, *, frame: Union[Frame, Mapping[str, Any], None] = None, transform: Optional[Iterable[float]] = None,
             shape: Union[str, Iterable[Iterable[float]], None] = None, above: Optional[str] = _UNCHANGED,
             enabled: Optional[bool] = None, exclusive: Optional[bool] = None) -> _T:
        """Changes what is given, and nothing else: `Client.update` with this region alone.

        `transform` is the matrix [a, b, c, d, tx, ty] about the centre of the frame; `shape` is "rectangle", "ellipse"
        or corners in the coordinates of the region; `above` is the sibling to lie over, None for the top; a region that
        is not `enabled` leaves touches to what lies below; an `exclusive` one receives a touch only while no other
        region has one, and no other receives one while it has one.
        """
        change = without_none(
            name=self.name, frame=frame, transform=None if transform is None else list(transform),
            shape=shape if shape is None or isinstance(shape, str) else list(map(list, shape)), enabled=enabled,
            exclusive=exclusive)
        return self._update([change if above is _UNCHANGED else {**change, "above": above}])
