// What is wrong with a configuration file? Every problem with its place, as it is printed.

/// Why a configuration file was refused: all of its problems at once.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable {
        /// The line, from 1; 0 when the problem is the file itself.
        public let line: Int
        /// The column in characters (Unicode scalars), from 1; 0 when the problem is the file itself.
        public let column: Int
        /// What is wrong.
        public let message: String
        /// What to do about it, if that can be said.
        public let hint: String?
        /// The line of the file and the caret under the place, each ended by a line feed; empty without a place.
        let excerpt: String

        init(place: Place?, message: String, hint: String? = nil, excerpt: String = "") {
            line = place?.line ?? 0
            column = place?.column ?? 0
            self.message = message
            self.hint = hint
            self.excerpt = excerpt
        }
    }

    /// The file as the caller called it.
    public let file: String
    /// At least one, in the order of their places.
    public let problems: [Problem]
    /// The system's error number when the file cannot be read (`ENOENT`, `EACCES`, …).
    public let systemError: Int32?

    init(file: String, problems: [Problem], systemError: Int32? = nil) {
        self.file = file
        self.problems = problems
        self.systemError = systemError
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// All problems as they are printed: `file:line:column: error: message`, the line, a caret, the hint.
    ///
    /// The last line has no line feed.
    public var description: String {
        problems.map(text).joined(separator: "\n")
    }

    private func text(_ problem: Problem) -> String {
        let place = problem.line > 0 ? "\(file):\(problem.line):\(problem.column)" : file
        var text = "\(place): error: \(problem.message)\n" + problem.excerpt
        if let hint = problem.hint { text += "    \(hint)\n" }
        text.removeLast()
        return text
    }
}
