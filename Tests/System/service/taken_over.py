"""The attempts of a daemon under an attacker's control: everything that could outlast it or reach beyond it.

Runs in the sandbox of gestured.service, in place of the daemon, and prints one JSON object. Its arguments are lists of
sockets, devices and folders outside the sandbox, one path per line; the library with the daemon's own filter; the
abstract socket of another process; and world-writable folders.
"""

import ctypes
import errno
import fcntl
import glob
import json
import mmap
import os
import signal
import socket
import stat
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)
TYPES = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET
# The numbers of system calls differ; those newer than 2019 are the same everywhere.
X86 = os.uname().machine == "x86_64"
IO_URING_SETUP, PIDFD_GETFD = 425, 438
UNSHARE, ADD_KEY, SHMGET, MQ_OPEN, SECCOMP = (272, 248, 29, 240, 317) if X86 else (97, 217, 194, 180, 277)
SENDMSG, SENDMMSG, LISTEN, SHUTDOWN, DUP, DUP3 = (46, 307, 50, 48, 32, 292) if X86 else (211, 269, 201, 210, 23, 24)
ALLOW_ALL = ctypes.create_string_buffer(struct.pack("<HBBI", 6, 0, 0, 0x7FFF0000))
FILTER = ctypes.create_string_buffer(struct.pack("HP", 1, ctypes.addressof(ALLOW_ALL)))
LISTENING = 3  # the socket that systemd passes, and keeps
ACCESS_LIST = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", *entry) for entry in
    [(1, 6, 0xFFFFFFFF), (2, 6, 65534), (4, 6, 0xFFFFFFFF), (0x10, 6, 0xFFFFFFFF), (0x20, 6, 0xFFFFFFFF)])

done = []  # names of attempts that succeeded


def attempt(name, act):
    """Notes whether something can be done."""
    try:
        result = act()
    except (OSError, ValueError):
        return None
    done.append(name)
    return result


def call(number, *arguments):
    """A system call that Python does not know."""
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "syscall")


def on_a_file(path):
    """Everything that would change a file, or its name, for others."""
    attempt(f"chmod {path}", lambda: os.chmod(path, 0o666))
    attempt(f"chown {path}", lambda: os.chown(path, os.getuid(), os.getgid()))
    attempt(f"access list {path}", lambda: os.setxattr(path, "system.posix_acl_access", ACCESS_LIST))
    attempt(f"attribute {path}", lambda: os.setxattr(path, "user.left", b"x"))
    attempt(f"times {path}", lambda: os.utime(path, (0, 0)))
    attempt(f"link {path}", lambda: os.link(path, path + ".left"))
    attempt(f"rename {path}", lambda: os.rename(path, path + ".left"))
    attempt(f"unlink {path}", lambda: os.unlink(path))


def in_a_folder(path):
    """Everything that would leave something in a folder."""
    left = os.path.join(path, "left")
    attempt(f"create {path}", lambda: os.close(os.open(left, os.O_WRONLY | os.O_CREAT, 0o666)))
    attempt(f"nameless file in {path}", lambda: os.close(os.open(path, os.O_WRONLY | os.O_TMPFILE, 0o666)))
    attempt(f"mkdir {path}", lambda: os.mkdir(left + "-folder"))
    attempt(f"symlink {path}", lambda: os.symlink("/", left + "-symlink"))
    attempt(f"fifo {path}", lambda: os.mkfifo(left + "-fifo"))
    attempt(f"device {path}", lambda: os.mknod(left + "-device", stat.S_IFCHR | 0o666, os.makedev(1, 3)))
    attempt(f"socket {path}", lambda: socket.socket(socket.AF_UNIX).bind(left + "-socket"))


def folders():
    """Where something might be left: known places, and every folder of what is not read-only."""
    known = ["/dev/input", "/dev/mqueue", "/dev/shm", "/etc/gestured", "/run/gestured", "/run/lock", "/tmp", "/var/tmp",
             os.getcwd(), *sys.argv[6:]]
    for mount in mounts():
        if mount["writes"] and mount["type"] != "proc":
            known += [folder for folder, _, _ in os.walk(mount["path"])]
    return known


def mounts():
    """Its mounts: path, type, and whether something on it can be written and executed."""
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        for line in file:
            own, _, rest = line.partition(" - ")
            path, options = own.split()[4], own.split()[5].split(",")
            yield {"path": path, "type": rest.split()[0], "writes": "rw" in options,
                   "executes": "noexec" not in options}


def opened(devices):
    """Which devices can be opened, and how."""
    for path in devices:
        ways = [(os.O_RDONLY, "read"), (os.O_WRONLY, "write")]
        how = []
        for way, word in ways:
            try:
                os.close(os.open(path, way | os.O_NONBLOCK | os.O_NOCTTY))
                how.append(word)
            except OSError:
                pass
        if how:
            yield path, how


def address(path):
    """Where a socket listens; `@` stands for the byte 0 with which abstract names begin."""
    return "\0" + path[1:] if path.startswith("@") else path


def reached(paths):
    """Which sockets can be connected to."""
    for path in paths:
        for kind in TYPES:
            with socket.socket(socket.AF_UNIX, kind) as connection:
                connection.settimeout(1)
                try:
                    connection.connect(address(path))
                    yield path
                    break
                except OSError as error:
                    if error.errno in (errno.EAGAIN, errno.ETIMEDOUT):  # It listens, but its queue is full.
                        yield path
                        break


def executed(path, *arguments):
    """Whether a program can be started."""
    try:
        child = os.posix_spawn(path, [path, *arguments], {})
    except OSError:
        return False
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def kernel():
    """Attempts at more than a daemon needs."""
    attempt("unshare", lambda: call(UNSHARE, 0x10000000))
    attempt("memory that is written and executed", lambda: mmap.mmap(-1, 4096, prot=7))
    attempt("io_uring", lambda: call(IO_URING_SETUP, 1, ctypes.create_string_buffer(120)))
    attempt("key", lambda: call(ADD_KEY, b"user", b"left", b"x", 1, -4))
    attempt("shared memory", lambda: call(SHMGET, 0x1234, 4096, 0o1666))
    attempt("message queue", lambda: call(MQ_OPEN, b"left", os.O_CREAT | os.O_RDWR, 0o666, None))
    attempt("signal to systemd", lambda: os.kill(1, 0))
    attempt("setuid", lambda: os.setuid(0))
    for name in "AF_INET", "AF_INET6", "AF_PACKET", "AF_VSOCK", "AF_BLUETOOTH", "AF_ALG":
        family = getattr(socket, name)
        kind = socket.SOCK_SEQPACKET if name == "AF_ALG" else socket.SOCK_DGRAM
        attempt(name, lambda family=family, kind=kind: socket.socket(family, kind).close())


def pass_on(descriptor, connection, number, *rest):
    """Sends a descriptor over a connection, by sendmsg(2) or sendmmsg(2)."""
    text, rights = ctypes.create_string_buffer(b"x"), ctypes.create_string_buffer(
        struct.pack("Niii4x", 20, socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptor))
    vector = ctypes.create_string_buffer(struct.pack("PN", ctypes.addressof(text), 1))
    header = ctypes.create_string_buffer(struct.pack(
        "PIPNPNi4xI4x", 0, 0, ctypes.addressof(vector), 1, ctypes.addressof(rights), 24, 0, 0))
    call(number, connection.fileno(), header, *rest)


def shared(stranger, panels):
    """Attempts to outlast the daemon in an open file: one that systemd has, too, or that another process gets."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address(stranger))
        for descriptor in [LISTENING, *panels]:
            for number, *rest in (SENDMSG, 0), (SENDMMSG, 1, 0):
                path = os.readlink(f"/proc/self/fd/{descriptor}").partition(":")[0]
                attempt(f"system call {number} passes {path}",
                        lambda to=descriptor, number=number, rest=rest: pass_on(to, connection, number, *rest))
    attempt("listen", lambda: call(LISTEN, LISTENING, 0))
    attempt("shutdown", lambda: call(SHUTDOWN, LISTENING, socket.SHUT_RDWR))
    attempt("dup", lambda: call(DUP, LISTENING))
    attempt("dup2", lambda: os.dup2(LISTENING, 100))
    attempt("dup3", lambda: call(DUP3, LISTENING, 100, 0))
    for command in fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC:
        attempt(f"fcntl {command}", lambda command=command: fcntl.fcntl(LISTENING, command, 100))
    attempt("a filter that puts descriptors in place", lambda: call(SECCOMP, 1, 1 << 3, FILTER))
    attempt("pidfd_getfd", lambda: call(PIDFD_GETFD, os.pidfd_open(os.getpid()), LISTENING, 0))
    for protocol in range(32):
        if protocol != 15:  # udev's properties of devices
            attempt(f"netlink {protocol}",
                    lambda protocol=protocol: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol).close())


def filters():
    """How many filters of system calls it has."""
    return next(int(line.split()[1]) for line in lines("/proc/self/status") if line.startswith("Seccomp_filters:"))


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def main():
    sockets, devices = lines(sys.argv[1]), lines(sys.argv[2])
    seen = {path: attempt("look", lambda path=path: sorted(os.listdir(path))) or [] for path in lines(sys.argv[3])}
    done.clear()
    result = {
        "mounts": list(mounts()),
        "processes": [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()],
        "devices": dict(opened(devices)),
        "sockets": sorted(reached(sockets)),
        "seen": seen,
        "filters": filters(),
        "programs": [path for path in ("/bin/sh", "/usr/bin/env", "/bin/busybox") if executed(path, "-c", "exit 7")]
        + [path for path in glob.glob("/lib64/ld-linux*") if executed(path, "/bin/sh", "-c", "exit 7")],
    }
    for path in folders():
        in_a_folder(path)
    for path in [*devices, "/run/gestured/gestured.sock", "/proc/self/fd/3", "/etc/gestured/gestured.yaml"]:
        on_a_file(path)
    kernel()
    panels = [os.open(path, os.O_RDONLY | os.O_NONBLOCK) for path in result["devices"] if path.startswith("/dev/input/")]
    if ctypes.CDLL(sys.argv[4]).linux_confine(LISTENING) != 0:
        done.append("the daemon's own filter is missing")
    shared(sys.argv[5], panels)
    print(json.dumps({**result, "done": done}), flush=True)
    signal.pause()  # Or systemd starts another for the connection that waits.


main()
