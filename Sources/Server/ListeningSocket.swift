// Creation and removal of the socket's file, without harm to another daemon's socket.

import Glibc
import Linux

/// A listening Unix stream socket, and its file unless another process owns that.
struct ListeningSocket {
    let descriptor: Int32
    let path: String
    /// Nil when the socket was passed: the process that created the file removes it.
    private let file: FileIdentity?

    /// The identity of the file: another daemon may have created its own at the same path.
    private struct FileIdentity: Equatable {
        let device: dev_t
        let number: ino_t
    }

    /// Listens on a path with mode 0660 and, where there is a group `gestures` and we may, for that group.
    ///
    /// Mode and group are set between bind(2) and listen(2): until then connect(2) is refused, so that no client ever
    /// meets other rights, and no umask, which belongs to the whole process, has to change.
    ///
    /// - Throws: ``SocketError``.
    init(path: String) throws(SocketError) {
        guard let address = SocketAddress(path: path) else { throw SocketError(.unusablePath, path: path) }
        try Self.makeDirectory(of: path)
        // Until it listens, a socket looks like a dead daemon's to others that start at the same time.
        let lock = try StartLock(path: path)
        defer { lock.removeFile() }
        try Self.removeLeftover(at: path, address)
        var isBound = false
        do throws(SocketError) {
            let socket = try Self.makeSocket(path)
            let failure = address.bind(socket.number)
            guard failure == 0 else {
                throw SocketError(
                    failure == EADDRINUSE ? .alreadyRunning : .systemCall, path: path, call: "bind",
                    errorNumber: failure)
            }
            isBound = true
            guard chmod(path, 0o660) == 0 else { throw Self.failure("chmod", path) }
            if let group = try? AccountName.group("gestures").number() { _ = chown(path, uid_t.max, group) }
            guard listen(socket.number, 128) == 0 else { throw Self.failure("listen", path) }
            guard let identity = Self.identity(of: path) else { throw Self.failure("lstat", path) }
            file = identity
            descriptor = socket.release()
        } catch {
            if isBound { unlink(path) }
            throw error
        }
        self.path = path
    }

    /// Takes over a listening socket, without changes of its file, mode and group.
    ///
    /// - Throws: ``SocketError`` if it cannot be used without waiting; it is closed then.
    init(passed descriptor: Int32) throws(SocketError) {
        let socket = Descriptor(owning: descriptor)
        path = SocketAddress.path(of: descriptor) ?? "a socket without a path"
        // systemd passes blocking sockets, or sockets with the flags of an earlier daemon. Other processes with the
        // same socket, such as systemd, do not read from it.
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw Self.failure("fcntl", path) }
        self.descriptor = socket.release()
        file = nil
    }

    /// Closes the socket and removes its file, if it is still ours.
    ///
    /// - Parameter close: Closes a descriptor.
    /// - Returns: Why it could not be removed, if so.
    @discardableResult func close(_ close: (Int32) -> Void = { Glibc.close($0) }) -> SocketError? {
        close(descriptor)
        // systemd removes a file that it has created.
        guard let file else { return nil }
        guard let present = Self.identity(of: path) else { return leftover("lstat") }
        return present == file && unlink(path) != 0 ? leftover("unlink") : nil
    }

    private func leftover(_ call: String) -> SocketError? {
        // A file that was removed meanwhile is not an error.
        errno == ENOENT ? nil : SocketError(.leftover, path: path, call: call, errorNumber: errno)
    }

    private static func makeSocket(_ path: String) throws(SocketError) -> Descriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard let socket = Descriptor(socket(AF_UNIX, Int32(type), 0)) else { throw failure("socket", path) }
        return socket
    }

    private static func failure(_ call: String, _ path: String) -> SocketError {
        SocketError(.systemCall, path: path, call: call, errorNumber: errno)
    }

    /// Creates the last directory of the path, accessible to all users.
    private static func makeDirectory(of path: String) throws(SocketError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let directory = String(path[..<slash])
        if mkdir(directory, 0o755) == 0 {
            // Whatever the umask took away.
            chmod(directory, 0o755)
        } else if errno != EEXIST {
            throw SocketError(.directory, path: path, call: "mkdir", errorNumber: errno)
        }
    }

    /// Removes a socket without a listener, and nothing else.
    private static func removeLeftover(at path: String, _ address: SocketAddress) throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError(.occupied, path: path) }
        let probe = try makeSocket(path)
        switch address.connect(probe.number) {
        case ECONNREFUSED:
            guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
        case ENOENT:
            break
        case 0, EAGAIN, EINPROGRESS:
            throw SocketError(.alreadyRunning, path: path)
        case let failure:
            throw SocketError(.systemCall, path: path, call: "connect", errorNumber: failure)
        }
    }

    private static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return FileIdentity(device: status.st_dev, number: status.st_ino)
    }
}
