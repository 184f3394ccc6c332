"""Pins of packaging/dependencies, for dependencies and make-sbom; no command."""

import configparser
import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Swift packages of this project, by their folder.
PROGRAMS = {ROOT: "gestured", ROOT / "web": "gestured-web"}


@dataclasses.dataclass(frozen=True)
class Pin:
    """A dependency; `contains` has name, licence and copyright of each part."""

    name: str
    version: str
    commit: str
    sha256: str
    source: str
    licence: str
    copyright: str
    contains: tuple

    @property
    def identity(self):
        """SwiftPM's name for it."""
        return self.name.lower()


def program_of(folder):
    return PROGRAMS[pathlib.Path(folder).resolve()]


def pins_of(program):
    """The pins of a program, in the order of their identities."""
    file = configparser.ConfigParser(interpolation=None)
    file.read_string((ROOT / "packaging/dependencies").read_text(encoding="utf-8"))
    pins = []
    for name, section in file.items():
        if program in section.get("programs", "").split():
            fields = {key: value for key, value in section.items() if key != "programs"}
            parts = fields.pop("contains", "").splitlines()
            fields["contains"] = tuple(tuple(word.strip() for word in part.split("|")) for part in parts)
            pins.append(Pin(name=name, **fields))
    return sorted(pins, key=lambda pin: pin.identity)
