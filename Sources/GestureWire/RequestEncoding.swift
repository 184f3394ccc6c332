// Encoding of requests, for clients.

extension LineWriter {
    /// Appends the line of a request with an answer.
    public mutating func append(_ request: Request, identifier: RequestIdentifier) {
        append(json: "{\"jsonrpc\":\"2.0\",\"id\":")
        append(identifier)
        switch request {
        case .subscribe(let filter):
            append(json: ",\"method\":\"subscribe\",\"params\":{\"recognizers\":")
            append(list: filter.recognizers) { $0.append(string: $1.pattern) }
            append(json: ",\"surfaces\":")
            append(list: filter.surfaces) { $0.append(string: $1.pattern) }
            append(json: ",\"states\":")
            append(list: GestureState.allCases.filter(filter.states.contains)) { $0.append(string: $1.rawValue) }
            if filter.touches { append(json: ",\"touches\":true") }
            if let maxRate = filter.maxRate {
                append(json: ",\"maxRate\":")
                append(exactly: maxRate)
            }
        case .unsubscribe(let subscription):
            append(json: ",\"method\":\"unsubscribe\",\"params\":{\"subscription\":")
            append(integer: subscription)
        case .list(let kind):
            append(json: ",\"method\":\"list\",\"params\":{\"what\":")
            append(string: kind.rawValue)
        case .attach(let request):
            append(json: ",\"method\":\"attach\",\"params\":{\"regions\":")
            append(list: request.regions) { $0.append($1) }
            append(json: ",\"recognizers\":")
            append(list: request.recognizers) { $0.append($1) }
        case .detach(let request):
            append(json: ",\"method\":\"detach\",\"params\":{")
            append(request)
        case .setEnabled(let recognizer, let isEnabled):
            append(json: ",\"method\":\"setEnabled\",\"params\":{\"recognizer\":")
            append(string: recognizer)
            append(json: ",\"enabled\":")
            append(isEnabled)
        case .setPrivate(let region, let isPrivate):
            append(json: ",\"method\":\"setPrivate\",\"params\":{\"region\":")
            append(string: region)
            append(json: ",\"private\":")
            append(isPrivate)
        case .status:
            append(json: ",\"method\":\"status\",\"params\":{")
        case .rotate(let surface, let rotation):
            append(json: ",\"method\":\"rotate\",\"params\":{\"surface\":")
            append(string: surface)
            append(json: ",\"rotation\":")
            append(integer: rotation.rawValue)
        case .reload:
            append(json: ",\"method\":\"reload\",\"params\":{")
        }
        append(json: "}}\n")
    }

    /// Only the lists that are there: an absent one is not an empty one.
    private mutating func append(_ request: DetachRequest) {
        if let regions = request.regions {
            append(json: "\"regions\":")
            append(list: regions) { $0.append(string: $1) }
        }
        if let recognizers = request.recognizers {
            append(json: request.regions == nil ? "\"recognizers\":" : ",\"recognizers\":")
            append(list: recognizers) { $0.append(string: $1) }
        }
    }
}
