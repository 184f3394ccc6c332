"""Checks of limits for a user that connects with many uids."""

import contextlib
import ctypes
import grp
import os
import pwd
import select
import signal
import socket

from service.access_checks import GUEST, client_of, invite
from independent_client import PATH
from scene import MEMBER, become, check, read, restart, run, write, written

CLONE_NEWUSER = 0x10000000
PER_UID = 16
KNOWN, UNKNOWN = 0x20000000, 0x30000000  # first uids of ranges that /etc/subuid gives to MEMBER, and to nobody


class Crowd:
    """Connections of MEMBER, and of uids in a user namespace of its own; `held` is the number of accepted ones."""

    def __init__(self, first):
        self.first, self.held = first, 0

    def __enter__(self):
        invite()
        ready, go, reports = os.pipe(), os.pipe(), os.pipe()
        self.process = os.fork()
        if not self.process:
            try:
                os.setpgid(0, 0)
                self.crowd(ready[1], go[0], reports[1])
            finally:
                os._exit(1)
        os.close(ready[1])
        os.close(reports[1])
        try:
            self.let_in(ready[0], go[1], reports[0])
        except BaseException:
            self.__exit__()
            raise
        finally:
            for descriptor in (ready[0], *go, reports[0]):
                os.close(descriptor)
        return self

    def let_in(self, ready, go, reports):
        """Gives the child its uids and receives how many connections each of them has."""
        assert reported(ready, "a user namespace") == ord("+"), "no user namespace"
        # The effect of newuidmap(1) for a user with this range.
        write(f"/proc/{self.process}/uid_map", f"0 {pwd.getpwnam(MEMBER).pw_uid} 1\n1 {self.first} 100\n")
        os.write(go, b"+")
        for uid in range(7):
            self.held += reported(reports, f"the connections of uid {uid + 1} of 7")

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    @staticmethod
    def crowd(ready, go, reports):
        signal.alarm(0)
        become(MEMBER)
        # A process that changed its user belongs to root until it says otherwise.
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(4, 1, 0, 0, 0)
        os.write(ready, b"+" if libc.unshare(CLONE_NEWUSER) == 0 else b"-")
        os.read(go, 1)
        for uid in range(7):
            if not os.fork():
                os.setresuid(uid, uid, uid)
                hold(reports)
        signal.pause()


def reported(reading, what):
    """The byte that a child writes into a pipe, whose writing end only children may have."""
    assert select.select([reading], [], [], 60)[0], f"after 60 s no child has reported {what}"
    data = os.read(reading, 1)
    assert data, f"all children ended before they reported {what}"
    return data[0]


def connected():
    """An accepted connection."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(PATH)
    if b'"hello"' in connection.recv(4096):
        return connection
    connection.close()
    return None


def hold(writing):
    """Keeps all the connections that this user gets, and reports their number."""
    connections = [each for each in (connected() for _ in range(PER_UID + 2)) if each]
    os.write(writing, bytes([len(connections)]))
    signal.pause()


@contextlib.contextmanager
def subordinate(line):
    """Meanwhile /etc/subuid has one line."""
    path, before = "/etc/subuid", ""
    with contextlib.suppress(FileNotFoundError):
        before = read(path)
    write(path, line + "\n")
    try:
        yield
    finally:
        write(path, before)


@check("uids: a user with subordinate uids has the places of one user, and others are accepted")
def _(scene):
    with subordinate(f"{MEMBER}:{KNOWN}:65536"), Crowd(KNOWN) as crowd:
        assert crowd.held == PER_UID, f"{crowd.held} connections of one user"
        assert client_of(scene, GUEST).call("status")["peers"] == PER_UID + 1


@check("uids: a user with unknown uids leaves places for others")
def _(scene):
    with Crowd(UNKNOWN) as crowd:
        assert crowd.held == 2 * PER_UID, f"{crowd.held} connections of one user"
        for _ in range(PER_UID):
            client_of(scene, GUEST)


@contextlib.contextmanager
def holding(*users):
    """Meanwhile users of the group gestures, one after the other, hold all connections that they get; gives how many."""
    group, children = grp.getgrnam("gestures").gr_gid, []
    try:
        held = []
        for user in users:
            reading, writing = os.pipe()
            children.append(os.fork())
            if not children[-1]:
                try:
                    os.setgroups([group])
                    os.setresgid(group, group, group)
                    os.setresuid(user, user, user)
                    hold(writing)
                finally:
                    os._exit(1)
            os.close(writing)
            try:
                held.append(reported(reading, f"the connections of uid {user}"))
            finally:
                os.close(reading)
        yield held
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


@check("uids: a user that is logged in but not in /etc/passwd has its own places")
def _():
    run("systemctl", "start", "systemd-logind")
    restart()
    logged_in = UNKNOWN + 2
    # logind writes a file for each user of LDAP, sssd or homed.
    with written(f"/run/systemd/users/{logged_in}", ""), holding(UNKNOWN, UNKNOWN + 1, logged_in) as held:
        assert held == [PER_UID, 0, PER_UID], held
