// The signals that end this program.

import Glibc

/// The wait for SIGTERM, SIGINT, or SIGHUP of a terminal that is closed.
enum Termination {
    private static let pipe: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        Glibc.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Keeps signals from ending this program at once.
    static func prepare() {
        _ = pipe
        // Other programs begin with the default again, which they would not if a signal were ignored.
        for number in [SIGTERM, SIGINT, SIGHUP] {
            let before = signal(number) { _ in _ = write(Termination.pipe.write, "!", 1) }
            // nohup(1) has it ignored.
            if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
        }
    }

    /// Blocks this thread until a signal comes, or has come.
    static func wait() {
        var byte: UInt8 = 0
        while read(pipe.read, &byte, 1) < 0, errno == EINTR {}
    }
}
