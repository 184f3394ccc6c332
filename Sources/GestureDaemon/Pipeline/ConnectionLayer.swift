// The layer of one connection's regions and recognizers on a surface; its engine runs after the configured one.

import Configuration
import Gestures
import Touch

/// A connection's own regions and recognizers on one surface.
///
/// It is given the frames and times that the configured engine is given, after it: own recognizers that require a
/// configured one to fail wait for its proxy (`RecognizerProxy`).
final class ConnectionLayer {
    let connection: Int
    let layer: RecognizerLayer
    private let base: GestureEngine
    let population: AttachedPopulation
    private var proxies: [RecognizerProxy] = []
    /// The configured recognizers by name; the surface's engine keeps its recognizers.
    private lazy var originals = [String: GestureRecognizer](
        base.root.allGestureRecognizers.map { ($0.name, $0) }
    ) { first, _ in first }
    private var proxiesByName: [String: RecognizerProxy] = [:]

    /// - Parameters:
    ///   - layer: The connection's, with an engine that has neither regions nor recognizers.
    ///   - base: The engine of what is configured.
    init(
        of connection: Int, _ layer: RecognizerLayer, configuration: Configuration, surface: Surface,
        base: GestureEngine
    ) {
        self.connection = connection
        self.layer = layer
        self.base = base
        layer.engine.leavesTapCount = true
        population = AttachedPopulation(layer.engine, of: surface, configuration: configuration)
    }

    /// What it was updated to last.
    private var attachment: Attachment?
    /// Whether recognizers were made anew since the pipeline met the demand.
    private(set) var wasRenewed = false
    private var revision: Int?
    private var placement = 0
    private var demand: Int?
    /// Whether its recognizers take touches from applications; those are needed then, whether or not anybody listens.
    var isIntercepting = false { didSet { if isIntercepting != oldValue { demand = nil } } }
    /// Whether recognizers can take touches from applications, or may be made anew so that they can.
    var canIntercept: Bool {
        population.isOutdated || population.recognizers.values.contains { $0.intercepts != .never }
    }
    /// The names of configured recognizers that needed own recognizers depend on.
    private(set) var required: Set<String> = []

    /// Applies the regions and recognizers of the connection, the places of regions, and which recognizers are enabled.
    func update(_ attachment: Attachment) {
        guard attachment.revision != revision else {
            if attachment.placement != placement { population.place(by: attachment.rules) }
            placement = attachment.placement
            return
        }
        (revision, placement, demand) = (attachment.revision, attachment.placement, nil)
        population.update(to: attachment.rules) { proxy(for: $0) }
        use(attachment)
        self.attachment = attachment
    }

    private func use(_ attachment: Attachment) {
        var recognizers: [GestureRecognizer] = []
        for rule in attachment.rules.recognizers {
            guard let recognizer = population.recognizers[rule.name] else { continue }
            let isEnabled = attachment.isEnabled(rule)
            if recognizer.isEnabled != isEnabled { recognizer.isEnabled = isEnabled }
            recognizers.append(recognizer)
        }
        layer.use(recognizers)
    }

    /// Sets who decides for own recognizers: the connection, while it may.
    func updateDeciders(_ attachment: Attachment, mayDecide: Bool) {
        let own = mayDecide ? attachment.rules.recognizers.filter { $0.type == .custom } : []
        let decider = Decider(connection: connection, attempts: attachment.attempts)
        layer.attempts.deciders = [String: Decider](own.map { ($0.name, decider) }) { first, _ in first }
    }

    private func proxy(for name: String) -> GestureRecognizer? {
        if let known = proxiesByName[name] { return known }
        guard let original = originals[name] else { return nil }
        let proxy = RecognizerProxy(for: original)
        layer.engine.root.addGestureRecognizer(proxy)
        proxies.append(proxy)
        proxiesByName[name] = proxy
        return proxy
    }

    /// Takes a frame that the configured engine has had.
    func process(_ frame: TouchFrame) {
        layer.engine.process(frame)
        settle()
    }

    /// Advances to the time of the configured engine.
    func advance(to time: Timestamp) {
        layer.engine.advance(to: time)
        settle()
    }

    private func settle() {
        updateProxies()
        if population.isOutdated { renewRecognizers() }
    }

    /// Attempts that were under way when their recognizers' rules have changed have kept what they began with.
    private func renewRecognizers() {
        population.renewRecognizers { proxy(for: $0) }
        if let attachment { use(attachment) }
        layer.update()
        // They may depend on other configured recognizers now.
        (demand, wasRenewed) = (nil, true)
    }

    /// Removes the connection's layer: gestures in progress are cancelled.
    func close() {
        population.update(to: AttachedRules(regions: [], recognizers: [])) { _ in nil }
        layer.closeTouches()
    }

    /// Makes recognizers idle that no subscription selects; does nothing if neither demand nor the attachment has
    /// changed.
    ///
    /// - Parameter demand: The demand to apply; nil if it is unknown.
    /// - Returns: Whether other configured recognizers are required than before.
    func meet(_ demand: Int?) -> Bool {
        guard demand == nil || demand != self.demand else { return false }
        (self.demand, wasRenewed) = (demand, false)
        layer.update()
        let before = required
        required = Set(proxies.filter { !$0.isIdle }.map(\.name))
        return required != before
    }

    /// Follows what has happened to configured recognizers between frames.
    func follow() { layer.engine.followOriginals() }

    private func updateProxies() { for proxy in proxies where !proxy.isIdle { proxy.mirror() } }
}
