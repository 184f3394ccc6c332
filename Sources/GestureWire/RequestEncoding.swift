// How does a client write a request?

extension LineWriter {
    /// Appends the line of a request that is to be answered.
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
        case .unsubscribe(let subscription):
            append(json: ",\"method\":\"unsubscribe\",\"params\":{\"subscription\":")
            append(integer: subscription)
        case .list(let kind):
            append(json: ",\"method\":\"list\",\"params\":{\"what\":")
            append(string: kind.rawValue)
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
}
