// Encoding of greetings, answers, errors and snapshots.

extension LineWriter {
    /// Appends the line with which the server greets a peer.
    ///
    /// - Parameter capabilities: What this peer may do.
    public mutating func appendHello(capabilities: [String]) {
        appendNotification("hello") { writer in
            writer.append("protocol", protocolVersion)
            writer.append("server", serverName)
            writer.append("capabilities", capabilities)
        }
    }

    /// Appends the notification of what a peer may do from now on.
    public mutating func appendCapabilities(_ capabilities: [String]) {
        appendNotification("capabilities") { $0.append("capabilities", capabilities) }
    }

    /// Appends the answer to a request.
    package mutating func appendResult(_ result: some WireMember, to identifier: RequestIdentifier) {
        appendAnswer("result", result, to: identifier)
    }

    /// Appends the line that refuses a request.
    public mutating func appendError(_ error: RequestError, to identifier: RequestIdentifier) {
        appendAnswer("error", error, to: identifier)
    }

    private mutating func appendAnswer(
        _ name: StaticString, _ content: some WireMember, to identifier: RequestIdentifier
    ) {
        append(json: "{\"jsonrpc\":\"2.0\"")
        append("id", identifier)
        append(name, content)
        append(json: "}\n")
    }

    /// Appends the notification that a subscription lost lines, with where things stand now.
    ///
    /// - Parameters:
    ///   - snapshot: Where things stand now.
    ///   - dropped: How many notifications were lost.
    public mutating func appendLagged(_ snapshot: Snapshot, dropped: Int) {
        appendNotification("lagged") { snapshot.appendMembers(to: &$0, dropped: dropped) }
    }

    /// Appends the notification of a reload, with the new snapshot.
    public mutating func appendReloaded(_ snapshot: Snapshot) {
        appendNotification("reloaded") { snapshot.appendMembers(to: &$0) }
    }

    /// Appends the notification of a change of a surface.
    public mutating func append(_ change: SurfaceChange) {
        appendNotification("surface") { writer in
            writer.append("subscription", change.subscription)
            writer.append("change", change.change.rawValue)
            writer.append("surface", change.surface)
        }
    }

    mutating func appendNotification(_ method: StaticString, _ appendMembers: (inout LineWriter) -> Void) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"")
        append(json: method)
        append(json: "\",\"params\":{")
        appendMembers(&self)
        append(json: "}}\n")
    }
}

extension RequestIdentifier: WireMember {
    package func append(to writer: inout LineWriter) {
        switch self {
        case .null: writer.append(json: "null")
        case .integer(let number): writer.append(integer: number)
        case .number(let number): writer.append(unquoted: number.description)
        case .string(let text): writer.append(string: text)
        }
    }
}

extension RequestError: WireObject {
    package func appendMembers(to writer: inout LineWriter) {
        writer.append("code", code.rawValue)
        writer.append("message", message)
        writer.append(json: ",\"data\":{")
        writer.append("path", path)
        writer.append("hint", hint)
        writer.append("problems", problems.isEmpty ? nil : problems)
        writer.append(json: "}")
    }
}

extension Snapshot: WireObject {
    package func appendMembers(to writer: inout LineWriter) { appendMembers(to: &writer, dropped: nil) }

    /// - Parameter dropped: How many notifications were lost; nil in messages that do not say so.
    fileprivate func appendMembers(to writer: inout LineWriter, dropped: Int?) {
        writer.append("subscription", subscription)
        writer.append("dropped", dropped)
        writer.append("surfaces", surfaces)
        writer.append("recognizers", recognizers)
        writer.append("unmatched", unmatched.isEmpty ? nil : unmatched)
        writer.append("unmatchedSurfaces", unmatchedSurfaces.isEmpty ? nil : unmatchedSurfaces)
        writer.append(json: ",\"gestures\":")
        writer.append(list: gestures) { writer, gesture in
            writer.append(json: "{")
            writer.appendMembers(of: gesture, since: .none, form: form(of: gesture))
            writer.append(json: "}")
        }
        guard let touches else { return }
        writer.append(json: ",\"touches\":")
        writer.append(list: touches) { writer, touches in
            writer.append(json: "{")
            writer.appendMembers(of: touches, in: form.contains(.inRegion) ? .region : .surface)
            writer.append(json: "}")
        }
    }
}
