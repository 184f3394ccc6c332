#!/usr/bin/python3 -B
"""Checks that the schemas that gesturectl prints refuse what gestured refuses, and nothing else.

    configuration.py GESTURECTL SAMPLES    SAMPLES is a file that the unit tests have written where
                                           GESTURED_CONFIGURATION_SAMPLES says: a line of JSON for each configuration
                                           they try, with what gestured says of it

Prints `ok` and `FAIL` lines, and at last how many passed. Needs Debian's python3-jsonschema.
"""

import json
import multiprocessing
import re
import subprocess
import sys

import jsonschema
from report import report

# Checks that gestured makes and no schema can, by their messages.
BEYOND = [
    r"is there already", r"there is no (surface|region|recognizer) called", r"no device is left for",
    r"which waits for", r"cannot refer to itself", r"never share a touch", r"lies in", r", but its parent",
    r" already$", r"must be more than 0: no touch", r"would leave its", r"would begin where its",
    r"that has `pixels`", r"puts the whole panel on one line", r"must have an extent", r"lies that far away",
    r"must not be (more|less) than",
    # Regions that turn and lie over each other.
    r"cannot be undone", r"must be two parts of the frame", r"^the sides that begin at the points", r"lies beside `root`",
    r"cannot lie above itself", r", which lies above",
    # Sequences.
    r"cannot both come after", r"cannot come after", r"is recognized when its fingers lift", r"with whose fingers it begins",
    # Numbers with a unit.
    r"must be a (time|length) .*, not `[^`]*[a-z]`$", r"^no touchscreen is", r"`pixels` must be .*, not `[0-9.e]+ x",
    # These concern the whole file, not a single value.
    r"^the file is larger than", r"^there are [0-9]+ problems more$",
    # Keys and values of actions.
    r"is not a modifier", r"is not a key$", r"has no key$", r"the program's name is empty", r"a factor of more than",
    r"^the state must be one of began, changed, ended, not",
    # Numbers that programs cannot distinguish from valid ones.
    r"not `1e[0-9]{3}`", r"`rotation` must .*, not `90\.0`", r"a whole number .*, not `0x",
]

# Drop-ins, which are not whole configurations, and invalid files.
DROP_INS = [
    {"recognizers": [{"name": "rotation", "enabled": False}, {"name": "long-press", "minimumPressDuration": 0.8}]},
    {"surfaces": [{"name": "panel", "calibration": None, "contacts": {"palmSize": None}}], "limits": {"peers": None}},
    {"regions": [{"name": "left", "frame": {"x": "5%"}}], "access": [{"group": "kiosk", "allow": "gestures"}]}, None,
    {"surfaces": [{"name": "panel", "rotation": None, "calibration": [1, 0, 0, 0, 1, 0.5]}]},
    {"recognizers": [{"name": "pan", "type": "tap", "maximumNumberOfTouches": None}]},
]
NO_DROP_INS = [
    {"recognizers": [{"enabled": False}]}, {"recognizers": [{"name": "a", "strange": 1}]},
    {"recognizers": [{"name": "a", "type": "tap", "edges": "left"}]}, {"recognizers": [{"name": None}]},
    {"surfaces": [{"name": "a", "rotation": 45}]}, {"recognizers": [{"name": "a", "type": "tap", "strange": None}]},
    {"surfaces": [{"name": "a", "rotation": 90, "calibration": [1, 0, 0, 0, 1, 0.5]}]},
    {"access": [{"allow": "gestures"}]}, {"strange": {}},
]


if len(sys.argv) != 3:
    sys.exit(__doc__)


def validator_of(*arguments):
    printed = subprocess.run([sys.argv[1], "schema", *arguments], stdout=subprocess.PIPE, check=True)
    schema = json.loads(printed.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


drop_in, validator, actions = validator_of("--drop-in"), validator_of(), validator_of("--actions")


def judged(line):
    """Its text, messages and kind, whether it is valid as a drop-in, and its problem as a whole file."""
    sample = json.loads(line)
    text, messages, document = sample["text"][:600], sample["messages"], sample["document"]
    kind = "actions" if sample["actions"] else "drop-in" if sample["dropIn"] else "file"
    is_valid = kind == "actions" or bool(messages) and kind == "file" or drop_in.is_valid(document)
    schema = actions if kind == "actions" else validator
    error = None if kind == "drop-in" else next(schema.iter_errors(document), None)
    problem = error and (".".join(map(str, error.absolute_path)), error.message[:200])
    return text, messages, kind, is_valid, problem


def main():
    unused, refused_wrongly, let_through, counts = set(BEYOND), [], [], {"file": [0, 0], "actions": [0, 0]}
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = list(dict.fromkeys(file))
    with multiprocessing.Pool() as processes:
        samples = list(processes.imap(judged, lines))
    for text, messages, kind, is_valid, error in samples:
        if not is_valid:
            refused_wrongly.append(f"as a drop-in\n{text}")
        if kind == "drop-in":
            continue
        counts[kind][bool(messages)] += 1
        if not messages and error:
            refused_wrongly.append(f"{error[0]}: {error[1]}\n{text}")
        if messages and not error:
            beyond = [{each for each in BEYOND if re.search(each, message)} for message in messages]
            if not all(beyond):
                let_through.append(f"{str(messages)[:600]}\n{text}")
            unused -= set().union(*beyond)
    return report("schema of the configuration", [
        ("files without a problem are accepted", refused_wrongly),
        ("those with problems are refused, if a schema can express them", let_through),
        ("drop-ins are accepted, and other files refused",
         [str(each) for each in DROP_INS if not drop_in.is_valid(each)]
         + [str(each) for each in NO_DROP_INS if drop_in.is_valid(each)]),
        ("there is a sample of everything that no schema can express", sorted(unused)),
        ("there are samples of both, of configurations and of actions",
         [] if min(counts["file"]) > 50 and min(counts["actions"]) > 8 else [str(counts)])])


if __name__ == "__main__":
    sys.exit(main())
