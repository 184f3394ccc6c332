// Lock file that keeps two starting daemons from removing each other's socket.

import Glibc
import Linux

/// A file beside the socket that is locked while a socket is looked at, removed and made.
struct StartLock: ~Copyable {
    private let path: String
    /// Nil where no file can be made: then no socket can be made there either.
    private let file: Descriptor?

    /// Takes the lock, without waiting for it; the end of this value releases it.
    ///
    /// - Throws: ``SocketError`` if another daemon starts on the path at this moment, or if that cannot be found out.
    init(path socketPath: String) throws(SocketError) {
        path = socketPath + ".lock"
        file = Descriptor(open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600))
        guard let number = file.number else { return }
        guard try isLocked(number), try isInPlace(number) else {
            throw SocketError(.alreadyRunning, path: socketPath)
        }
    }

    /// Removes the file, unless it is another one by now.
    func removeFile() {
        if let number = file.number, (try? isInPlace(number)) == true { unlink(path) }
    }

    /// Takes the lock, and returns whether it was free.
    private func isLocked(_ number: Int32) throws(SocketError) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw failure("flock") }
        return false
    }

    /// Returns whether the file is still at its path: its previous owner may have removed it.
    private func isInPlace(_ number: Int32) throws(SocketError) -> Bool {
        var own = stat()
        var present = stat()
        guard fstat(number, &own) == 0 else { throw failure("fstat") }
        guard lstat(path, &present) == 0 else {
            guard errno == ENOENT else { throw failure("lstat") }
            return false
        }
        return own.st_dev == present.st_dev && own.st_ino == present.st_ino
    }

    private func failure(_ call: String) -> SocketError {
        SocketError(.systemCall, path: path, call: call, errorNumber: errno)
    }
}
