"""The parts of the bridge's checks: gestured, gestured-web with raw connections, a client of gestured's socket."""

import contextlib
import json
import pathlib
import re
import socket
import subprocess
import threading

import sentences
from programs import AS_NOBODY, ROOT, Daemon, Web, shared_folder
from wire import Answer, WebSocket, read_all, request

DEMO = ROOT / "Tests/Fixtures/demo"
CONFIGURATION = """
access: [{ user: nobody, allow: [gestures, touches, attach] }]
recognizers:
  - { name: move, type: pan, cancelsTouchesInView: false }
  - { name: zoom, type: pinch, simultaneousWith: move }
"""


def wait(condition, what):
    return sentences.wait_for(condition, what, 120)


def memory(pid, name="VmRSS"):
    """A number of /proc/PID/status, in MiB."""
    return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def temporary():
    """What gestured-web has in /tmp."""
    return set(pathlib.Path("/tmp").glob("gestured-web-*"))


class Bridge(Web):
    """gestured-web, and raw connections to it."""

    def refusal(self, *user):
        """Starts it where it refuses; returns its status and its errors. `user` is the command that makes it a user."""
        done = subprocess.run([*(user or AS_NOBODY), *self.words], capture_output=True, text=True, timeout=120,
                              check=False)
        assert not done.stdout or done.returncode == 0, done.stdout
        return done.returncode, done.stderr

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

    def post(self, body, *headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = [f"Content-Length: {len(body)}", "Content-Type: application/json", *headers]
        return self.exchange(self.head(f"/replay?token={self.token}", "POST", headers) + body)

    def exchange(self, data):
        """Sends bytes, and returns the answer."""
        with self.connect() as connection:
            with contextlib.suppress(ConnectionError):  # A refusal may come before all is sent.
                connection.sendall(data)
            return Answer(read_all(connection))

    def web_socket(self, **more):
        return WebSocket(self, **more)

    def works(self):
        """Whether it carries gestured's greeting."""
        with self.web_socket() as page:
            return page.status == 101 and page.line().get("method") == "hello"


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
        self.bridge, self.listener = self.other(), None

    def other(self, *options, **more):
        """A further bridge that is not started."""
        return Bridge(self.programs, self.daemon.path, "--allow-origin", "https://kiosk.example", *options, **more)

    def with_large_page(self, content):
        """A further bridge, whose pages have this as `large.png`."""
        pages = self.folder / "pages"
        pages.mkdir()
        (pages / "index.html").write_text("index")
        (pages / "large.png").write_bytes(content)
        return self.other(pages=pages)

    @contextlib.contextmanager
    def small(self):
        """Has gestured-web and gestured grow by less than 64 MiB in the block."""
        processes = {"gestured-web": self.bridge.pid, "gestured": self.daemon.process.pid}
        before = {name: memory(pid) for name, pid in processes.items()}
        yield
        for name, pid in processes.items():
            assert memory(pid) - before[name] < 64, f"{name} grew from {before[name]:.0f} to {memory(pid):.0f} MiB"


@contextlib.contextmanager
def scene(programs):
    with shared_folder() as folder:
        made = Scene(programs, pathlib.Path(folder))
        with made.daemon, made.bridge:
            made.listener = Listener(made.daemon.path)
            yield made
