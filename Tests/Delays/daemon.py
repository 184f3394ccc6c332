"""A daemon under test that replays a moving finger, and clients of it that are other users."""

import contextlib
import json
import math
import os
import pwd
import resource
import signal
import socket
import subprocess
import time
import traceback

HEADER = """# EVEMU 1.3
N: Delay Panel
I: 0003 1234 5678 0110
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 3520 0 0 14
A: 01 0 1984 0 0 14
A: 2f 0 9 0 0 0
A: 35 0 3520 0 0 14
A: 36 0 1984 0 0 14
A: 39 0 65535 0 0 0
"""
RATE = 250  # frames a second
PATIENCE = 120  # seconds that a daemon under attack may take to answer before it is hung


def users(count):
    """Numbers of users that the user database knows, none of them root or the daemon's."""
    daemon = pwd.getpwnam("nobody").pw_uid
    numbers = sorted({each.pw_uid for each in pwd.getpwall()} - {0, daemon})
    return numbers[:count]


def write_recording(path):
    """A finger that draws short arcs, so that many gestures begin and end."""
    lines, clock = [HEADER], 0.1
    for touch in range(1, 61):
        for number in range(RATE * 6 // 100):
            angle = 2 * math.pi * number / RATE
            x, y = int(1700 + 900 * math.cos(angle)), int(1000 + 600 * math.sin(angle))
            events = [(3, 0x2f, 0), (3, 0x39, touch), (1, 0x14a, 1)] if number == 0 else []
            events += [(3, 0x35, x), (3, 0x36, y), (3, 0, x), (3, 1, y), (0, 0, 0)]
            lines += ["E: %.6f %04x %04x %d\n" % (clock, *event) for event in events]
            clock += 1 / RATE
        lines += ["E: %.6f %04x %04x %d\n" % (clock, *event) for event in [(3, 0x39, -1), (1, 0x14a, 0), (0, 0, 0)]]
        clock += 2 / RATE
    with open(path, "w", encoding="ascii") as file:
        file.write("".join(lines))


def come_first(process):
    """Runs a process before all others, to exclude the rest of the machine from the measurement.

    Not by a real-time class, as the kernel takes the processor from those for a while if they use it all the time.
    """
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process, -20)


class Daemon:
    """gestured with a passed socket, as the user nobody, for as long as the block lasts."""

    def __init__(self, program, folder, members):
        self.program, self.path, self.log = program, os.path.join(folder, "socket"), os.path.join(folder, "log")
        self.recording, self.configuration = os.path.join(folder, "circles.evemu"), os.path.join(folder, "c.yaml")
        write_recording(self.recording)
        access = "".join(f"  - {{ user: {user}, allow: [gestures, touches, attach] }}\n" for user in members)
        with open(self.configuration, "w", encoding="ascii") as file:
            file.write("access:\n" + access + "recognizers:\n  - { name: move, type: pan }\n"
                       "  - { name: select, type: tap }\n  - { name: zoom, type: pinch }\n"
                       "  - { name: decided, type: custom, simultaneousWith: [move, select, zoom] }\n")
        os.chmod(folder, 0o755)

    def __enter__(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        nobody = pwd.getpwnam("nobody")
        with socket.socket(socket.AF_UNIX) as listener, open(self.log, "w", encoding="utf-8") as log:
            listener.bind(self.path)
            os.chmod(self.path, 0o666)
            listener.listen(128)

            def prepare():
                os.dup2(listener.fileno(), 3)
                resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))

            command = ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", self.program, "--replay", self.recording, "--loop",
                       "--config", self.configuration]
            environment = dict(os.environ, LISTEN_FDS="1", LISTEN_FDNAMES="gestured", SWIFT_BACKTRACE="enable=no")
            self.process = subprocess.Popen(
                command, preexec_fn=prepare, pass_fds=[3] if listener.fileno() == 3 else [3, listener.fileno()],
                user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], env=environment, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL)
        come_first(self.process.pid)
        self.wait_until_answered()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def wait_until_answered(self):
        """Waits until the daemon has carried out all earlier requests."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with Client(self.path, PATIENCE) as client:
                    return client.call("status")
            except (OSError, EOFError) as error:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    with open(self.log, encoding="utf-8") as log:
                        raise AssertionError(f"the daemon does not answer ({error}): {log.read()[-500:]}") from error
                time.sleep(0.01)

    def memory(self):
        """Its own memory in KiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Client:
    """A connection that speaks the protocol line by line."""

    def __init__(self, path, timeout=10):
        self.socket, self.rest = socket.socket(socket.AF_UNIX), b""
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.greeting = self.line()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def line(self):
        while b"\n" not in self.rest:
            data = self.socket.recv(1 << 18)
            if not data:
                raise EOFError("the connection has ended")
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def call(self, method, **params):
        """The answer to a request; notifications before it are skipped."""
        self.send(method, **params)
        while True:
            message = json.loads(self.line())
            if "id" in message:
                return message

    def send(self, method, **params):
        self.socket.sendall(request(method, **params))


def request(method, **params):
    """The bytes of a request."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


def acting_as(user, act, path, writing):
    """Starts a process of another user that attacks, again and again where the daemon ends its connections; its number.

    Once the attack is under way a byte comes through the pipe.
    """
    process = os.fork()
    if process:
        return process
    told = []

    def started():
        if not told:
            told.append(os.write(writing, b"."))

    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        while True:
            with contextlib.suppress(OSError, EOFError):
                act(path, started)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)
