// Collection of the problems found in a configuration.

import Touch

/// A text, what messages call it, and how it counts.
struct SourceFile: Sendable {
    let name: String
    let text: SourceText
    var kind = ConfigurationFiles.Kind.main
}

/// The problems of the texts of a configuration, or of one request.
final class Diagnostics {
    /// The largest number of reported problems; further ones are only counted.
    static let maximum = 200

    private enum Source {
        case files([SourceFile])
        case request(RequestPaths)
    }

    private let source: Source
    private let maximum: Int
    private let maximumHints: Int
    private var found: [Problem] = []
    private var seen: Set<Problem> = []
    private var uncounted = 0

    private struct Problem: Hashable {
        let place: Place
        let message: String
        let hint: String?
    }

    /// For the problems of texts; a place's `file` is an index of these.
    init(files: [SourceFile]) {
        source = .files(files)
        maximum = Self.maximum
        maximumHints = 50
    }

    /// For the problems of a request.
    init(paths: RequestPaths) {
        source = .request(paths)
        maximum = AttachmentError.maximum
        maximumHints = AttachmentError.maximumHints
    }

    /// Whether numbers and texts differ by more than their quotes, as in JSON.
    var isTyped: Bool {
        if case .request = source { true } else { false }
    }

    /// Returns a place in words, for a message at another place: "in line 3, column 11", "at params.regions[0].name".
    func text(for place: Place, from other: Place) -> String {
        switch source {
        case .files: "in line \(place.line), column \(place.column)" + fileWords(place, from: other)
        case .request(let paths): "at \(paths.path(of: place))"
        }
    }

    /// Returns the line of a place: "in line 3", "in line 3 of /etc/gestured/gestured.yaml".
    func line(of place: Place, from other: Place) -> String { "in line \(place.line)" + fileWords(place, from: other) }

    private func fileWords(_ place: Place, from other: Place) -> String {
        place.file == other.file ? "" : " of \(file(of: place)?.name ?? "")"
    }

    /// Advice on a name of a standard recognizer in a file whose recognizers replace those: it is probably a drop-in.
    func dropInHint(for recognizer: String, at place: Place) -> String? {
        guard case .files(let files) = source, files.indices.contains(place.file), files[place.file].kind == .main,
            Configuration.standard.recognizers.contains(where: { $0.name == recognizer })
        else { return nil }
        return "the `recognizers` of this file replace the standard ones, of which \(quoted(recognizer)) is one; a "
            + "drop-in is merged with them: give it with --drop-in, or put it into \(ConfigurationFiles.dropInFolder)"
    }

    private func file(of place: Place) -> SourceFile? {
        guard case .files(let files) = source else { return nil }
        return files.indices.contains(place.file) ? files[place.file] : StandardText.file
    }

    /// Adds a problem; the same one a second time is ignored.
    func report(_ message: @autoclosure () -> String, at place: Place, hint: @autoclosure () -> String? = nil) {
        guard found.count < maximum else {
            uncounted += 1
            return
        }
        // The search for the nearest name takes long, and a hundredth hint helps no reader.
        let hint = found.count < maximumHints ? hint() : nil
        let problem = Problem(
            place: clamped(place), message: message().printable, hint: hint.map(\.printable))
        if seen.insert(problem).inserted { found.append(problem) }
    }

    /// Returns the first elements of a list; reports the one after them.
    func limited(_ elements: [Element], to maximum: Int, _ what: String) -> ArraySlice<Element> {
        if elements.count > maximum {
            report("there can be \(maximum) \(what) at most", at: elements[maximum].place)
        }
        return elements.prefix(maximum)
    }

    private func clamped(_ place: Place) -> Place {
        file(of: place)?.text.clamped(place) ?? place
    }

    /// In the order of their places.
    private var sorted: [Problem] {
        // Stable by hand: problems of one place stay in the order in which they were found.
        found.indices.sorted { (found[$0].place, $0) < (found[$1].place, $1) }.map { found[$0] }
    }

    /// All problems of a request in the order of their places; nil when there are none.
    func attachmentError() -> AttachmentError? {
        guard !found.isEmpty, case .request(let paths) = source else { return nil }
        return AttachmentError(
            problems: sorted.map {
                .init(path: paths.path(of: $0.place), message: $0.message, hint: $0.hint)
            })
    }

    /// All problems of the texts in the order of the files and of their places; nil when there are none.
    func error() -> ConfigurationError? {
        let problems = problems(areWarnings: false)
        return problems.isEmpty ? nil : ConfigurationError(problems: problems)
    }

    /// Everything that was reported, as warnings, in the same order.
    var warnings: [ConfigurationError.Problem] { problems(areWarnings: true) }

    private func problems(areWarnings: Bool) -> [ConfigurationError.Problem] {
        var problems = sorted.compactMap { problem in
            file(of: problem.place).map { file in
                ConfigurationError.Problem(
                    file: file.name, place: problem.place, message: problem.message, hint: problem.hint,
                    excerpt: file.text.excerpt(at: problem.place), isWarning: areWarnings)
            }
        }
        if let last = problems.last, uncounted > 0 {
            problems.append(
                .init(
                    file: last.file, place: nil,
                    message: "there are \(uncounted) \(areWarnings ? "warnings" : "problems") more",
                    isWarning: areWarnings))
        }
        return problems
    }
}

/// A name, value or key of the file as messages show it: short, in backticks, and safe to print.
func quoted(_ text: String) -> String {
    let beginning = text.unicodeScalars.prefix(40)
    return "`" + String(beginning).printable + (beginning.endIndex < text.endIndex ? "…`" : "`")
}
