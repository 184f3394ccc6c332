"""Checks of access to the socket, as the configuration grants it."""

import contextlib
import os
import pwd
import re

from protocol.attach_checks import CANVAS
from protocol.protocol_checks import ALL, connected
from scene import MEMBER, check, loaded, run

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
def _(scene, atmel):
    client = client_of(scene, MEMBER, recognizers=["select"])
    assert client.capabilities == ["gestures"], client.capabilities
    for capability in NEEDS:
        assert may(client, capability) == (capability == "gestures"), capability
    assert "connections" not in client.call("status")
    client.call("subscribe", recognizers=["select"])
    atmel.tap()
    client.wait_for(recognizer="select")
    assert connected(scene).capabilities == client_of(scene, "gestured").capabilities == ALL


@check("access: the line in a refusal, added to the configuration, grants the missing capability and removes none")
def _(scene):
    for capability in "touches", "attach", "control":
        client = client_of(scene, MEMBER)
        method, params = NEEDS[capability][0]
        line = re.search(r"\{ .* \}", client.refused(method, **params)["data"]["hint"]).group()
        with loaded(access(line)):
            client = client_of(scene, MEMBER)
            assert client.capabilities == [each for each in ALL if each in ("gestures", capability)], line
            assert may(client, capability) and may(client, "gestures"), line


@check("access: grants to users, primary and supplementary groups, by name and by number, add up")
def _(scene):
    invite()
    number = pwd.getpwnam(STEWARD).pw_uid
    with loaded(access(f"{{ user: {MEMBER}, allow: [gestures, touches] }}", "{ group: painters, allow: attach }",
                       "{ group: keepers, allow: [gestures, control] }", f"{{ user: {number}, allow: [touches] }}",
                       "{ user: nobody-knows, allow: control }")):
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


@check("access: a user may attach 256 recognizers and 256 regions in all its connections, and so may others")
def _(scene):
    with loaded(access("{ group: gestures, allow: [gestures, attach] }")):
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
