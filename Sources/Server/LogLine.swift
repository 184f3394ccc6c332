// Log lines of the server.

/// The severity of a log line.
public enum LogLevel: String, Sendable {
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

struct ServerLog {
    let rules: UserRules
    let receive: (LogLine) -> Void

    func write(_ level: LogLevel, _ message: String) { receive(LogLine(level, message)) }

    func write(_ level: LogLevel, of client: PeerCredentials, _ event: String) {
        var line = LogLine(level, "peer (\(client)) \(event)", user: client.user, process: client.process)
        line.owner = rules.owner(of: client.user)
        receive(line)
    }
}
