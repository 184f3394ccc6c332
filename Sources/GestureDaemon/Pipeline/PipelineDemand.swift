// What clients ask of one surface: which recognizers are needed, their own ones, answers, decisions.

import Configuration
import GestureWire
import Gestures
import Interception
import Server
import Touch

extension SurfacePipeline {
    /// Applies changed attachments, and makes recognizers idle that are not needed.
    ///
    /// Not while recognizers are at work.
    func update() {
        isOutdated = false
        var isOther = updateConnectionLayers()
        if updateDeciders() { isOther = true }
        updateInterception()
        defer { interception?.settle() }
        // Own layers first: the configured recognizers that they need depend on their demand.
        for own in connectionLayers where own.meet(listeners.demand(of: own.connection)) { isOther = true }
        // The cost of one connection's changes must not grow with other connections' attachments.
        let demand = listeners.demand(of: nil)
        guard isOther || demand == nil || demand != self.demand else { return }
        self.demand = demand
        layer.touches.otherViews = Set<Int>(connectionLayers.map(\.connection))
        // Configured recognizers that own ones depend on are needed, too.
        layer.update(needed: connectionLayers.reduce(into: []) { $0.formUnion($1.required) })
    }

    // MARK: - Attachments

    /// Whether there are others than before.
    private func updateConnectionLayers() -> Bool {
        let attachments = listeners.attachments
        guard !attachments.isEmpty || !connectionLayers.isEmpty else { return false }
        var layers: [ConnectionLayer] = []
        for attachment in attachments where !attachment.rules.isEmpty {
            let own =
                connectionLayers.first { $0.connection == attachment.connection } ?? makeConnectionLayer(attachment)
            own.update(attachment)
            own.updateDeciders(attachment, mayDecide: listeners.mayDecide(own.connection))
            if !own.population.isEmpty { layers.append(own) }
        }
        for gone in connectionLayers where !layers.contains(where: { $0 === gone }) { gone.close() }
        let isSame = connectionLayers.elementsEqual(layers, by: ===)
        connectionLayers = layers
        return !isSame
    }

    /// Sets who decides for configured recognizers; returns whether there are others than before.
    private func updateDeciders() -> Bool {
        var deciders: [String: Decider] = [:]
        for attachment in listeners.attachments where !attachment.rules.decided.isEmpty {
            guard listeners.mayDecide(attachment.connection) else { continue }
            for name in attachment.rules.decided {
                deciders[name] = Decider(connection: attachment.connection, attempts: attachment.attempts)
            }
        }
        let known = layer.attempts.deciders.mapValues(\.connection)
        guard known != deciders.mapValues(\.connection) else { return false }
        layer.attempts.deciders = deciders
        for own in connectionLayers { own.follow() }
        return true
    }

    private func makeConnectionLayer(_ attachment: Attachment) -> ConnectionLayer {
        let base = layer.engine
        let engine = GestureEngine(size: surface.size, thresholds: base.thresholds.forAttachments)
        engine.maximumNumberOfTouches = base.maximumNumberOfTouches
        let own = RecognizerLayer(
            engine: engine, connection: attachment.connection, surface: surface, device: source.device,
            numbers: attachment.numbers, privateTouches: privateTouches, listeners: listeners)
        return ConnectionLayer(
            of: attachment.connection, own, configuration: configuration, surface: surface, base: base)
    }

    private func layer(of connection: Int?) -> ConnectionLayer? {
        connectionLayers.first { $0.connection == connection }
    }

    /// Moves the regions of a connection to where it has them now; nothing else of it has changed.
    func place(_ attachment: Attachment) { layer(of: attachment.connection)?.update(attachment) }

    /// Returns a sentence about a connection's own region that no finger can hit where it is now; nil of others.
    func warning(aboutRegion name: String, of connection: Int) -> String? {
        layer(of: connection)?.population.warning(about: name, isSizeKnown: result.isSizeKnown)
    }

    /// Whether a question of a connection's own recognizer on this surface is open.
    func isOpen(_ question: Int, of connection: Int) -> Bool {
        layer(of: connection)?.layer.questions?.isOpen(question) ?? false
    }

    /// Answers a question of a connection's own recognizer, if it is open.
    ///
    /// Advance to the present before: what the source has comes first.
    func answer(_ question: Int, _ yes: Bool, of connection: Int) {
        guard let layer = layer(of: connection)?.layer else { return }
        layer.questions?.answer(question, yes, layer.engine)
        interception?.settle()
    }

    /// Whether an attempt that a connection decides is under way on this surface.
    func isOpen(attempt: Int, of connection: Int) -> Bool { attempts(attempt, of: connection) != nil }

    /// Applies a decision about an attempt that is open.
    ///
    /// Advance to the present before: what the source has comes first.
    func recognize(_ request: RecognizeRequest, of connection: Int) throws(RequestError) {
        try attempts(request.attempt, of: connection)?.apply(request, of: connection)
        for own in connectionLayers { own.follow() }
        interception?.settle()
    }

    private func attempts(_ attempt: Int, of connection: Int) -> AttemptPublisher? {
        [layer(of: connection)?.layer.attempts, layer.attempts].lazy.compactMap(\.self)
            .first { $0.isOpen(attempt, of: connection) }
    }

    /// Returns the last outcome of each configured recognizer, and of each of a connection's own.
    ///
    /// - Parameter start: Decisions about earlier touches are omitted.
    func decisions(
        after start: TouchMark = .start, seenBy connection: Int? = nil
    ) -> (own: [DecisionReport], configured: [DecisionReport]) {
        func reports(of layer: RecognizerLayer?) -> [DecisionReport] {
            layer?.decisions.reports(on: surface.name, after: start) ?? []
        }
        return (reports(of: layer(of: connection)?.layer), reports(of: layer))
    }

    /// The regions as a connection sees them: the root, and which of those in it are its own.
    func regions(seenBy connection: Int) -> (root: Region, own: [Region]) {
        guard let own = layer(of: connection) else { return (root, []) }
        return (own.layer.engine.root, own.population.regions)
    }

    // MARK: - Configured recognizers

    /// The region that is the whole surface.
    var root: Region { layer.engine.root }

    func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        for each in root.allGestureRecognizers where each.name == recognizer { each.isEnabled = isEnabled }
        interception?.settle()
    }

    /// The number of active configured recognizers.
    var awakeCount: Int { root.allGestureRecognizers.count { !$0.isIdle } }
}
