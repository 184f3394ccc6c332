// How do two daemons that start at the same moment not take each other's socket for a dead one's?

import Glibc

/// A file beside the socket that is locked while a socket is looked at, removed and made.
struct StartLock {
    private let path: String
    /// Negative where no file can be made: then no socket can be made there either.
    private let descriptor: Int32

    /// Takes the lock, without waiting for it.
    ///
    /// - Throws: ``SocketError`` if another daemon starts on the path at this moment.
    init(path socketPath: String) throws(SocketError) {
        path = socketPath + ".lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isInPlace { return }
        Glibc.close(descriptor)
        throw SocketError(.alreadyRunning, path: socketPath)
    }

    /// Removes the file and with it the lock.
    func release() {
        if descriptor < 0 { return }
        if isInPlace { unlink(path) }
        Glibc.close(descriptor)
    }

    /// Whether the file is the one that others would lock: who had it before may have removed it.
    private var isInPlace: Bool {
        var own = stat()
        var present = stat()
        return fstat(descriptor, &own) == 0 && lstat(path, &present) == 0 && own.st_dev == present.st_dev
            && own.st_ino == present.st_ino
    }
}
