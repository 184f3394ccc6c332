"""The verdict on a daemon after a failed system call.

The daemon may end: then with an exit status that the manual lists, and a message on standard error that says what
failed, why, and what to do. Or it may continue: then a client that connects afterwards receives a gesture. In both
cases it leaves no socket behind and no gesture open for connected clients; it never traps, hangs, loses a descriptor
or keeps the processor busy.
"""

import errno
import os
import re

STATUSES = {1, 69, 77, 78}
CALLS = 3000  # that may be traced in a life; an endless loop makes that many in a second
# What may be said in other words than the error's, and in which: the address is another daemon's; a file of
# which it was not known that it is not there is read; what systemd passes says nothing of itself; pthread_create(3) says
# of a thread for which there is no memory that it should be tried again.
IN_OTHER_WORDS = {
    ("bind", "EADDRINUSE"): ["already running"],
    **{("newfstatat", error): [os.strerror(getattr(errno, error)), os.strerror(errno.ENOENT)]
       for error in ("EACCES", "ENOMEM", "EIO")},
    **{(call, "ENOMEM"): [os.strerror(errno.ENOMEM), os.strerror(errno.EAGAIN)] for call in ("mmap", "mprotect", "clone3")},
    ("fcntl", "EBADF"): ["of them are open", os.strerror(errno.EBADF)],
    **{("getsockopt", error): ["The descriptor that systemd passes"] for error in ("ENOBUFS", "ENOPROTOOPT")},
}
# What a service says that has read one file of the two that there are.
FILE_LEFT_OUT = re.compile(r"(ready: .* configuration|reloaded:) /etc/gestured/gestured\.yaml(?! and 1 file)")


def complaints(fault, life, descriptors):
    """The failures, in words; none if all is well. `descriptors`: how many there are when no call fails."""
    if life.status is None:
        return ["it hung, and was killed"]
    if life.status < 0 or life.status > 128:
        return [f"it was killed by a signal: {life.status}"]
    found = []
    if life.status not in STATUSES | {0}:
        found.append(f"its status was {life.status}")
    if life.ended_itself or life.status != 0:
        found += unsaid(fault, life)
    elif not life.heard and not fault.is_hopeless:
        found.append("a later client received no gesture")
    if life.descriptors and life.descriptors > descriptors and fault.call != "close":
        found.append(f"it had {life.descriptors} descriptors instead of {descriptors}")
    if len(life.calls) > CALLS:
        found.append(f"it kept the processor busy: {len(life.calls)} calls")
    if life.unclosed and not is_late(life, fault):
        found.append(f"never closed: {', '.join(life.unclosed)}")
    # (If the kernel says that something is gone already, the daemon has to believe it.)
    if life.has_drop_in and FILE_LEFT_OUT.search(life.said) and fault.error != "ENOENT":
        found.append("it omitted a file of the configuration without a message")
    if life.is_socket_left and "cannot remove" not in life.said and fault.error != "ENOENT":
        found.append("it left its socket without a message")
    return found


def unsaid(fault, life):
    """The message that a daemon that ends has not printed."""
    if life.status == 0:
        return ["it ended by itself with the status of success"]
    words = IN_OTHER_WORDS.get((fault.call, fault.error), [os.strerror(getattr(errno, fault.error))])
    return [] if any(each in life.said for each in words) else [f"it ended without the message {words}"]


def is_late(life, fault):
    """Whether the failed call was to notify clients of the end, which was then impossible."""
    stopping = next((index for index, line in enumerate(life.calls) if "stopping on" in line), None)
    return fault.call in ("sendto", "epoll_wait") and stopping is not None and any(
        re.search(r"\(INJECTED\)", line) for line in life.calls[stopping:])
