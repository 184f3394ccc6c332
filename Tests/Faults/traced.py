"""A daemon run under strace, which makes one of its system calls fail.

The daemon has no code for these tests: strace answers in place of the kernel.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import time

START_SECONDS = STOP_SECONDS = 60  # strace costs time, and so do other daemons beside this one.


CALL = re.compile(r"^\d+ +[a-z_0-9]+\(")  # in a line of strace; other lines are signals, ends and resumptions


class Life:
    """The observed life of one daemon."""

    def __init__(self):
        self.said = ""  # on standard error
        self.log = ""  # by strace: every traced call
        self.status = None  # the exit status, negative for a signal; None: it had to be killed
        self.ended_itself = False  # before the request to stop
        self.heard = False  # whether the last client received a gesture
        self.is_socket_left = False
        self.has_drop_in = False  # whether its configuration was one file and a drop-in
        self.descriptors = None  # when only the clients remained that stay to the end
        self.unclosed = []  # gestures whose end a client that stayed never received
        self.notes = []  # errors of the clients

    @property
    def calls(self):
        """The lines of the system calls."""
        return [line for line in self.log.splitlines() if CALL.match(line)]

    @property
    def was_lost(self):
        """Whether strace failed, which proves nothing about the daemon: it fails when threads end while others stop."""
        return any(line.startswith("strace: ptrace(") for line in self.said.splitlines())

    @property
    def injected(self):
        """How often the call was made to fail."""
        return self.log.count("(INJECTED)")


def seen(live, *arguments):
    """The life that `live(*arguments)` returns, of which strace has seen the whole."""
    for _ in range(5):
        life = live(*arguments)
        if not life.was_lost:
            return life
    raise AssertionError(f"strace fails again and again: {life.said}")


class TracedDaemon:
    """The process, and strace around it. The folder holds its files, including its socket."""

    owns_socket = True  # and removes it at the end
    has_drop_in = False

    def __init__(self, program, arguments, folder, injection=None, traced=None):
        self.folder, self.path = folder, os.path.join(folder, "socket")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(os.path.join(folder, "notify"))
        self.manager.setblocking(False)
        os.chmod(folder, 0o755)  # Another user must be able to enter, too.
        command = ["strace", "-f", "-qq", "-o", os.path.join(folder, "strace")]
        command += ["-e", f"trace={traced}", "--seccomp-bpf"] if traced else []
        command += ["-e", f"inject={injection}"] if injection else []
        environment = dict(os.environ, NOTIFY_SOCKET=self.manager.getsockname(), SWIFT_BACKTRACE="enable=no")
        with open(os.path.join(folder, "said"), "w", encoding="utf-8") as said:
            self.strace = self.start([*command, "--"], program, arguments,
                                     stderr=said, stdout=said, env=environment)
        self.process = None

    def start(self, strace, program, arguments, **options):
        """Starts strace, which starts the program."""
        return subprocess.Popen([*strace, program, "--socket", self.path, *arguments], **options)

    def has_ended(self):
        return self.strace.poll() is not None

    def is_ready(self):
        """Whether it has reported so, to systemd or, as that may fail, in its log."""
        with contextlib.suppress(OSError):
            if b"READY=1" in self.manager.recv(4096):
                return True
        return ": ready: " in self.text("said")

    def wait_until_ready(self):
        deadline = time.monotonic() + START_SECONDS
        while not self.has_ended() and time.monotonic() < deadline and not self.is_ready():
            time.sleep(0.02)
        with contextlib.suppress(OSError, IndexError), \
                open(f"/proc/{self.strace.pid}/task/{self.strace.pid}/children", encoding="ascii") as children:
            self.process = int(children.read().split()[0])

    def signal(self, number):
        with contextlib.suppress(ProcessLookupError):
            if self.process:
                os.kill(self.process, number)

    def descriptors(self):
        """The number of its descriptors; None when it has ended."""
        with contextlib.suppress(OSError):
            return len(os.listdir(f"/proc/{self.process}/fd"))

    def finish(self, life, clients=()):
        """Stops it, and completes its observation. The clients receive the ends of gestures."""
        life.ended_itself = self.has_ended()
        self.signal(signal.SIGTERM)
        for client in clients:
            life.unclosed += unclosed(client)
        with contextlib.suppress(subprocess.TimeoutExpired):
            life.status = self.strace.wait(STOP_SECONDS)
        if life.status is None:
            self.signal(signal.SIGKILL)
            self.strace.kill()
            self.strace.wait()
        self.manager.close()
        life.said, life.log = self.text("said"), self.text("strace")
        life.is_socket_left = self.owns_socket and os.path.exists(self.path)
        life.has_drop_in = self.has_drop_in

    def text(self, name):
        with contextlib.suppress(FileNotFoundError), \
                open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()
        return ""


def unclosed(client):
    """Gestures that a client connected to the end has received the beginning of, and not the end."""
    try:
        client.until_closed(STOP_SECONDS)
    except OSError:
        return []  # Clients that receive nothing more are detected elsewhere.
    finally:
        client.close()
    under_way = {}
    for line in client.lines:
        result = line.get("result")
        if isinstance(result, dict) and "subscription" in result:  # the snapshot: what began before
            under_way.update((each["gesture"], each["state"]) for each in result["gestures"])
        if line.get("method") == "gesture":
            gesture = line["params"]
            if gesture["state"] in ("ended", "cancelled"):
                under_way.pop(gesture["gesture"], None)
            elif gesture["state"] in ("began", "changed"):
                under_way[gesture["gesture"]] = gesture["state"]
    return [f"gesture {number} ({state})" for number, state in under_way.items()]
