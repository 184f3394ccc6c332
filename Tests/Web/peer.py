"""A gestured of a script, for what a real one does not do, or not at the right moment."""

import json
import os
import queue
import select
import socket
import threading

SURFACE = {"name": "panel", "device": "/dev/input/event4", "unit": "px", "width": 1920, "height": 1080}
SNAPSHOT = {"surfaces": [SURFACE], "recognizers": [], "gestures": []}


class Talk:
    """One connection of a client to the peer."""

    def __init__(self, connection):
        self.connection = connection
        self.lines = connection.makefile("r", encoding="utf-8", newline="\n")

    def write(self, text):
        self.connection.sendall(text.encode())

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")

    def say(self, kind, **params):
        self.send(method=kind, params=params)

    def hello(self):
        self.say("hello", protocol=1, server="gestured 0.1.0", capabilities=["gestures", "attach"])

    def hear(self, method):
        """Returns the next request, which is to be of this method."""
        line = self.lines.readline()
        assert line, f"the client has gone instead of asking for {method}"
        request = json.loads(line)
        assert request["method"] == method, f"{request['method']} instead of {method}"
        return request

    def accept(self, method, result=None):
        """Answers the next request, which is to be of this method, and returns its params."""
        request = self.hear(method)
        self.send(id=request["id"], result={} if result is None else result)
        return request.get("params")

    def subscribed(self, number=1, **members):
        return self.accept("subscribe", {"subscription": number, **SNAPSHOT, **members})

    def is_blocked(self, seconds):
        """Whether nothing more can be written for so long."""
        return not select.select([], [self.connection], [], seconds)[1]

    def until_gone(self):
        """Waits until the client has gone; returns the methods that it still asked for."""
        return [json.loads(line)["method"] for line in self.lines]


class Peer:
    """A gestured of scripts, one for each connection."""

    def __init__(self, path):
        self.path = path
        self.scripts = queue.SimpleQueue()
        self.failures = []
        self.threads = []
        self.listener = None

    def start(self, *scripts):
        for script in scripts:
            self.scripts.put(script)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        os.chmod(self.path, 0o777)
        self.listener.listen()
        threading.Thread(target=self.run, args=[self.listener], daemon=True).start()

    def stop(self):
        """Ends it, and returns the failures of its scripts, which have to be over."""
        if self.listener is not None:
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            self.listener = None
            os.unlink(self.path)
        self.wait()
        left = 0
        while not self.scripts.empty():
            self.scripts.get()
            left += 1
        if left:
            self.failures.append(AssertionError(f"{left} connections did not come"))
        failures, self.failures = self.failures, []
        return failures

    def wait(self):
        """Waits for the end of the scripts that have begun."""
        for thread in self.threads:
            thread.join(60)
            if thread.is_alive():
                self.failures.append(AssertionError("a script of the peer does not end"))
        self.threads = []

    def run(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            if self.scripts.empty():
                connection.close()
                continue
            thread = threading.Thread(target=self.talk, args=[self.scripts.get(), connection], daemon=True)
            self.threads.append(thread)
            thread.start()

    def talk(self, script, connection):
        with connection:
            try:
                script(Talk(connection))
            except (OSError, AssertionError, ValueError, KeyError) as failure:
                self.failures.append(failure)
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
