#!/usr/bin/python3 -B
"""Checks of docs/protocol.schema.json with examples of the pages, valid and invalid messages, and a daemon's lines.

    protocol.py [SAMPLES]    SAMPLES is a file that the unit tests have written where GESTURED_PROTOCOL_SAMPLES says:
                             each line must be valid, from either side, and all together every kind of message there is

Prints `ok` and `FAIL` lines, and at last how many passed. Needs Debian's python3-jsonschema.
"""

import json
import pathlib
import re
import sys

import jsonschema
from messages import ABSENT, MESSAGES, by_rules, changed, listed
from report import report

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The definition of each method's result.
RESULTS = {
    "subscribe": "Snapshot", "unsubscribe": "Done", "list": "List", "attach": "AttachedNames",
    "update": "UpdateReport", "detach": "Done", "answer": "Done", "setEnabled": "Done", "setPrivate": "Done",
    "recognize": "RecognizeReport", "swallow": "Done", "status": "Status", "rotate": "Surface", "reload": "ReloadReport",
}
# The methods that the answers among the valid messages are for.
ASKED = {"snapshot": "subscribe", "device": "list", "region": "list", "decision": "list", "names": "attach",
         "report": "update", "over": "recognize", "done": "detach", "answer to status": "status", "answer to reload": "reload"}


def parts_of(value):
    """Every object in a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts_of(part)


def references(value):
    """The names of the definitions to which a schema, or a list of some, refers."""
    return {part["$ref"].split("/")[2] for part in parts_of(value) if isinstance(part.get("$ref"), str)}


class Protocol:
    """Validators for whole lines and for their parts."""

    def __init__(self, schema):
        self.definitions = schema["$defs"]
        self.line = jsonschema.Draft202012Validator(schema)
        # The definitions of requests and notifications, by their methods.
        self.requests, self.notifications = self.methods("Request"), self.methods("Notification")
        self.parts = {}

    def methods(self, kind):
        names = references(self.definitions[kind])
        return {self.definitions[name]["properties"]["method"]["const"]: name for name in names}

    def part(self, name):
        """The validator of one definition."""
        if name not in self.parts:
            schema = {"$ref": f"#/$defs/{name}", "$defs": self.definitions}
            self.parts[name] = jsonschema.Draft202012Validator(schema)
        return self.parts[name]

    def mistake(self, message, asked=None):
        """The reason why a message, or an answer to a method, is not valid; None if it is."""
        if not self.line.is_valid(message):
            return self.mistake_in_part(message, self.meant(message)) or "of several kinds at once"
        if asked in RESULTS and "result" in message:
            return self.mistake_in_part(message["result"], RESULTS[asked])
        return None

    def mistake_in_part(self, part, name):
        error = jsonschema.exceptions.best_match(self.part(name).iter_errors(part))
        return error and f"{name}, {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"

    def meant(self, message):
        """The definition that a message is probably meant to fulfil."""
        if not isinstance(message, dict) or "method" not in message:
            return "ErrorResponse" if isinstance(message, dict) and "error" in message else "ResultResponse"
        methods = self.requests | self.notifications
        return methods.get(str(message["method"]), "Request" if "id" in message else "Notification")

    def kinds(self):
        """Every kind of message that the schema knows."""
        kinds = {f"{what} {method}" for method in self.requests for what in ("request", "answer to")}
        kinds |= {f"notification {method}" for method in self.notifications}
        kinds |= {f"error {each['const']}" for each in self.definitions["Error"]["properties"]["code"]["anyOf"][:-1]}
        kinds |= {f"touch {phase}" for phase in self.definitions["Touch"]["properties"]["phase"]["enum"]}
        for name in references(self.definitions["Gesture"]):
            properties = self.definitions[name]["allOf"][-1]["properties"]
            type, state = properties.get("type", {}).get("const"), properties["state"]
            states = [state["const"]] if "const" in state else self.definitions["ContinuousState"]["enum"]
            kinds |= {f"gesture {type} {state}" for state in [*states, "failed"] if type}
        return kinds


def mistakes_of(protocol, lines, kinds):
    """The mistakes in lines, each with its place; an answer must fit the earlier request with its id."""
    asked, number = {}, 0
    for place, line in lines:
        number += 1
        try:
            message = json.loads(line, parse_constant=refuse_constant)
        except (ValueError, RecursionError) as error:
            yield f"{place}: not JSON: {error}"
            continue
        method = None
        if isinstance(message, dict):
            identifier = json.dumps(message.get("id"))
            if "method" in message and "id" in message:
                asked[identifier] = message["method"]
            elif "method" not in message:
                method = asked.pop(identifier, None)
        if mistake := protocol.mistake(message, method):
            yield f"{place}: {mistake}"
        else:
            kinds |= kinds_of(message, method)
    if not number:
        yield "there is nothing"


def refuse_constant(name):
    """Python reads NaN and Infinity, JSON has neither."""
    raise ValueError(name)


def kinds_of(message, asked):
    """Which kinds of message this one is, as the schema's list of all has them."""
    if "error" in message:
        return {f"error {message['error']['code']}"}
    if "result" in message:
        return {f"answer to {asked}"}
    params = message.get("params") or {}
    kinds = {f"{'request' if 'id' in message else 'notification'} {message['method']}"}
    if message["method"] == "gesture":
        kinds.add(f"gesture {params['type']} {params['state']}")
    if message["method"] == "touch":
        kinds |= {f"touch {touch['phase']}" for touch in params["touches"]}
    return kinds


def examples(page):
    """The lines of a page's examples, with their places; on the protocol's own page all JSON is of the protocol."""
    is_own, inside = page.name == "protocol.md", False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            inside = line == "```json"
        elif inside and (is_own or '"jsonrpc"' in line):
            yield f"{page.relative_to(ROOT)}:{number}", line


def undescribed(definitions):
    """The definitions without a sentence as description; references and definitions without each other."""
    for name, definition in definitions.items():
        if not re.fullmatch(r"\S.*[.?]", definition.get("description", "")):
            yield f"{name} has no description"
    used = references(definitions) | {"Request", "Response", "Notification"}
    for name in sorted(used ^ definitions.keys()):
        yield f"{'nothing refers to' if name in definitions else 'nothing is'} {name}"


def misjudged(protocol):
    """The valid messages that are refused, and their variants that are accepted or refused and should not be."""
    for name, message in MESSAGES.items():
        if mistake := protocol.mistake(message, ASKED.get(name)):
            yield f"{name}: {mistake}"
    for is_listed, variants in (True, listed()), (False, by_rules()):
        for name, place, value, is_valid in variants:
            if (not is_valid) in verdicts(protocol, name, place, changed(MESSAGES[name], place, value), is_listed):
                words = "absent" if value is ABSENT else repr(value)[:60]
                yield f"{name}, {place}, {words}: {'refused' if is_valid else 'accepted'}"


def verdicts(protocol, name, place, message, is_listed):
    """Whether the message is valid by the definition of its method, and by the whole schema, which takes longer."""
    is_result = name in ASKED and place.startswith("result") and "result" in message
    if is_result:
        yield protocol.part(RESULTS[ASKED[name]]).is_valid(message["result"])
    elif "." in place:
        yield protocol.part(protocol.meant(message)).is_valid(message)
    # In a whole line, any object may be the result.
    if is_listed or "." not in place and not is_result:
        yield protocol.line.is_valid(message)


def main():
    schema = json.loads((ROOT / "docs/protocol.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    wrong = list(undescribed(schema["$defs"]))
    sentences = [("every definition of the schema has a description, and is used", wrong)]
    if wrong:
        return report("protocol", sentences)
    protocol, kinds = Protocol(schema), set()
    sentences.append(("every method has a result", sorted(RESULTS.keys() ^ protocol.requests.keys())))
    for page in [ROOT / "docs/protocol.md", ROOT / "README.md", *sorted(ROOT.glob("clients/*/README.md"))]:
        lines = list(examples(page))
        if lines or page.name == "protocol.md":
            name = page.relative_to(ROOT)
            sentences.append((f"the examples of {name} are valid", mistakes_of(protocol, lines, set())))
    sentences.append(("valid messages and additions of later versions are accepted, mistakes are refused",
                      misjudged(protocol)))
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            lines = [(f"{path}:{number}", line) for number, line in enumerate(file, 1)]
        sentences.append((f"every line of {path} is valid", list(mistakes_of(protocol, lines, kinds))))
        sentences.append(("the lines include every kind of message", sorted(protocol.kinds() - kinds)))
    return report("protocol", sentences)


if __name__ == "__main__":
    sys.exit(main())
