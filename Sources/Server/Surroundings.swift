// Protocols that the server needs the daemon to implement: descriptors, inventory, control.

public import GestureWire

/// Waits for descriptors on the server's behalf; the daemon's epoll set, level-triggered.
///
/// The implementation calls ``Server/ready(_:readable:writable:hangup:)`` when a descriptor is ready, again and again
/// as long as it is (level-triggered).
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

/// Closes descriptors on another thread.
///
/// A client can send descriptors that the server does not receive. To close the client's own descriptor closes them, too,
/// and the kernel may take its time: a socket lingers (SO_LINGER), a large file without a name is freed.
public protocol DescriptorCloser: AnyObject {
    /// Closes a descriptor soon, and then calls ``Server/didClose(_:)`` with the number on the server's queue.
    func close(_ descriptor: Int32, as number: Int)
}

/// The present surfaces, recognizers and regions, for `list` and for snapshots.
public protocol Inventory: AnyObject {
    /// The surfaces of all devices in use.
    var surfaces: [SurfaceDescription] { get }

    /// Every input device, used or not.
    var devices: [DeviceReport] { get }

    /// Every recognizer that notifications for a connection can name.
    ///
    /// The connection's own come first, then the configured ones whose names it does not use.
    func recognizers(seenBy connection: Int) -> [RecognizerDescription]

    /// Every region that notifications for a connection can name.
    ///
    /// The connection's own come first, then the configured ones whose names it does not use.
    func regions(seenBy connection: Int) -> [RegionDescription]

    /// Returns the last outcome of every configured recognizer on every surface.
    ///
    /// - Parameter start: Decisions about touches before it are omitted.
    func decisions(after start: TouchMark) -> [DecisionReport]
}

/// Carries out what changes the daemon; the server asks for peers that may do so.
///
/// It is never called from within `publish`, so that the caller of `publish` is not changed meanwhile; within any of
/// these functions, publishing is allowed.
public protocol Control: AnyObject {
    /// Turns a surface; ``Server/publishSurfaces()`` is called before it returns.
    ///
    /// - Throws: Why not: there is no such surface, for one.
    func rotate(_ surface: String, to rotation: QuarterTurn) throws(RequestError) -> SurfaceDescription

    /// Reloads the configuration.
    ///
    /// - Parameter completion: Called once, with what has changed or why nothing has: now, or later on the same queue.
    func reload(_ completion: @escaping (Result<ReloadReport, RequestError>) -> Void)

    /// Gives a connection regions and recognizers of its own.
    ///
    /// - Throws: Why not; then nothing has changed.
    func attach(_ request: AttachRequest, for connection: Int) throws(RequestError) -> AttachedNames

    /// Takes some of them away; gestures that they have begun are published as cancelled before it returns.
    ///
    /// - Throws: Why not; then nothing has changed.
    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError)

    /// The names of a connection's own recognizers.
    func ownRecognizers(of connection: Int) -> Set<UTF8Key>

    /// Switches a recognizer as a connection sees it: one of its own, or one that is configured.
    ///
    /// - Parameter mayControl: Whether the connection may switch what is configured.
    /// - Throws: Why not.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool, for connection: Int, mayControl: Bool)
        throws(RequestError)

    /// Makes a configured region private, or no longer, for touches that begin from then on.
    ///
    /// - Throws: Why not; then nothing has changed.
    func setPrivate(_ region: String, _ isPrivate: Bool) throws(RequestError)

    /// A connection has ended: what it has attached goes.
    func connectionEnded(_ connection: Int)

    /// Called when the demand of subscriptions has changed; see ``Server/wants(recognizer:surface:own:)``.
    func demandChanged()

    /// Does at once what ``demandChanged()`` has made necessary, if that is not done yet.
    ///
    /// Called after each request, so that its user is charged for it, and never while something is published.
    func meetDemand()

    /// The daemon's part of `status`.
    ///
    /// The server fills in peers, subscriptions, notifications, merged, lagged and connections.
    var status: StatusReport { get }
}

/// The receivers of a notification, by the numbers of connections.
public enum Audience: Equatable, Sendable {
    /// All subscribers except some.
    case everybody(except: Set<Int>)
    /// One connection only: no other receives the gestures of its attachments.
    case connection(Int)
}

/// The severity of a log line.
public enum LogLevel: Sendable {
    /// A request that was refused, and other things that matter while a client is written.
    case debug
    /// Connections and disconnections of peers.
    case info
    /// The server begins and ends.
    case notice
    /// A client misbehaved, and which.
    case warning
    /// A defect, or a fatal problem of the system.
    case error
}

/// A log line of the server.
///
/// A client can cause any number of lines: the receiver must limit them.
public struct LogLine: Equatable, Sendable {
    /// The severity.
    public var level: LogLevel
    /// The message, a sentence.
    public var message: String
    /// The user of the client concerned; nil when there is none.
    public var user: UInt32?
    /// The number of that client's process.
    public var process: Int32?
    /// The user whose limits count for the client: the owner of a subordinate uid, or ``Server/unknownOwner``.
    public var owner: UInt32?

    /// A line from all its parts.
    public init(_ level: LogLevel, _ message: String, user: UInt32? = nil, process: Int32? = nil) {
        self.level = level
        self.message = message
        self.user = user
        self.process = process
    }
}
