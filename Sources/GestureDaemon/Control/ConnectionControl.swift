// Requests that concern one connection: its attachments, switches and demand.

import Configuration
import GestureWire
import Logging
import Server
import Touch

extension DaemonControl {
    func attach(_ request: AttachRequest, for connection: Int) throws(RequestError) -> AttachedNames {
        var names = try attachments.attach(
            request, for: connection, ofUserWith: server.connections(ofUserOf: connection),
            configuration: configuration, surfaces: inventory.surfaces)
        updatePipelines()
        let all = (warnings(about: names.regions, of: connection) ?? []) + warningsOfHidden(names, of: connection)
        names.warnings = all.isEmpty ? nil : all
        return names
    }

    /// One sentence for each recognizer of the type `custom` that hides a configured one, which it might have decided.
    private func warningsOfHidden(_ names: AttachedNames, of connection: Int) -> [String] {
        let own = Set(attachments[connection].rules.recognizers.lazy.filter { $0.type == .custom }.map(\.name))
        return configuration.recognizers.filter { $0.type == .custom }.map(\.name).filter {
            names.recognizers.contains($0) && own.contains($0)
        }.map {
            "`\($0)` is a recognizer of this connection, and not the configured one, for which it decides only "
                + "when `type` is its only other key"
        }
    }

    func update(_ request: UpdateRequest, for connection: Int) throws(RequestError) -> UpdateReport {
        // A finger that has landed already is where it has seen it, and in the attempts of recognizers as they were.
        advance()
        try attachments.update(
            request, for: connection, configuration: configuration, surfaces: inventory.surfaces)
        if request.recognizers.isEmpty {
            let attachment = attachments[connection]
            for pipeline in input.pipelines { pipeline.place(attachment) }
        } else {
            updatePipelines()
        }
        return UpdateReport(warnings: warnings(about: request.regions.compactMap(\.nameOfElement), of: connection))
    }

    /// One sentence for each of these own regions that no finger can hit on one of the surfaces; nil without such.
    private func warnings(about regions: [String], of connection: Int) -> [String]? {
        let warnings = regions.compactMap { region in
            input.pipelines.lazy.compactMap { $0.warning(aboutRegion: region, of: connection) }.first
        }
        return warnings.isEmpty ? nil : warnings
    }

    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError) {
        try attachments.detach(request, for: connection)
        updatePipelines()
    }

    func answer(_ question: Int, _ yes: Bool, for connection: Int) {
        guard input.pipelines.contains(where: { $0.isOpen(question, of: connection) }) else { return }
        // What the fingers have done up to now comes first.
        advance()
        for pipeline in input.pipelines { pipeline.answer(question, yes, of: connection) }
    }

    func recognize(_ request: RecognizeRequest, for connection: Int) throws(RequestError) -> RecognizeReport {
        guard attachments[connection].attempts.wasGiven(request.attempt) else {
            let rules = attachments[connection].rules
            let decided = rules.decided + rules.recognizers.filter { $0.type == .custom }.map(\.name)
            if !decided.contains(request.recognizer) {
                throw RequestError(
                    code: .invalidParameters, message: "this connection decides for no recognizer of this name",
                    path: "params.recognizer",
                    hint: hint(forUnknown: request.recognizer, among: decided, none: "it has attached no `custom` one"))
            }
            throw RequestError(
                code: .invalidParameters, message: "no such attempt", path: "params.attempt",
                hint: "the number in an `attempt` notification that this connection has received")
        }
        func pipeline() -> SurfacePipeline? {
            input.pipelines.first { $0.isOpen(attempt: request.attempt, of: connection) }
        }
        guard pipeline() != nil else { return RecognizeReport(over: true) }
        // What the fingers have done up to now comes first, and may have ended it.
        advance()
        guard let pipeline = pipeline() else { return RecognizeReport(over: true) }
        try pipeline.recognize(request, of: connection)
        return RecognizeReport()
    }

    private func advance() { input.advance(to: clock()) }

    func ownRecognizers(of connection: Int) -> Set<String> {
        Set(attachments[connection].rules.recognizers.map(\.name))
    }

    func setEnabled(
        _ recognizer: String, _ isEnabled: Bool, for connection: Int, mayControl: Bool
    ) throws(RequestError) {
        if attachments.setEnabled(recognizer, isEnabled, for: connection) { return updatePipelines() }
        guard mayControl else {
            throw RequestError(
                code: .notPermitted, message: "the capability `control` is missing", path: "params.recognizer",
                hint: "this connection has none of this name; without `control` only its own can be switched")
        }
        let names = inventory.recognizers(seenBy: connection).map(\.name)
        guard names.contains(recognizer) else {
            throw RequestError(
                code: .invalidParameters, message: "no such recognizer", path: "params.recognizer",
                hint: hint(forUnknown: recognizer, among: names, none: "there is none"))
        }
        differsFromConfiguration = true
        input.setEnabled(recognizer, isEnabled)
    }

    func setPrivate(_ region: String, _ isPrivate: Bool) throws(RequestError) {
        let names = configuration.regions.filter { $0.isPrivate != nil }.map(\.name)
        guard names.contains(region) else {
            let isThere = configuration.regions.contains { $0.name == region }
            throw RequestError(
                code: .invalidParameters,
                message: isThere ? "the region cannot be switched" : "no such region", path: "params.region",
                hint: isThere
                    ? "its entry in the configuration needs the key `private`, true or false"
                    : hint(forUnknown: region, among: names, none: "there is none with the key `private`"))
        }
        // Movements up to now belong to the state before.
        advance()
        input.setPrivate(region, isPrivate)
    }

    func swallow(_ surface: String?) throws(RequestError) {
        // A finger that has landed by now is down.
        advance()
        var pipelines = input.pipelines
        if let surface {
            let names = pipelines.map(\.surface.name)
            guard names.contains(surface) else { throw unknownSurface(surface, among: names) }
            pipelines.removeAll { $0.surface.name != surface }
        }
        // Every one is to swallow: `contains` would stop at the first.
        if pipelines.count(where: { $0.swallow() }) > 0 { return }
        throw RequestError(
            code: .invalidParameters,
            message: surface == nil ? "no surface is intercepted" : "the surface is not intercepted",
            path: surface == nil ? "params" : "params.surface",
            hint: "its entry in the configuration needs `intercept: true`; `gesturectl devices` says whether that works"
        )
    }

    func unknownSurface(_ surface: String, among names: [String]) -> RequestError {
        RequestError(
            code: .invalidParameters, message: "no such surface", path: "params.surface",
            hint: hint(forUnknown: surface, among: names, none: "there is none at present"))
    }

    func connectionEnded(_ connection: Int) {
        let rules = attachments[connection].rules
        let hadSome = !rules.isEmpty || !rules.decided.isEmpty
        attachments.remove(connection)
        if hadSome { demandChanged() }
    }

    /// It may be called while recognizers are at work: what has to be done is done when they are not.
    func demandChanged() {
        isDemandOutdated = true
        for pipeline in input.pipelines { pipeline.isOutdated = true }
    }

    /// Applies the demand of subscriptions to the surfaces.
    func meetDemand() {
        guard isDemandOutdated else { return }
        isDemandOutdated = false
        updatePipelines()
    }

    private func updatePipelines() { for pipeline in input.pipelines { pipeline.update() } }

    var status: StatusReport {
        let pipelines = input.pipelines
        var report = StatusReport(uptime: MonotonicClock.now.seconds(since: start), configuration: name)
        report.refused = wasRefused
        (report.surfaces, report.devices) = (pipelines.count, input.reports.count)
        report.recognizers = pipelines.reduce(0) { $0 + $1.root.allGestureRecognizers.count }
        report.awake = pipelines.reduce(0) { $0 + $1.awakeCount }
        (report.frames, report.touches) = (input.numbers.frames, input.numbers.touchCount)
        (report.gestures, report.latency) = (counters.gestures, counters.latency.report)
        return report
    }
}
