// Encoding of the daemon's status.

extension LineWriter {
    /// Appends the answer to `status`.
    public mutating func appendResult(_ report: StatusReport, to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(json: "{\"server\":")
        append(string: report.server)
        append(json: ",\"uptime\":")
        append(report.uptime, .ratio)
        append(json: ",\"configuration\":")
        append(string: report.configuration)
        append(json: ",\"refused\":")
        append(report.refused)
        append(",\"surfaces\":", report.surfaces)
        append(",\"devices\":", report.devices)
        append(",\"recognizers\":", report.recognizers)
        append(",\"awake\":", report.awake)
        append(",\"peers\":", report.peers)
        append(",\"subscriptions\":", report.subscriptions)
        append(",\"frames\":", report.frames)
        append(",\"touches\":", report.touches)
        append(",\"gestures\":", report.gestures)
        append(",\"notifications\":", report.notifications)
        append(",\"merged\":", report.merged)
        append(",\"lagged\":", report.lagged)
        append(json: ",\"latency\":")
        append(report.latency)
        if let connections = report.connections {
            append(json: ",\"connections\":")
            append(list: connections) { $0.append($1) }
        }
        append(json: "}}\n")
    }

    private mutating func append(_ latency: LatencyReport) {
        append("{\"count\":", latency.count)
        append(json: ",\"sum\":")
        append(latency.sum, .ratio)
        append(json: ",\"p50\":")
        append(latency.p50, .ratio)
        append(json: ",\"p90\":")
        append(latency.p90, .ratio)
        append(json: ",\"p99\":")
        append(latency.p99, .ratio)
        append(json: ",\"p999\":")
        append(latency.p999, .ratio)
        append(json: ",\"max\":")
        append(latency.max, .ratio)
        append(json: "}")
    }

    private mutating func append(_ connection: ConnectionReport) {
        append("{\"pid\":", connection.process)
        append(",\"uid\":", connection.user)
        append(",\"gid\":", connection.group)
        append(",\"subscriptions\":", connection.subscriptions)
        append(",\"attached\":", connection.attached)
        append(",\"waiting\":", connection.waiting)
        append(",\"merged\":", connection.merged)
        append(json: "}")
    }

    /// A counter after its name.
    private mutating func append(_ name: StaticString, _ count: some FixedWidthInteger) {
        append(json: name)
        append(integer: count)
    }
}
