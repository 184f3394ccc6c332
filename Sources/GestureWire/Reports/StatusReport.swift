// The daemon's status: inventory, counters and latencies.

/// The latency from the kernel's timestamp of a report to the last write of a notification, in seconds, exact to 5 %.
public struct LatencyReport: Equatable, Sendable, Decodable, WireObject {
    /// The number of notifications that were measured.
    public var count = 0
    /// The exact sum of all latencies.
    public var sum = 0.0
    /// The 50th percentile.
    public var p50 = 0.0
    /// The 90th percentile.
    public var p90 = 0.0
    /// The 99th percentile.
    public var p99 = 0.0
    /// The 99.9th percentile.
    public var p999 = 0.0
    /// The largest latency.
    public var max = 0.0

    /// The report of a daemon that has sent nothing yet.
    package static let none = LatencyReport()
}

/// A connection, and how far it has read.
public struct ConnectionReport: Equatable, Sendable, Decodable, WireObject {
    /// The number of the process that connected, `pid` on the wire.
    public var process: Int32
    /// The number of its user, `uid` on the wire.
    public var user: UInt32
    /// The number of its group, `gid` on the wire.
    public var group: UInt32
    /// The number of subscriptions.
    public var subscriptions: Int
    /// The number of its own recognizers.
    public var attached: Int
    /// The number of lines that wait because the client does not read.
    public var waiting: Int
    /// The number of lines that were dropped or coalesced with newer ones.
    public var merged: Int

    private enum CodingKeys: String, CodingKey {
        case process = "pid"
        case user = "uid"
        case group = "gid"
        case subscriptions, attached, waiting, merged
    }

    /// A report from all its members.
    public init(
        process: Int32, user: UInt32, group: UInt32, subscriptions: Int, attached: Int, waiting: Int, merged: Int
    ) {
        self.process = process
        self.user = user
        self.group = group
        self.subscriptions = subscriptions
        self.attached = attached
        self.waiting = waiting
        self.merged = merged
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("pid", process)
        writer.append("uid", user)
        writer.append("gid", group)
        writer.append("subscriptions", subscriptions)
        writer.append("attached", attached)
        writer.append("waiting", waiting)
        writer.append("merged", merged)
    }
}

/// The answer to `status`.
public struct StatusReport: Equatable, Sendable, Decodable, WireObject {
    /// The server's name and version, as in the greeting.
    public var server = serverName
    /// The time since the start, in seconds.
    public var uptime: Double
    /// The file, or `standard`.
    public var configuration: String
    /// Whether the file has problems, so that the configuration before it counts.
    public var refused = false
    /// The number of surfaces.
    public var surfaces = 0
    /// The number of input devices.
    public var devices = 0
    /// The number of recognizers that are configured, counted on each surface.
    public var recognizers = 0
    /// The number of active recognizers, which subscriptions or other recognizers need.
    public var awake = 0
    /// The number of connections.
    public var peers = 0
    /// The number of subscriptions.
    public var subscriptions = 0
    /// The number of frames that have come since the start.
    public var frames = 0
    /// The number of touches that have begun since the start.
    public var touches = 0
    /// The number of gestures since the start.
    public var gestures = 0
    /// The number of lines that were queued or sent to subscriptions.
    public var notifications = 0
    /// The number of lines that were dropped or coalesced with newer ones.
    public var merged = 0
    /// The number of connections that the server closed because they did not read.
    public var lagged = 0
    /// The latency of notifications.
    public var latency = LatencyReport.none
    /// The connections; nil for clients that may not know them.
    public var connections: [ConnectionReport]?
}

extension StatusReport {
    /// A report whose counters are zero.
    package init(uptime: Double, configuration: String) {
        self.init(server: serverName, uptime: uptime, configuration: configuration)
    }
}
