// The daemon's status: inventory, counters and latencies.

/// The latency from the kernel's timestamp of a report to the last write of a notification, in seconds, exact to 5 %.
public struct LatencyReport: Equatable, Sendable, Decodable, WireObject {
    /// The number of notifications that were measured.
    public var count: Int
    /// The exact sum of all latencies.
    public var sum: Double
    /// The 50th percentile.
    public var p50: Double
    /// The 90th percentile.
    public var p90: Double
    /// The 99th percentile.
    public var p99: Double
    /// The 99.9th percentile.
    public var p999: Double
    /// The largest latency.
    public var max: Double

    /// Creates a report from all its members; without arguments that of a daemon that has sent nothing yet.
    public init(
        count: Int = 0, sum: Double = 0, p50: Double = 0, p90: Double = 0, p99: Double = 0, p999: Double = 0,
        max: Double = 0
    ) {
        self.count = count
        self.sum = sum
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.p999 = p999
        self.max = max
    }

    /// Appends all members.
    package func appendMembers(to writer: inout LineWriter) {
        writer.append("count", count)
        writer.append("sum", sum, .ratio)
        writer.append("p50", p50, .ratio)
        writer.append("p90", p90, .ratio)
        writer.append("p99", p99, .ratio)
        writer.append("p999", p999, .ratio)
        writer.append("max", max, .ratio)
    }
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

    /// Appends all members.
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
    public var server: String
    /// The time since the start, in seconds.
    public var uptime: Double
    /// The file, or `standard`.
    public var configuration: String
    /// Whether the file has problems, so that the configuration before it counts.
    public var refused: Bool
    /// The number of surfaces.
    public var surfaces: Int
    /// The number of input devices.
    public var devices: Int
    /// The number of recognizers that are configured, counted on each surface.
    public var recognizers: Int
    /// The number of active recognizers, which subscriptions or other recognizers need.
    public var awake: Int
    /// The number of connections.
    public var peers: Int
    /// The number of subscriptions.
    public var subscriptions: Int
    /// The number of frames that have come since the start.
    public var frames: Int
    /// The number of touches that have begun since the start.
    public var touches: Int
    /// The number of gestures since the start.
    public var gestures: Int
    /// The number of lines that were queued or sent to subscriptions.
    public var notifications: Int
    /// The number of lines that were dropped or coalesced with newer ones.
    public var merged: Int
    /// The number of connections that the server closed because they did not read.
    public var lagged: Int
    /// The latency of notifications.
    public var latency: LatencyReport
    /// The connections; nil for clients that may not know them.
    public var connections: [ConnectionReport]?

    /// A report from all its members; the counters are zero unless they are given.
    public init(
        server: String = serverName, uptime: Double, configuration: String, refused: Bool = false, surfaces: Int = 0,
        devices: Int = 0, recognizers: Int = 0, awake: Int = 0, peers: Int = 0, subscriptions: Int = 0,
        frames: Int = 0, touches: Int = 0, gestures: Int = 0, notifications: Int = 0, merged: Int = 0,
        lagged: Int = 0, latency: LatencyReport = LatencyReport(), connections: [ConnectionReport]? = nil
    ) {
        self.server = server
        self.uptime = uptime
        self.configuration = configuration
        self.refused = refused
        self.surfaces = surfaces
        self.devices = devices
        self.recognizers = recognizers
        self.awake = awake
        self.peers = peers
        self.subscriptions = subscriptions
        self.frames = frames
        self.touches = touches
        self.gestures = gestures
        self.notifications = notifications
        self.merged = merged
        self.lagged = lagged
        self.latency = latency
        self.connections = connections
    }

    /// Appends all members; the connections only where they may be known.
    package func appendMembers(to writer: inout LineWriter) {
        writer.append("server", server)
        writer.append("uptime", uptime, .ratio)
        writer.append("configuration", configuration)
        writer.append("refused", refused)
        writer.append("surfaces", surfaces)
        writer.append("devices", devices)
        writer.append("recognizers", recognizers)
        writer.append("awake", awake)
        writer.append("peers", peers)
        writer.append("subscriptions", subscriptions)
        writer.append("frames", frames)
        writer.append("touches", touches)
        writer.append("gestures", gestures)
        writer.append("notifications", notifications)
        writer.append("merged", merged)
        writer.append("lagged", lagged)
        writer.append("latency", latency)
        writer.append("connections", list: connections)
    }
}
