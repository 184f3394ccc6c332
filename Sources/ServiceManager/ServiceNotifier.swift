// How does systemd learn how the service is doing? The notification socket (sd_notify(3)), without libsystemd.

internal import Glibc

/// Tells the service manager about the service's life; does nothing when there is none.
public struct ServiceNotifier: Sendable {
    private let path: String?

    /// Whether there is a service manager that listens.
    public var isHeard: Bool { path != nil }

    /// Takes the socket's path from `$NOTIFY_SOCKET`, if systemd set it.
    public init() {
        self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) })
    }

    /// Notifies at `path`; a leading `@` means the abstract name space; nil notifies nobody.
    public init(path: String?) {
        self.path = path
    }

    /// The service is up: configuration, socket and devices are there.
    public func ready(status: String) { send("READY=1\nSTATUS=\(status)") }

    /// The service reads its configuration anew; `ready(status:)` says when that is over.
    ///
    /// - Parameter microseconds: The time on CLOCK_MONOTONIC, by which systemd tells one reload from another.
    public func reloading(at microseconds: Int64) { send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)") }

    /// What the service does, in a sentence, for `systemctl status`.
    public func status(_ status: String) { send("STATUS=\(status)") }

    /// The service is about to end.
    public func stopping() { send("STOPPING=1") }

    /// The service works: what systemd's watchdog wants to hear; see ``Watchdog``.
    public func isAlive() { send("WATCHDOG=1") }

    /// Starting or stopping goes on for good reason: it is to be given so much time from now on, or until that is over.
    public func extendTimeout(by microseconds: Int64) { send("EXTEND_TIMEOUT_USEC=\(microseconds)") }

    private func send(_ message: String) {
        guard let path else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
