"""The parts of the bridge's checks: gestured, gestured-web as a user without rights, a client of gestured's socket."""

import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time

from programs import ROOT, Daemon
from wire import Answer, WebSocket, read_all, request

DEMO = ROOT / "Tests/Fixtures/demo"
CHECKS = []
CONFIGURATION = """
access: [{ user: nobody, allow: [gestures, touches, attach] }]
recognizers:
  - { name: move, type: pan, cancelsTouchesInView: false }
  - { name: zoom, type: pinch, simultaneousWith: move }
"""


def check(sentence):
    """Adds a check, which gets the scene."""
    def add(function):
        CHECKS.append((sentence, function))
        return function
    return add


def wait(condition, what, seconds=120):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"{what} within {seconds} s"
        time.sleep(0.02)
    return value


def memory(pid, name="VmRSS"):
    """A number of /proc/PID/status, in MiB."""
    return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def temporary():
    """What gestured-web has in /tmp."""
    return set(pathlib.Path("/tmp").glob("gestured-web-*"))


class Bridge:
    """gestured-web."""

    def __init__(self, programs, path, port=0, *more):
        self.user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        self.command = [
            *self.user, programs / "gestured-web", "--port", str(port), "--socket", path, "--pages", ROOT / "web/pages",
            "--library", ROOT / "clients/javascript", "--control", programs / "gesturectl",
            "--allow-origin", "https://kiosk.example", *more]
        self.process, self.port, self.token, self.errors = None, None, None, []

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/[^#]*#([0-9a-f]{32})(&recording)?\n", address)
        if not found:
            self.stop()
            raise AssertionError(f"gestured-web printed {address!r} and {self.process.stderr.read()!r}")
        self.port, self.token = int(found[1]), found[2]
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        return self

    def stop(self):
        self.process.kill()
        self.process.wait()

    @property
    def pid(self):
        return self.process.pid

    def is_running(self):
        return self.process.poll() is None

    def connect(self, receive=None):
        connection = socket.socket()
        if receive:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        connection.settimeout(120)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def head(self, target, method="GET", headers=(), host=None, version="1.1"):
        lines = [f"{method} {target} HTTP/{version}", f"Host: {host or f'127.0.0.1:{self.port}'}", *headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def get(self, target, *headers, **more):
        return self.exchange(self.head(target, headers=headers, **more))

    def post(self, body, *headers, token=None):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = [f"Content-Length: {len(body)}", "Content-Type: application/json", *headers]
        return self.exchange(self.head(f"/replay?token={token or self.token}", "POST", headers) + body)

    def exchange(self, data):
        """Sends bytes, and returns the answer."""
        with self.connect() as connection:
            with contextlib.suppress(ConnectionError):  # A refusal may come before all is sent.
                connection.sendall(data)
            return Answer(read_all(connection))

    def web_socket(self, **more):
        return WebSocket(self, **more)


class Listener:
    """A client of gestured's own socket, which counts every gesture and gap."""

    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(path))
        self.connection.sendall(request("subscribe", touches=True) + b"\n")
        self.count, self.gaps, self.has_ended = 0, 0, False
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        for text in self.connection.makefile("rb"):
            line = json.loads(text)
            if line.get("method") == "gesture":
                self.gaps += line["params"]["seq"] != self.count + 1
                self.count = line["params"]["seq"]
        self.has_ended = True

    def more(self, number):
        """Waits for so many more gestures."""
        goal = self.count + number
        wait(lambda: self.count >= goal or self.has_ended, "further gestures at gestured's own socket")
        self.check()

    def check(self):
        assert not self.has_ended, "gestured disconnected its own client"
        assert self.gaps == 0, f"{self.gaps} gaps at gestured's own socket"

    def close(self):
        self.connection.shutdown(socket.SHUT_RDWR)


class Scene:
    """What a check needs: programs, a gestured, a bridge before it, a client of gestured's socket."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        configuration = folder / "gestured.yaml"
        configuration.write_text(CONFIGURATION)
        self.daemon = Daemon(programs, folder / "socket", configuration,
                             *(DEMO / f"{name}.evemu" for name in ["pinch", "rotation", "edge-pan"]))
        self.bridge = Bridge(programs, self.daemon.path)
        self.listener = None

    def start(self):
        self.daemon.start()
        self.bridge.start()
        self.listener = Listener(self.daemon.path)

    def stop(self):
        self.bridge.stop()
        self.daemon.stop()

    def other(self, *more, port=0, pages=None):
        """A further bridge that is not started."""
        bridge = Bridge(self.programs, self.daemon.path, port, *more)
        if pages:
            bridge.command[bridge.command.index("--pages") + 1] = pages
        return bridge


@contextlib.contextmanager
def scene(programs):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        made = Scene(programs.resolve(), pathlib.Path(folder))
        try:
            made.start()
            yield made
        finally:
            made.stop()
