"""What a daemon that was taken over tries: everything that could outlast it, or that is none of its business.

Runs in the sandbox of gestured.service, in the daemon's place, and prints one JSON object. Its arguments are files of
sockets and of devices that there are outside, a path in each line.
"""

import ctypes
import errno
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
UNSHARE, IO_URING_SETUP, ADD_KEY, SHMGET, MQ_OPEN = 272, 425, 248, 29, 240  # x86_64
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
    """Everything that would change a file for others, or what it is called."""
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
             os.getcwd(), *sys.argv[4:]]
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


def reached(paths):
    """Which sockets can be connected to."""
    for path in paths:
        for kind in TYPES:
            with socket.socket(socket.AF_UNIX, kind) as connection:
                connection.settimeout(1)
                try:
                    connection.connect(path)
                    yield path
                    break
                except OSError as error:
                    if error.errno in (errno.EAGAIN, errno.ETIMEDOUT):  # It listens, but has no place.
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
    """What would be more than a daemon needs."""
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
        "programs": [path for path in ("/bin/sh", "/usr/bin/env", "/bin/busybox") if executed(path, "-c", "exit 7")]
        + [path for path in glob.glob("/lib64/ld-linux*") if executed(path, "/bin/sh", "-c", "exit 7")],
    }
    for path in folders():
        in_a_folder(path)
    for path in [*devices, "/run/gestured/gestured.sock", "/proc/self/fd/3", "/etc/gestured/gestured.yaml"]:
        on_a_file(path)
    kernel()
    print(json.dumps({**result, "done": done}), flush=True)
    signal.pause()  # Or systemd starts another for the connection that waits.


main()
