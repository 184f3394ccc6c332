"""Checks of the socket against docs/protocol.md, with a client that knows nothing else."""

import time

from independent_client import IndependentClient
from scene import check

ALL = ["gestures", "locations", "touches", "attach", "control"]


def connected(scene, **subscription):
    """A client, closed at the end; with a subscription if its params are given."""
    client = IndependentClient()
    scene.clients.append(client)
    if subscription:
        client.call("subscribe", **subscription)
    return client


def drag(panel, start=(0.3, 0.5), end=(0.7, 0.5)):
    panel.drag((start, end))


def draw(panel, *places):
    """One finger from place to place."""
    for start, end in zip(places, places[1:]):
        panel.move((start, end))
    panel.lift()


def part(panel):
    """Two fingers that part."""
    panel.drag(((0.45, 0.5), (0.3, 0.5)), ((0.55, 0.5), (0.7, 0.5)))


def double_tap(panel, x=0.5, y=0.5):
    panel.tap(x, y)
    time.sleep(0.05)
    panel.tap(x, y)


def phases(client):
    """The phases of touches, in order."""
    return [touch["phase"] for frame in client.told("touch") for touch in frame["touches"]]


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
