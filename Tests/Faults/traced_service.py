"""Start of a daemon as systemd starts it: with a socket, and with /etc/gestured in place of arguments.

This needs root: only this daemon sees the files at /etc/gestured, in a mount namespace of its own.
"""

import os
import socket
import subprocess

from traced import TracedDaemon

# Mounts the folder $1 at /etc/gestured, which the system need not have; the descriptor $2 gets systemd's number.
SURROUNDINGS = """set -e
mount -t tmpfs none "$1/mounts"
mkdir "$1/mounts/upper" "$1/mounts/work"
mount -t overlay -o "lowerdir=/etc,upperdir=$1/mounts/upper,workdir=$1/mounts/work" none /etc
mkdir -p /etc/gestured
mount --bind "$1/gestured" /etc/gestured
exec "${@:3}" 3<&"$2"
"""
IN_NAMESPACE = ["unshare", "--mount", "--propagation", "private"]
# The socket is meant for one process; strace starts it, so only it knows its number.
WITH_SOCKET = ["sh", "-c", 'export LISTEN_FDS=1 LISTEN_FDNAMES=gestured LISTEN_PID=$$; exec "$@"', "sh"]


def is_possible():
    """Whether this is permitted here: even root may not mount in some containers."""
    return os.geteuid() == 0 and not subprocess.run([*IN_NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"],
                                                    stderr=subprocess.DEVNULL, check=False).returncode


class TracedService(TracedDaemon):
    """A daemon whose configuration is in `gestured` of the folder. Its socket is ours, and stays."""

    owns_socket = False
    has_drop_in = True

    def start(self, strace, program, arguments, **options):
        os.mkdir(os.path.join(self.folder, "mounts"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path)
            os.chmod(self.path, 0o660)
            listener.listen(128)
            around = [*IN_NAMESPACE, "bash", "-c", SURROUNDINGS, "bash", self.folder, str(listener.fileno())]
            return subprocess.Popen([*around, *strace, *WITH_SOCKET, program, *arguments],
                                    pass_fds=[listener.fileno()], **options)
