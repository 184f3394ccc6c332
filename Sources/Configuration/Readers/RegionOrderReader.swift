// Reader of `above`: how regions of a file, or a connection's own, are to lie on each other.

/// Reads the moves of a request one by one, in its order, and reports those that cannot be made.
struct RegionOrderReader {
    /// A region over which another one is to lie.
    struct Wish {
        /// nil for the top.
        let sibling: Reference?

        /// nil when a mapping has no `above`, or a wrong one, which is then reported.
        ///
        /// In a file, the top is the place of the last region, and `above: ~` removes the key.
        init?(of mapping: MappingReader) {
            guard let element = mapping["above"] else { return nil }
            let isTop = element.isNull && mapping.diagnostics.isTyped
            sibling = isTop ? nil : mapping.reference("above")
            if sibling == nil, !isTop { return nil }
        }
    }

    /// In the order of the request.
    private(set) var moves: [RegionMove] = []
    private var above: [String: String] = [:]
    private let own: [String: RegionRule]
    private let configured: [String]
    private let diagnostics: Diagnostics

    /// - Parameters:
    ///   - own: All regions of the file, or of the connection, those of the request among them.
    ///   - configured: For a connection, the names of the configured ones.
    init(own: [RegionRule], configured: [String], _ diagnostics: Diagnostics) {
        self.own = [String: RegionRule](own.map { ($0.name, $0) }) { first, _ in first }
        self.configured = configured + [RegionRule.root]
        self.diagnostics = diagnostics
    }

    /// Adds the move of a region, which has none in this request yet.
    mutating func read(_ wish: Wish, of rule: RegionRule) {
        if let sibling = wish.sibling, !canLie(rule, above: sibling) { return }
        above[rule.name] = wish.sibling?.name
        moves.append(RegionMove(region: rule.name, above: wish.sibling?.name))
    }

    private func canLie(_ rule: RegionRule, above sibling: Reference) -> Bool {
        guard let other = own[sibling.name] else {
            reportUnknown(sibling, rule)
            return false
        }
        guard other.parent == rule.parent else {
            diagnostics.report(
                "\(quoted(rule.name)) lies in \(quoted(rule.parent)), \(quoted(other.name)) in \(quoted(other.parent)): "
                    + "a region can lie above those in the same parent", at: sibling.place)
            return false
        }
        let circle = circle(from: other.name, to: rule.name)
        guard let circle else { return true }
        diagnostics.report(
            circle.count == 1
                ? "\(quoted(rule.name)) cannot lie above itself" : cycleText(of: circle, "lies above"),
            at: sibling.place)
        return false
    }

    private func reportUnknown(_ sibling: Reference, _ rule: RegionRule) {
        let siblings = own.values.filter { $0.parent == rule.parent && $0.name != rule.name }.map(\.name).sorted()
        guard diagnostics.isTyped else {
            return diagnostics.report(
                sibling.name == RegionRule.root
                    ? "no region lies beside \(quoted(RegionRule.root)), which is the whole surface"
                    : "there is no region called \(quoted(sibling.name))", at: sibling.place,
                hint: nearestSuggestion(for: sibling.name, among: siblings))
        }
        if configured.contains(sibling.name) {
            return diagnostics.report(
                "\(quoted(sibling.name)) is configured; regions of a connection always lie above what is configured",
                at: sibling.place, hint: "name a region of this connection, or null for the top")
        }
        diagnostics.report(
            "this connection has no region called \(quoted(sibling.name))", at: sibling.place,
            hint: nearestSuggestion(for: sibling.name, among: siblings))
    }

    /// The regions from `target`, which is to lie above the first of them; nil when no moves lead there.
    private func circle(from start: String, to target: String) -> [String]? {
        var (circle, next) = ([target], start)
        // Each region moves once at most, and the moves so far are no circle.
        while next != target {
            circle.append(next)
            guard let above = above[next] else { return nil }
            next = above
        }
        return circle
    }
}
