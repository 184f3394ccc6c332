// Encoding of requests, for clients.

extension LineWriter {
    /// Appends the line of a request.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - identifier: The id of its answer; nil for none.
    public mutating func append(_ request: Request, identifier: RequestIdentifier?) {
        append(json: "{\"jsonrpc\":\"2.0\"")
        append("id", identifier)
        switch request {
        case .subscribe(let filter):
            appendMethod("subscribe")
            append("recognizers", filter.recognizers.map(\.pattern))
            append("surfaces", filter.surfaces.map(\.pattern))
            append("states", GestureState.allCases.filter(filter.states.contains).map(\.rawValue))
            append("touches", filter.touches ? true : nil)
            // Null would be no limit; zero is refused.
            append("maxRate", filter.maxRate.map { WireValue.number($0.isFinite ? $0 : 0) })
            append("coordinates", filter.coordinates == .surface ? nil : filter.coordinates.rawValue)
            append("locations", filter.locations ? true : nil)
            append("predicted", filter.predicted ? true : nil)
        case .unsubscribe(let subscription):
            appendMethod("unsubscribe")
            append("subscription", subscription)
        case .list(let kind):
            appendMethod("list")
            append("what", kind.rawValue)
        case .attach(let request):
            appendMethod("attach")
            append("regions", request.regions)
            append("recognizers", request.recognizers)
        case .update(let request):
            appendMethod("update")
            append("regions", request.recognizers.isEmpty || !request.regions.isEmpty ? request.regions : nil)
            append("recognizers", request.recognizers.isEmpty ? nil : request.recognizers)
        case .detach(let request):
            appendMethod("detach")
            // Only the lists that are there: an absent one is not an empty one.
            append("regions", request.regions)
            append("recognizers", request.recognizers)
        case .answer(let question, let yes):
            appendMethod("answer")
            append("question", question)
            append("yes", yes)
        case .recognize(let request):
            appendMethod("recognize")
            appendMembers(of: request)
        case .setEnabled(let recognizer, let isEnabled):
            appendMethod("setEnabled")
            append("recognizer", recognizer)
            append("enabled", isEnabled)
        case .setPrivate(let region, let isPrivate):
            appendMethod("setPrivate")
            append("region", region)
            append("private", isPrivate)
        case .swallow(let surface):
            appendMethod("swallow")
            append("surface", surface)
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
