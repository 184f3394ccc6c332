// The protocol of what accepts clients for the server, such as a listening Unix socket.

import Glibc

/// A place where clients connect.
///
/// The server watches ``descriptor`` with its ``DescriptorPoller``, and accepts one client each time it is ready. A
/// second transport implements this protocol and, if it frames bytes in its own way, overrides ``PeerStream``.
public protocol Transport {
    /// The descriptor that is readable while a client waits.
    var descriptor: Int32 { get }
    /// The address for people, such as a path.
    var address: String { get }
    /// Whether the service manager opened it, which then keeps it open after the server has closed it.
    var isPassed: Bool { get }

    /// Accepts a client that waits, without waiting for one.
    func accept() -> Acceptance

    /// Stops listening.
    ///
    /// - Parameter close: Closes a descriptor: clients that were not accepted may have sent others, whose close may
    ///   block.
    /// - Returns: The problem that the log must name, if there is one.
    func close(_ close: (Int32) -> Void) -> (any Error)?
}

extension Transport {
    /// Stops listening, and waits if closing blocks.
    @discardableResult func close() -> (any Error)? { close { Glibc.close($0) } }
}

/// The outcome of an attempt to accept a client.
public enum Acceptance {
    /// A client.
    case client(PeerStream, PeerCredentials)
    /// A client that cannot be served; the server closes its stream and logs the reason.
    case unusable(PeerStream, PeerCredentials?, reason: String)
    /// No client waits.
    case nobody
    /// The client that waited has left.
    case aborted
    /// Nobody can be accepted at present; the log names the reason.
    case failed(reason: String)
}

/// The credentials of the process that connected, which the transport must have from the kernel.
public struct PeerCredentials: Equatable, CustomStringConvertible, Sendable {
    /// The number of the process.
    public let process: Int32
    /// The user.
    public let user: UInt32
    /// The primary group.
    public let group: UInt32

    /// Credentials from all their parts.
    public init(process: Int32, user: UInt32, group: UInt32) {
        (self.process, self.user, self.group) = (process, user, group)
    }

    /// "pid 1, uid 2, gid 3".
    public var description: String { "pid \(process), uid \(user), gid \(group)" }
}
