// Errors and warnings of a configuration, each with its place, as printed.

import Touch

/// Why a configuration was refused: all problems of its files at once.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable {
        /// The file as the caller called it, or `built in`.
        public let file: String
        /// The line, from 1; 0 when the problem is the file itself.
        public let line: Int
        /// The column in characters (Unicode scalars), from 1; 0 when the problem is the file itself.
        public let column: Int
        /// The problem in words.
        public let message: String
        /// Advice, if there is any.
        public let hint: String?
        /// Whether the configuration is valid all the same, and only probably not what was meant.
        public let isWarning: Bool
        /// The line of the file and the caret under the place, each ended by a line feed; empty without a place.
        let excerpt: String

        init(
            file: String, place: Place?, message: String, hint: String? = nil, excerpt: String = "",
            isWarning: Bool = false
        ) {
            self.file = file
            line = place?.line ?? 0
            column = place?.column ?? 0
            self.message = message
            self.hint = hint
            self.excerpt = excerpt
            self.isWarning = isWarning
        }
    }

    /// At least one, in the order of the files, lowest first, and of their places.
    public let problems: [Problem]
    /// The system's error number when a file cannot be read (`ENOENT`, `EACCES`, …).
    public internal(set) var systemError: Int32?

    /// The first file that has a problem.
    public var file: String { problems.first?.file ?? "" }

    /// The files that have problems, each once, lowest first.
    public var files: [String] {
        var seen: Set<String> = []
        return problems.map(\.file).filter { seen.insert($0).inserted }
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// All problems as they are printed; the last line has no line feed.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

extension ConfigurationError.Problem: CustomStringConvertible {
    /// The problem as it is printed: `file:line:column: error: message`, or `warning`, the line, a caret, the hint.
    ///
    /// The last line has no line feed.
    public var description: String {
        var text = "\(place): \(kind): \(message)\n" + excerpt
        if let hint { text += "    \(hint)\n" }
        text.removeLast()
        return text
    }

    private var place: String { file.printable + (line > 0 ? ":\(line):\(column)" : "") }

    private var kind: String { isWarning ? "warning" : "error" }

    /// Place, problem and hint in one line.
    public var summary: String { "\(place): \(kind): \(message)" + (hint.map { "; \($0)" } ?? "") }
}
