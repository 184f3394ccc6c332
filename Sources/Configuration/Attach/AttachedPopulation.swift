// Setup of an engine from what a connection has attached, above the configured regions, and its later changes.

public import Gestures
public import Touch

/// A connection's own regions and recognizers in an engine of their own, which follow its rules as those change.
///
/// The engine has the configured regions, too, as own things may lie in them, but none of the configured recognizers.
public final class AttachedPopulation {
    private let engine: GestureEngine
    private let surface: Surface
    private let configured: [String: Region]
    private var own: [String: OwnRegion] = [:]
    private var made: [String: GestureRecognizer] = [:]
    /// The rules by which they were made.
    private var makingRules: [String: RecognizerRule] = [:]
    /// Whether a recognizer is still to be made anew by a changed rule, once its attempt is over.
    public private(set) var isOutdated = false
    private var rules = AttachedRules(regions: [], recognizers: [])

    private struct OwnRegion {
        let region: Region
        /// The shape of its rule, from which the region's was made.
        var shape = RegionShape.rectangle
    }

    /// - Parameter engine: Without regions and recognizers.
    public init(_ engine: GestureEngine, of surface: Surface, configuration: Configuration) {
        self.engine = engine
        self.surface = surface
        var configured: [String: Region] = [:]
        engine.addTogether { configured = RegionTree(configuration.regions).populate(engine.root, of: surface) }
        self.configured = configured
    }

    /// The own recognizers that are on this surface, by their names.
    public var recognizers: [String: GestureRecognizer] { made }

    /// The own regions that are on this surface.
    public var regions: [Region] { own.values.map(\.region) }

    /// Whether anything of the connection is on this surface.
    public var isEmpty: Bool { own.isEmpty && made.isEmpty }

    /// Removes what the rules do not have any more, adds what they have got, and places regions.
    ///
    /// Gestures of removed recognizers are cancelled; others are not affected. Elements in a region that is not on this
    /// surface are omitted.
    ///
    /// - Parameters:
    ///   - rules: A region's rule with a present name has what it had, but for what `place(by:)` changes. A recognizer
    ///     whose rule is another one is made anew, when it has no attempt under way.
    ///   - proxy: Returns a recognizer of this engine that mirrors a configured one; nil when there is none.
    public func update(to rules: AttachedRules, proxy: (String) -> GestureRecognizer?) {
        let gone = Set(self.rules.recognizers.map(\.name)).subtracting(rules.recognizers.map(\.name))
        self.rules = rules
        let names = Set(rules.regions.map(\.name))
        // The outermost first: with it go those within it, and the engine does not have to follow them one by one.
        for (name, own) in own.sorted(by: { $0.value.region.depth < $1.value.region.depth })
        where !names.contains(name) {
            own.region.parent?.removeRegion(own.region)
            self.own[name] = nil
        }
        engine.addTogether { addRegions() }
        sortRegions()
        placeRegions()
        let regions = [String: String](rules.recognizers.map { ($0.name, $0.region) }) { first, _ in first }
        for (name, recognizer) in made {
            // A region of the same name that is its own by now is another one.
            if let name = regions[name], let region = self.region(name), region === recognizer.region { continue }
            recognizer.region?.removeGestureRecognizer(recognizer)
            (made[name], makingRules[name]) = (nil, nil)
        }
        // What is left has forgotten how it stood to these, and need not be made anew for that.
        if !gone.isEmpty { makingRules = makingRules.mapValues { $0.forgetting(gone) } }
        renewRecognizers(proxy)
    }

    /// Makes those recognizers anew whose rules have changed, and that have no attempt under way; adds missing ones.
    public func renewRecognizers(_ proxy: (String) -> GestureRecognizer?) {
        isOutdated = false
        let unit = Self.unit(of: surface)
        let unreachable = rules.recognizers.namesAfter { self.region($0.region) == nil }
        engine.addTogether {
            endSequences()
            for rule in rules.recognizers where !unreachable.contains(rule.name) {
                let old = made[rule.name]
                if old != nil, makingRules[rule.name] == rule { continue }
                if let old, old.isUnderWay {
                    isOutdated = true
                    continue
                }
                guard let region = region(rule.region) else { continue }
                let recognizer = rule.makeRecognizer(thresholds: engine.thresholds, unit: unit)
                if let old { region.replace(old, with: recognizer) } else { region.addGestureRecognizer(recognizer) }
                (made[rule.name], makingRules[rule.name]) = (recognizer, rule)
            }
            relateRecognizers(proxy)
        }
    }

    /// Moves regions to where the rules have them now, with their shapes, switches and order.
    ///
    /// Gestures in progress go on. It costs a few microseconds, as views move with every picture.
    ///
    /// - Parameter rules: Those of the last `update(to:proxy:)` with other frames, transforms, shapes, switches and
    ///   order of regions.
    public func place(by rules: AttachedRules) {
        let isReordered = zip(self.rules.regions, rules.regions).contains { $0.name != $1.name }
        self.rules = rules
        if isReordered { sortRegions() }
        placeRegions()
    }

    /// Puts the regions over each other in the order of the rules, above the configured ones.
    private func sortRegions() {
        for rule in rules.regions { own[rule.name]?.region.moveAbove(nil) }
    }

    /// The outermost first: frames depend on the size of what they lie in.
    private func placeRegions() {
        let depths = own.values.lazy.map(\.region.depth)
        guard let outermost = depths.min(), let innermost = depths.max() else { return }
        for depth in outermost...innermost {
            for rule in rules.regions {
                guard let present = own[rule.name], present.region.depth == depth else { continue }
                rule.place(present.region, on: surface)
                guard present.shape != rule.shape else { continue }
                present.region.shape = rule.shape(of: present.region, on: surface)
                own[rule.name]?.shape = rule.shape
            }
        }
    }

    /// Returns a sentence about an own region that no finger can hit where it is now; nil of others.
    ///
    /// - Parameter isSizeKnown: Whether the surface's size is measured, so that millimetres have a meaning.
    public func warning(about name: String, isSizeKnown: Bool) -> String? {
        guard let region = own[name]?.region else { return nil }
        let (bounds, whole) = (region.boundsOnSurface, surface.size)
        if bounds.origin.x >= whole.width || bounds.origin.y >= whole.height
            || bounds.origin.x + bounds.size.width <= 0 || bounds.origin.y + bounds.size.height <= 0
        {
            return "\(quoted(name)) lies outside of the surface \(quoted(surface.name)): no touch can begin in it"
        }
        let width = region.convertToSurface(Vector(x: region.size.width, y: 0))
        let height = region.convertToSurface(Vector(x: 0, y: region.size.height))
        // Of a sheared region, both sides can be long, and little lies between them.
        let area = abs(width.x * height.y - width.y * height.x)
        let millimetres = area / max(width.length, height.length) * PointUnit.millimetres
        guard isSizeKnown, millimetres < RegionReview.narrowest else { return nil }
        let size =
            "\(PropertyValue.number((millimetres * 100).rounded() / 100)) mm "
            + (width.length < height.length ? "wide" : "high")
        return "\(quoted(name)) is \(size) on the surface \(quoted(surface.name)): no finger can aim at it"
    }

    /// A parent may come after its child.
    private func addRegions() {
        var isDone = false
        while !isDone {
            isDone = true
            for rule in rules.regions where own[rule.name] == nil && isHere(rule) {
                guard let parent = region(rule.parent) else { continue }
                own[rule.name] = OwnRegion(region: rule.addRegion(to: parent, on: surface), shape: rule.shape)
                isDone = false
            }
        }
    }

    private func isHere(_ rule: RegionRule) -> Bool { rule.surface == nil || rule.surface == surface.name }

    /// A name means the own region, else the configured one; an own one that is not here hides nothing that is.
    private func region(_ name: String) -> Region? {
        if let own = own[name] { return own.region }
        return rules.regions.contains { $0.name == name } ? nil : configured[name]
    }

    /// The unit in which a surface publishes, in points, for lengths.
    static func unit(of surface: Surface) -> Double {
        unit(surface.publicationScale.x, surface.publicationScale.y)
    }

    /// The same, by how many of the unit are a point along each side.
    static func unit(_ x: Double, _ y: Double) -> Double {
        // A length has no direction: where pixels are not square, it is between their sides, as `majorRadius` is.
        2 / (x + y)
    }

    /// Makes recognizers whose predecessor was detached begin like any.
    private func endSequences() {
        let successors = Set(rules.recognizers.flatMap(\.then))
        for (name, recognizer) in made where recognizer.hasPredecessor && !successors.contains(name) {
            recognizer.requireRecognitionUnchecked(of: nil)
        }
    }

    /// What holds already stays.
    private func relateRecognizers(_ proxy: (String) -> GestureRecognizer?) {
        let names = Set(rules.recognizers.map(\.name))
        for present in rules.recognizers {
            guard let rule = makingRules[present.name], let recognizer = made[rule.name] else { continue }
            for other in rule.requireToFail {
                let required = made[other] ?? (names.contains(other) ? nil : proxy(other))
                required.map(recognizer.requireUnchecked(toFail:))
            }
            for other in rule.blocks { made[other]?.requireUnchecked(toFail: recognizer) }
            for other in rule.simultaneousWith { made[other].map(recognizer.allowSimultaneousRecognition) }
            for other in rule.then { made[other]?.requireRecognitionUnchecked(of: recognizer) }
        }
    }
}
