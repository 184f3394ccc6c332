"""Valid and invalid messages for scripts/check/protocol."""

import copy

# What must be refused: a message that is right, the place that is made wrong, and what stands there then (nothing: the
# member is missing). A message is named by its place in MESSAGES.
ABSENT = object()
MISTAKES = [
    ("hello", "jsonrpc", "1.0"), ("hello", "jsonrpc", ABSENT), ("hello", "method", "helo"), ("hello", "id", 1),
    ("hello", "params", ABSENT), ("hello", "params.protocol", 2), ("hello", "params.capabilities", "gestures"),
    ("hello", "params.server", ABSENT),
    ("subscribe", "jsonrpc", ABSENT), ("subscribe", "id", True), ("subscribe", "id", [1]), ("subscribe", "id", 2**53),
    ("subscribe", "id", "x" * 257), ("subscribe", "params.recognizers", ["\u00e4*"]), ("subscribe", "params.surfaces", ["a\nb"]),
    ("subscribe", "method", ABSENT), ("subscribe", "method", "subscrib"), ("subscribe", "result", {}),
    ("subscribe", "params", []), ("subscribe", "params.recognisers", []), ("subscribe", "params.recognizers", "zoom"),
    ("subscribe", "params.recognizers", [7]), ("subscribe", "params.recognizers", ["x"] * 33),
    ("subscribe", "params.surfaces", ["x" * 257]), ("subscribe", "params.states", ["possible"]),
    ("subscribe", "params.states", "began"), ("subscribe", "params.touches", 1), ("subscribe", "params.maxRate", 0),
    ("subscribe", "params.maxRate", 1000.5), ("subscribe", "params.maxRate", "30"),
    ("subscribe", "params.coordinates", "view"), ("subscribe", "params.coordinates", True),
    ("subscribe", "params.locations", "all"),
    ("unsubscribe", "params", ABSENT), ("unsubscribe", "params.subscription", "1"),
    ("unsubscribe", "params.subscription", 1.5), ("unsubscribe", "params.subscription", None),
    ("unsubscribe", "params.all", True),
    ("list", "params.what", "device"), ("list", "params.what", ABSENT), ("list", "params.surface", "panel"),
    ("attach", "params", {}), ("attach", "params", {"regions": None}), ("attach", "params.views", []),
    ("attach", "params.regions", {}), ("attach", "params.regions", [{}] * 65),
    ("attach", "params.regions.0.name", ABSENT), ("attach", "params.regions.0.name", "a b"),
    ("attach", "params.regions.0.frame", ABSENT), ("attach", "params.regions.0.frame.x", ABSENT),
    ("attach", "params.regions.0.frame.x", "5em"), ("attach", "params.regions.0.frame.width", -1),
    ("attach", "params.regions.0.frame.x", -100001), ("attach", "params.regions.0.transform", [1, 0, 0, 1, 0]),
    ("attach", "params.regions.0.shape", "circle"), ("attach", "params.regions.0.shape", [[0, 0], [1, 1]]),
    ("attach", "params.regions.0.enabled", 1), ("attach", "params.regions.0.above", ["a"]),
    ("attach", "params.regions.0.frame.z", 0), ("attach", "params.regions.0.colour", "red"),
    ("attach", "params.recognizers.0.name", ABSENT), ("attach", "params.recognizers.0.type", ABSENT),
    ("attach", "params.recognizers.0.type", "tip"), ("attach", "params.recognizers.0.type", "pan"),
    ("attach", "params.recognizers.0.hysteresis", 10), ("attach", "params.recognizers.0.numberOfTapsRequired", 0),
    ("attach", "params.recognizers.0.numberOfTapsRequired", "2"),
    ("attach", "params.recognizers.0.maximumTapDuration", "2 minutes"),
    ("attach", "params.recognizers.0.requireToFail", [1]), ("attach", "params.recognizers.0.enabled", "yes"),
    ("attach", "params.recognizers.0.ask", []), ("attach", "params.recognizers.0.ask", "begin"),
    ("attach", "params.recognizers.0.ask", ["begin", "begin"]), ("attach", "params.recognizers.0.ask", ["end"]),
    ("attach", "params.recognizers.0.ask", ABSENT), ("attach", "params.recognizers.0.askTimeout", 0),
    ("attach", "params.recognizers.0.askTimeout", 1.5), ("attach", "params.recognizers.0.askTimeout", "soon"),
    ("update", "params", ABSENT), ("update", "params.regions", ABSENT), ("update", "params.regions", None),
    ("update", "params.regions", [{"name": "a"}] * 65), ("update", "params.recognizers", []),
    ("update", "params.regions.0.name", ABSENT), ("update", "params.regions.0.parent", "root"),
    ("update", "params.regions.0.frame.height", ABSENT), ("update", "params.regions.0.transform", "none"),
    ("update", "params.regions.0.transform", [1001, 0, 0, 1, 0, 0]),
    ("update", "params.regions.0.transform", [1, 0, 0, 1, 0, "5mm"]),
    ("update", "params.regions.0.shape", [[0, 0], [1, 0], [0]]),
    ("update", "params.regions.0.shape", [[0, n] for n in range(65)]), ("update", "params.regions.0.above", 1),
    ("update", "params.regions.0.enabled", None), ("update", "result", {}),
    ("report", "result.warnings", []), ("report", "result.warnings", [1]), ("names", "result.warnings", "narrow"),
    ("region", "result.0.enabled", True),
    ("detach", "params.names", ["a"]), ("detach", "params.regions", "canvas"), ("detach", "params.regions", [None]),
    ("detach", "params.recognizers", ["x" * 257]),
    ("answer", "params", ABSENT), ("answer", "params.question", ABSENT), ("answer", "params.question", "7"),
    ("answer", "params.yes", ABSENT), ("answer", "params.yes", None), ("answer", "params.yes", 1),
    ("answer", "params.no", False),
    ("setEnabled", "params.recognizer", ABSENT), ("setEnabled", "params.enabled", ABSENT),
    ("setEnabled", "params.enabled", 1), ("setEnabled", "params.isEnabled", True),
    ("status", "params", {"connections": True}), ("reload", "params", {"file": "/etc/shadow"}),
    ("setPrivate", "params.region", ABSENT), ("setPrivate", "params.private", ABSENT),
    ("setPrivate", "params.private", "on"), ("setPrivate", "params.frame", {}),
    ("swallow", "params.surface", 1), ("swallow", "params.surfaces", ["panel"]),
    ("attach", "params.recognizers.0.intercepts", "possible"),
    ("bare pan", "params.location", {"x": 1, "y": 2}), ("bare pan", "params.touches", [3]),
    ("bare pan", "params.locations", [{"x": 1, "y": 2}]),
    ("bare pan", "params.translation", {"x": 1, "y": 2}), ("bare pan", "params.velocity", {"x": 1, "y": 2}),
    ("bare swipe", "params.velocity", {"x": 1, "y": 2}), ("bare swipe", "params.direction", ABSENT),
    ("region", "result.0.private", "yes"),
    ("rotate", "params.rotation", 45), ("rotate", "params.rotation", "90"), ("rotate", "params.surface", ABSENT),
    ("rotate", "params.surface", "x" * 257), ("rotate", "params.surface", "e\u0301"),
    ("setEnabled", "params.recognizer", "\u001b[2J"), ("rotate", "params.degrees", 90),
    ("snapshot", "id", ABSENT), ("snapshot", "id", {}), ("snapshot", "error", {}), ("snapshot", "method", "subscribe"),
    ("snapshot", "result", ABSENT), ("snapshot", "result.subscription", 0), ("snapshot", "result.surfaces", ABSENT),
    ("snapshot", "result.gestures", ABSENT), ("snapshot", "result.surfaces.0.unit", "mm"),
    ("snapshot", "result.surfaces.0.width", "1920"), ("snapshot", "result.surfaces.0.device", ABSENT),
    ("snapshot", "result.surfaces.0.millimetres", {"width": 1}), ("snapshot", "result.recognizers.0.enabled", 1),
    ("snapshot", "result.recognizers.0.region", ABSENT), ("snapshot", "result.gestures.0.seq", 1),
    ("snapshot", "result.unmatched", []), ("snapshot", "result.unmatched.0.glob", ABSENT),
    ("snapshot", "result.unmatched.0.nearest", None),
    ("snapshot", "result.unmatchedSurfaces", []), ("snapshot", "result.unmatchedSurfaces.0.glob", ABSENT),
    ("snapshot", "result.gestures.0.state", "ended"), ("snapshot", "result.gestures.0.scale", ABSENT),
    ("snapshot", "result.touches", {}), ("snapshot", "result.touches.0.touches.0.phase", "moved"),
    ("snapshot", "result.touches.0.subscription", 1),
    ("device", "result.0.vendor", "4F3"), ("device", "result.0.used", "yes"), ("device", "result.0.matrix", [1.0] * 5),
    ("device", "result.0.surface", ABSENT), ("device", "result.0.slots", -1), ("device", "result.0.match", {}),
    ("device", "result.0.defects", {"eventsLost": 0.5}),
    ("region", "result.0.frame.width", ABSENT), ("region", "result.0.own", "true"),
    ("decision", "result.0.outcome", "changed"), ("decision", "result.0.fingers", ABSENT),
    ("decision", "result.0.resting", 0), ("decision", "result.0.time", "1.0"), ("device", "result.0.assumed", 1),
    ("device", "result.0.sizeFrom", "ruler"), ("device", "result.0.interception", "input17"),
    ("device", "result.0.interception.clone", 17),
    ("names", "result.regions", ABSENT), ("names", "result.recognizers", [1]),
    ("names", "result.surfaces", ABSENT), ("names", "result.surfaces.0.unit", "mm"),
    ("answer to status", "result.uptime", ABSENT), ("answer to status", "result.latency.p50", ABSENT),
    ("answer to status", "result.frames", 1.5), ("answer to status", "result.connections", [{"pid": 1}]),
    ("answer to reload", "result.cancelled", ABSENT), ("answer to reload", "result.added", "1"),
    ("error", "id", ABSENT), ("error", "error.code", "-32602"), ("error", "error.message", ABSENT),
    ("error", "error.data", ABSENT), ("error", "error.data.hint", ABSENT), ("error", "error.data.problems", "many"),
    ("error", "result", {}),
    *[("pan", f"params.{name}", ABSENT) for name in (
        "subscription seq recognizer type gesture state surface region time location touches translation delta "
        "velocity projection").split()],
    ("pan", "params.state", "recognized"), ("pan", "params.state", "possible"), ("pan", "params.state", "changed"),
    ("pan", "params.state", "failed"), ("pan", "params.seq", 0), ("pan", "params.gesture", "7"),
    ("pan", "params.time", "1234.5"), ("pan", "params.location", [1, 2]), ("pan", "params.location.y", ABSENT),
    ("pan", "params.touches", [3.5]), ("pan", "params.locations", {"x": 1, "y": 2}),
    ("pan", "params.locations", [{"x": 1}]), ("pan", "params.delta", 1.0), ("pan", "params.velocity.x", None),
    ("pan", "params.type", "pinch"), ("pan", "params.type", "screenEdgePan"), ("pan", "params.type", "tap"),
    ("own", "params.flag", True), ("own", "params.list", [1]), ("own", "params.under_score", 1),
    ("own", "params.weight", "x" * 257), ("own", "params." + "x" * 33, 1), ("own", "params.state", "possible"),
    ("own", "params", lambda params: params | {f"m{number}": 1 for number in range(16)}),
    ("failed", "params.taps", 1), ("failed", "params.translation", {"x": 0, "y": 0}),
    ("failed", "params.region", ABSENT),
    ("touch", "params.touches.0.phase", "stationary"), ("touch", "params.touches.0.id", ABSENT),
    ("touch", "params.touches.0.tapCount", 0), ("touch", "params.touches.0.tapCount", "2"),
    ("touch", "params.touches.0.force", 1.5), ("touch", "params.touches.0.previousLocation", ABSENT),
    ("touch", "params.time", ABSENT), ("touch", "params.subscription", ABSENT),
    *[("begin", f"params.{name}", ABSENT) for name in (
        "question ask recognizer gesture gesture.state gesture.location gesture.touches gesture.taps").split()],
    ("begin", "id", 1), ("begin", "params.question", 0), ("begin", "params.ask", "receive"),
    ("begin", "params.ask", "end"), ("begin", "params.gesture.state", "failed"), ("begin", "params.gesture.seq", 1),
    ("begin", "params.gesture.subscription", 1), ("begin", "params.touch", {}),
    *[("receive", f"params.{name}", ABSENT) for name in (
        "question ask recognizer touch touch.surface touch.time touch.id touch.phase touch.location touch.region "
        "touch.tapCount").split()],
    ("receive", "params.ask", "begin"), ("receive", "params.touch.phase", "moved"), ("receive", "params.gesture", {}),
    ("receive", "params.touch.force", 1.5),
    ("surface", "params.change", "turned"), ("surface", "params.surface.name", ABSENT),
    ("capabilities", "params.capabilities", ABSENT), ("capabilities", "params.capabilities", "gestures"),
    ("reloaded", "params.recognizers", ABSENT), ("reloaded", "params.subscription", "1"),
    ("lagged", "params.dropped", ABSENT), ("lagged", "params.dropped", -1), ("lagged", "params.surfaces", ABSENT),
]
# What must not be refused: later servers add members, capabilities and codes; what is null in a request is absent.
ADDITIONS = [
    ("hello", "params.motto", "hi"), ("hello", "params.capabilities", ["gestures", "later"]), ("hello", "later", 1),
    ("capabilities", "params.capabilities", ["later"]), ("capabilities", "params.later", 1),
    ("snapshot", "result.later", {}), ("snapshot", "result.surfaces.0.later", 1), ("snapshot", "later", None),
    ("snapshot", "result.gestures.0.later", []), ("done", "result.later", 1), ("error", "error.data.later", 1),
    ("error", "error.code", -32050), ("pan", "params.later", [1]), ("failed", "params.later", {}),
    ("touch", "params.touches.0.later", True), ("answer to status", "result.later", 1),
    ("subscribe", "params", None), ("subscribe", "params.states", None), ("subscribe", "params.coordinates", None),
    ("subscribe", "params.coordinates", "region"), ("subscribe", "params.locations", True),
    ("own", "params.locations", [{"x": 1, "y": 2}]), ("subscribe", "id", ABSENT),
    ("attach", "params.regions", None), ("status", "params", ABSENT),
    ("report", "result.warnings", ABSENT), ("report", "result.later", 1), ("names", "result.warnings", ["narrow"]),
    ("region", "result.0.enabled", False), ("update", "params.regions.0.shape", "ellipse"),
    ("update", "params.regions.0.above", "photo"), ("update", "params.regions", [{"name": "canvas"}]),
    ("attach", "params.regions.0.transform", [1, 0, 0, 1, 0, 0]), ("attach", "params.regions.0.frame.x", -100),
    ("own", "params.later", "x" * 256), ("answer", "id", ABSENT), ("answer", "params.question", 0),
    ("begin", "params.later", 1), ("begin", "params.gesture.later", 1), ("receive", "params.touch.later", 1),
    ("attach", "params.recognizers.0.askTimeout", ABSENT), ("attach", "params.recognizers.0.askTimeout", 1),
    ("attach", "params.recognizers.0.ask", ["receive", "begin"]),
    ("pan", "params.type", "swoop"),
]


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
