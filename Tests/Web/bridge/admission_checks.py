"""Checks of who gets gestures: hosts, origins, tokens."""

import pathlib

from sentences import check

KIOSK = "Origin: https://kiosk.example"


def statuses(bridge, *headers, host=None, token=None):
    """The statuses for a WebSocket's handshake, a plain request for gestures, and a recording."""
    target = f"?token={bridge.token if token is None else token}"
    upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    requests = [bridge.head("/gestures" + target, headers=[*upgrade, *headers], host=host),
                bridge.head("/gestures" + target, headers=headers, host=host),
                bridge.head("/replay" + target, "POST", [*headers, "Content-Length: 2"], host) + b"{}"]
    found = []
    for data in requests:
        with bridge.connect() as connection:
            connection.sendall(data)
            found.append(int(connection.recv(65_536).split()[1]))
    return found


@check("Programs, own pages and pages of allowed origins are admitted")
def admitted(scene):
    bridge = scene.bridge
    for headers in [[], [f"Origin: http://127.0.0.1:{bridge.port}"], [f"Origin: http://localhost:{bridge.port}"],
                    [KIOSK], ["Origin: HTTPS://Kiosk.Example"]]:
        assert statuses(bridge, *headers) == [101, 426, 400], headers
    assert statuses(bridge, host=f"LocalHost:{bridge.port}") == [101, 426, 400]


@check("Pages of other origins are refused, also those that look alike, and several, even if all are allowed")
def origins(scene):
    port = scene.bridge.port
    for origin in ["https://evil.example", "https://kiosk.example evil", f"http://127.0.0.1:{port + 1}",
                   f"http://127.0.0.1:{port}, https://evil.example", f"{KIOSK[8:]}\r\n{KIOSK}",
                   "https://\u212aiosk.example".encode().decode("latin-1")]:
        assert statuses(scene.bridge, f"Origin: {origin}") == [403] * 3, origin


@check("A page whose name was made to mean this machine is refused, also for pages")
def rebinding(scene):
    port = scene.bridge.port
    for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}",
                 f"127.0.0.1.:{port}", f"127.1:{port}", f"[::1]:{port}", f"0.0.0.0:{port}", f"user@127.0.0.1:{port}",
                 f"127.0.0.1:{port}, evil.example", f"127.0.0.1:0{port}"]:
        assert statuses(scene.bridge, host=host) == [403] * 3, host
        for target in ["/view/", "/gestured/browser.js", "/view/schema.json", "/"]:
            assert scene.bridge.get(target, host=host).status == 403, host


@check("A request without a host, or with two, is refused")
def hosts(scene):
    bridge = scene.bridge
    own = f"127.0.0.1:{bridge.port}"
    for lines in ["GET /view/ HTTP/1.1", "GET /view/ HTTP/1.0", f"GET /view/ HTTP/1.1\r\nHost: {own}\r\nHost: {own}",
                  f"GET /view/ HTTP/1.1\r\nHost: {own}\r\nHost: evil.example", "GET /view/ HTTP/1.1\r\nHost:",
                  f"GET http://{own}/view/ HTTP/1.1\r\nHost: evil.example"]:
        answer = bridge.exchange(f"{lines}\r\n\r\n".encode())
        assert answer.status in (400, 403), (lines, answer.status)
    assert statuses(bridge, f"Host: {own}") in ([403] * 3, [400] * 3)


@check("HTTP/1.0 gets pages with a host, and never a WebSocket")
def old_version(scene):
    bridge = scene.bridge
    assert bridge.get("/view/", version="1.0").status == 200
    upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: YWFhYQ=="]
    assert bridge.get(f"/gestures?token={bridge.token}", *upgrade, version="1.0").status == 426


@check("A wrong, missing, repeated or escaped token is refused")
def tokens(scene):
    token = scene.bridge.token
    for wrong in ["", token[::-1], f"%{ord(token[0]):02x}{token[1:]}", f"{token}&token={token}", "a" * 10_000]:
        assert statuses(scene.bridge, token=wrong) == [403] * 3, wrong
    assert statuses(scene.bridge, token="\u00e9" * 16) == [400] * 3
    for target in ["/gestures", "/gestures?", "/gestures#token=" + token, "/gestures/?token=" + token,
                   "/replay?token", "//gestures?token=" + token, "/recording"]:
        assert scene.bridge.get(target).status in (400, 403, 404), target
    assert scene.bridge.get(f"/gestures?x=1&token={token}&y=2").status == 426


@check("A page of an allowed origin learns why it gets no WebSocket; all others learn nothing")
def readable(scene):
    bridge = scene.bridge
    for token, status in [(bridge.token, 426), ("wrong", 403)]:
        answer = bridge.get(f"/gestures?token={token}", KIOSK)
        assert answer.status == status and answer["Access-Control-Allow-Origin"] == "https://kiosk.example"
        assert answer["Vary"] == "Origin"
    answer = bridge.post({}, KIOSK)
    assert (answer.status, answer["Access-Control-Allow-Origin"]) == (400, "https://kiosk.example")
    for headers, host in [(["Origin: https://evil.example"], None), (["Origin: null"], None), ([], None),
                          ([KIOSK], "evil.example"), ([f"Origin: http://127.0.0.1:{bridge.port}"], None),
                          ([KIOSK, "Origin: https://evil.example"], None)]:
        for target in [f"/gestures?token={bridge.token}", "/gestures", "/view/", f"/replay?token={bridge.token}"]:
            answer = bridge.get(target, *headers, host=host)
            assert answer["Access-Control-Allow-Origin"] is None, (target, headers, host)
            assert answer["Vary"] == "Origin"


@check("A browser that asks before it sends a recording of another origin gets leave only for an allowed one")
def preflight(scene):
    bridge = scene.bridge
    for target in ["/replay", f"/replay?token={bridge.token}"]:
        asked = bridge.head(target, "OPTIONS", [
            KIOSK, "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: content-type"])
        answer = bridge.exchange(asked)
        assert answer.status == 204 and answer["Access-Control-Allow-Origin"] == "https://kiosk.example"
        assert answer["Access-Control-Allow-Methods"] == "POST"
        assert answer["Access-Control-Allow-Headers"] == "Content-Type"
        assert answer["Content-Length"] is None and answer.body == b""
        answer = bridge.exchange(asked.replace(b"kiosk", b"evil"))
        assert answer.status == 403 and answer["Access-Control-Allow-Origin"] is None
        assert answer["Access-Control-Allow-Methods"] is None
    assert bridge.exchange(bridge.head("/view/", "OPTIONS", [KIOSK])).status == 405


@check("The token is in no process's arguments or environment")
def secret(scene):
    token, found = scene.bridge.token.encode(), []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        for name in ["cmdline", "environ", "comm"]:
            try:
                found += [process / name] if token in (process / name).read_bytes() else []
            except OSError:
                pass  # It has ended, or is another user's.
    assert not found, found
