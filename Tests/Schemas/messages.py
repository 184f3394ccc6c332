"""Valid and invalid messages of the protocol, for protocol.py."""

import copy

ABSENT = object()  # In place of a value: the member is missing.

# What no rule covers and must be refused: places of valid messages, and what stands there instead.
MISTAKES = {
    "hello": [("jsonrpc", "1.0"), ("method", "helo"), ("id", 1), ("params.protocol", 2)],
    "subscribe": [
        ("id", True), ("id", [1]), ("id", 2**53), ("id", "x" * 257), ("method", "subscrib"),
        ("params.recognizers", ["\u00e4*"]), ("params.recognizers", [7]), ("params.recognizers", ["x"] * 33),
        ("params.surfaces", ["a\nb"]), ("params.surfaces", ["x" * 257]), ("params.states", ["possible"]),
        ("params.maxRate", 0), ("params.maxRate", 1000.5), ("params.coordinates", "view"),
        ("params.coordinates", True), ("params.locations", "all")],
    "unsubscribe": [("params.subscription", 1.5)],
    "list": [("params.what", "device")],
    "attach": [
        ("params", {}), ("params", {"regions": None}), ("params.regions", [{}] * 65),
        ("params.regions.0.name", "a b"), ("params.regions.0.frame.x", "5em"),
        ("params.regions.0.frame.x", -100001), ("params.regions.0.frame.width", -1),
        ("params.regions.0.transform", [1, 0, 0, 1, 0]), ("params.regions.0.shape", "circle"),
        ("params.regions.0.shape", [[0, 0], [1, 1]]), ("params.regions.0.enabled", 1),
        ("params.regions.0.above", ["a"]), ("params.recognizers.0.type", "tip"),
        ("params.recognizers.0.type", "pan"), ("params.recognizers.0.hysteresis", 10),
        ("params.recognizers.0.numberOfTapsRequired", 0),
        ("params.recognizers.0.maximumTapDuration", "2 minutes"), ("params.recognizers.0.requireToFail", [1]),
        ("params.recognizers.0.then", [1]),
        ("params.recognizers.0.enabled", "yes"), ("params.recognizers.0.intercepts", "always"),
        ("params.recognizers.0.ask", []), ("params.recognizers.0.ask", ["begin", "begin"]),
        ("params.recognizers.0.ask", ["end"]), ("params.recognizers.0.askTimeout", 0),
        ("params.recognizers.0.askTimeout", 1.5), ("params.recognizers.0.askTimeout", "soon")],
    "update": [
        ("params.recognizers", [{"enabled": False}]), ("params.recognizers", [{"name": "a", "type": "tap"}]),
        ("params.recognizers", [{"name": "a", "region": None}]), ("params.recognizers", [{"name": "a"}] * 65),
        ("params.regions", [{"name": "a"}] * 65), ("params.regions.0.parent", "root"),
        ("params.regions.0.transform", [1001, 0, 0, 1, 0, 0]),
        ("params.regions.0.transform", [1, 0, 0, 1, 0, "5mm"]), ("params.regions.0.shape", [[0, 0], [1, 0], [0]]),
        ("params.regions.0.shape", [[0, n] for n in range(65)])],
    "report": [("result.warnings", []), ("result.warnings", [1])],
    "detach": [("params.regions", [None]), ("params.recognizers", ["x" * 257])],
    "status": [("params", {"connections": True})],
    "reload": [("params", {"file": "/etc/shadow"})],
    "setEnabled": [("params.recognizer", "\u001b[2J")],
    "rotate": [("params.rotation", 45), ("params.surface", "x" * 257), ("params.surface", "e\u0301")],
    "snapshot": [
        ("id", {}), ("error", {}), ("method", "subscribe"), ("result.subscription", 0),
        ("result.surfaces.0.unit", "mm"), ("result.surfaces.0.millimetres", {"width": 1}), ("result.unmatched", []),
        ("result.unmatchedSurfaces", []), ("result.gestures.0.seq", 1), ("result.gestures.0.state", "ended"),
        ("result.touches.0.touches.0.phase", "moved"), ("result.touches.0.subscription", 1)],
    "device": [
        ("result.0.vendor", "4F3"), ("result.0.matrix", [1.0] * 5), ("result.0.slots", -1), ("result.0.match", {}),
        ("result.0.defects", {"eventsLost": 0.5}), ("result.0.assumed", 1), ("result.0.sizeFrom", "ruler")],
    "region": [("result.0.enabled", True), ("result.0.private", "yes"), ("result.0.own", "true")],
    "decision": [("result.0.outcome", "changed")],
    "names": [("result.warnings", "narrow"), ("result.recognizers", [1]), ("result.surfaces.0.unit", "mm")],
    "answer to status": [("result.frames", 1.5), ("result.connections", [{"pid": 1}])],
    "error": [("error.data.problems", "many"), ("result", {})],
    "bare pan": [(f"params.{name}", {"x": 1, "y": 2}) for name in ("location", "translation", "velocity")] + [
        ("params.touches", [3]), ("params.locations", [{"x": 1, "y": 2}])],
    "bare swipe": [("params.velocity", {"x": 1, "y": 2})],
    "pan": [*[("params.state", state) for state in ("recognized", "possible", "changed", "failed")],
            *[("params.type", type) for type in ("pinch", "screenEdgePan", "tap")], ("params.seq", 0),
            ("params.touches", [3.5]), ("params.locations", {"x": 1, "y": 2}), ("params.locations", [{"x": 1}])],
    "own": [("params.flag", True), ("params.list", [1]), ("params.under_score", 1), ("params.weight", "x" * 257),
            ("params." + "x" * 33, 1), ("params.state", "possible"),
            ("params", lambda params: params | {f"m{number}": 1 for number in range(16)})],
    "failed": [("params.taps", 1), ("params.translation", {"x": 0, "y": 0})],
    "touch": [("params.touches.0.phase", "stationary"), ("params.touches.0.tapCount", 0),
              ("params.touches.0.force", 1.5)],
    "begin": [("id", 1), ("params.question", 0), ("params.ask", "receive"), ("params.ask", "end"),
              ("params.gesture.state", "failed"), ("params.gesture.seq", 1), ("params.gesture.subscription", 1),
              ("params.touch", {})],
    "receive": [("params.ask", "begin"), ("params.touch.phase", "moved"), ("params.gesture", {}),
                ("params.touch.force", 1.5)],
    "pair": [("params.ask", "begin"), ("params.gesture", {}), ("params.pair.other", 1)],
    "attempt": [("params.attempt", 0), ("params.answer", False), ("params.touches", [])],
    "reset": [("params.outcome", "over"), ("params.attempt", 0.5)],
    "recognize": [("params.state", "possible"), ("params.values", {"under_score": 1}), ("params.ignore", [0.5]),
                  ("params.values", {"way": [1, 2]}), ("params.reason", "x" * 257)],
    "over": [("result.over", False)],
    "surface": [("params.change", "turned")], "lagged": [("params.dropped", -1)],
}
# What no rule covers and must be accepted.
ADDITIONS = {
    "hello": [("params.capabilities", ["gestures", "later"])],
    "snapshot": [("later", None)], "error": [("error.code", -32050)],
    "subscribe": [("params.coordinates", None), ("params.coordinates", "region"), ("params.locations", True)],
    "attach": [("params.regions.0.transform", [1, 0, 0, 1, 0, 0]), ("params.regions.0.frame.x", -100),
               ("params.recognizers.0.askTimeout", 1), ("params.recognizers.0.ask", ["receive", "begin"]),
               ("params.recognizers.0.ask", ["simultaneous", "requireFailure", "beRequiredToFail"])],
    "update": [("params.regions.0.shape", "ellipse"), ("params.regions.0.above", "photo"),
               ("params.regions", [{"name": "canvas"}]), ("params.recognizers", []),
               ("params.recognizers", [{"name": "zoom", "hysteresis": None, "requireToFail": ["pan"]}])],
    "answer": [("params.question", 0)], "names": [("result.warnings", ["narrow"]), ("result.decided", ["mark"])],
    "region": [("result.0.enabled", False)], "pan": [("params.type", "swoop")],
    "own": [("params.locations", [{"x": 1, "y": 2}]), ("params.later", "x" * 256)],
}
# The members that may be absent, beside a request's id.
OF_SNAPSHOT = ["unmatched", "unmatched.0.nearest", "unmatchedSurfaces", "unmatchedSurfaces.0.nearest", "touches",
               "touches.0.touches.0.tapCount"]
OPTIONAL = {
    "subscribe": ["params", "params.recognizers", "params.states", "params.touches", "params.maxRate"],
    "attach": ["params.regions", "params.recognizers", "params.recognizers.0.numberOfTapsRequired",
               "params.recognizers.0.maximumTapDuration", "params.recognizers.0.askTimeout"],
    "update": [f"params.regions.0.{name}" for name in ("frame", "transform", "shape", "above", "enabled")],
    "attempt": ["params.answer", "params.touches.0.tapCount"], "reset": ["params.reason"],
    "recognize": [f"params.{name}" for name in (
        "change", "state", "values", "values.way", "values.turns", "values.word", "ignore", "reason")],
    "over": ["result.over"], "detach": ["params", "params.regions"], "swallow": ["params", "params.surface"],
    "status": ["params"], "reload": ["params"], "report": ["result.warnings"],
    "device": ["result.0.interception", "result.0.interception.clone", "result.0.defects.eventsLost"],
    "decision": ["result.0.time", "result.0.reason"],
    "own": ["params.weight", "params.way"],
    "touch": ["params.touches.0.tapCount", "params.touches.0.force"],
    "snapshot": [f"result.{place}" for place in OF_SNAPSHOT],
    "reloaded": [f"params.{place}" for place in OF_SNAPSHOT], "lagged": [f"params.{place}" for place in OF_SNAPSHOT],
}
WRONG = (None, True, 0.5, "\0")  # Values of which a member accepts only those of its own type.


def notification(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(method, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def answer(result):
    return {"jsonrpc": "2.0", "id": 1, "result": result}


def gesture(type, state, **members):
    return {"recognizer": "zoom", "type": type, "gesture": 7, "state": state, "surface": "panel", "region": "root",
            "time": 1234.56789, "location": {"x": 512.0, "y": 300.5}, "touches": [3, 4], **members}


def bare(type, state, **members):
    """A gesture for clients without `locations`."""
    told = gesture(type, state, **members)
    del told["location"], told["touches"]
    return told


POINT = {"x": 1.5, "y": -2.0}
SURFACE = {"name": "panel", "device": "/dev/input/event4", "unit": "px", "width": 1920.0, "height": 1080.0}
TOUCH = {"id": 3, "phase": "began", "location": POINT, "previousLocation": POINT, "region": "root", "tapCount": 1}
SNAPSHOT = {
    "subscription": 1, "surfaces": [SURFACE],
    "recognizers": [{"name": "zoom", "type": "pinch", "region": "root", "enabled": True}],
    "unmatched": [{"glob": "tpa", "nearest": "tap"}],
    "unmatchedSurfaces": [{"glob": "pannel", "nearest": "panel"}],
    "gestures": [gesture("pinch", "changed", scale=1.23, delta=1.23, velocity=0.8)],
    "touches": [{"surface": "panel", "time": 1.0, "touches": [TOUCH]}]}
COUNTERS = dict.fromkeys((
    "surfaces devices recognizers awake peers subscriptions frames touches gestures notifications merged "
    "lagged").split(), 0)
MESSAGES = {
    "hello": notification("hello", protocol=1, server="gestured 0.1.0", capabilities=["gestures"]),
    "capabilities": notification("capabilities", capabilities=["gestures", "touches"]),
    "subscribe": request("subscribe", recognizers=["*"], states=["began"], touches=True, maxRate=30),
    "unsubscribe": request("unsubscribe", subscription=1), "list": request("list", what="devices"),
    "attach": request(
        "attach", regions=[{"name": "canvas", "frame": {"x": "0%", "y": 10, "width": "5 mm", "height": "90%"}}],
        recognizers=[{"name": "double", "type": "tap", "numberOfTapsRequired": 2, "maximumTapDuration": "350ms",
                      "ask": ["begin"], "askTimeout": "50ms"}]),
    "update": request("update", regions=[{
        "name": "canvas", "frame": {"x": -5, "y": "-10%", "width": 5, "height": "90%"},
        "transform": [0, 1, -1, 0, 10.5, 0], "shape": [[0, 0], [5, 0], [5, 9.5]], "above": None, "enabled": False}]),
    "report": answer({"warnings": ["`canvas` lies outside of the surface `panel`: no touch can begin in it"]}),
    "detach": request("detach", regions=["canvas"]), "status": request("status"), "reload": request("reload"),
    "answer": request("answer", question=7, yes=True),
    "setEnabled": request("setEnabled", recognizer="zoom", enabled=True),
    "setPrivate": request("setPrivate", region="keyboard", private=True),
    "swallow": request("swallow", surface="panel"),
    "bare pan": notification("gesture", subscription=1, seq=1, **bare("pan", "ended")),
    "bare swipe": notification("gesture", subscription=1, seq=1, **bare("swipe", "recognized", direction="up")),
    "rotate": request("rotate", surface="panel", rotation=90),
    "snapshot": answer(SNAPSHOT), "done": answer({}),
    "device": answer([{
        "path": "/dev/input/event4", "name": "", "used": True, "reason": "", "vendor": "04f3", "product": "2c5a",
        "match": {"bus": "", "path": "", "phys": "", "serial": ""}, "protocol": "B", "slots": 10, "surface": "panel",
        "millimetres": {"width": 344.0, "height": 194.0}, "rate": 0.0, "matrix": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        "interception": {"clone": "input17"},
        "defects": {"eventsLost": 1}, "unwanted": {}}]),
    "region": answer([{"name": "root", "surface": "panel", "frame": {"x": 0, "y": 0, "width": 1, "height": 1}}]),
    "decision": answer([{
        "recognizer": "tap", "surface": "panel", "outcome": "failed", "resting": False, "fingers": 1, "time": 1.0,
        "reason": "moved 12.4 pt, 10.0 allowed"}]),
    "names": answer(
        {"regions": ["canvas"], "recognizers": [], "surfaces": [{"name": "panel", "unit": "px"}]}),
    "answer to status": answer({
        "server": "gestured 0.1.0", "uptime": 1.5, "configuration": "standard", "refused": False, **COUNTERS,
        "latency": {"count": 0, "sum": 0.0, "p50": 0.0, "p90": 0.0, "p99": 0.0, "p999": 0.0, "max": 0.0}}),
    "answer to reload": answer({
        "configuration": "standard", "surfaces": 1, "regions": 0, "recognizers": 9, "added": 0, "removed": 0,
        "changed": 0, "cancelled": 0}),
    "error": {"jsonrpc": "2.0", "id": None, "error": {"code": -32602, "message": "", "data": {"path": "", "hint": ""}}},
    "pan": notification("gesture", subscription=1, seq=42, **gesture(
        "pan", "ended", translation=POINT, delta=POINT, velocity=POINT, projection=POINT)),
    "own": notification("gesture", subscription=1, seq=42, **gesture("wave", "changed", weight=0.5, way=POINT)),
    "failed": notification("gesture", subscription=1, seq=42, **gesture("pan", "failed")),
    "touch": notification("touch", subscription=1, surface="panel", time=1.0, touches=[TOUCH | {"force": 0.25}]),
    "begin": notification("question", question=7, ask="begin", recognizer="zoom", gesture=gesture(
        "tap", "recognized", taps=2)),
    "receive": notification("question", question=8, ask="receive", recognizer="zoom", touch=TOUCH | {
        "surface": "panel", "time": 1.0}),
    "pair": notification("question", question=9, ask="requireFailure", recognizer="zoom", pair={
        "surface": "panel", "time": 1.0, "other": "pan"}),
    "attempt": notification("attempt", recognizer="mark", attempt=1, change=2, answer=True, surface="panel", time=1.0,
                            touches=[TOUCH]),
    "reset": notification("reset", recognizer="mark", attempt=1, outcome="failed", reason="pan was recognized first"),
    "recognize": request("recognize", recognizer="mark", attempt=1, change=2, state="recognized",
                         values={"way": POINT, "turns": 3, "word": "up"}, ignore=[4], reason="it fits"),
    "over": answer({"over": True}),
    "surface": notification("surface", subscription=1, change="added", surface=SURFACE),
    "reloaded": notification("reloaded", **SNAPSHOT), "lagged": notification("lagged", dropped=1, **SNAPSHOT),
}


def changed(message, place, value):
    """The message with something else at a place."""
    message = copy.deepcopy(message)
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]
    parent = message
    for key in path:
        parent = parent[key]
    if value is ABSENT:
        del parent[last]
    else:
        parent[last] = value(parent[last]) if callable(value) else value
    return message


def listed():
    """Changes of the valid messages: name, place, and the value there; and whether the message is still valid."""
    for is_valid, table in (False, MISTAKES), (True, ADDITIONS):
        for name, changes in table.items():
            yield from ((name, *change, is_valid) for change in changes)


def by_rules():
    """The same of every member: another type, its absence, and further members beside it."""
    for name, message in MESSAGES.items():
        is_request = "method" in message and "id" in message
        # Servers may add members, clients may not.
        yield name, "later", 1, not is_request
        for place, value in places(message):
            if name in ("reloaded", "lagged") and place.count(".") > 1:
                continue  # As in the snapshot.
            is_optional = place in OPTIONAL.get(name, []) or is_request and place == "id"
            if not place[-1].isdigit():
                yield name, place, ABSENT, is_optional
            if isinstance(value, dict) and "values" not in place:
                yield name, f"{place}.later", 1, not is_request
            if place == "id" or name == "own" and is_optional or ".values." in place:
                continue  # These accept several types.
            for other in WRONG:
                # Texts of these are lengths and times, which may be numbers.
                is_length = isinstance(value, str) and value[:1].isdigit() or value == "-10%"
                if type_of(other) != type_of(value) and not (other == 0.5 and is_length):
                    # What is null in a request is absent.
                    is_absent = other is None and is_request and is_optional and place.count(".") < 2
                    yield name, place, other, is_absent


def places(value, before=""):
    """The places in a value, with what stands there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield f"{before}{key}", part
        yield from places(part, f"{before}{key}.")


def type_of(value):
    return float if type(value) is int else type(value)
