// Errors of an attachment: every problem with its path in the request.

/// Why an attachment was refused: its problems at once.
public struct AttachmentError: Error, Hashable, Sendable {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable {
        /// The path in the request: `params.recognizers[0].type`.
        public let path: String
        /// The kind of problem.
        public let message: String
        /// Advice, if there is any.
        public let hint: String?
    }

    /// The largest number of reported problems.
    static let maximum = 100
    /// The largest number of problems with a hint.
    static let maximumHints = 4

    /// At least one, at most 100, in the order of the request.
    public let problems: [Problem]
}

extension AttachmentError: CustomStringConvertible {
    /// All problems, each in a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension AttachmentError.Problem: CustomStringConvertible {
    /// The problem in a line: `path: message; hint`.
    public var description: String { "\(path): \(message)" + (hint.map { "; \($0)" } ?? "") }
}
