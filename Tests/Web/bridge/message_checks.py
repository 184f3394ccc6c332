"""Checks of messages: what is carried both ways, and pages that flood or break the rules."""

import contextlib
import socket
import threading
import time

from sentences import check
from wire import BINARY, CLOSE, PING, PONG, TEXT, frame, request

LIMIT = 65_536


def status_line(size=None):
    """A request with an answer; blanks fill it to a size."""
    line = request("status")
    return line[:-1] + b" " * (size - len(line) if size else 0) + b"}"


@check("A WebSocket speaks the protocol: greeting, answers, touches and gestures without gaps")
def carried(scene):
    with scene.bridge.web_socket() as page:
        assert page.line()["method"] == "hello"
        page.subscribe(touches=True)
        number, kinds = 0, set()
        while number < 50:
            line = page.line()
            kinds.add(line["method"])
            if line["method"] == "gesture":
                number += 1
                assert line["params"]["seq"] == number
        assert kinds == {"gesture", "touch"}
        page.send(CLOSE, b"\x03\xe8")
        assert page.closing() == (1000, "") and page.receive() is None


@check("A message in fragments, with pings in between, is one line")
def fragments(scene):
    with scene.bridge.web_socket() as page:
        assert page.line()["method"] == "hello"
        line = status_line()
        page.send(TEXT, line[:10], final=False)
        page.send(PING, b"1")
        assert page.receive() == (PONG, b"1")
        for byte in line[10:]:
            page.send(0, bytes([byte]), final=False)
            page.send(0, b"", final=False)
        page.send(0)
        assert "result" in page.line()


@check("A message has at most 65,536 bytes, whole or in fragments")
def sizes(scene):
    with scene.bridge.web_socket() as page:
        assert page.line()["method"] == "hello"
        page.send(TEXT, status_line(LIMIT - 1))
        assert "result" in page.line()
        page.send(TEXT, status_line(LIMIT))  # With its line feed it is one byte too long for gestured, which says so.
        assert page.line().keys() & {"result", "error"}
    whole = [frame(TEXT, status_line(LIMIT + 1))]
    halves = [frame(TEXT, b" " * LIMIT, final=False), frame(0, b" ")]
    promised = [b"\x81\xff" + (1 << size).to_bytes(8, "big") + bytes(4) for size in (20, 40, 62)]
    for data in [whole, halves, *[[each] for each in promised]]:
        with scene.bridge.web_socket() as page:
            for each in data:
                page.connection.sendall(each)
            assert page.closing()[0] == 1009


@check("Frames that a client must not send end the WebSocket with their code, also a wrong close")
def forbidden(scene):
    for code, data in [
        (1003, frame(BINARY, b"{}")), (1007, frame(TEXT, status_line() + b"\n" + status_line())),
        (1007, frame(TEXT, b"{}", final=False) + frame(0, b"\n")), (1007, frame(TEXT, b"\n")),
        (1002, frame(TEXT, status_line(), masked=False)), (1002, frame(PING, b"", masked=False)),
        (1002, frame(0, b"{}")), (1002, frame(TEXT, b"{", final=False) + frame(TEXT, b"}")),
        (1002, frame(TEXT, b"{}", reserved=4)), (1002, frame(3)), (1002, frame(11)), (1002, frame(PING, b"a" * 126)),
        (1002, frame(PING, final=False)), (1002, b"\x81\xff" + b"\xff" * 8 + bytes(4)),
        (1002, frame(CLOSE, b"\x03")), (1007, frame(CLOSE, b"\x03\xe8\xff")),
        *((1002, frame(CLOSE, code.to_bytes(2, "big"))) for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65535)),
        *((1000, frame(CLOSE, code.to_bytes(2, "big") + b"bye")) for code in (1000, 1001, 1011, 3000, 4999)),
        (1000, frame(CLOSE)),
    ]:
        with scene.bridge.web_socket() as page:
            page.connection.sendall(data)
            found = page.closing()[0]
            assert found == code or (code, found) == (1002, 1009), (data[:20], found)


@check("Text that is no JSON or no UTF-8 is gestured's to refuse, and ends nothing else")
def nonsense(scene):
    with scene.bridge.web_socket() as page:
        assert page.line()["method"] == "hello"
        for text in [b"", b"nonsense", b"\xff\xfe\x00", b"{" * 60_000, b"[[]]", b"\x00" * 1000, b"\r", b"null"]:
            page.send(TEXT, text)
            if text.strip():
                assert "error" in page.line(), text
        page.send(TEXT, status_line())
        while "result" not in page.line():
            pass


FLOODS = {
    "small messages": frame(TEXT, b"{}") * 8000,
    "requests": frame(TEXT, status_line()) * 1000,
    "the largest messages": frame(TEXT, status_line(LIMIT - 1)),
    "line feeds": frame(TEXT, b"\n") * 10_000,
    "pings": frame(PING, b"a" * 125) * 500,
    "pongs": frame(PONG, b"a" * 125) * 500,
    "empty fragments": frame(TEXT, b"{", final=False) + frame(0, b"", final=False) * 10_000,
    "fragments without an end": frame(TEXT, b"a" * 1000, final=False) + frame(0, b"a" * 1000, final=False) * 1000,
    "nonsense": bytes(range(1, 256)) * 257,
}


def flood(page, data, end):
    with contextlib.suppress(OSError):
        page.connection.settimeout(1)
        while time.monotonic() < end:
            with contextlib.suppress(socket.timeout):
                page.connection.sendall(data)


@check("Pages that flood for 5 s and read nothing take less than 64 MiB, and disturb no one")
def floods(scene):
    bridge, end = scene.bridge, time.monotonic() + 5
    with scene.small(), contextlib.ExitStack() as open_pages:
        threads = []
        for data in FLOODS.values():
            page = open_pages.enter_context(bridge.web_socket())
            assert page.status == 101
            threads.append(threading.Thread(target=flood, args=[page, data, end]))
        for thread in threads:
            thread.start()
        with bridge.web_socket() as other:
            other.subscribe()
            for _ in range(20):
                other.line()
        scene.listener.more(100)
        for thread in threads:
            thread.join()
    assert bridge.get("/view/").status == 200


@check("Slow readers take less than 64 MiB, while another WebSocket gets every gesture")
def slow_readers(scene):
    bridge = scene.bridge
    with contextlib.ExitStack() as open_pages, scene.small():
        for _ in range(11):
            page = open_pages.enter_context(bridge.web_socket(receive=4096))
            for _ in range(5):  # gestured allows 64 of one user.
                page.say("subscribe", touches=True, locations=True)
        with bridge.web_socket() as other:
            other.subscribe()
            for number in range(1, 1500):
                assert other.line()["params"]["seq"] == number
        scene.listener.more(100)


@check("A page that has not read for long still gets whole lines, as gestured coalesced them")
def late_reader(scene):
    with scene.bridge.web_socket(receive=4096) as page:
        page.subscribe(touches=True)
        scene.listener.more(500)
        last = 0
        for _ in range(500):
            line = page.line()
            if line["method"] == "gesture":
                assert line["params"]["seq"] > last
                last = line["params"]["seq"]
        assert last
