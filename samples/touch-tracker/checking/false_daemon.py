"""What no gestured would say."""

TOUCHES = [
    {"id": identifier, "phase": phase, "location": {"x": x, "y": -x}, "previousLocation": {"x": 0, "y": 0},
     "region": region, "tapCount": 1}
    for identifier in (-1, 0, 2**53) for region in ("drawing", "menu", "?")
    for phase in ("moved", "ended", "began", "moved", "began", "cancelled", "ended")
    for x in (0, -1, 1e300, -9e15)]
GESTURES = [
    {"recognizer": name, "type": kind, "gesture": 1, "state": state, "surface": surface, "region": "drawing",
     "time": 0, "touches": touches, **place, **members}
    for name, kind, members in (
        ("double", "tap", {"taps": 2}), ("single", "tap", {"taps": 1}), ("press", "longPress", {"duration": 1e300}),
        ("move", "pan", {
            "translation": {"x": 1e300, "y": 0}, "delta": {"x": 0, "y": 0}, "velocity": {"x": 0, "y": 0}}),
        ("move", "tap", {"taps": 1}), ("delete", "tap", {"taps": -1}))
    for state in ("ended", "changed", "recognized", "began", "cancelled") for surface in ("empty", "?")
    for touches in ([], [-1]) for place in ({}, {"location": {"x": 0, "y": 1e300}})]
SURFACE = {"name": "empty", "device": "", "unit": "px", "width": 0, "height": -1}


def talk_nonsense(talk):
    """The script of a server that follows the protocol."""
    talk.hello()
    talk.accept("attach", {"regions": [], "recognizers": [], "surfaces": []})
    talk.subscribed(surfaces=[SURFACE] * 2, touches=[])
    for number, touch in enumerate(TOUCHES):
        talk.say("touch", subscription=1, surface=("empty", "?")[number % 2], time=-number * 1e9, touches=[touch] * 2)
    for number, gesture in enumerate(GESTURES * 3):
        talk.say("gesture", subscription=1, seq=number, **gesture)
        if number % 7 == 0:
            recognizer = ("press", "move")[number % 2]
            talk.say("question", question=number, ask="begin", recognizer=recognizer, gesture=gesture)
    talk.say("surface", subscription=1, change="removed", surface=SURFACE)
