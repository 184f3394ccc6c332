"""A scripted peer for tests, with a script for each connection."""

import json
import os
import socket
import tempfile
import threading

SECONDS = 10  # The time after which a waiting script is given up.

SURFACE = {"name": "panel", "device": "/dev/input/event4", "unit": "px", "width": 1920.0, "height": 1080.0,
           "millimetres": {"width": 344.0, "height": 194.0}, "rotation": 0.0}
ZOOM = {"name": "zoom", "type": "pinch", "region": "root", "enabled": True}


def pinch(state, gesture=7, seq=1, **members):
    """The params of a `gesture` notification, without its subscription."""
    return {"seq": seq, "recognizer": "zoom", "type": "pinch", "gesture": gesture, "state": state, "surface": "panel",
            "region": "root", "time": 1234.56789, "location": {"x": 512.0, "y": 300.5}, "touches": [3, 4],
            "scale": 1.23, "delta": 1.01, "velocity": 0.8, **members}


class Talk:
    """One connection, as the script sees it."""

    def __init__(self, connection):
        self.connection = connection
        self.lines = connection.makefile("rb")

    def write(self, text):
        self.connection.sendall(text.encode() if isinstance(text, str) else text)

    def say(self, method, **params):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}) + "\n")

    def hello(self, protocol=1):
        self.say("hello", protocol=protocol, server="gestured 0.1.0", capabilities=["gestures", "attach"])

    def hear(self, method=None):
        """The next request; an error if it is another one than this."""
        request = json.loads(self.lines.readline())
        assert method in (None, request["method"]), f"{request} instead of {method}"
        return request

    def answer(self, request, result):
        self.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")

    def refuse(self, identifier, code, message, **data):
        error = {"code": code, "message": message, "data": data}
        self.write(json.dumps({"jsonrpc": "2.0", "id": identifier, "error": error}) + "\n")

    def subscribed(self, number=1, **snapshot):
        """Answers the next request, which is to be `subscribe`, and returns its params."""
        request = self.hear("subscribe")
        members = {"surfaces": [SURFACE], "recognizers": [ZOOM], "gestures": [], **snapshot}
        self.answer(request, {"subscription": number, **members})
        return request["params"]

    def restored(self):
        """Greets the client, answers its requests up to `subscribe`, and returns their methods and params."""
        self.hello()
        requests = []
        while not requests or requests[-1]["method"] != "subscribe":
            requests.append(self.hear())
            result = {"subscription": 1, "surfaces": [], "recognizers": [], "gestures": []}
            self.answer(requests[-1], result if requests[-1]["method"] == "subscribe" else {})
        return [(each["method"], each["params"]) for each in requests]

    def until_end(self):
        """Waits until the client has disconnected."""
        while self.lines.readline():
            pass


class Peer:
    """Listens at `path` and follows the scripts, for one connection each, in this order."""

    def __init__(self, *scripts):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "socket")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(SECONDS)
        self.listener.bind(self.path)
        self.listener.listen()
        self.scripts = scripts
        self.error = None
        self.thread = threading.Thread(target=self.run)

    def run(self):
        try:
            for script in self.scripts:
                connection, _ = self.listener.accept()
                with connection:
                    connection.settimeout(SECONDS)
                    talk = Talk(connection)
                    with talk.lines:
                        script(talk)
        except BaseException as error:
            self.error = error

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, error, traceback):
        self.thread.join()
        self.listener.close()
        self.folder.cleanup()
        if self.error and error is None:
            raise self.error
