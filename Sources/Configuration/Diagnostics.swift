// Which problems were found so far? Collects them until all are known.

/// The problems of one text.
final class Diagnostics {
    /// Nobody reads more; what is found beyond it is counted only.
    static let maximum = 200

    private let source: SourceText
    private var found: [Problem] = []
    private var seen: Set<Problem> = []
    private var uncounted = 0

    private struct Problem: Hashable {
        let place: Place
        let message: String
        let hint: String?
    }

    init(source: SourceText) {
        self.source = source
    }

    /// Adds a problem; the same one a second time is ignored.
    func report(_ message: @autoclosure () -> String, at place: Place, hint: @autoclosure () -> String? = nil) {
        guard found.count < Self.maximum else {
            uncounted += 1
            return
        }
        let problem = Problem(place: source.clamped(place), message: message(), hint: hint())
        if seen.insert(problem).inserted { found.append(problem) }
    }

    /// All problems in the order of their places; nil when there are none.
    func error(file: String) -> ConfigurationError? {
        guard !found.isEmpty else { return nil }
        // Stable by hand: problems of one place stay in the order in which they were found.
        let order = found.indices.sorted { (found[$0].place, $0) < (found[$1].place, $1) }
        var problems = order.map { index in
            let problem = found[index]
            return ConfigurationError.Problem(
                place: problem.place, message: problem.message, hint: problem.hint,
                excerpt: source.excerpt(at: problem.place))
        }
        if uncounted > 0 { problems.append(.init(place: nil, message: "there are \(uncounted) problems more")) }
        return ConfigurationError(file: file, problems: problems)
    }
}

/// A name, value or key of the file as messages show it: short, in backticks, without control characters.
func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(40) {
        if scalar.isControl {
            shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return "`" + shown + (text.unicodeScalars.count > 40 ? "…`" : "`")
}
