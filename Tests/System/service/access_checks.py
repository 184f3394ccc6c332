"""Checks of access to the socket, as the configuration grants it."""

import contextlib
import os
import pwd
import re

from protocol.attach_checks import CANVAS
from protocol.control_checks import Edited
from independent_client import IndependentClient
from protocol.protocol_checks import ALL, PANEL, connected
from scene import MEMBER, check, run, until

# Users in the group gestures: their primary group, and another one.
PAINTER, STEWARD, GUEST = "painter", "steward", "visitor"
PEOPLE = {PAINTER: ("painters", ""), STEWARD: ("stewards", "keepers"), GUEST: ("visitors", "")}

NEEDS = {"touches": [("subscribe", {"touches": True})],
         "attach": [("attach", {"recognizers": [{"name": "mine", "type": "tap"}]}), ("detach", {})],
         "control": [("rotate", {"surface": "atmel", "rotation": 0}), ("reload", {}), ("swallow", {}),
                     ("setEnabled", {"recognizer": "select", "enabled": True})],
         "gestures": [("list", {"what": "devices"}), ("status", {}), ("subscribe", {"recognizers": ["x"]})]}


def access(*entries):
    """A changed `access` of the configuration."""
    return lambda text: text + "access:\n" + "".join(f"  - {entry}\n" for entry in entries)


def limits(peers, of_one):
    return lambda text: text + f"limits: {{ peers: {peers}, peersPerUser: {of_one} }}\n"


def invite():
    """Makes the users of this page."""
    for user, (primary, other) in PEOPLE.items():
        if user in [each.pw_name for each in pwd.getpwall()]:
            continue
        for group in filter(None, (primary, other)):
            run("groupadd", "--force", group)
        run("useradd", "--gid", primary, "--groups", ",".join(filter(None, ("gestures", other))), user)


@contextlib.contextmanager
def acting_as(name):
    """Meanwhile this process has the identity of another user, with the groups of the user database."""
    user, groups = pwd.getpwnam(name), os.getgroups()
    os.initgroups(name, user.pw_gid)
    os.setegid(user.pw_gid)
    os.seteuid(user.pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def client_of(scene, user, **subscription):
    """A user's client."""
    invite()
    with acting_as(user):
        return connected(scene, **subscription)


def may(client, capability):
    """Whether a client may do everything that needs a capability; AssertionError if it may do a part of it."""
    refusals = []
    for method, params in NEEDS[capability]:
        error = client.answer(client.ask(method, **params)).get("error")
        # Such a surface or subscription need not exist.
        if error and error["code"] == -32001:
            assert f"`{capability}`" in error["message"] and "access" in error["data"]["hint"], error
            refusals.append(method)
    assert len(refusals) in (0, len(NEEDS[capability])), refusals
    return not refusals


@check("access: by default a member of the group receives gestures without places, and may do nothing else")
def _(scene):
    panel = scene.panel(PANEL)
    client = client_of(scene, MEMBER, recognizers=["select"])
    assert client.capabilities == ["gestures"], client.capabilities
    for capability in NEEDS:
        assert may(client, capability) == (capability == "gestures"), capability
    assert "connections" not in client.call("status")
    client.call("subscribe", recognizers=["select"])
    panel.tap()
    client.wait_for(recognizer="select")
    assert connected(scene).capabilities == client_of(scene, "gestured").capabilities == ALL


@check("access: the line in a refusal, added to the configuration, grants the missing capability and removes none")
def _(scene):
    for capability in "touches", "attach", "control":
        client = client_of(scene, MEMBER)
        method, params = NEEDS[capability][0]
        line = re.search(r"\{ .* \}", client.refused(method, **params)["data"]["hint"]).group()
        with Edited(access(line)):
            connected(scene).call("reload")
            client = client_of(scene, MEMBER)
            assert client.capabilities == [each for each in ALL if each in ("gestures", capability)], line
            assert may(client, capability) and may(client, "gestures"), line


@check("access: grants to users, primary and supplementary groups, by name and by number, add up")
def _(scene):
    invite()
    number = pwd.getpwnam(STEWARD).pw_uid
    with Edited(access(f"{{ user: {MEMBER}, allow: [gestures, touches] }}", "{ group: painters, allow: attach }",
                       "{ group: keepers, allow: [gestures, control] }", f"{{ user: {number}, allow: [touches] }}",
                       "{ user: nobody-knows, allow: control }")):
        connected(scene).call("reload")
        for user, granted in ((MEMBER, ["gestures", "touches"]), (PAINTER, ["attach"]), (GUEST, []),
                              (STEWARD, ["gestures", "touches", "control"]), ("gestured", ALL), ("root", ALL)):
            client = client_of(scene, user)
            assert client.capabilities == granted, (user, client.capabilities)
            for capability in NEEDS:
                # Touches arrive in a subscription.
                if capability != "touches" or "gestures" in granted:
                    assert may(client, capability) == (capability in granted), (user, capability)
            if "gestures" in granted:
                assert ("connections" in client.call("status")) == ("control" in granted), user


@check("access: a client that may attach can enable and disable its own recognizers, and no configured ones")
def _(scene):
    panel = scene.panel(PANEL)
    with Edited(access("{ group: painters, allow: [gestures, attach] }")):
        connected(scene).call("reload")
        client = client_of(scene, PAINTER, recognizers=["mine"])
        client.call("attach", recognizers=[{"name": "mine", "type": "tap"}])
        client.call("setEnabled", recognizer="mine", enabled=False)
        client.call("setEnabled", recognizer="mine", enabled=True)
        error = client.refused("setEnabled", recognizer="select", enabled=False)
        assert error["code"] == -32001 and "control" in error["message"] + error["data"]["hint"], error
        panel.tap()
        client.wait_for(recognizer="mine")


@check("access: a reload that removes a capability closes the connections that had it, and no others")
def _(scene):
    panel = scene.panel(PANEL)
    with Edited(access("{ group: painters, allow: [gestures, touches, attach] }",
                       f"{{ user: {MEMBER}, allow: [gestures, touches] }}", "{ group: stewards, allow: gestures }")):
        root = connected(scene, recognizers=["select"])
        root.call("reload")
        painter = client_of(scene, PAINTER, touches=True)
        member, steward = client_of(scene, MEMBER), client_of(scene, STEWARD, recognizers=["select"])
        painter.call("attach", recognizers=[{"name": "mine", "type": "tap"}])
    for lost, missing in (painter, "touches"), (member, "touches"):
        lost.until_closed()
        assert lost.is_closed and lost.lines[-1]["id"] is None, lost.lines[-1]
        error = lost.lines[-1]["error"]
        assert error["code"] == -32001 and missing in error["message"] and error["data"]["hint"], error
    assert client_of(scene, PAINTER).capabilities == ["gestures"]
    scene.settle(panel, root)
    steward.wait_for(recognizer="select")
    assert [each["attached"] for each in root.call("status")["connections"]] == [0] * 3


@check("access: after sixteen connections of one user the next is refused with a reason; other users are unaffected")
def _(scene):
    clients = [client_of(scene, MEMBER) for _ in range(16)]
    with acting_as(MEMBER):
        turned_away = IndependentClient()
        assert turned_away.hello["id"] is None and turned_away.hello["error"]["code"] == -32000, turned_away.hello
        assert turned_away.hello["error"]["data"]["hint"], turned_away.hello
    turned_away.until_closed()
    assert turned_away.is_closed and len(turned_away.lines) == 1, turned_away.lines
    client_of(scene, GUEST).call("status")
    clients[0].socket.close()
    scene.clients.remove(clients[0])
    until(lambda: connected(scene).call("status")["peers"] and is_let_in(MEMBER), "there is room again")


def is_let_in(user):
    """Whether another connection of a user would be greeted; it is closed at once."""
    with acting_as(user):
        client = IndependentClient()
    client.socket.close()
    return client.hello.get("method") == "hello"


@check("access: when all places are taken, only root and the user gestured are still accepted")
def _(scene):
    with Edited(limits(6, 3)):
        connected(scene).call("reload")
        scene.clients.pop().socket.close()
        until(lambda: is_let_in(GUEST), "no client is connected")
        for user in MEMBER, PAINTER:
            for _ in range(3):
                client_of(scene, user)
            assert not is_let_in(user), user
        until(lambda: not is_let_in(GUEST), "all places are taken")
        root, service = connected(scene), client_of(scene, "gestured")
        assert root.capabilities == service.capabilities == ALL
        assert root.call("status")["peers"] == 8
        assert not is_let_in("root")
        for client in scene.clients:
            client.socket.close()
        scene.clients.clear()
    assert is_let_in(GUEST), "more clients are accepted again"


@check("access: a user may attach 256 recognizers and 256 regions in all its connections, and so may others")
def _(scene):
    with Edited(access("{ group: gestures, allow: [gestures, attach] }")):
        connected(scene).call("reload")
        everything = {"recognizers": [{"name": f"r{number}", "type": "tap"} for number in range(64)],
                      "regions": [{**CANVAS, "name": f"r{number}"} for number in range(64)]}
        clients = [client_of(scene, MEMBER) for _ in range(5)]
        for client in clients[:4]:
            for key in everything:
                client.call("attach", **{key: everything[key]})
        for key in everything:
            error = clients[4].refused("attach", **{key: everything[key][:1]})
            assert error["code"] == -32000 and error["data"]["hint"], error
        client_of(scene, PAINTER).call("attach", regions=everything["regions"])
        clients[0].call("detach", recognizers=["r0"], regions=["r1"])
        clients[4].call("attach", recognizers=everything["recognizers"][:1], regions=everything["regions"][:1])
