"""Checks of the socket against docs/protocol.md, with a client that knows nothing else."""

from independent_client import IndependentClient
from scene import check

ALL = ["gestures", "locations", "touches", "attach", "intercept", "control"]


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


def phases(client):
    """The phases of touches, in order."""
    return [touch["phase"] for frame in client.told("touch") for touch in frame["touches"]]


@check("protocol: commas in texts do not count as values of a request, of which there may be 1,024")
def _(scene):
    connected(scene).call("subscribe", recognizers=["," * 256] * 8)


@check("protocol: of several members with one name the first is used")
def _(scene):
    client = connected(scene)
    for members in (b'"id":"a","id":2,"method":"subscribe","method":"tell"',
                    b'"id":"a","method":"subscribe","params":{"maxRate":5,"maxRate":-5},"params":7'):
        client.send(b'{"jsonrpc":"2.0",%s}\n' % members)
        answer = client.receive()
        assert answer["id"] == "a" and "result" in answer, (members, answer)
