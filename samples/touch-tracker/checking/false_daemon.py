"""A server that says what no gestured would."""

import json
import os
import socket
import threading


class FalseDaemon:
    """A server that follows the protocol and says what no gestured would."""

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

    def __init__(self, path):
        if os.path.exists(path):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()

    def __exit__(self, *_):
        # A thread may wait in accept.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        try:
            while True:
                connection, _ = self.listener.accept()
                with connection, connection.makefile("rw") as lines:
                    self.talk(lines)
        except OSError:
            pass

    def talk(self, lines):
        def say(**message):
            lines.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            lines.flush()

        try:
            say(method="hello", params={"protocol": 1, "server": "false", "capabilities": ["attach", "touches"]})
            lines.readline()
            say(id=1, result={"regions": [], "recognizers": [], "surfaces": []})
            lines.readline()
            say(id=2, result={
                "subscription": 1, "surfaces": [self.SURFACE] * 2, "recognizers": [], "gestures": [], "touches": []})
            for number, touch in enumerate(self.TOUCHES):
                say(method="touch", params={
                    "subscription": 1, "surface": ("empty", "?")[number % 2], "time": -number * 1e9,
                    "touches": [touch] * 2})
            for number, gesture in enumerate(self.GESTURES * 3):
                say(method="gesture", params={"subscription": 1, "seq": number, **gesture})
                if number % 7 == 0:
                    say(method="question", params={
                        "question": number, "ask": "begin", "recognizer": ("press", "move")[number % 2],
                        "gesture": gesture})
            say(method="surface", params={"subscription": 1, "change": "removed", "surface": self.SURFACE})
        except (BrokenPipeError, ConnectionResetError):
            pass
