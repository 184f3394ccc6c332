// Encoding of greetings, answers, errors and snapshots.

extension LineWriter {
    /// Appends the line with which the server greets a peer.
    ///
    /// - Parameter capabilities: What this peer may do.
    public mutating func appendHello(capabilities: [String]) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"hello\",\"params\":{\"protocol\":")
        append(integer: protocolVersion)
        append(json: ",\"server\":")
        append(string: serverName)
        append(json: ",\"capabilities\":")
        append(list: capabilities) { $0.append(string: $1) }
        append(json: "}}\n")
    }

    /// Appends the notification of what a peer may do from now on.
    public mutating func appendCapabilities(_ capabilities: [String]) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"capabilities\",\"params\":{\"capabilities\":")
        append(list: capabilities) { $0.append(string: $1) }
        append(json: "}}\n")
    }

    /// Appends the answer to a request without a result: `{}`.
    public mutating func appendResult(to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(json: "{}}\n")
    }

    /// Appends the line that refuses a request.
    public mutating func appendError(_ error: RequestError, to identifier: RequestIdentifier) {
        append(json: "{\"jsonrpc\":\"2.0\",\"id\":")
        append(identifier)
        append(json: ",\"error\":{\"code\":")
        append(integer: error.code.rawValue)
        append(json: ",\"message\":")
        append(string: error.message)
        append(json: ",\"data\":{\"path\":")
        append(string: error.path)
        append(json: ",\"hint\":")
        append(string: error.hint)
        if !error.problems.isEmpty {
            append(json: ",\"problems\":")
            append(list: error.problems) { $0.append(string: $1) }
        }
        append(json: "}}}\n")
    }

    /// Appends the answer to `list` of surfaces.
    public mutating func appendList(_ surfaces: [SurfaceDescription], to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(list: surfaces) { $0.append($1) }
        append(json: "}\n")
    }

    /// Appends the answer to `list` of devices.
    public mutating func appendList(_ devices: [DeviceReport], to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(list: devices) { $0.append($1) }
        append(json: "}\n")
    }

    /// Appends the answer to `list` of recognizers.
    public mutating func appendList(_ recognizers: [RecognizerDescription], to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(list: recognizers) { $0.append($1) }
        append(json: "}\n")
    }

    /// Appends the answer to `list` of regions.
    public mutating func appendList(_ regions: [RegionDescription], to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(list: regions) { $0.append($1) }
        append(json: "}\n")
    }

    /// Appends the answer to `list` of decisions.
    public mutating func appendList(_ decisions: [DecisionReport], to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(list: decisions) { $0.append($1) }
        append(json: "}\n")
    }

    /// Appends the answer to `subscribe`.
    public mutating func appendSnapshot(_ snapshot: Snapshot, to identifier: RequestIdentifier) {
        appendAnswer(to: identifier)
        append(json: "{\"subscription\":")
        append(integer: snapshot.subscription)
        appendMembers(of: snapshot)
        append(json: "}}\n")
    }

    /// Appends the notification that a subscription lost lines, with where things stand now.
    ///
    /// - Parameters:
    ///   - snapshot: Where things stand now.
    ///   - dropped: How many notifications were lost.
    public mutating func appendLagged(_ snapshot: Snapshot, dropped: Int) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"lagged\",\"params\":{\"subscription\":")
        append(integer: snapshot.subscription)
        append(json: ",\"dropped\":")
        append(integer: dropped)
        appendMembers(of: snapshot)
        append(json: "}}\n")
    }

    /// Appends the notification of a reload, with the new snapshot.
    public mutating func appendReloaded(_ snapshot: Snapshot) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"reloaded\",\"params\":{\"subscription\":")
        append(integer: snapshot.subscription)
        appendMembers(of: snapshot)
        append(json: "}}\n")
    }

    private mutating func appendMembers(of snapshot: Snapshot) {
        append(json: ",\"surfaces\":")
        append(list: snapshot.surfaces) { $0.append($1) }
        append(json: ",\"recognizers\":")
        append(list: snapshot.recognizers) { $0.append($1) }
        append(unmatched: snapshot.unmatched, as: ",\"unmatched\":")
        append(unmatched: snapshot.unmatchedSurfaces, as: ",\"unmatchedSurfaces\":")
        append(json: ",\"gestures\":")
        append(list: snapshot.gestures) { writer, gesture in
            writer.append(json: "{")
            writer.appendMembers(of: gesture, since: .none, hasPlaces: snapshot.hasPlaces(gesture))
            writer.append(json: "}")
        }
        guard let touches = snapshot.touches else { return }
        append(json: ",\"touches\":")
        append(list: touches) { writer, touches in
            writer.append(json: "{")
            writer.appendMembers(of: touches)
            writer.append(json: "}")
        }
    }

    /// Appends a list of globs that match nothing after its name, where there are some.
    private mutating func append(unmatched globs: [UnmatchedGlob], as member: StaticString) {
        if globs.isEmpty { return }
        append(json: member)
        append(list: globs) { $0.append($1) }
    }

    mutating func appendAnswer(to identifier: RequestIdentifier) {
        append(json: "{\"jsonrpc\":\"2.0\",\"id\":")
        append(identifier)
        append(json: ",\"result\":")
    }

    mutating func append(_ identifier: RequestIdentifier) {
        switch identifier {
        case .null: append(json: "null")
        case .integer(let number): append(integer: number)
        case .number(let number): append(unquoted: number.description)
        case .string(let text): append(string: text)
        }
    }
}
