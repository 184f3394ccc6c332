"""A scripted peer for tests, with a script for each connection."""

import json
import os
import socket
import tempfile
import threading

import pytest

import gestured

SECONDS = 60  # The time after which a waiting script or client is given up.

SURFACE = {"name": "panel", "device": "/dev/input/event4", "unit": "px", "width": 1920.0, "height": 1080.0,
           "millimetres": {"width": 344.0, "height": 194.0}, "rotation": 0.0}
ZOOM = {"name": "zoom", "type": "pinch", "region": "root", "enabled": True}
EMPTY = {"subscription": 1, "surfaces": [], "recognizers": [], "gestures": []}


def pinch(state, gesture=7, seq=1, **members):
    """The params of a `gesture` notification, without its subscription."""
    return {"seq": seq, "recognizer": "zoom", "type": "pinch", "gesture": gesture, "state": state, "surface": "panel",
            "region": "root", "time": 1234.56789, "location": {"x": 512.0, "y": 300.5}, "touches": [3, 4],
            "scale": 1.23, "delta": 1.01, "velocity": 0.8, **members}


def without(members, *names):
    return {name: value for name, value in members.items() if name not in names}


def states(events):
    """The states of gestures, and the classes of other events."""
    return [each.state if isinstance(each, gestured.Gesture) else type(each).__name__ for each in events]


def give_up(client, request):
    """Makes a request, and does not wait for its answer."""
    client._timeout = 0
    with pytest.raises(gestured.Timeout):
        request()
    client._timeout = SECONDS


class Talk:
    """One connection, as the script sees it; `requests` are the methods and params that it has heard."""

    def __init__(self, connection):
        self.connection = connection
        self.lines = connection.makefile("rb")
        self.requests, self.ids = [], {}

    def write(self, text):
        self.connection.sendall(text.encode() if isinstance(text, str) else text)

    def write_json(self, **members):
        self.write(json.dumps({"jsonrpc": "2.0", **members}) + "\n")

    def say(self, method, **params):
        self.write_json(method=method, params=params)

    def hello(self, protocol=1):
        self.say("hello", protocol=protocol, server="gestured 0.1.0", capabilities=["gestures", "attach"])

    def gesture(self, state, subscription=1, **members):
        self.say("gesture", subscription=subscription, **pinch(state, **members))

    def hear(self, *methods):
        """Reads the next requests; an error if they are others than these."""
        for method in methods:
            request = json.loads(self.lines.readline())
            assert method in (None, request["method"]), f"{request} instead of {method}"
            assert request["jsonrpc"] == "2.0" and ("id" not in request or method != "answer"), request
            self.requests.append((request["method"], request["params"]))
            self.ids[request["method"]] = request.get("id")

    def answer(self, method, result={}):
        """Answers the last request of this method."""
        self.write_json(id=self.ids[method], result=result)

    def refuse(self, method, code, message, **data):
        """Refuses the last request of this method, or any without a method."""
        self.write_json(id=self.ids.get(method), error={"code": code, "message": message, "data": data})

    def accept(self, *methods, result={}):
        """Answers the next requests, which are to be these."""
        for method in methods:
            self.hear(method)
            self.answer(method, result)

    def subscribed(self, number=1, **snapshot):
        """Answers the next request, which is to be `subscribe`."""
        self.accept("subscribe", result={
            **EMPTY, "subscription": number, "surfaces": [SURFACE], "recognizers": [ZOOM], **snapshot})

    def restored(self):
        """Answers requests up to `subscribe`."""
        while "subscribe" not in self.ids:
            self.hear(None)
            method, _ = self.requests[-1]
            self.answer(method, EMPTY if method == "subscribe" else {})

    def until_end(self):
        """Waits until the client has disconnected."""
        while self.lines.readline():
            pass

    def ask(self, question, ask="begin", recognizer="row", **members):
        """Asks whether a recognizer may begin with a gesture."""
        gesture = without(pinch("began", recognizer=recognizer, **members), "seq")
        self.say("question", question=question, ask=ask, recognizer=recognizer, gesture=gesture)

    def close(self):
        self.connection.close()
        self.lines.close()

    def call(self, function, *arguments):
        function(*arguments)


class Script:
    """Calls of methods of a `Talk`, one after the other: `talk.accept("attach").subscribed()`."""

    def __init__(self, *steps):
        self._steps = steps

    def __getattr__(self, name):
        return lambda *arguments, **named: Script(*self._steps, (name, arguments, named))

    def __call__(self, talk):
        for name, arguments, named in self._steps:
            getattr(talk, name)(*arguments, **named)


ungreeted = Script()
talk = ungreeted.hello()


def until_lost(*states, **members):
    """A subscription, these states of gesture 7, then the end."""
    script = talk.subscribed()
    for seq, state in enumerate(states, 1):
        script = script.gesture(state, seq=seq, **members)
    return script


class Peer:
    """Listens at `path`, and follows the scripts, for one connection each, in this order."""

    def __init__(self, *scripts):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "socket")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.settimeout(SECONDS)
        self.listener.bind(self.path)
        self.listener.listen()
        self.scripts = scripts
        self.heard = []  # The requests of each connection.
        self.error = None
        self.thread = threading.Thread(target=self.run)

    def client(self, **arguments):
        return gestured.Client(self.path, **{"timeout": SECONDS, **arguments})

    def async_client(self, **arguments):
        return gestured.AsyncClient(self.path, **{"timeout": SECONDS, **arguments})

    def run(self):
        try:
            for script in self.scripts:
                connection, _ = self.listener.accept()
                with connection:
                    connection.settimeout(SECONDS)
                    talk = Talk(connection)
                    self.heard.append(talk.requests)
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

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, *reason):
        self.__exit__(*reason)
