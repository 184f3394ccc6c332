// What does the server need from the daemon around it?

public import GestureWire

/// Waits for descriptors on the server's behalf; the daemon's epoll set, level-triggered.
///
/// Whoever implements it calls ``Server/ready(_:readable:writable:hangup:)`` when something is the case, again and
/// again as long as it is.
public protocol DescriptorPoller: AnyObject {
    /// Watches a descriptor, or changes what it is watched for.
    ///
    /// With neither, hang-ups and errors must still be reported, as epoll does with an empty set of events.
    ///
    /// - Throws: Whatever kept the descriptor from being watched; the server then closes it.
    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws

    /// Forgets a descriptor; called before it is closed.
    func unwatch(_ descriptor: Int32)
}

/// What there is at the moment, for `list` and for snapshots.
public protocol Inventory: AnyObject {
    /// The surfaces of all devices in use.
    var surfaces: [SurfaceDescription] { get }
    /// Every input device, used or not.
    var devices: [DeviceReport] { get }
    /// Every recognizer that notifications can name.
    var recognizers: [RecognizerDescription] { get }
    /// Every region of every surface.
    var regions: [RegionDescription] { get }
}

/// Carries out what changes the daemon; the server asks for peers that may do so.
public protocol Control: AnyObject {
    /// Turns a surface; ``Server/publishSurfaces()`` is called before it returns.
    ///
    /// - Throws: Why not: there is no such surface, for one.
    func rotate(_ surface: String, to rotation: QuarterTurn) throws(RequestError) -> SurfaceDescription

    /// Reads the configuration anew.
    ///
    /// - Parameter completion: Called once, with what has changed or why nothing has: now, or later on the same queue.
    func reload(_ completion: @escaping (Result<ReloadReport, RequestError>) -> Void)
}

/// How much an event in the server's life matters.
public enum LogLevel: Sendable {
    /// A request that was refused, and other things that matter while a client is written.
    case debug
    /// Peers come and go.
    case info
    /// The server begins and ends.
    case notice
    /// A client misbehaved, and which.
    case warning
    /// A defect, or a system that cannot go on.
    case error
}
