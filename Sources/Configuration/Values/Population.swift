// Setup of a surface's engine from a configuration: thresholds, regions, recognizers, relations.

public import Gestures
public import Touch

extension Thresholds {
    /// The profile of attached recognizers on a surface with this one.
    ///
    /// Attached recognizers use UIKit's values for the two thresholds that the shipped configuration changes: a gesture
    /// that has begun is never taken back, and a swipe does not go backward.
    public var forAttachments: Thresholds {
        var thresholds = self
        thresholds.landingInterval = Self.standard.landingInterval
        thresholds.swipeMaximumOppositeMovement = Self.standard.swipeMaximumOppositeMovement
        return thresholds
    }
}

extension Configuration {
    /// The profile of a surface: the engine of the surface is made with it, and then given to `populate(_:of:)`.
    ///
    /// - Parameter isSizeKnown: Whether the surface's size is measured, not assumed; an assumed size scales nothing.
    public func thresholds(for surface: Surface, isSizeKnown: Bool) -> Thresholds {
        let size = surface.millimetres
        let diagonal = Vector(x: size.width, y: size.height).length
        return thresholds.thresholds(forDiagonal: isSizeKnown ? diagonal : nil)
    }

    /// Adds regions and recognizers to the root region of a surface's engine, in the order of the file.
    ///
    /// Regions of other surfaces are omitted, with their recognizers and the relations of those.
    ///
    /// - Returns: The new recognizers, each in its region.
    @discardableResult
    public func populate(_ engine: GestureEngine, of surface: Surface) -> [GestureRecognizer] {
        var made: [(rule: RecognizerRule, recognizer: GestureRecognizer)] = []
        var named: [String: GestureRecognizer] = [:]
        engine.addTogether {
            let regions = RegionTree(regions).populate(engine.root, of: surface)
            let unreachable = recognizers.namesAfter { regions[$0.region] == nil }
            for rule in recognizers where !unreachable.contains(rule.name) {
                guard let region = regions[rule.region] else { continue }
                let recognizer = rule.makeRecognizer(
                    thresholds: engine.thresholds, unit: AttachedPopulation.unit(of: surface))
                region.addGestureRecognizer(recognizer)
                made.append((rule, recognizer))
                named[rule.name] = recognizer
            }
        }
        // The reader has refused circles.
        for (rule, recognizer) in made {
            for other in rule.requireToFail { named[other].map(recognizer.requireUnchecked(toFail:)) }
            for other in rule.blocks { named[other]?.requireUnchecked(toFail: recognizer) }
            for other in rule.simultaneousWith { named[other].map(recognizer.allowSimultaneousRecognition) }
            guard !rule.then.isEmpty else { continue }
            engine.addTogether {
                for other in rule.then { named[other]?.requireRecognitionUnchecked(of: recognizer) }
            }
        }
        return made.map(\.recognizer)
    }

    /// Returns the private areas of this surface: the frames of its private regions, upright around those that turn.
    ///
    /// A frame that reaches an edge of the surface extends beyond it, as touches of a panel may lie outside.
    ///
    /// - Parameter switches: The regions that were switched at run time, by their names.
    public func privateAreas(on surface: Surface, switches: [String: Bool] = [:]) -> [PrivateArea] {
        let size = surface.size
        return switchableRegions(on: surface).compactMap { rule, region in
            guard switches[rule.name] ?? rule.isPrivate ?? false else { return nil }
            let bounds = region.boundsOnSurface
            var (left, top) = (bounds.origin.x, bounds.origin.y)
            var (right, bottom) = (left + bounds.size.width, top + bounds.size.height)
            // Lengths are computed: a frame of 100 % may end a rounding error before the edge.
            if left <= 0.5 { left = -Self.beyond }
            if top <= 0.5 { top = -Self.beyond }
            if right >= size.width - 0.5 { right = Self.beyond }
            if bottom >= size.height - 0.5 { bottom = Self.beyond }
            return PrivateArea(
                origin: Point(x: left, y: top), size: Size(width: right - left, height: bottom - top))
        }
    }

    /// Farther than any touch lies outside of its surface, in points.
    private static let beyond = 1e9

    private func switchableRegions(on surface: Surface) -> [(rule: RegionRule, region: Region)] {
        let rules = regions.filter { $0.isPrivate != nil }
        if rules.isEmpty { return [] }
        let named = RegionTree(regions).populate(Region(name: RegionRule.root, size: surface.size), of: surface)
        return rules.compactMap { rule in named[rule.name].map { (rule, $0) } }
    }

    /// Returns warnings about regions of this surface that depend on its size, in sentences for the log.
    ///
    /// Lengths in points or millimetres may be more than the surface has.
    public func warnings(for surface: Surface) -> [String] {
        let root = Region(name: RegionRule.root, size: surface.size)
        let regions = RegionTree(regions).populate(root, of: surface)
        return self.regions.compactMap { rule in
            guard let region = regions[rule.name], let parent = region.parent,
                !region.boundsOnSurface.meets(parent.boundsOnSurface)
            else { return nil }
            let size = surface.millimetres
            return "the region \"\(rule.name)\" lies outside of \"\(parent.name)\" on the surface \"\(surface.name)\", "
                + "which is \(Int(size.width.rounded())) mm x \(Int(size.height.rounded())) mm; no touch will reach it"
        }
    }

    /// Returns warnings about recognizers that need more fingers than the surface's device reports, in sentences for
    /// the log.
    ///
    /// - Parameter contacts: The largest number of fingers that the device reports.
    public func warnings(for surface: Surface, contacts: Int) -> [String] {
        let engine = GestureEngine(size: surface.size)
        let names = populate(engine, of: surface)
            .filter { $0.isEnabled && $0.numberOfTouchesAccepted.lowerBound > contacts }.map(\.name)
        guard !names.isEmpty else { return [] }
        return [
            "surface \(surface.name) reports at most \(contacts) \(contacts == 1 ? "finger" : "fingers"): "
                + "\(names.joined(separator: ", ")) can never begin on it"
        ]
    }
}

extension Rectangle {
    fileprivate func meets(_ other: Rectangle) -> Bool {
        origin.x < other.origin.x + other.size.width && other.origin.x < origin.x + size.width
            && origin.y < other.origin.y + other.size.height && other.origin.y < origin.y + size.height
    }
}
