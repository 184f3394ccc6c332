"""Checks of pages: headers, paths, methods, requests out of all proportion."""

import contextlib
import socket
import time

from programs import ROOT
from sentences import check
from wire import read_all

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; "
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


@check("Every answer has the strict Content-Security-Policy and the other headers")
def headers(scene):
    bridge = scene.bridge
    for target, status in [("/view/", 200), ("/gestured/browser.js", 200), ("/view/schema.json", 200), ("/", 302),
                           ("/nowhere", 404), ("/gestures", 403), (f"/gestures?token={bridge.token}", 426)]:
        answer = bridge.get(target)
        assert answer.status == status, (target, answer.status)
        for name, value in [("Content-Security-Policy", POLICY), ("X-Content-Type-Options", "nosniff"),
                            ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-cache"),
                            ("Cross-Origin-Resource-Policy", "same-origin"),
                            ("Cross-Origin-Opener-Policy", "same-origin"), ("Connection", "close"),
                            ("Content-Length", str(len(answer.body)))]:
            assert answer[name] == value, (target, name, answer[name])


@check("Pages, scripts and the schema have their types and contents")
def contents(scene):
    for target, file, kind in [("/view/", "web/pages/view/index.html", "html"),
                               ("/view/main.js", "web/pages/view/main.js", "javascript"),
                               ("/view/view.css", "web/pages/view/view.css", "css"),
                               ("/gestured/browser.js", "clients/javascript/browser.js", "javascript")]:
        answer = scene.bridge.get(target)
        assert answer.body == (ROOT / file).read_bytes(), target
        assert answer["Content-Type"] == f"text/{kind}; charset=utf-8", target
    answer = scene.bridge.get("/view/schema.json")
    assert answer["Content-Type"] == "application/json" and b'"recognizers"' in answer.body
    bare = scene.bridge.exchange(scene.bridge.head("/view/", "HEAD"))
    assert bare.status == 200 and bare.body == b"" and int(bare["Content-Length"]) > 0


@check("A handshake with a body is refused, and one that announces none is not")
def handshake_body(scene):
    for body in ("Content-Length: 3", "Content-Length: 0\r\nContent-Length: 3", "Transfer-Encoding: chunked"):
        with scene.bridge.web_socket(headers=[body]) as page:
            assert page.status == 400, (body, page.status)
            page.connection.sendall(b"abc")
    with scene.bridge.web_socket(headers=["Content-Length: 0"]) as page:
        assert page.status == 101 and page.line()["method"] == "hello"


@check("Pages of one's own have an address that exists, and a browser's question for an icon is no error")
def own_pages(scene):
    folder = scene.folder / "own"
    (folder / "kiosk").mkdir(parents=True)
    (folder / "kiosk/index.html").write_text("kiosk")
    with scene.other(pages=folder) as bridge:
        assert bridge.start_path == "/kiosk/" and bridge.get("/kiosk/").text == "kiosk"
        assert bridge.get("/")["Location"] == "/kiosk/"
        assert bridge.get("/favicon.ico").status == 204 and bridge.get("/view/").status == 404


@check("No spelling of a path leads out of the folders")
def traversal(scene):
    (scene.folder / "secret.html").write_text("secret")
    ups = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..%c0%af", "..%ef%bc%8f",
           "..;/", ".%00./", "....//", "%u002e%u002e/"]
    targets = [f"/{begin}{up * 8}{end}" for begin in ["", "view/", "gestured/"] for up in ups
               for end in ["etc/passwd", str(scene.folder)[1:] + "/secret.html", "web/Package.swift"]]
    targets += ["/etc/passwd", "//etc/passwd", "/view//etc/passwd", "/view/./main.js", "/view/../view/main.js",
                "/view/main.js%00.html", "/view/.git/config", "file:///etc/passwd", "*", "/gestured/package.json/..",
                "/gestured/tests/", "/gestured/node_modules/", "/view", "/view/index.html"]
    for target in targets:
        answer = scene.bridge.get(target)
        assert answer.status in (400, 404), (target, answer.status)
        assert b"root:" not in answer.body and b"secret" not in answer.body


@check("A slow reader gets a large page wholly")
def large(scene):
    content = bytes(range(256)) * 16_384
    with scene.with_large_page(content) as bridge, bridge.connect(receive=4096) as connection:
        connection.sendall(bridge.head("/large.png"))
        time.sleep(1)  # The server must be done with it, and close its side, meanwhile.
        assert read_all(connection).partition(b"\r\n\r\n")[2] == content


@check("Pages are not changed by methods, and unknown methods are refused")
def methods(scene):
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]:
        assert scene.bridge.exchange(scene.bridge.head("/view/", method)).status == 405, method
    for method in ["CONNECT", "BREW", "get", "\x00"]:
        assert scene.bridge.exchange(scene.bridge.head("/view/", method)).status in (400, 405), method


@check("Huge headers, many headers and nonsense are refused at once")
def headers_beyond_limits(scene):
    bridge = scene.bridge
    plain = bridge.head("/view/")[:-2]
    for name, data in {
        "a long field": plain + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
        "a field without an end": plain + b"X: " + b"a" * 1_000_000,
        "a long name": plain + b"a" * 1_000_000 + b": 1\r\n\r\n",
        "many fields": plain + b"X: a\r\n" * 100_000 + b"\r\n",
        "much in many fields": plain + (b"X: " + b"a" * 8000 + b"\r\n") * 50 + b"\r\n",
        "a long target": bridge.head("/" + "a" * 1_000_000),
        "no HTTP": b"\x16\x03\x01" + bytes(100_000), "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "two lengths": plain + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "a negative length": plain + b"Content-Length: -1\r\n\r\n",
        "a huge length": plain + b"Content-Length: 99999999999999999999\r\n\r\n",
        "a folded field": plain + b"X: a\r\n b\r\nHost : x\r\n\r\n",
    }.items():
        answer = bridge.exchange(data)
        assert 400 <= answer.status < 500, (name, answer.status)


@check("Further requests on a connection are not answered, however many")
def pipelined(scene):
    bridge = scene.bridge
    page = (ROOT / "web/pages/view/index.html").read_bytes()
    for more in [bridge.head("/view/") * 20_000, b"nonsense\r\n\r\n" * 20_000, b"\x00", b"GET / HTTP/1.1\r\n"]:
        answer = bridge.exchange(bridge.head("/view/") + more)
        assert answer.status == 400 and not answer.body or answer.status == 200 and answer.body == page, more[:20]


@check("A body that is cut short, at any place of it, ends nothing but its connection")
def cut_short(scene):
    bridge = scene.bridge
    token = f"?token={bridge.token}"
    for target in ["/view/", "/gestures", f"/gestures{token}", f"/replay{token}", "/replay"]:
        for method in ["GET", "POST", "HEAD"]:
            for headers, body in [(["Content-Length: 100"], b"{"), (["Transfer-Encoding: chunked"], b"5\r\n{"),
                                  (["Transfer-Encoding: chunked"], b"x\r\n"), (["Content-Length: 2"], b"{}{}")]:
                for _ in range(3):
                    with bridge.connect() as connection:
                        connection.sendall(bridge.head(target, method, headers) + body)
                with bridge.connect() as connection:
                    connection.sendall(bridge.head(target, method, headers))
                    connection.sendall(body)
                    connection.shutdown(socket.SHUT_WR)
                    with contextlib.suppress(ConnectionError):
                        read_all(connection)
                assert bridge.is_running(), (target, method, headers, body)
