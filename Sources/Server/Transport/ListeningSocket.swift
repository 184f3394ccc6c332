// The Unix socket that clients connect to, with its file.

import CLinux
import Glibc
import Linux

/// A listening Unix stream socket, and its file unless another process owns that.
public struct ListeningSocket: Transport, Sendable {
    /// The listening descriptor.
    public let descriptor: Int32
    let path: String
    /// Nil when the socket was passed: the process that created the file removes it.
    private let file: FileIdentity?

    /// The identity of the file: another daemon may have created its own at the same path.
    private struct FileIdentity: Equatable, Sendable {
        let device: dev_t
        let number: ino_t
    }

    /// Listens on a path with mode 0660 and, where there is a group `gestures` and we may, for that group.
    ///
    /// Mode and group are set between bind(2) and listen(2): until then connect(2) is refused, so that no client ever
    /// meets other rights, and no umask, which belongs to the whole process, has to change.
    ///
    /// The last directory of the path is created if it is missing, and a dead daemon's socket is replaced.
    ///
    /// - Throws: ``SocketError``.
    public init(path: String) throws(SocketError) {
        guard let address = SocketAddress(path: path) else { throw SocketError(.unusablePath, path: path) }
        try Self.makeDirectory(of: path)
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
    /// Clients that connect after it is closed wait for the next daemon.
    ///
    /// - Throws: ``SocketError`` if it cannot be used without waiting; it is closed then.
    public init(passed descriptor: Int32) throws(SocketError) {
        let socket = Descriptor(owning: descriptor)
        path = SocketAddress.path(of: descriptor) ?? "a socket without a path"
        // systemd passes blocking sockets, or sockets with the flags of an earlier daemon. Other processes with the
        // same socket, such as systemd, do not read from it.
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw Self.failure("fcntl", path) }
        self.descriptor = socket.release()
        file = nil
    }

    /// The path.
    public var address: String { path }
    /// Whether another process created it.
    public var isPassed: Bool { file == nil }

    /// Accepts a client with the credentials that the kernel reports (SO_PEERCRED).
    public func accept() -> Acceptance {
        let client = linux_accept(descriptor)
        guard client >= 0 else {
            return switch errno {
            case EINTR, ECONNABORTED: .aborted
            case EAGAIN: .nobody
            case let failure: .failed(reason: "accept4: \(String(cString: strerror(failure)))")
            }
        }
        let stream = PeerStream(client)
        var kernel = linux_peer_credentials()
        guard linux_peer_credentials(client, &kernel) == 0 else {
            return .unusable(stream, nil, reason: "a peer that the kernel does not know (SO_PEERCRED) was refused")
        }
        let credentials = PeerCredentials(process: kernel.pid, user: kernel.uid, group: kernel.gid)
        guard Self.receiveOnlyBytes(of: client) else {
            let reason = "was refused: setsockopt: \(String(cString: strerror(errno)))"
            return .unusable(stream, credentials, reason: reason)
        }
        return .client(stream, credentials)
    }

    /// Has nothing received but bytes, those that are sent out of band (MSG_OOB) among the others, in their order.
    ///
    /// Otherwise the kernel drops those, and descriptors with them, while it receives what was looked at. And
    /// credentials beside each message, which a socket unit may ask for, look like descriptors that were passed.
    ///
    /// - Returns: Whether the kernel does so.
    private static func receiveOnlyBytes(of descriptor: Int32) -> Bool {
        func set(_ option: Int32, _ value: Int32) -> Bool {
            var value = value
            return setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
        }
        // The last, SO_PASSPIDFD, is Linux's since 6.5: older kernels refuse to switch it, and never send it.
        for option in [SO_PASSCRED, SO_PASSSEC, 76] { _ = set(option, 0) }
        return set(SO_OOBINLINE, 1)
    }

    /// Closes the socket and removes its file, if it is still ours.
    ///
    /// - Parameter close: Closes a descriptor.
    /// - Returns: Why it could not be removed, if so.
    public func close(_ close: (Int32) -> Void) -> (any Error)? {
        close(descriptor)
        // systemd removes a file that it has created.
        guard let file else { return nil }
        guard let present = Self.identity(of: path) else { return leftover("lstat") }
        return present == file && unlink(path) != 0 ? leftover("unlink") : nil
    }

    private func leftover(_ call: String) -> SocketError? {
        // A file that another process has just removed is not an error.
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
