// The engine for a connection's attachments on a surface, which runs after the configured one.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Touch

/// A connection's own regions and recognizers on one surface.
///
/// It is given the frames and times that the configured engine is given, after it: own recognizers that require a
/// configured one to fail wait for its proxy (`StandIn`).
final class OwnLayer {
    /// The connection that attached it.
    let connection: Int
    let layer: SurfaceLayer
    private let base: GestureEngine
    private let population: AttachedLayer
    private var standIns: [StandIn] = []
    /// The configured recognizers by name; the surface's engine keeps its recognizers.
    private lazy var originals = [UTF8Key: GestureRecognizer](
        base.root.allGestureRecognizers.map { (UTF8Key($0.name), $0) }
    ) { first, _ in first }
    private var standInsByName: [UTF8Key: StandIn] = [:]

    /// - Parameters:
    ///   - layer: The connection's, with an engine that has neither regions nor recognizers.
    ///   - base: The engine of what is configured.
    init(
        of connection: Int, _ layer: SurfaceLayer, configuration: Configuration, surface: Surface, base: GestureEngine
    ) {
        self.connection = connection
        self.layer = layer
        self.base = base
        layer.engine.leavesTapCount = true
        population = AttachedLayer(layer.engine, of: surface, configuration: configuration)
    }

    /// Whether nothing of the connection is on this surface.
    var isEmpty: Bool { population.isEmpty }

    /// The connection's own regions.
    var regions: [Region] { population.regions }

    /// The revision of the attachment that was applied last.
    private var revision: Int?
    /// The demand that was applied last.
    private var demand: Int?
    /// The names of configured recognizers that needed own recognizers depend on.
    private(set) var required: Set<UTF8Key> = []

    /// Follows what the connection has attached, and what of it is switched off.
    func follow(_ attachment: Attachment) {
        guard attachment.revision != revision else { return }
        (revision, demand) = (attachment.revision, nil)
        population.update(to: attachment.rules) { standIn(for: $0) }
        var recognizers: [GestureRecognizer] = []
        for rule in attachment.rules.recognizers {
            guard let recognizer = population.recognizers[rule.name] else { continue }
            let isEnabled = attachment.isEnabled(rule)
            if recognizer.isEnabled != isEnabled { recognizer.isEnabled = isEnabled }
            recognizers.append(recognizer)
        }
        layer.publish(recognizers)
    }

    private func standIn(for name: String) -> GestureRecognizer? {
        if let known = standInsByName[name] { return known }
        guard let original = originals[name] else { return nil }
        let standIn = StandIn(for: original)
        layer.engine.root.addGestureRecognizer(standIn)
        standIns.append(standIn)
        standInsByName[name] = standIn
        return standIn
    }

    /// Takes a frame that the configured engine has had.
    func process(_ frame: TouchFrame) {
        layer.engine.process(frame)
        look()
    }

    /// Advances to the time of the configured engine.
    func advance(to time: Timestamp) {
        layer.engine.advance(to: time)
        look()
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
        self.demand = demand
        layer.update()
        let before = required
        required = Set(texts: standIns.filter { !$0.isResting }.map(\.name))
        return required != before
    }

    private func look() { for standIn in standIns where !standIn.isResting { standIn.look() } }
}
