// Warnings about recognizers that another one with the same fingers always prevents.

import Gestures

/// Looks for recognizers that are never recognized, because others are, before or instead.
///
/// A rival of a recognizer is enabled, sees all its touches, and would be recognized before it: by less movement, time
/// or taps, or by accepting the same while it is configured first in the same region; see `RecognizerPair`. It does not
/// wait, or only for recognizers that are over by then; and it may not be recognized beside the other one. A recognizer
/// that waits for such a rival is never recognized either.
struct PreventionReview {
    private struct Entry {
        let rule: RecognizerRule
        let element: Element
        /// As on small and on large surfaces: what is configured with a length does not grow with them.
        let made: [GestureRecognizer]
        /// The recognizers that may be recognized simultaneously.
        var allowed: Set<Int> = []
        /// The recognizers that it waits for.
        var required: Set<Int> = []
        /// The recognizer that comes before it.
        var predecessor: Int?
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
        let indices = [String: Int](entries.indices.map { (entries[$0].rule.name, $0) }) { first, _ in first }
        for index in entries.indices {
            let rule = entries[index].rule
            entries[index].allowed.insert(index)
            for other in rule.simultaneousWith.compactMap({ indices[$0] }) {
                entries[index].allowed.insert(other)
                entries[other].allowed.insert(index)
            }
            entries[index].required.formUnion(rule.requireToFail.compactMap { indices[$0] })
            for other in rule.blocks.compactMap({ indices[$0] }) { entries[other].required.insert(index) }
            for other in rule.then.compactMap({ indices[$0] }) { entries[other].predecessor = index }
        }
        for index in entries.indices {
            var next = entries[index].predecessor
            while let other = next {
                entries[index].allowed.insert(other)
                entries[other].allowed.insert(index)
                next = entries[other].predecessor
            }
        }
        self.entries = entries
        self.diagnostics = diagnostics
        tree = RegionTree(configuration.regions)
    }

    /// Reports each recognizer that has a rival once, with all its rivals.
    func check() {
        let reaches = entries.indices.map { reach(of: $0) }
        let rivals = rivals(reaches)
        for index in entries.indices where !rivals[index].isEmpty { report(index, rivals[index], reaches[index]) }
    }

    /// The rivals of each recognizer.
    private func rivals(_ reaches: [[Double]]) -> [[Int]] {
        var rivals = entries.indices.map { index in
            entries[index].rule.isEnabled
                ? entries.indices.filter { isRival($0, of: index, reaches: reaches[index]) } : []
        }
        // A third recognizer that is allowed beside the prevented one, but not beside its rival, may prevent the rival,
        // unless it has a rival itself. Each round drops the rivals that may be prevented so.
        var isChanged = true
        while isChanged {
            isChanged = false
            for index in entries.indices where !rivals[index].isEmpty {
                let left = rivals[index].filter { rival in
                    entries[index].allowed.subtracting(entries[rival].allowed)
                        .allSatisfy { !rivals[$0].isEmpty || !mayPrevent($0, rival, beside: index) }
                }
                isChanged = isChanged || left.count < rivals[index].count
                rivals[index] = left
            }
        }
        return rivals
    }

    private func isRival(_ first: Int, of second: Int, reaches: [Double]) -> Bool {
        let (rival, other) = (entries[first], entries[second])
        // What begins only after another one is not compared with what need not wait for that.
        guard first != second, rival.rule.isEnabled, rival.predecessor == other.predecessor,
            tree.isRegion(other.rule.region, within: rival.rule.region), let order = order(pairs(rival, other, reaches))
        else { return false }
        let isAwaited = other.required.contains(first)
        let isFirst = first < second && rival.rule.region == other.rule.region
        guard order == .before || isFirst || isAwaited else { return false }
        return isAwaited
            || !rival.allowed.contains(second) && rival.made[0].canPrevent(other.made[0])
                && rival.required.allSatisfy { isOver($0, before: second) }
    }

    /// Whether a third recognizer may prevent a rival of one that is allowed beside it, before that one is recognized.
    private func mayPrevent(_ third: Int, _ rival: Int, beside other: Int) -> Bool {
        let (one, rule) = (entries[third], entries[other].rule)
        return third != other && one.rule.isEnabled && tree.meet(one.rule.region, rule.region) != false
            && one.required.isDisjoint(with: [rival, other]) && one.made[0].canPrevent(entries[rival].made[0])
            && zip(pairs(entries[rival], entries[other]), one.made).contains { $0.isPreceded(by: $1) }
    }

    /// Whether a recognizer for which a rival waits does not hold it up: it has failed, or prevents the other one
    /// itself, when that could be recognized.
    private func isOver(_ first: Int, before second: Int) -> Bool {
        let (awaited, other) = (entries[first], entries[second])
        if !awaited.rule.isEnabled || tree.meet(awaited.rule.region, other.rule.region) == false { return true }
        let pairs = pairs(awaited, other)
        if pairs.allSatisfy(\.isElsewhere) { return true }
        // An edge pan fails when a finger lands elsewhere, and is decided when that has moved far enough.
        return awaited.required.isEmpty && !awaited.allowed.contains(second)
            && pairs.allSatisfy { pair in
                guard let pan = pair.rival as? ScreenEdgePanGestureRecognizer,
                    let way = pair.other.leastMovement
                else { return false }
                return pan.hysteresis <= way
            }
    }

    /// Returns the distance, in points and on each surface, that a finger may move before a pan prevents a press;
    /// infinite for all others.
    private func reach(of index: Int) -> [Double] {
        let press = entries[index]
        let isPress = press.rule.type == .longPress && press.made[0].numberOfTouchesAccepted == 1...1
        let pans = entries.indices.filter { other in
            let pan = entries[other]
            return isPress && !press.allowed.contains(other) && pan.rule.isEnabled && pan.required.isEmpty
                && pan.made[0].numberOfTouchesAccepted.lowerBound == 1
                && tree.isRegion(press.rule.region, within: pan.rule.region)
                && press.allowed.subtracting(pan.allowed).allSatisfy { !mayPrevent($0, other, beside: index) }
        }
        return press.made.indices.map { surface in
            pans.compactMap { RecognizerPair.movement(beginning: entries[$0].made[surface]) }.min() ?? .infinity
        }
    }

    /// A rival and another one on each surface.
    private func pairs(_ rival: Entry, _ other: Entry, _ reaches: [Double]? = nil) -> [RecognizerPair] {
        let type = rival.rule.type == other.rule.type ? rival.rule.type : nil
        return rival.made.indices.map { surface in
            RecognizerPair(
                rival: rival.made[surface], other: other.made[surface], type: type,
                reach: reaches?[surface] ?? .infinity)
        }
    }

    /// The order that holds on every surface.
    private func order(_ pairs: [RecognizerPair]) -> RecognizerPair.Order? {
        let orders = pairs.compactMap(\.order)
        guard orders.count == pairs.count else { return nil }
        return orders.contains(.together) ? .together : .before
    }

    /// Whether each of two accepts all that the other one accepts, at the same time.
    private func areTwins(_ first: Int, _ second: Int) -> Bool {
        let (one, two) = (entries[first], entries[second])
        return order(pairs(one, two)) == .together && order(pairs(two, one)) == .together
    }

    private func report(_ index: Int, _ rivals: [Int], _ reaches: [Double]) {
        let twin = rivals.first { areTwins($0, index) }
        let (entry, rival) = (entries[index], entries[twin ?? rivals[0]])
        let isAwaited = entry.required.contains(twin ?? rivals[0])
        let name = quoted(entry.rule.name)
        // On the smallest surface, which has the numbers of the documentation.
        let reason = pairs(rival, entry, reaches)[0].reason(name, isTwin: twin != nil, isAwaited: isAwaited)
        diagnostics.report(
            "\(quoted(rival.rule.name)) always prevents \(name) with the same fingers: it \(reason)",
            at: entry.element["name"]?.place ?? entry.element.place,
            hint: twin == nil
                ? hint(entry.rule, rivals.map { entries[$0].rule.name })
                : hint(entry.rule, twin: rival.rule.name, isAwaited: isAwaited))
    }

    /// Returns the hint for two equal recognizers: if one of them waited for the other, it would never be recognized
    /// itself.
    private func hint(_ rule: RecognizerRule, twin: String, isAwaited: Bool) -> String {
        "remove one of the two, disable it (`enabled: false`), or let both be recognized: `simultaneousWith: [\(twin)]` in "
            + quoted(rule.name) + (isAwaited ? ", which must not wait for \(quoted(twin)) then" : "")
    }

    private func hint(_ rule: RecognizerRule, _ rivals: [String]) -> String {
        let first = quoted(rivals[0])
        let keys = Set(rivals)
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
