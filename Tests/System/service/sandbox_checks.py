"""Checks of the service's sandbox: the abilities of a compromised daemon, against SECURITY.md."""

import contextlib
import errno
import fcntl
import glob
import json
import os
import re
import shutil
import signal
import socket
import struct

from service.injection import TakenOver
from scene import (HERE, PROJECT, SOCKET, STRANGER, as_user, check, configured, daemon, drop_in, read, restart, run,
                   show, status_of, until, write)

TOOLS = "/usr/local/lib/taken-over"
RESULT = "/run/taken-over.json"
ELSEWHERE = [f"{folder}/of-everybody" for folder in ("/data", "/opt", "/run", "/srv", "/usr/local", "/var", "/zzz")]
IOCTL, EXECVE, FCNTL = 16, 59, 72
EVIOCGABS_X, EVIOCSABS_X, EVIOCGRAB, EVIOCREVOKE = 0x80184575, 0x401845F5, 0x40044590, 0x40044591
SENDMSG, SHUTDOWN, LISTEN, SENDMMSG, SOCKET_CALL, CLOSE, IO_URING_SETUP = 46, 48, 50, 307, 41, 3, 425
OF_A_STRANGER = "@of-a-stranger"
EVIOCSKEYCODE, EVIOCSREP, EVIOCRMFF, EVIOCSCLOCKID, TIOCSTI = 0x40084504, 0x40084503, 0x40044581, 0x400445A0, 0x5412


def table():
    """SECURITY.md's list: by the first column the set of what is in backquotes in the second."""
    text = re.search(r"<!-- sandbox -->(.*?)<!-- end -->", read(f"{PROJECT}/SECURITY.md"), re.DOTALL)[1]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")][1:]
    return {name: set(re.findall("`([^`]+)`", items)) for name, items in rows}


@contextlib.contextmanager
def mounted_elsewhere():
    """Meanwhile there are mounts of their own in which everybody may write, as on machines with several partitions."""
    for path in ELSEWHERE:
        os.makedirs(path)
        run("mount", "-t", "tmpfs", "-o", "mode=1777", "everybody", path)
    try:
        yield
    finally:
        for path in ELSEWHERE:
            run("umount", path)
            os.rmdir(path)
        for path in "/data", "/zzz":
            os.rmdir(path)


def nodes():
    """Every device node, and every socket that has a name; `@` begins those without a file."""
    paths = [os.path.join(folder, name) for folder, _, names in os.walk("/dev") for name in names]
    devices = [path for path in paths if not os.path.islink(path) and not path.startswith("/dev/pts")]
    listed = map(str.split, read("/proc/net/unix").splitlines()[1:])
    sockets = {words[7] for words in listed if len(words) == 8}
    return sorted(devices), sorted(sockets)


def tried():
    """The successful attempts of `taken_over.py` in the daemon's place."""
    python = os.path.realpath("/usr/bin/python3")
    os.makedirs(TOOLS, exist_ok=True)
    shutil.copy(os.path.join(HERE, "service", "taken_over.py"), TOOLS)
    sources = os.path.join(PROJECT, "Sources", "CLinux")
    run("cc", "-shared", "-fPIC", f"-I{sources}/include", f"-o{TOOLS}/confinement.so", f"{sources}/Confinement.c")
    folders = "/ /boot /dev /home /media /mnt /root /run /run/systemd /run/user /tmp /var /var/lib /var/log".split()
    devices, sockets = nodes()
    for name, lines in ("sockets", sockets), ("devices", devices), ("folders", folders):
        write(f"{TOOLS}/{name}", "\n".join(lines))
    run("chmod", "-R", "a+rX", TOOLS)
    files = " ".join(f"{TOOLS}/{name}" for name in ("sockets", "devices", "folders"))
    try:
        with drop_in("gestured.service", "[Service]", "Type=exec", "WatchdogSec=0", "Restart=no", f"ExecPaths={python}",
                     "ExecStart=", f"ExecStart={python} -I {TOOLS}/taken_over.py {files} {TOOLS}/confinement.so "
                     f"{OF_A_STRANGER} {' '.join(ELSEWHERE)}",
                     f"StandardOutput=truncate:{RESULT}", "StandardError=journal"):
            restart()
            return until(result, "all attempts are over")
    finally:
        shutil.rmtree(TOOLS)
        restart()


def result():
    """Its output, once the line is complete; None before."""
    line = read(RESULT)
    return json.loads(line) if line.endswith("\n") else None


@contextlib.contextmanager
def listening_without_a_file():
    """Meanwhile a program of the machine listens on an abstract socket, as X11 does; gives its socket."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("\0" + OF_A_STRANGER[1:])
        listener.listen(16)
        yield listener


def filters_of(process):
    """The numbers of filters of system calls that threads of a process have."""
    threads = os.listdir(f"/proc/{process}/task")
    return {int(status_of(f"{process}/task/{thread}")["Seccomp_filters"]) for thread in threads}


def owned_by_test(path):
    """Whether a mount is there for the sake of the test: `taken_over.py` needs Python, which systemd lets it execute."""
    return path == os.path.realpath("/usr/bin/python3")


def as_it_is(path):
    """The attributes of a file that its owner could change."""
    info = os.stat(path)
    lists = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return oct(info.st_mode), info.st_uid, info.st_gid, lists, info.st_nlink


def left():
    """The files that `taken_over.py` creates, in the places where it tries."""
    folders = ["/dev", "/dev/input", "/dev/mqueue", "/dev/shm", "/etc/gestured", "/run", "/run/gestured", "/run/lock", "/",
               "/tmp", "/var/tmp", *glob.glob("/tmp/systemd-private-*gestured*/tmp"), *ELSEWHERE]
    return [path for folder in folders for path in glob.glob(f"{folder}/left*") + glob.glob(f"{folder}/*.left")]


@check("a compromised daemon can do only what SECURITY.md lists, and leaves nothing behind")
def _(scene):
    run("systemctl", "start", "systemd-logind")
    panel, pen = scene.panel("ed-elan-touchscreen"), scene.device("neg-dellcanvas-pen")
    until(lambda: scene.report_on(pen), "a report on the pen")
    before = {path: as_it_is(path) for path in (panel.node, pen.node, SOCKET)}
    with mounted_elsewhere(), listening_without_a_file():
        found = tried()
        remains = left()
    measured = {
        "Mounts that are not read-only": {
            each["path"] for each in found["mounts"] if each["writes"] and not owned_by_test(each["path"])},
        "Programs and libraries that it can execute": {
            "gestured" if each["path"].endswith("/bin/gestured") else each["path"] for each in found["mounts"]
            if each["executes"] and each["type"] not in ("tmpfs", "cgroup2") and not owned_by_test(each["path"])},
        "Devices that it can open": {
            {panel.node: "touchscreens", pen.node: "pens"}.get(path, path) for path in found["devices"]},
        "Sockets that it can connect to": {"@*" if path.startswith("@") else path for path in found["sockets"]},
        "What it sees of /run": {f"{folder}/{name}" for folder in ("/run", "/run/systemd")
                                 for name in found["seen"][folder]},
    }
    listed = table()
    print(json.dumps({name: sorted(items) for name, items in measured.items()}, indent=1))
    print("succeeded:", found["done"], "programs:", found["programs"], "processes:", found["processes"])
    assert found["done"] == [] and found["programs"] == [] and found["processes"] == []
    assert {path: how for path, how in found["devices"].items() if path in before} == {
        panel.node: ["read"], pen.node: ["read"]}, found["devices"]
    empty = {path for path, names in found["seen"].items() if not names}
    assert empty >= set("/boot /home /media /mnt /root /run/user /tmp /var/lib /var/log".split()), found["seen"]
    for name, items in measured.items():
        assert items == listed[name], f"{name}: measured {sorted(items)}, SECURITY.md says {sorted(listed[name])}"
    assert not remains, remains
    assert {path: as_it_is(path) for path in before} == before
    for way in "read", "write":
        redirection = f"<{panel.node}" if way == "read" else f">{panel.node}"
        run(*as_user(STRANGER, "sh", "-c", f": {redirection}"), status=2)
    scene.used(panel)
    scene.settle(panel, scene.client())
    assert filters_of(daemon()) == {found["filters"] + 1}, "a thread is without the daemon's own filter"


def refused(taken, *call, how=errno.EPERM):
    """Whether the daemon's own filter refuses a system call."""
    try:
        taken.call(*call)
    except OSError as error:
        return error.errno == how
    return False


@check("a compromised running daemon cannot change or grab its touchscreen, pass it on, or start a program")
def _(scene, panel, client, process):
    node = next(int(number) for number in os.listdir(f"/proc/{process}/fd")
                if os.path.realpath(f"/proc/{process}/fd/{number}") == panel.node)
    with TakenOver(process) as taken:
        axis = bytes(24)
        taken.call(IOCTL, node, EVIOCGABS_X, axis)  # It must be reading, or this proves nothing.
        assert taken.call(IOCTL, node, EVIOCSCLOCKID, struct.pack("i", 1)) == 0
        for request in EVIOCSABS_X, EVIOCSKEYCODE, EVIOCSREP:
            assert refused(taken, IOCTL, node, request, axis), hex(request)
            # The kernel reads the lower half of a request only.
            assert refused(taken, IOCTL, node, request | 1 << 32, axis), hex(request)
        for request in EVIOCGRAB, EVIOCREVOKE, EVIOCRMFF:
            assert refused(taken, IOCTL, node, request, 1), hex(request)
        # 0 lets go of a panel, which is no harm; only the whole argument is one.
        assert refused(taken, IOCTL, node, EVIOCGRAB, 1 << 32)
        # Of a file that gestured-output has, too, it cannot have the kernel send that process signals.
        for command, value in (fcntl.F_SETSIG, signal.SIGSTOP), (fcntl.F_SETOWN, process):
            assert refused(taken, FCNTL, node, command, value), command
        assert refused(taken, IOCTL, node, TIOCSTI, axis)
        arguments = b"/usr/lib/systemd/systemd\0"
        assert refused(taken, EXECVE, arguments, 0, 0)
        # libsystemd takes ENOTSOCK for a pipe, and writes the data that it would have sent.
        for call in (SENDMSG, 3, bytes(64), 0), (SENDMMSG, 3, bytes(64), 1, 0):
            assert refused(taken, *call, how=errno.ENOTSOCK), call
        for call in (LISTEN, 3, 0), (SHUTDOWN, 3, socket.SHUT_RDWR), (IO_URING_SETUP, 1, bytes(120)):
            assert refused(taken, *call), call
        taken.call(CLOSE, taken.call(SOCKET_CALL, socket.AF_NETLINK, socket.SOCK_RAW, 15))  # udev's properties of devices
        assert refused(taken, SOCKET_CALL, socket.AF_NETLINK, socket.SOCK_RAW, 0)
    scene.settle(panel, client)
    assert daemon() == process


@check("memory and tasks of the service are limited, and it uses far less")
def _(scene):
    group = f"/sys/fs/cgroup{show('ControlGroup')}"

    def value(name):
        return int(read(f"{group}/{name}"))

    assert value("memory.max") == 256 << 20 and value("memory.swap.max") == 0 and value("pids.max") == 64
    users = range(2000, 2004)
    # Users that the configuration names have limits of their own.
    with configured("access:\n" + "".join(f"  - {{ user: {user}, allow: gestures }}\n" for user in users)):
        scene.panel("ed-elan-touchscreen")
        clients = [connected_as(user) for user in users for _ in range(15)]
        print(f"with {len(clients)} clients: {value('memory.peak') >> 20} MiB, {value('pids.peak')} tasks")
        assert value("memory.peak") < value("memory.max") / 4 and value("pids.peak") <= value("pids.max") / 4
        for client in clients:
            client.close()


def connected_as(uid):
    """A subscriber of another user that never reads."""
    here, there = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            connection = socket.socket(socket.AF_UNIX)
            os.setgroups([os.stat(SOCKET).st_gid])
            os.setgid(os.stat(SOCKET).st_gid)
            os.setuid(uid)
            connection.connect(SOCKET)
            connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
            connection.recv(1)
            socket.send_fds(there, [b"x"], [connection.fileno()])
        finally:
            os._exit(0)
    there.close()
    _, descriptors, _, _ = socket.recv_fds(here, 1, 1)
    os.waitpid(child, 0)
    here.close()
    return socket.socket(fileno=descriptors[0])
