"""Tests of the libraries for Python, JavaScript, C and Swift with a server that is not gestured.

Each client is a process of its own, the one for Swift `gesturectl monitor`. It subscribes to `tap` and `pan`, takes
everything that comes, and ends with the text of its error, when there is one, on standard error. Its memory is bounded
by a multiple of what it has received: parsers make 24 bytes and more of `{}`, and allocators keep half of their memory.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent.parent
ROOM, MULTIPLE = 24 << 20, 40  # Bytes that every client may take, and bytes for each byte that it has received.
SECONDS = 120  # The time after which a client is given up.
ENDLESS = 1 << 40

PYTHON = """
import sys, gestured
try:
    with gestured.Client() as client:
        client.subscribe(["tap", "pan"], touches="--touches" in sys.argv)
        for event in client:
            pass
except gestured.Error as error:
    sys.exit(str(error))
"""
JAVASCRIPT = """
import { connect } from %s;
try {
    const client = await connect();
    const touches = process.argv.includes("--touches");
    for await (const event of await client.subscribe({ recognizers: ["tap", "pan"], touches })) {}
} catch (error) {
    if (!/^(Connection|Request)Error$/.test(error.name)) throw error;
    console.error(error.message);
    process.exitCode = 1;
}
"""
C = """
#include "gestured.h"
#include <stdio.h>
#include <string.h>
int main(int count, char **arguments)
{
    const struct gestured_filter filter = {.recognizers = (const char *const[]){"tap", "pan", NULL},
                                           .touches = strcmp(arguments[count - 1], "--touches") == 0};
    struct gestured *client = gestured_new(NULL);
    struct gestured_event event;
    int result = gestured_connect(client) || gestured_subscribe(client, &filter, NULL) < 0 ? -1 : 0;
    while (result == 0) {
        gestured_wait(client, -1);
        while ((result = gestured_next(client, &event)) > 0) continue;
    }
    fprintf(stderr, "%s\\n", gestured_error_text(client));
    gestured_close(client);
    return 1;
}
"""


def message(**members):
    return json.dumps({"jsonrpc": "2.0", **members}, separators=(",", ":"))


def result(**members):
    return {"result": {"subscription": 1, "surfaces": [], "recognizers": [], "gestures": [], **members}}


def touch(number, **members):
    place = {"x": 1.0, "y": 2.0}
    return {"id": number, "phase": "began", "location": place, "previousLocation": place, "region": "root",
            "tapCount": 1, **members}


def frame(*touches, surface="panel"):
    return message(method="touch", params={"subscription": 1, "surface": surface, "time": 1.0, "touches": touches})


def gesture(number=1, state="began", **members):
    return message(method="gesture", params={
        "subscription": 1, "seq": number, "recognizer": "pan", "type": "pan", "gesture": number, "state": state,
        "surface": "panel", "region": "root", "time": 1.0, "location": {"x": 1.0, "y": 2.0}, "touches": [1],
        **{name: {"x": 0.0, "y": 0.0} for name in ("translation", "delta", "velocity")}, **members})


def frames(count, **members):
    """Frames of a hundred touches that never end."""
    for first in range(1, count, 100):
        yield frame(*map(touch, range(first, first + 100)), **members)


LONG = "n" * (1 << 20)
GREETING = message(method="hello", params={
    "protocol": 1, "server": "gestured 0.1.0", "capabilities": ["gestures", "locations", "touches", "attach"]})
CONTROLS = "\x1b[31m\x1b]0;title\x07\r\n\x9b5m\u202e\u2028end"
VIOLATION = "is not a gestured that this client understands|is not its protocol"
REFUSED, TAKEN, EITHER = "the client refuses it", "the client takes it", "it depends on the parser"

# The answer to `subscribe` and the lines after it; then the server waits until the client disconnects or has all.
CONVERSATIONS = {
    "gestures and touches": (TAKEN, lambda: (result(), [gesture(), frame(touch(3))] * 2000)),
    "a long surface with many touches":
        (REFUSED, lambda: (result(), [frame(*map(touch, range(1, 4097)), surface=LONG)])),
    "a touch in a long region": (REFUSED, lambda: (result(), [frame(touch(3, region=LONG))])),
    "a gesture of a long recognizer": (REFUSED, lambda: (result(), [gesture(recognizer=LONG)])),
    "a gesture of a long type": (REFUSED, lambda: (result(), [gesture(type=LONG)])),
    "a name of 257 bytes": (REFUSED, lambda: (result(), [gesture(recognizer="n" * 257)])),
    "a name of 256 bytes": (TAKEN, lambda: (result(), [gesture(recognizer="n" * 256)])),
    "a long recognizer in the snapshot": (REFUSED, lambda: (
        result(recognizers=[{"name": LONG, "type": "tap", "region": "root", "enabled": True}]), [])),
    "a long surface in the snapshot": (REFUSED, lambda: (
        result(surfaces=[{"name": LONG, "device": "d", "unit": "px", "width": 1.0, "height": 1.0}]), [])),
    "endless touches": (REFUSED, lambda: (result(), frames(ENDLESS))),
    "endless surfaces": (REFUSED, lambda: (
        result(), (frame(touch(each), surface=f"s{each}") for each in range(1, ENDLESS)))),
    "endless gestures": (REFUSED, lambda: (result(), map(gesture, range(1, ENDLESS)))),
    "gestures without members": (EITHER, lambda: (result(gestures=[{}] * 900_000), [])),
    "surfaces without members": (EITHER, lambda: (result(surfaces=[{}] * 900_000), [])),
    "unmatched globs without members": (REFUSED, lambda: (result(unmatched=[{}] * 900_000), [])),
    "more unmatched globs than the filter has": (REFUSED, lambda: (
        result(unmatched=[{"glob": "tap", "nearest": "tip"}] * 200_000), [])),
    "more unmatched globs after a reload": (REFUSED, lambda: (
        result(), [message(method="reloaded", params=result(unmatched=[{"glob": "tap"}] * 3)["result"])])),
    "many capabilities": (TAKEN, lambda: (result(), [
        message(method="capabilities", params={"capabilities": ["c"] * 300_000})] * 4)),
    "touches of another subscription": (TAKEN, lambda: (
        result(), (line.replace('"subscription":1', '"subscription":2') for line in frames(20_000)))),
    "a number of 400 digits": (EITHER, lambda: (result(), [gesture().replace('"time":1', '"time":' + "9" * 400)])),
    "deep lists": (REFUSED, lambda: (result(), ["[" * 1_000_000])),
    "a line without an end": (EITHER, lambda: (result(), ["x" * (17 << 20)])),
    "an error with control characters": (EITHER, lambda: (
        {"error": {"code": -32000, "message": CONTROLS, "data": {
            "path": CONTROLS, "hint": CONTROLS, "problems": [CONTROLS, "second"]}}}, [])),
    "a line with control characters": (REFUSED, lambda: (result(), [CONTROLS.replace("\n", "")])),
    "an error of many problems": (EITHER, lambda: (
        {"error": {"code": -32602, "message": "m", "data": {"path": "p", "hint": "h", "problems": ["q"] * 900_000}}},
        [])),
}
# For clients that have not subscribed to touches.
WITHOUT_TOUCHES = {
    "gestures and touches": CONVERSATIONS["gestures and touches"],
    "touches that nobody subscribed to": (TAKEN, lambda: (result(), frames(100_000))),
}


def serve(listener, conversation):
    """Follows a conversation with one client, and prints how many bytes it took.

    It is a process of its own: the peak of a client's memory includes that of the process that has started it.
    """
    sent = 0

    def say(line):
        nonlocal sent
        left = memoryview(line.encode() + b"\n")
        while left:
            count = connection.send(left)
            sent += count
            left = left[count:]

    answer, lines = conversation()
    listener.settimeout(SECONDS)
    connection, _ = listener.accept()
    with connection, connection.makefile("r") as requests:
        try:
            say(GREETING)
            request = json.loads(requests.readline())
            say(message(id=request["id"], **answer))
            for line in lines:
                say(line)
            connection.shutdown(socket.SHUT_WR)
            requests.read()
        except OSError:  # The client has closed the connection.
            pass
    print(sent)


class HostileServerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = Path(cls.folder.name)
        cls.socket = str(folder / "socket")
        (folder / "client.c").write_text(C)
        (folder / "gesturectl").symlink_to(os.environ["GESTURED_PROGRAM"])
        subprocess.run(
            [os.environ.get("CC", "cc"), f"-I{CLIENTS}/c", folder / "client.c", CLIENTS / "c/gestured.c",
             "-o", folder / "client"], check=True)
        monitor = [folder / "gesturectl", "monitor", "--recognizer", "tap", "--recognizer", "pan"]
        script = JAVASCRIPT % json.dumps(str(CLIENTS / "javascript/index.js"))
        cls.commands = {
            "Python": lambda touches: ["python3", "-B", "-c", PYTHON, *touches],
            "JavaScript": lambda touches: ["node", "--input-type=module", "-e", script, "--", *touches],
            "C": lambda touches: [folder / "client", *touches],
            "Swift": lambda touches: [*monitor, *touches],
        }

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def converse(self, command, kind, name):
        """Runs a client; returns its peak of memory, the bytes that it received, and its standard error."""
        with socket.socket(socket.AF_UNIX) as listener, tempfile.TemporaryFile() as errors:
            listener.bind(self.socket)
            listener.listen()
            server = subprocess.Popen([sys.executable, "-B", __file__, kind, name], stdin=listener,
                                      stdout=subprocess.PIPE)
            environment = {**os.environ, "GESTURED_SOCKET": self.socket, "PYTHONPATH": str(CLIENTS / "python")}
            client = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      stderr=errors)
            alarm = threading.Timer(SECONDS, client.kill)
            alarm.start()
            _, status, usage = os.wait4(client.pid, 0)
            alarm.cancel()
            client.returncode = os.waitstatus_to_exitcode(status)
            received, _ = server.communicate()
            os.unlink(self.socket)
            errors.seek(0)
            text = errors.read().decode()
            self.assertGreaterEqual(client.returncode, 0, f"it crashed, or did not end in {SECONDS} s: {text[-500:]}")
            return usage.ru_maxrss * 1024, int(received), text

    def check(self, kind, *touches):
        for library, command in self.commands.items():
            usual, _, _ = self.converse(command(touches), kind, "gestures and touches")
            for name, (end, _) in KINDS[kind].items():
                with self.subTest(library=library, server=name):
                    peak, received, text = self.converse(command(touches), kind, name)
                    self.assertLess(peak, usual + ROOM + MULTIPLE * received)
                    self.assertLess(len(text), 16_384, "it writes as much as the server")
                    self.assertNotIn("Traceback", text)
                    self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]")
                    if end is not EITHER:
                        self.assertEqual(re.search(VIOLATION, text) is not None, end is REFUSED, text[:500])

    def test_memory_is_bounded_by_a_multiple_of_what_a_server_sends(self):
        self.check("all", "--touches")

    def test_touches_that_nobody_subscribed_to_are_ignored(self):
        self.check("without touches")


KINDS = {"all": CONVERSATIONS, "without touches": WITHOUT_TOUCHES}
if __name__ == "__main__":
    serve(socket.socket(fileno=sys.stdin.fileno()), KINDS[sys.argv[1]][sys.argv[2]][1])
