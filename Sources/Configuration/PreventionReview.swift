// Recognizers that another one of the same fingers always prevents.

internal import ExampleRecognizers
internal import GestureWire
internal import Gestures

/// Looks for recognizers that are never recognized, because others are, before or instead.
///
/// A rival of a recognizer is enabled, sees all its touches, takes as few fingers and at least as many, waits for nobody,
/// and lets nobody be recognized beside it that would not let the other one be, too. It either
/// - is a pan or a transform that begins after less movement than the other one needs, or
/// - does the same by the same numbers, and is configured first in the same region.
///
/// Fingers that jump beyond both lengths in one frame are an exception, and so are panels that lose some of them.
struct PreventionReview {
    private struct Entry {
        let rule: RecognizerRule
        let element: Element
        /// As on small and on large surfaces: what is configured with a length does not grow with them.
        let made: [GestureRecognizer]
        /// Those that may be recognized beside it.
        var allowed: Set<Int> = []
        var waits = false
    }

    /// The diagonals between which lengths grow, in millimetres.
    private static let diagonals = [0.0, 2500]

    private let entries: [Entry]
    private let tree: RegionTree
    private let diagnostics: Diagnostics

    init(
        _ recognizers: [(rule: RecognizerRule, element: Element)], _ configuration: Configuration,
        _ diagnostics: Diagnostics
    ) {
        let profiles = Self.diagonals.map { configuration.thresholds.thresholds(forDiagonal: $0) }
        var entries = recognizers.map { rule, element in
            Entry(rule: rule, element: element, made: profiles.map { rule.makeRecognizer(thresholds: $0) })
        }
        let indices = [UTF8Key: Int](entries.indices.map { (UTF8Key(entries[$0].rule.name), $0) }) { first, _ in first }
        for index in entries.indices {
            let rule = entries[index].rule
            entries[index].allowed.insert(index)
            for other in rule.simultaneousWith.compactMap({ indices[$0] }) {
                entries[index].allowed.insert(other)
                entries[other].allowed.insert(index)
            }
            if !rule.requireToFail.isEmpty { entries[index].waits = true }
            for other in rule.blocks.compactMap({ indices[$0] }) { entries[other].waits = true }
        }
        self.entries = entries
        self.diagnostics = diagnostics
        tree = RegionTree(configuration.regions)
    }

    /// Reports each recognizer that has a rival once, with all its rivals.
    func check() {
        var rivals = entries.indices.map { index in
            entries[index].rule.isEnabled ? entries.indices.filter { isRival($0, of: index) } : []
        }
        // What lets one be recognized that has a rival must have one itself; what is left at last holds each other.
        var isChanged = true
        while isChanged {
            isChanged = false
            for index in entries.indices where !rivals[index].isEmpty {
                let left = rivals[index].filter { rival in
                    entries[index].allowed.subtracting(entries[rival].allowed)
                        .allSatisfy { $0 == index || !rivals[$0].isEmpty }
                }
                isChanged = isChanged || left.count < rivals[index].count
                rivals[index] = left
            }
        }
        for index in entries.indices where !rivals[index].isEmpty { report(index, rivals[index]) }
    }

    private func isRival(_ first: Int, of second: Int) -> Bool {
        let (rival, other) = (entries[first], entries[second])
        guard first != second, rival.rule.isEnabled, !rival.waits, !rival.allowed.contains(second),
            tree.isRegion(other.rule.region, within: rival.rule.region)
        else { return false }
        let isFirst = first < second && rival.rule.region == other.rule.region
        return isFirst && isTwin(rival, other)
            || zip(rival.made, other.made).allSatisfy { rival, other in
                guard let begin = Self.begin(of: rival), let way = Self.leastWay(of: other) else { return false }
                let (fingers, needed) = (rival.numberOfTouchesAccepted, other.numberOfTouchesAccepted)
                return fingers.lowerBound == needed.lowerBound && fingers.upperBound >= needed.upperBound
                    && (begin < way || isFirst && begin == way)
            }
    }

    /// Whether two recognize the same.
    private func isTwin(_ first: Entry, _ second: Entry) -> Bool {
        first.rule.type == second.rule.type
            && first.rule.type.ownProperties.allSatisfy { property in
                zip(first.made, second.made).allSatisfy { property.value(of: $0) == property.value(of: $1) }
            }
    }

    /// After how much movement, in points, one begins that any movement begins.
    private static func begin(of recognizer: GestureRecognizer) -> Double? {
        switch recognizer {
        case is ScreenEdgePanGestureRecognizer: nil
        case let pan as PanGestureRecognizer: pan.hysteresis
        case let transform as TransformGestureRecognizer: transform.hysteresis
        default: nil
        }
    }

    /// How far fingers have moved at least, in points, when one is recognized; nil where that may be nowhere.
    private static func leastWay(of recognizer: GestureRecognizer) -> Double? {
        switch recognizer {
        case let swipe as SwipeGestureRecognizer:
            swipe.minimumPrimaryMovement * max(1 - Thresholds.swipePrimaryRate * swipe.maximumDuration, 0)
        case let pan as PanGestureRecognizer: pan.hysteresis
        case let tickle as TickleGestureRecognizer: tickle.tickleDistance
        default: nil
        }
    }

    private func report(_ index: Int, _ rivals: [Int]) {
        let (rule, rival) = (entries[index].rule, entries[rivals[0]])
        let name = quoted(rule.name)
        let isTwin = isTwin(rival, entries[index])
        let begin = rival.made.first.flatMap(Self.begin(of:))
        let way = entries[index].made.first.flatMap(Self.leastWay(of:))
        var reason = isTwin ? "recognizes the same" : "needs as little movement"
        reason += " and is configured first"
        if let begin, let way, begin < way {
            reason = "begins after \(PropertyValue.number(begin)) points; \(name) needs \(PropertyValue.number(way))"
        }
        diagnostics.report(
            "\(quoted(rival.rule.name)) always prevents \(name) with the same fingers: it \(reason)",
            at: entries[index].element["name"]?.place ?? entries[index].element.place,
            hint: hint(rule, rivals.map { entries[$0].rule.name }))
    }

    private func hint(_ rule: RecognizerRule, _ rivals: [String]) -> String {
        let first = quoted(rivals[0])
        let keys = Set<UTF8Key>(texts: rivals)
        let blocked = (rule.blocks + rivals).joined(separator: ", ")
        var hint = "let \(rivals.count == 1 ? first : "them") wait: `blocks: [\(blocked)]` in \(quoted(rule.name)), or "
        hint += "`requireToFail: [\(rule.name)]` in " + rivals.prefix(4).map { quoted($0) }.joined(separator: ", ")
        if rivals.count > 4 { hint += " and \(rivals.count - 4) more" }
        if rule.requireToFail.contains(where: { keys.contains($0) }) {
            hint += "; and \(quoted(rule.name)) must not wait for \(rivals.count == 1 ? "it" : "them")"
        }
        return hint
    }
}
