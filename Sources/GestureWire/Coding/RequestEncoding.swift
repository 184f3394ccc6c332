// Encoding of requests, for clients.

extension LineWriter {
    /// Appends the line of a request with an answer.
    public mutating func append(_ request: Request, identifier: RequestIdentifier) {
        append(json: "{\"jsonrpc\":\"2.0\",\"id\":")
        append(identifier)
        switch request {
        case .subscribe(let filter):
            appendMethod("subscribe")
            append("recognizers", list: filter.recognizers.map(\.pattern))
            append("surfaces", list: filter.surfaces.map(\.pattern))
            append("states", list: GestureState.allCases.filter(filter.states.contains).map(\.rawValue))
            append("touches", filter.touches ? true : nil)
            if let maxRate = filter.maxRate {
                append(name: "maxRate")
                append(exactly: maxRate)
            }
        case .unsubscribe(let subscription):
            appendMethod("unsubscribe")
            append("subscription", subscription)
        case .list(let kind):
            appendMethod("list")
            append("what", kind.rawValue)
        case .attach(let request):
            appendMethod("attach")
            append(name: "regions")
            append(list: request.regions) { $0.append($1) }
            append(name: "recognizers")
            append(list: request.recognizers) { $0.append($1) }
        case .detach(let request):
            appendMethod("detach")
            // Only the lists that are there: an absent one is not an empty one.
            append("regions", list: request.regions)
            append("recognizers", list: request.recognizers)
        case .setEnabled(let recognizer, let isEnabled):
            appendMethod("setEnabled")
            append("recognizer", recognizer)
            append("enabled", isEnabled)
        case .setPrivate(let region, let isPrivate):
            appendMethod("setPrivate")
            append("region", region)
            append("private", isPrivate)
        case .status: appendMethod("status")
        case .rotate(let surface, let rotation):
            appendMethod("rotate")
            append("surface", surface)
            append("rotation", rotation.rawValue)
        case .reload: appendMethod("reload")
        }
        append(json: "}}\n")
    }

    private mutating func appendMethod(_ method: String) {
        append("method", method)
        append(json: ",\"params\":{")
    }
}
