// Lock file that keeps two starting daemons from removing each other's socket.

import Glibc

/// A file beside the socket that is locked while a socket is looked at, removed and made.
struct StartLock {
    private let path: String
    /// Negative where no file can be made: then no socket can be made there either.
    private let descriptor: Int32

    /// Takes the lock, without waiting for it.
    ///
    /// - Throws: ``SocketError`` if another daemon starts on the path at this moment, or if that cannot be found out.
    init(path socketPath: String) throws(SocketError) {
        path = socketPath + ".lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { return }
        do throws(SocketError) {
            if try isLocked(), try isInPlace() { return }
            throw SocketError(.alreadyRunning, path: socketPath)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Removes the file and with it the lock.
    func release() {
        if descriptor < 0 { return }
        if (try? isInPlace()) == true { unlink(path) }
        Glibc.close(descriptor)
    }

    /// Takes the lock, and returns whether it was free.
    private func isLocked() throws(SocketError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw failure("flock") }
        return false
    }

    /// Returns whether the file is still at its path: its previous owner may have removed it.
    private func isInPlace() throws(SocketError) -> Bool {
        var own = stat()
        var present = stat()
        guard fstat(descriptor, &own) == 0 else { throw failure("fstat") }
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
