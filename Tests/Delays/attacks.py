"""Attacks by clients with only `gestures`, `touches` and `attach` that try to keep the daemon busy or make it grow.

Each attack gets the path of the socket and a function that it calls once it is under way, and goes on until it is
killed.
"""

import collections
import contextlib
import json
import math
import os
import re
import select
import signal
import socket
import struct
import time

from daemon import Client, request

MARKS = "\u0345" * 8000 + "\u0334" * 8000  # combining classes 240, then 1
LONG = "n" * 250
# Few requests with more answers than the socket's buffer holds.
ANSWERS = request("attach", regions=[
    {"name": "n" * 60 + str(number), "frame": {"x": 0, "y": 0, "width": "1%", "height": "1%"}}
    for number in range(64)]) + request("list", what="regions") * 32


def connect(path, connections, lines):
    """Clients that have sent these lines and read the answers."""
    clients = [Client(path, 600) for _ in range(connections)]
    for client in clients:
        for line in lines:
            client.socket.sendall(line)
            answer = client.line()
            assert b'"error"' not in answer, answer  # What is refused costs little.
    return clients


def flood(lines, connections=1, reads=True, first=()):
    """An attack that sends the same lines again and again."""
    def attack(path, started):
        clients = connect(path, connections, first)
        started()
        while True:
            for client in clients:
                if reads:
                    for line in lines:
                        client.socket.sendall(line)
                    for _ in lines:
                        client.line()
                else:
                    send_what_fits(client.socket, b"".join(lines))
    return attack


def send_what_fits(connection, data):
    connection.setblocking(False)
    try:
        connection.send(data)
    except BlockingIOError:
        time.sleep(0.001)


def again(line):
    """An attack that connects again when a connection has reached a limit."""
    def attack(path, started):
        started()
        while True:
            with Client(path, 600) as client:
                for _ in range(16):
                    client.socket.sendall(line)
                    client.line()
    return attack


def unread(line):
    """Sixteen connections with up to sixteen subscriptions each, which never read; disconnected ones connect again."""
    def attack(path, started):
        clients = {}
        while True:
            for number in range(16):
                if number in clients and is_gone(clients[number]):
                    clients.pop(number).socket.close()
                if number not in clients:
                    try:
                        client = clients[number] = Client(path, 600)
                        for _ in range(16):
                            client.socket.sendall(line)
                            client.line()
                        # Data in the socket's buffer keeps notifications waiting in the daemon.
                        client.socket.sendall(ANSWERS)
                    except (OSError, EOFError):
                        pass
            started()
            time.sleep(0.05)
    return attack


def is_gone(client):
    poll = select.poll()
    poll.register(client.socket, select.POLLRDHUP)
    return bool(poll.poll(0))


def connects(path, started):
    started()
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(600)
                connection.connect(path)
        except OSError:
            pass


READERS = collections.deque(maxlen=64)


def lingering_socket():
    """A TCP socket whose last close takes a minute: its data is not read."""
    with socket.socket() as listener:
        listener.bind((b"127.0.0.1", 0))
        listener.listen(1)
        sender = socket.socket()
        sender.connect((b"127.0.0.1", listener.getsockname()[1]))
        READERS.append(listener.accept()[0])
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 60))
    sender.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            sender.send(bytes(65536))
    return sender


def lingering(path, started):
    """Passes sockets that linger, and has the daemon read on, or leaves them unread."""
    while True:
        for urgent, leaves in ((0, False), (0, True), (socket.MSG_OOB, False)):
            sender = lingering_socket()
            with contextlib.suppress(OSError, EOFError), Client(path, 600) as client:
                # Unread answers keep the daemon from reading until the socket is in the message only.
                client.socket.sendall(ANSWERS)
                socket.send_fds(client.socket, [b"\n"], [sender.fileno()], urgent)
                sender.close()
                started()
                client.socket.settimeout(0.2)
                while not leaves and client.socket.recv(1 << 18):
                    client.socket.sendall(b"\n")


def comes_and_goes(connections, attachments, **filters):
    """An attack by connections with idle attachments, while others connect and disconnect without requests."""
    def attack(path, started):
        clients = connect(path, connections, attachments)
        for client in clients:
            for _ in range(4):
                client.call("subscribe", **filters)
        started()
        while True:
            with Client(path, 600):
                pass
    return attack


def half_lines(path, started):
    clients = [Client(path, 600) for _ in range(16)]
    for client in clients:
        client.socket.sendall(b'{"jsonrpc":"2.0","id":1,"method":"' + b"s" * 30000)
    started()
    while True:
        for client in clients:
            client.socket.sendall(b"s")
        client = clients.pop(0)
        client.socket.close()
        clients.append(Client(path, 600))
        clients[-1].socket.sendall(b'{"jsonrpc":"2.0","id":1,"method":"' + b"s" * 30000)


def unread_names(path, started):
    """Recognizers with the longest names, whose gestures are not read, detached and attached again."""
    clients = [Client(path, 600) for _ in range(8)]
    for client in clients:
        client.call("subscribe")
        client.socket.setblocking(False)
    requests = [recognizers(16, f"{number}{LONG}") + request("detach") for number in range(4)]
    started()
    while True:
        for client in clients:
            for line in requests:
                send_what_fits(client.socket, line)
            if is_gone(client):
                clients.remove(client)
                client.socket.close()
                clients.append(Client(path, 600))
                clients[-1].send("subscribe")


def listening(connections, subscriptions, attachments=(), **filters):
    """An attack by connections with attachments and many subscriptions, which read everything."""
    def attack(path, started):
        clients = [Client(path, 600) for _ in range(connections)]
        for client in clients:
            for _ in range(subscriptions):
                client.call("subscribe", **filters)
            for line in attachments:
                client.socket.sendall(line)
                while b'"id"' not in client.line():
                    pass
            # The first may be disconnected before the last one is connected.
            started()
        for client in clients:
            client.socket.settimeout(0.001)
        while clients:
            for client in list(clients):
                with contextlib.suppress(TimeoutError):
                    if not client.socket.recv(1 << 18):
                        clients.remove(client)
    return attack


def single_bytes(path, started):
    clients = [Client(path, 600) for _ in range(15)]
    started()
    while True:
        for client in clients:
            client.socket.send(b" ")


def subscriptions(path, started):
    client = Client(path, 600)
    started()
    while True:
        answer = client.call("subscribe", recognizers=["*a*b*c*"] * 32)
        client.call("unsubscribe", subscription=answer["result"]["subscription"])


def costly_globs(path, started):
    """Globs that cost little until the connection has recognizers, one of which is added and removed."""
    client = Client(path, 600)
    for number in range(16):
        client.call("subscribe", recognizers=[f"*[!{'b-z' * 80}]z{number}{each}" for each in range(32)])
    client.socket.sendall(recognizers(63, "a" * 60))
    client.line()
    started()
    last = recognizers(1, "a" * 61)
    while True:
        for line in (last, request("detach", recognizers=["a" * 61 + "0"])):
            client.socket.sendall(line)
            client.line()


def recognizers(count, name, kind="pan", **more):
    return request("attach", recognizers=[{"name": f"{name}{number}", "type": kind, **more} for number in range(count)])


def related(count):
    """As many recognizers as there can be, each waiting for the next."""
    names = [f"r{number}" for number in range(count)]
    return request("attach", recognizers=[
        {"name": name, "type": "pan", **({"requireToFail": [after]} if after else {})}
        for name, after in zip(names, names[1:] + [None])])


def simultaneous(count):
    """Recognizers none of which prevents another, in requests of sixteen; 22 have as many relations as they may."""
    rules = [{"name": f"r{number}", "type": "pan", "simultaneousWith": [f"r{other}" for other in range(number)]}
             for number in range(count)]
    return [request("attach", recognizers=rules[first:first + 16]) for first in range(0, count, 16)]


def strokes(count):
    """As many strokes with as many templates as a request can have, which compete with no other."""
    templates = [{"name": f"t{number}", "points": [[0, 0], [number, 100], [number * 7 % 90, 50 + number]]}
                 for number in range(60)]
    return [request("attach", recognizers=[
        {"name": f"s{number}", "type": "stroke", "minimumScore": 0, "minimumLength": 0, "minimumMargin": 0,
         "rotationInvariant": True, "simultaneousWith": [f"s{other}" for other in range(number)],
         "templates": templates}]) for number in range(count)]


def regions(count):
    """Regions in each other, as deep as they can be."""
    frame = {"x": "1%", "y": "1%", "width": "98%", "height": "98%"}
    return request("attach", regions=[
        {"name": f"g{number}", "frame": frame, **({"parent": f"g{number - 1}"} if number % 16 else {})}
        for number in range(count)])


def moves(path, started):
    """A region that moves a thousand times a second, and whose client reads in its coordinates where fingers are."""
    frame = {"x": 0, "y": 0, "width": "100%", "height": "100%"}
    client, = connect(path, 1, [request(
        "attach", regions=[{"name": "photo", "frame": frame}],
        recognizers=[{"name": "mine", "type": "transform", "region": "photo"}])])
    client.call("subscribe", recognizers=["mine"], coordinates="region", locations=True)
    started()
    due = time.monotonic()
    while True:
        for step in range(100):
            client.send("update", regions=[
                {"name": "photo", "transform": [0.96, 0.28, -0.28, 0.96, step, -step], "above": None}])
            with contextlib.suppress(BlockingIOError):
                if not client.socket.recv(1 << 18, socket.MSG_DONTWAIT):
                    raise EOFError
            due = max(due + 0.001, time.monotonic() - 0.1)
            time.sleep(max(0, due - time.monotonic()))


def reshapes(path, started):
    """Updates with nearly as many values and bytes as a request may have, of all regions that a user may have."""
    names = [f"g{number:02}{'n' * 60}" for number in range(64)]
    frame = {"x": 0, "y": 0, "width": 100, "height": 100}
    attachment = request("attach", regions=[
        {"name": name, "frame": frame, **({"parent": names[number - 1]} if number % 16 else {})}
        for number, name in enumerate(names)])
    lines = [largest_update(names, radius) for radius in (40, 35)]
    clients = connect(path, 4, [attachment])
    started()
    while True:
        for line in lines:
            for client in clients:
                client.socket.sendall(line)
            for client in clients:
                answer = client.line()
                assert b'"result"' in answer, answer  # A refused one would cost little.


def all_move(path, started):
    """Moves 64 regions in each update, as often as answers come."""
    names = [f"g{number}" for number in range(64)]
    frame = {"x": 0, "y": 0, "width": 100, "height": 100}
    client, = connect(path, 1, [request("attach", regions=[{"name": name, "frame": frame} for name in names])])
    lines = [request("update", regions=[{"name": name, "transform": [0.6, 0.8, -0.8, 0.6, place, -place]}
                                        for name in names]) for place in (10, 20)]
    started()
    while True:
        for line in lines:
            client.socket.sendall(line)
            assert b'"result"' in client.line()


def largest_update(names, radius):
    """Shapes of 64 corners for as many regions as fit, and a place over all others for each."""
    shapes = [[[f"{50 + radius * part(math.pi * corner / 32):.6f}" for part in (math.cos, math.sin)]
               for corner in range(64)] for _ in range(4)]
    changes = [{"name": name, "shape": shape, "above": None} for name, shape in zip(names, shapes)]
    changes += [{"name": name, "above": None} for name in names[4:]]
    line = request("update", regions=changes)
    # Numbers of more digits.
    digits = "0" * ((65536 - len(line)) // (2 * 64 * 4) + 2)
    return re.sub(rb'"(\d+\.\d{6})"', lambda number: number[1] + digits.encode(), line)


def answers(path, started):
    """Answers each question ten times, and as often questions that the client was never asked."""
    client, = connect(path, 1, [recognizers(8, "mine", ask=["begin", "receive"])])
    started()
    question = 0
    while True:
        numbers = [question or 1, question + 1000] * 10
        client.socket.sendall(b"".join(request("answer", question=each, yes=True) for each in numbers))
        unanswered = len(numbers)
        while unanswered:
            message = json.loads(client.line())
            if message.get("method") == "question":
                question = message["params"]["question"]
            else:
                unanswered -= 1


def decides(answers=lambda attempt, change: [], delay=0.0):
    """Decides for a configured recognizer by requests that depend on the attempt and the change, after a while."""
    def attack(path, started):
        client, = connect(path, 1, [request("attach", recognizers=[{"name": "decided", "type": "custom"}])])
        started()
        due = collections.deque()
        while True:
            wait = max(0, due[0][0] - time.monotonic()) if due else None
            if client.rest.count(b"\n") or select.select([client.socket], [], [], wait)[0]:
                message = json.loads(client.line())
                if message.get("method") == "attempt":
                    params = message["params"]
                    due.append((time.monotonic() + delay, answers(params["attempt"], params["change"])))
            while due and due[0][0] <= time.monotonic():
                client.socket.sendall(b"".join(due.popleft()[1]))
    return attack


def decision(attempt, change, state=None):
    rest = {"state": state} if state else {}
    return request("recognize", recognizer="decided", attempt=attempt, change=change, **rest)


def stands_still(path, started):
    """Decides for a recognizer, and is stopped."""
    decides()(path, lambda: (started(), os.kill(os.getpid(), signal.SIGSTOP)))


def talk_to_itself(_, started):
    """No attack: keeps the processor and the kernel's sockets busy, and leaves the daemon alone."""
    started()
    while True:
        left, right = socket.socketpair()
        with left, right:
            for _ in range(16):
                left.sendall(DETACH)
                right.recv(len(DETACH))


def calm(attack):
    """What the users of an attack do in the windows in which nobody attacks."""
    return decides(lambda *change: [decision(*change)]) if attack.startswith("decisions") else talk_to_itself


BRACKETS = request("subscribe", recognizers=["[" * 256] * 32, surfaces=["[" * 256] * 32)
DETACH = request("detach")
SWITCHES = [request("setEnabled", recognizer="mine0", enabled=enabled) for enabled in (False, True)]

# The name of each attack, its number of users, and its function.
ATTACKS = [
    ("lines of combining marks", 1, flood([f'{{"jsonrpc":"2.0","id":1,"method":"a{MARKS}"}}\n'.encode()])),
    ("globs of unclosed brackets", 1, again(BRACKETS)),
    ("attachments that are refused", 1, flood([recognizers(64, LONG, "pna", regoin="rot")])),
    ("the largest attachments", 1, flood([related(64), DETACH])),
    ("64 regions in each other", 1, flood([regions(64), DETACH])),
    ("unread subscriptions of a user", 1, unread(request("subscribe"))),
    ("unread subscriptions of two users", 2, unread(request("subscribe"))),
    ("unread subscriptions of four users", 4, unread(request("subscribe", touches=False))),
    ("repeated connections", 2, connects),
    ("repeated connections beside own recognizers", 1,
     comes_and_goes(4, [recognizers(64, "a" * 60)], recognizers=["*a*b*c0*"] * 32)),
    ("half lines", 2, half_lines),
    ("descriptors that linger", 2, lingering),
    ("unread answers", 2, flood([request("list", what="recognizers"), request("status")], 8, False)),
    ("read answers", 2, flood([request("list", what="recognizers"), request("status")], 4)),
    ("switches", 2, flood(SWITCHES, 4, first=[recognizers(1, "mine")])),
    ("own recognizers and many subscriptions", 1, listening(4, 16, simultaneous(22), states=["changed"])),
    ("own strokes", 1, listening(4, 1, strokes(12))),
    ("subscriptions that are read, of four users", 4, listening(14, 4)),
    ("subscriptions with rates, of four users", 4, listening(4, 16, maxRate=1e-300)),
    ("a region that moves a thousand times a second", 1, moves),
    ("64 regions that move all the time", 1, all_move),
    ("the largest updates of regions", 1, reshapes),
    ("answers to right and wrong questions", 2, answers),
    ("64 recognizers whose questions are not answered", 1,
     listening(1, 1, [recognizers(64, "mine", ask=["begin", "receive"])])),
    ("decisions that never come", 1, decides()),
    ("decisions that come late", 1, decides(lambda *change: [decision(*change, "recognized")], 0.3)),
    ("decisions that come twice", 1, decides(lambda *change: [decision(*change)] * 2)),
    ("decisions about old attempts", 1, decides(lambda attempt, change: [decision(attempt - 1, change, "failed")])),
    ("decisions for states that cannot follow", 1, decides(lambda *change: [decision(*change, "changed")])),
    ("decisions in a flood", 1, decides(lambda *change: [decision(*change)] * 50)),
    ("decisions of a client that stands still", 1, stands_still),
    ("single bytes of four users", 4, single_bytes),
    ("repeated subscriptions", 2, subscriptions),
    ("recognizers matched with costly globs", 1, costly_globs),
    ("unread gestures with long names", 2, unread_names),
]
