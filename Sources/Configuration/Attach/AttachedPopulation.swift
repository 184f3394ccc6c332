// Setup of an engine from what a connection has attached, above the configured regions, and its later changes.

public import GestureWire
public import Gestures
public import Touch

/// A connection's own regions and recognizers in an engine of their own, which follow its rules as those change.
///
/// The engine has the configured regions, too, as own things may lie in them, but none of the configured recognizers.
public final class AttachedPopulation {
    private let engine: GestureEngine
    private let surface: Surface
    private let configured: [UTF8Key: Region]
    private var own: [UTF8Key: Region] = [:]
    private var made: [UTF8Key: GestureRecognizer] = [:]
    private var rules = AttachedRules(regions: [], recognizers: [])

    /// - Parameter engine: Without regions and recognizers.
    public init(_ engine: GestureEngine, of surface: Surface, configuration: Configuration) {
        self.engine = engine
        self.surface = surface
        var configured: [UTF8Key: Region] = [:]
        engine.addTogether { configured = RegionTree(configuration.regions).populate(engine.root, of: surface) }
        self.configured = configured
    }

    /// The own recognizers that are on this surface, by their names.
    public var recognizers: [UTF8Key: GestureRecognizer] { made }

    /// The own regions that are on this surface.
    public var regions: [Region] { Array(own.values) }

    /// Whether anything of the connection is on this surface.
    public var isEmpty: Bool { own.isEmpty && made.isEmpty }

    /// Removes what the rules do not have any more, and adds what they have got.
    ///
    /// Gestures of removed recognizers are cancelled; others are not affected. Elements in a region that is not on this
    /// surface are omitted.
    ///
    /// - Parameters:
    ///   - rules: A rule with a present name is unchanged.
    ///   - proxy: Returns a recognizer of this engine that mirrors a configured one; nil when there is none.
    public func update(to rules: AttachedRules, proxy: (String) -> GestureRecognizer?) {
        self.rules = rules
        let names = Set<UTF8Key>(texts: rules.regions.map(\.name))
        // The outermost first: with it go those within it, and the engine does not have to follow them one by one.
        for (name, region) in own.sorted(by: { $0.value.depth < $1.value.depth }) where !names.contains(name) {
            region.parent?.removeRegion(region)
            own[name] = nil
        }
        engine.addTogether { addRegions() }
        let regions = [UTF8Key: String](rules.recognizers.map { (UTF8Key($0.name), $0.region) }) { first, _ in first }
        for (name, recognizer) in made {
            // A region of the same name that is its own by now is another one.
            if let name = regions[name], let region = self.region(name), region === recognizer.region { continue }
            recognizer.region?.removeGestureRecognizer(recognizer)
            made[name] = nil
        }
        engine.addTogether { addRecognizers(proxy) }
    }

    /// In the order of the rules, which is that in which they lie on each other; a parent may come after its child.
    private func addRegions() {
        var isDone = false
        while !isDone {
            isDone = true
            for rule in rules.regions where own[rule.name] == nil && isHere(rule) {
                guard let parent = region(rule.parent) else { continue }
                own[rule.name] = rule.addRegion(to: parent, on: surface)
                isDone = false
            }
        }
    }

    private func isHere(_ rule: RegionRule) -> Bool { rule.surface == nil || rule.surface == surface.name }

    /// A name means the own region, else the configured one; an own one that is not here hides nothing that is.
    private func region(_ name: String) -> Region? {
        let key = UTF8Key(name)
        if let region = own[key] { return region }
        return rules.regions.contains { UTF8Key($0.name) == key } ? nil : configured[key]
    }

    private func addRecognizers(_ proxy: (String) -> GestureRecognizer?) {
        var new: [RecognizerRule] = []
        // A length has no direction: where pixels are not square, it is between their sides, as `majorRadius` is.
        let scale = surface.publicationScale
        let unit = 2 / (scale.x + scale.y)
        for rule in rules.recognizers where made[rule.name] == nil {
            guard let region = region(rule.region) else { continue }
            let recognizer = rule.makeRecognizer(thresholds: engine.thresholds, unit: unit)
            region.addGestureRecognizer(recognizer)
            made[rule.name] = recognizer
            new.append(rule)
        }
        let names = Set<UTF8Key>(texts: rules.recognizers.map(\.name))
        for rule in new {
            guard let recognizer = made[rule.name] else { continue }
            for other in rule.requireToFail {
                let required = made[other] ?? (names.contains(other) ? nil : proxy(other))
                required.map(recognizer.requireUnchecked(toFail:))
            }
            for other in rule.blocks { made[other]?.requireUnchecked(toFail: recognizer) }
            for other in rule.simultaneousWith { made[other].map(recognizer.allowSimultaneousRecognition) }
        }
    }
}
