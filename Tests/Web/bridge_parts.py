"""The parts of the bridge's checks: gestured, gestured-web as a user without rights, raw HTTP and WebSockets."""

import base64
import contextlib
import json
import os
import pathlib
import re
import select
import socket
import struct
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMO = ROOT / "Tests/Fixtures/demo"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
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


class Daemon:
    """gestured, which plays recordings again and again."""

    def __init__(self, program, folder):
        configuration = folder / "gestured.yaml"
        configuration.write_text(CONFIGURATION)
        self.path = folder / "socket"
        recordings = [DEMO / "pinch.evemu", DEMO / "rotation.evemu", DEMO / "edge-pan.evemu"]
        self.command = [program, "--config", configuration, "--socket", self.path, "--loop", "--replay", *recordings]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if " ready: " in line:
                break
        self.path.chmod(0o666)  # As packages have it; `access` decides.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def stop(self):
        self.process.kill()
        self.process.wait()


class Bridge:
    """gestured-web."""

    def __init__(self, programs, path, port=0, *more):
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        self.command = [
            *user, programs / "gestured-web", "--port", str(port), "--socket", path, "--pages", ROOT / "web/pages",
            "--library", ROOT / "clients/javascript", "--control", programs / "gesturectl",
            "--allow-origin", "https://kiosk.example", *more]
        self.process, self.port, self.token, self.errors = None, None, None, []

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/view/#([0-9a-f]{32})\n", address)
        assert found, f"gestured-web printed {address!r} and {self.process.stderr.read()!r}"
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


def read_all(connection):
    data = bytearray()
    while part := connection.recv(1 << 20):
        data += part
    return bytes(data)


class Answer:
    """An HTTP answer."""

    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        assert lines[0].startswith("HTTP/1."), f"no answer but {data[:80]!r}"
        self.status = int(lines[0].split()[1])
        self.fields = [tuple(line.split(": ", 1)) for line in lines[1:]]

    def __getitem__(self, name):
        values = [value for each, value in self.fields if each.lower() == name.lower()]
        assert len(values) <= 1, f"{name} is repeated"
        return values[0] if values else None

    @property
    def text(self):
        return self.body.decode()


class WebSocket:
    """A WebSocket, as a client that keeps to the rules only where it is asked to."""

    def __init__(self, bridge, token=None, headers=(), receive=None):
        self.connection = bridge.connect(receive)
        upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                   f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        self.connection.sendall(bridge.head(f"/gestures?token={token or bridge.token}", headers=[*upgrade, *headers]))
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            part = self.connection.recv(65_536)
            assert part, f"no handshake but {self.data!r}"
            self.data += part
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, opcode, payload=b"", final=True, masked=True, reserved=0):
        self.connection.sendall(frame(opcode, payload, final, masked, reserved))

    def say(self, method, **params):
        self.send(TEXT, request(method, **params))

    def receive(self):
        """The next frame: opcode and payload; None at the end."""
        while True:
            if (found := self.take()) is not None:
                return found
            try:
                part = self.connection.recv(1 << 18)
            except ConnectionResetError:
                part = b""
            if not part:
                return None
            self.data += part

    def take(self):
        if len(self.data) < 2:
            return None
        length, start = self.data[1], 2
        assert self.data[0] & 0x70 == 0 and length < 128, "frames of a server are neither compressed nor masked"
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(self.data) < start:
                return None
            length = int.from_bytes(self.data[2:start], "big")
        if len(self.data) < start + length:
            return None
        opcode, payload = self.data[0] & 15, self.data[start:start + length]
        self.data = self.data[start + length:]
        return opcode, payload

    def line(self):
        """The next message, as an object."""
        found = self.receive()
        assert found and found[0] == TEXT, f"no message but {found!r}"
        return json.loads(found[1])

    def subscribe(self, **params):
        """Subscribes; returns the answer."""
        self.say("subscribe", **params)
        while "result" not in (line := self.line()):
            assert "error" not in line, line
        return line["result"]

    def closing(self):
        """The code and the reason of the close frame; other frames do not count."""
        while (found := self.receive()) is not None:
            if found[0] == CLOSE:
                return struct.unpack("!H", found[1][:2])[0], found[1][2:].decode()
        raise AssertionError("it ended without a close frame")

    def is_readable(self, seconds):
        return bool(select.select([self.connection], [], [], seconds)[0])


def frame(opcode, payload=b"", final=True, masked=True, reserved=0):
    length = len(payload)
    size = bytes([length]) if length < 126 else b"\x7e" + struct.pack("!H", length) if length < 65_536 \
        else b"\x7f" + struct.pack("!Q", length)
    # A mask of zeros is one, and costs no time.
    return bytes([final << 7 | reserved << 4 | opcode, size[0] | masked << 7]) + size[1:] + bytes(4 * masked) + payload


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


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
        self.daemon = Daemon(programs / "gestured", folder)
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
