"""Checks of the socket against docs/protocol.md, with a client that knows nothing else."""

import json
import time

from independent_client import IndependentClient
from scene import check, until

ALL = ["gestures", "locations", "touches", "attach", "control"]
PANEL = "ed-atmel-mxt"  # the surface `atmel`, 800 x 480 pixels
OTHER = "ed-elan-touchscreen"


def connected(scene, **subscription):
    """A client, closed at the end; with a subscription if its params are given."""
    client = IndependentClient()
    scene.clients.append(client)
    if subscription:
        client.call("subscribe", **subscription)
    return client


def with_recognizers(*lines):
    """A change of the configuration: these recognizers, too."""
    return lambda text: text + "".join(f"  - {line}\n" for line in lines)


def drag(panel, start=(0.3, 0.5), end=(0.7, 0.5)):
    panel.move((start, end))
    panel.lift()


def draw(panel, *places):
    """One finger from place to place."""
    for start, end in zip(places, places[1:]):
        panel.move((start, end))
    panel.lift()


def part(panel):
    """Two fingers that part."""
    panel.move(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))
    panel.lift()


def double_tap(panel, x=0.5, y=0.5):
    panel.tap(x, y)
    time.sleep(0.05)
    panel.tap(x, y)


def phases(client):
    """The phases of touches, in order."""
    return [touch["phase"] for frame in client.told("touch") for touch in frame["touches"]]


def not_as_said(answer, code, path, *request):
    """Nothing if an answer refuses a request like this, else a list of the answers."""
    error = answer.get("error", {"data": {}})
    is_so = error.get("code") == code and error.get("message") and error["data"].get("hint")
    return [] if is_so and path in (None, error["data"]["path"]) else [(*request, answer)]


@check("protocol: the server sends first, and greets root with protocol 1 and all capabilities")
def _(scene):
    client = connected(scene)
    assert client.hello["method"] == "hello" and client.hello["params"]["protocol"] == 1, client.hello
    assert client.capabilities == ALL, client.capabilities
    assert client.hello["params"]["server"].startswith("gestured "), client.hello


@check("protocol: an id is a string, a number below 2^53 or null, and is repeated unchanged")
def _(scene):
    client = connected(scene)
    wrong = []
    for text in ('"a"', '""', '"\\u0000\\n\\"\\\\"', '"ä😀"', "0", "-1", "1.5", "-0.25", "9007199254740991",
                 "-9007199254740991", "1e3", "null"):
        client.send(b'{"jsonrpc":"2.0","id":%s,"method":"list","params":{"what":"surfaces"}}\n' % text.encode())
        answer = client.receive()
        assert answer["id"] == json.loads(text) and answer["result"] == [], (text, answer)
    for text in "9007199254740993", "-9223372036854775808", "1e19", "-1e300", "true", "[]", "{}", "[1]":
        client.send(b'{"jsonrpc":"2.0","id":%s,"method":"list","params":{"what":"surfaces"}}\n' % text.encode())
        wrong += not_as_said(client.receive(), -32600, "id", text)
    assert not wrong, wrong


@check("protocol: a request without an id is carried out silently, and an invalid one refused silently")
def _(scene):
    client = connected(scene)
    client.send(b'{"jsonrpc":"2.0","method":"subscribe","params":{"recognizers":[],"surfaces":[]}}\n'
                b'{"jsonrpc":"2.0","method":"subscribe","params":{"states":["bigan"]}}\n'
                b'{"jsonrpc":"2.0","method":"tell"}\n')
    assert client.call("subscribe")["subscription"] == 2
    assert len(client.lines) == 2, client.lines


@check("protocol: an invalid request is refused with its code, and the connection continues")
def _(scene):
    client, deep, wrong = connected(scene), b"[" * 30000, []
    request = b'{"jsonrpc":"2.0","id":1,"method":"list","params":{"what":"surfaces"}}'
    for line, code in (
            (b"hello", -32700), (b"{", -32700), (request + b"}", -32700),
            (request[:-1] + b"\xff}", -32700), (b'{"jsonrpc":"2.0","id":"\xc0\x80","method":"status"}', -32700),
            (b'{"jsonrpc":"2.0","id":"\xed\xa0\x80","method":"status"}', -32700), (b"\x00", -32700),
            (request.replace(b" ", b"\x00").replace(b"list", b"li\x00st"), -32700), (request + b"\x00", -32700),
            (request.decode().encode("utf-16-le").replace(b"\n", b""), -32700), (b'{"id":NaN}', -32700),
            (b"'", -32700), (deep, -32700), (b'{"id":' * 1025, -32700),
            (b" " * 65537, -32700), (b"x" * 1_000_000, -32700),
            (b"[%s]" % request, -32600), (b"[]", -32600), (b"1", -32600), (b"null", -32600), (b'"text"', -32600),
            (deep + b"]" * len(deep), -32600), (b'{"id":' * 1025 + b"1" + b"}" * 1025, -32600),
            (b"{}", -32600), (b'{"id":1,"method":"status"}', -32600),
            (b'{"jsonrpc":"1.0","id":1,"method":"status"}', -32600),
            (b'{"jsonrpc":2.0,"id":1,"method":"status"}', -32600),
            (b'{"jsonrpc":"2.0","id":1}', -32600), (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":"status","more":1}', -32600),
            (b'{"jsonrpc":"2.0","id":1,"method":"tell"}', -32601),
            (b'{"jsonrpc":"2.0","id":1,"method":"Subscribe"}', -32601),
            (b'{"jsonrpc":"2.0","id":1,"method":""}', -32601)):
        client.send(line + b"\n")
        answer = client.receive()
        wrong += not_as_said(answer, code, None, line[:80], code)
        assert answer["id"] is None or code != -32700, answer
    client.call("list", what="surfaces")
    assert not wrong, wrong


@check("protocol: text that is almost JSON is refused, and not repaired")
def _(scene):
    client, wrong = connected(scene), []
    for line in (b'{"jsonrpc":"2.0","id":1,"method":"status",}', b'{"jsonrpc":"2.0","id":01,"method":"status"}',
                 b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"recognizers":["x",]}}',
                 b'{"jsonrpc":"2.0","id":+1,"method":"status"}', b'{"jsonrpc":"2.0","id":.5,"method":"status"}',
                 b'{"jsonrpc":"2.0","id":1.,"method":"status"}', b"{'jsonrpc':'2.0','id':1,'method':'status'}",
                 b'{"jsonrpc":"2.0","id":"\t","method":"status"}', b'{"jsonrpc":"2.0","id":"\\x","method":"status"}',
                 b'{"jsonrpc":"2.0","id":1,"method":"status"/**/}', b'{jsonrpc:"2.0","id":1,"method":"status"}'):
        client.send(line + b"\n")
        answer = client.receive()
        # Where but one member cannot be read, it may also be called no request.
        if answer.get("error", {}).get("code") not in (-32700, -32600) or answer["id"] is not None:
            wrong.append((line, answer))
    assert not wrong, wrong


@check("protocol: a request of 65,536 bytes is carried out, and one byte more is not even parsed")
def _(scene):
    client = connected(scene)
    request = b'{"jsonrpc":"2.0","id":"long","method":"list","params":{"what":"surfaces"}}'
    client.send(request.ljust(65536) + b"\n")
    assert client.receive()["id"] == "long"
    client.send(request.ljust(65537) + b"\n")
    answer = client.receive()
    assert answer["id"] is None and answer["error"]["code"] == -32700, answer


@check("protocol: a request has at most 1,024 values, with commas anywhere in its texts")
def _(scene):
    client = connected(scene)
    points = [[number, number % 7] for number in range(330)]
    stroke = {"name": "s", "type": "stroke", "templates": [{"name": "a", "points": points}]}
    assert client.call("attach", recognizers=[stroke])["recognizers"] == ["s"]
    points += points[:20]
    client.ask("attach", recognizers=[{**stroke, "name": "t"}])
    error = client.answer(None)["error"]
    assert error["code"] == -32600 and "1024" in error["data"]["hint"], error
    client.call("subscribe", recognizers=["," * 256] * 8)
    members = [{"name": f"r{number}", "type": "tap", "enabled": True, "region": "root", "smoothing": False,
                "numberOfTapsRequired": 1, "numberOfTouchesRequired": 1, "cancelsTouchesInView": True,
                "delaysTouchesBegan": False, "delaysTouchesEnded": True} for number in range(60)]
    client.call("attach", recognizers=members)  # 666 values


@check("protocol: a mistake in the params is refused with its place and a hint")
def _(scene):
    client, long, wrong = connected(scene), "x" * 257, []
    for method, params, path in (
            ("subscribe", {"recognizer": ["a"]}, "params.recognizer"),
            ("subscribe", {"recognizers": "a"}, "params.recognizers"),
            ("subscribe", {"recognizers": ["a", 1]}, "params.recognizers[1]"),
            ("subscribe", {"recognizers": [long]}, "params.recognizers[0]"),
            ("subscribe", {"surfaces": ["a"] * 33}, "params.surfaces"),
            ("subscribe", {"states": ["ended", "bigan"]}, "params.states[1]"),
            ("subscribe", {"states": {}}, "params.states"),
            ("subscribe", {"touches": 1}, "params.touches"),
            ("subscribe", {"maxRate": 0}, "params.maxRate"), ("subscribe", {"maxRate": -1}, "params.maxRate"),
            ("subscribe", {"maxRate": 1000.5}, "params.maxRate"), ("subscribe", {"maxRate": "30"}, "params.maxRate"),
            ("subscribe", {"maxRate": 10**400}, "params.maxRate"),
            ("subscribe", {"coordinates": "view"}, "params.coordinates"),
            ("subscribe", {"locations": 1}, "params.locations"),
            ("unsubscribe", {}, "params.subscription"), ("unsubscribe", {"subscription": 7}, "params.subscription"),
            ("unsubscribe", {"subscription": "1"}, "params.subscription"),
            ("unsubscribe", {"subscription": 10**30}, "params.subscription"),
            ("list", {}, "params.what"), ("list", {"what": "surface"}, "params.what"),
            ("list", {"what": "surfaces", "all": True}, "params.all"),
            ("attach", {"region": []}, "params.region"), ("attach", {"regions": {}}, "params.regions"),
            ("attach", {}, "params"), ("attach", {"recognizers": [7]}, "params.recognizers[0]"),
            ("update", {}, "params.regions"), ("update", {"regions": [{"name": "root"}]}, "params.regions[0].name"),
            ("detach", {"recognizers": ["select"]}, "params.recognizers[0]"),
            ("detach", {"regions": ["root"]}, "params.regions[0]"), ("detach", {"regions": "a"}, "params.regions"),
            ("setEnabled", {"recognizer": "selekt", "enabled": True}, "params.recognizer"),
            ("setEnabled", {"recognizer": long, "enabled": True}, "params.recognizer"),
            ("setEnabled", {"recognizer": "select"}, "params.enabled"),
            ("setEnabled", {"recognizer": "select", "enabled": 1}, "params.enabled"),
            ("status", {"all": True}, "params.all"), ("reload", {"file": "x"}, "params.file"),
            ("rotate", {"surface": "nowhere", "rotation": 90}, "params.surface"),
            ("rotate", {"surface": long, "rotation": 90}, "params.surface"),
            ("rotate", {"surface": "atmel", "rotation": 45}, "params.rotation"),
            ("rotate", {"surface": "atmel"}, "params.rotation"), ("rotate", {"rotation": 90}, "params.surface")):
        wrong += not_as_said(client.answer(client.ask(method, **params)), -32602, path, method, params)
    for params in b"[]", b"7", b'"a"', b"false", b'["surfaces"]':
        client.send(b'{"jsonrpc":"2.0","id":"raw","method":"list","params":%s}\n' % params)
        wrong += not_as_said(client.receive(), -32602, "params", params)
    assert not wrong, wrong


@check("protocol: a misspelt name is refused with the name that was probably meant")
def _(scene):
    client = connected(scene)
    for method, params, meant in (("subscrieb", {}, "subscribe"), ("subscribe", {"recognisers": []}, "recognizers"),
                                  ("subscribe", {"states": ["bigan"]}, "began"),
                                  ("list", {"what": "divices"}, "devices"),
                                  ("setEnabled", {"recognizer": "selekt", "enabled": True}, "select"),
                                  ("attach", {"recognizers": [{"name": "a", "type": "tpa"}]}, "tap")):
        error = client.refused(method, **params)
        assert f"`{meant}`" in error["data"]["hint"], error


@check("protocol: the answer to `subscribe` lists globs that match no recognizer, with the nearest name")
def _(scene):
    client, other = connected(scene), connected(scene)
    other.call("attach", recognizers=[{"name": "elsewhere", "type": "tap"}])
    snapshot = client.call("subscribe", recognizers=["select", "selekt", "elsewhere", "*e*"])
    assert snapshot["unmatched"] == [{"glob": "selekt", "nearest": "select"}, {"glob": "elsewhere"}], snapshot
    assert "unmatched" not in client.call("subscribe"), snapshot


@check("protocol: the answer to `subscribe` lists globs that match no surface")
def _(scene):
    client = connected(scene)
    names = [each["name"] for each in client.call("list", what="surfaces")]
    snapshot = client.call("subscribe", surfaces=["nowhere-*", *names])
    assert snapshot["unmatchedSurfaces"] == [{"glob": "nowhere-*"}], snapshot
    assert "unmatchedSurfaces" not in client.call("subscribe"), snapshot


@check("protocol: a null member is treated as absent, and of several with one name the first is used")
def _(scene):
    client = connected(scene)
    for members in (b'"id":"a","method":"subscribe","params":null',
                    b'"id":"a","id":2,"method":"subscribe","method":"tell"',
                    b'"id":"a","method":"subscribe","params":{"states":null,"recognizers":null,"surfaces":null,'
                    b'"touches":null,"maxRate":null}',
                    b'"id":"a","method":"subscribe","params":{"maxRate":5,"maxRate":-5},"params":7'):
        client.send(b'{"jsonrpc":"2.0",%s}\n' % members)
        answer = client.receive()
        assert answer["id"] == "a" and "result" in answer, (members, answer)
        assert {each["name"] for each in answer["result"]["recognizers"]} == {"select", "hold", "move", "zoom"}, answer
        assert "touches" not in answer["result"], answer


@check("protocol: requests in pieces and several at once are answered in order, and half a line delays no other client")
def _(scene):
    client, half = connected(scene), connected(scene)
    half.send(b'{"jsonrpc":"2.0","id":1,"method":"subs')
    for octet in b'\n  \n\r\n{"jsonrpc":"2.0","id":"slow","method":"list","params":{"what":"surfaces"}}\r\n':
        client.send(bytes([octet]))
    assert client.receive()["id"] == "slow"
    heap = [b'{"jsonrpc":"2.0","id":"%d","method":"%s"}\n' % (number, (b"status", b"subscribe", b"tell")[number % 3])
            for number in range(300)]
    client.send(b"".join(heap))
    assert [client.receive()["id"] for _ in heap] == [str(number) for number in range(len(heap))]
    half.socket.close()
    scene.clients.remove(half)
    until(lambda: client.call("status")["peers"] == 1, "who said half a line is gone")


@check("protocol: a client that reads no answers is not read further, and gets all of them when it reads")
def _(scene):
    client, other = connected(scene), connected(scene)
    client.socket.settimeout(0.5)
    # More answers than the kernel and the server keep.
    request, sent = b'{"jsonrpc":"2.0","id":%d,"method":"status"}\n', 0
    try:
        while sent < 100_000:
            client.send(b"".join(request % number for number in range(sent, sent + 100)))
            sent += 100
            other.call("list", what="surfaces")
    except TimeoutError:
        pass
    assert sent < 100_000, "it reads without end, although the client does not"
    for number in range(min(sent, 300)):
        assert client.receive()["id"] == number
    client.socket.close()
    scene.clients.remove(client)
