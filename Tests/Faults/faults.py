"""The system calls that can fail, with their errors, and the occurrences to try."""

import dataclasses
import re

SCARCE = ("EMFILE", "ENFILE", "ENOMEM")  # No descriptor is free, none in the whole system, no memory.

# The errors in the manual pages that calls like the daemon's can cause, and EIO where a disk may be involved.
ERRORS = {
    "openat": (*SCARCE, "ENOENT", "EACCES", "EINTR", "EIO"),
    "newfstatat": ("ENOENT", "EACCES", "ENOMEM", "EIO"),
    "read": ("EIO", "EINTR", "EAGAIN"),
    "write": ("EIO", "EINTR", "EAGAIN", "EPIPE", "ENOSPC"),
    "close": ("EIO", "EINTR"),
    "lseek": ("EINVAL",),
    "readlinkat": ("EACCES", "ENOENT"),
    "getdents64": ("EIO", "ENOMEM"),  # of a removed folder, ENOENT: the C library treats that as its end
    "mkdir": ("EACCES", "ENOSPC", "EROFS", "ENOENT"),
    "unlink": ("EACCES", "EROFS", "EIO"),
    "chmod": ("EPERM", "EROFS", "EIO"),
    "chown": ("EPERM", "EROFS", "EIO"),
    "epoll_create1": SCARCE,
    "epoll_ctl": ("ENOMEM", "ENOSPC"),
    "epoll_wait": ("EINTR", "EINVAL"),
    "timerfd_create": (*SCARCE, "ENODEV"),
    "timerfd_settime": ("EINVAL",),
    "signalfd4": (*SCARCE, "ENODEV"),
    "eventfd2": (*SCARCE, "ENODEV"),
    "socket": (*SCARCE, "ENOBUFS", "EACCES", "EAFNOSUPPORT"),
    "bind": ("EADDRINUSE", "EACCES", "EROFS", "ENOMEM"),
    "listen": ("EADDRINUSE", "EOPNOTSUPP"),
    "connect": ("ECONNREFUSED", "EACCES", "EAGAIN", "EINTR"),
    "accept4": (*SCARCE, "ENOBUFS", "EINTR", "ECONNABORTED", "EPERM"),
    "getsockname": ("ENOBUFS",),
    "getsockopt": ("ENOBUFS", "ENOPROTOOPT"),
    "setsockopt": ("EPERM", "ENOMEM"),
    "sendto": ("EAGAIN", "ENOBUFS", "ENOMEM", "EINTR", "EPIPE", "ECONNRESET"),
    "recvfrom": ("EINTR", "EAGAIN", "ENOMEM", "ECONNRESET"),
    "recvmsg": ("EINTR", "EAGAIN", "ENOMEM", "ECONNRESET"),
    "shutdown": ("ENOTCONN",),
    "clone3": ("EAGAIN", "ENOMEM"),
    "timer_create": ("EAGAIN", "ENOMEM"),
    "madvise": ("ENOMEM",),
    "fcntl": ("EBADF",),
    "poll": ("EINTR", "ENOMEM"),
    "mmap": ("ENOMEM",),
    "mprotect": ("ENOMEM",),
    "munmap": ("ENOMEM",),
    "getrandom": ("EAGAIN",),
    "prctl": ("EINVAL",),
    # Only the loader, the C library and the shell make these, before the daemon's own calls.
    "ioctl": (), "prlimit64": (), "readlink": (), "access": (), "pread64": (), "sched_getaffinity": (),
}

# Cannot fail, at least when called as the daemon does. brk(2) does not fail but returns the end of the memory;
# libnss_systemd aborts the process, with a message, if rt_sigprocmask(2) fails in it.
NEVER_FAIL = {"execve", "exit_group", "arch_prctl", "set_tid_address", "set_robust_list", "rseq", "gettid", "getpid",
              "getppid", "getuid", "geteuid", "getgid", "getegid", "futex", "rt_sigaction", "rt_sigprocmask",
              "rt_sigreturn", "brk", "rt_sigtimedwait", "clock_gettime", "timer_settime", "timer_delete", "exit"}

# Some errors are transient: no kernel interrupts for ever, nor repeatedly reports that something is ready that is not.
# They occur once, and ten times, but not always. timerfd and signalfd are read too, and cannot fail.
PASSING = {"EINTR", "EAGAIN", "ECONNABORTED"}
PASSING_CALLS = {"timerfd_settime", "read"}

BURST = 10


@dataclasses.dataclass(frozen=True)
class Fault:
    """A call that fails: the first time, from there `BURST` times, or always from there on."""

    call: str
    error: str
    first: int
    length: int | None = 1  # None: always

    @property
    def injection(self):
        """The times in strace's notation."""
        when = {1: f"{self.first}", None: f"{self.first}+"}.get(self.length, f"{self.first}..{self.first + BURST - 1}")
        return f"{self.call}:error={self.error}:when={when}"

    @property
    def times(self):
        """The times in words."""
        return {1: f"the {self.first}.", None: f"from the {self.first}. on"}.get(
            self.length, f"the {self.first}. to {self.first + BURST - 1}.") + " time"

    @property
    def is_hopeless(self):
        return self.length is None


def name_of(line):
    """The call in a line of strace."""
    return re.match(r"^\d+ +([a-z_0-9]+)\(", line).group(1)


def own(lines):
    """For each call the numbers of the first and the last time that are the daemon's own, not the loader's.

    strace counts for each thread; the first does nearly everything.
    """
    numbers, counts, has_begun = {}, {}, False
    for line in lines:
        if line.split()[0] != lines[0].split()[0]:
            continue
        name = name_of(line)
        counts[name] = counts.get(name, 0) + 1
        has_begun = has_begun or "SIGPIPE" in line  # the first thing it does
        if has_begun:
            numbers.setdefault(name, [counts[name], counts[name]])[1] = counts[name]
    assert has_begun, "no trace of the daemon's beginning: it no longer ignores SIGPIPE"
    return numbers


def chosen(first, last, most):
    """At most so many of the numbers from the first to the last, both among them."""
    if last - first < most:
        return list(range(first, last + 1))
    if most == 1:
        return [first]
    step = (last - first) / (most - 1)
    return sorted({round(first + step * index) for index in range(most)})


def faults(lines, most, only=()):
    """All faults to be tried in a life of which these were the calls, at most so many places for a call and error."""
    found = []
    for call, (first, last) in own(lines).items():
        if only and call not in only:
            continue
        for error in ERRORS.get(call, ()):
            places = chosen(first, last, most)
            found += [Fault(call, error, place) for place in places]
            if most > 1:
                found.append(Fault(call, error, first, BURST) if call != "timerfd_settime" else None)
            if error not in PASSING and call not in PASSING_CALLS:
                found += [Fault(call, error, place, None) for place in chosen(first, last, 2 if most > 1 else 1)]
    return list(filter(None, found))


def unknown(lines, others=()):
    """Calls that are in no table, `others` among them: their errors must be added."""
    return sorted({name_of(line) for line in lines} - ERRORS.keys() - NEVER_FAIL - set(others))
