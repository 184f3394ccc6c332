"""Checks of limits: many connections and WebSockets, strangers who hold them, slow requests."""

import contextlib
import os
import socket
import subprocess
import threading
import time

from parts import memory, wait
from programs import AS_NOBODY
from sentences import check


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


# Connects to gestured's socket and reads its greeting.
CLIENT = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); print(s.makefile().readline())"


@check("Of 1,000 WebSockets 12 are taken, in less than 64 MiB; the user's other programs and other users get gestures")
def many_web_sockets(scene):
    bridge, count = scene.bridge, scene.listener.count
    with contextlib.ExitStack() as stack, scene.small():
        kept = []
        for _ in range(1000):
            page = bridge.web_socket()
            if page.status == 101:
                kept.append(stack.enter_context(page))
            else:
                assert page.status == 503, page.status
                page.connection.close()
        assert len(kept) == 12, len(kept)
        assert all(page.line()["method"] == "hello" for page in kept)
        other = subprocess.run([*AS_NOBODY, "/usr/bin/python3", "-c", CLIENT, scene.daemon.path], capture_output=True,
                               text=True, check=True)
        assert '"hello"' in other.stdout, other
        scene.listener.more(100)
    assert scene.listener.count > count
    wait(bridge.works, "a WebSocket after the many are gone")


@check("The 13th WebSocket is refused with 503, which a plain request tells, too")
def web_sockets(scene):
    # Without gestured, connections that wait for its greeting keep their places.
    silent = scene.folder / "silent"
    with socket.socket(socket.AF_UNIX) as listener, contextlib.ExitStack() as stack:
        listener.bind(str(silent))
        silent.chmod(0o666)
        listener.listen(128)
        bridge = scene.other()
        bridge.path = silent
        stack.enter_context(bridge)
        kept = [stack.enter_context(bridge.web_socket()) for _ in range(12)]
        assert all(page.status == 101 for page in kept)
        origin = "Origin: https://kiosk.example"
        assert bridge.web_socket().status == 503
        answer = bridge.get(f"/gestures?token={bridge.token}", origin)
        assert (answer.status, answer["Access-Control-Allow-Origin"]) == (503, "https://kiosk.example")
        assert bridge.get("/gestures?token=wrong", origin).status == 403
        kept[0].connection.close()
        wait(lambda: bridge.get(f"/gestures?token={bridge.token}").status == 426, "a free place")


@check("1,000 connections of strangers keep nobody out, and take less than 64 MiB")
def strangers(scene):
    bridge = scene.bridge
    with bridge.web_socket() as page, contextlib.ExitStack() as stack, scene.small():
        page.subscribe()
        for number in range(1000):
            connection = stack.enter_context(bridge.connect())
            if number % 2:
                connection.sendall(b"GET /view/ HTTP/1.1\r\nX: ")
            if number % 100 == 0:
                assert bridge.get("/view/").status == 200
        assert bridge.works() and bridge.get("/view/").status == 200
        wait(lambda: descriptors(bridge.pid) < 200, "strangers beyond 128 are disconnected")
        for _ in range(20):
            page.line()
        scene.listener.more(50)


@check("A stranger who connects as fast as possible from 8 threads for 5 s keeps nobody out for longer than that")
def storm(scene):
    bridge = scene.bridge
    end = time.monotonic() + 5

    def connect():
        kept = []
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                kept.append(bridge.connect())
            if len(kept) > 60:
                kept.pop(0).close()

    threads = [threading.Thread(target=connect) for _ in range(8)]
    with bridge.web_socket() as page:
        page.subscribe()
        for thread in threads:
            thread.start()
        for _ in range(20):
            page.line()
        scene.listener.more(50)
        for thread in threads:
            thread.join()
    assert bridge.works() and bridge.get("/view/").status == 200


@check("A request whose head, or whose body, comes a byte at a time ends after 30 s")
def slow(scene):
    bridge = scene.bridge
    heads = [bridge.head("/view/"), bridge.head(f"/replay?token={bridge.token}", "POST", ["Content-Length: 999"]),
             bridge.head(f"/gestures?token={bridge.token}", headers=["Upgrade: websocket"])]
    ends = [0.0] * len(heads)

    def trickle(number, data):
        start = time.monotonic()
        with bridge.connect() as connection, contextlib.suppress(OSError):
            connection.sendall(data[:-2] if number != 1 else data)
            while True:
                connection.sendall(b"X")
                connection.settimeout(0.5)
                with contextlib.suppress(socket.timeout):
                    if not connection.recv(4096):
                        break
        ends[number] = time.monotonic() - start

    threads = [threading.Thread(target=trickle, args=each) for each in enumerate(heads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(150)
    assert all(25 < end < 90 for end in ends), ends
    assert bridge.get("/view/").status == 200


@check("A page that never takes its answer is disconnected after 30 s")
def never_taken(scene):
    with scene.with_large_page(bytes(4 * 1024 * 1024)) as bridge, contextlib.ExitStack() as stack:
        before, start = descriptors(bridge.pid), time.monotonic()
        for _ in range(100):
            connection = stack.enter_context(bridge.connect(receive=4096))
            connection.sendall(bridge.head("/large.png"))
        wait(lambda: descriptors(bridge.pid) > before + 50, "connections with answers")
        assert memory(bridge.pid) < 128, f"{memory(bridge.pid):.0f} MiB"
        wait(lambda: descriptors(bridge.pid) <= before + 2, "the connections end")
        assert time.monotonic() - start > 20
