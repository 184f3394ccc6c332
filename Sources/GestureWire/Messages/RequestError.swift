// Error answers to requests, with code, path and hint.

/// A refusal, as it goes to the client in `error`.
public struct RequestError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The codes of JSON-RPC 2.0, and some of our own.
    public enum Code: Int, Sendable {
        /// Not UTF-8, not JSON, or too long to be looked at.
        case parseError = -32_700
        /// JSON, but not a request.
        case invalidRequest = -32_600
        /// No such method in this version.
        case methodNotFound = -32_601
        /// The method is known, its params are wrong.
        case invalidParameters = -32_602
        /// A defect of the server.
        case internalError = -32_603
        /// One of ``Limits`` is reached.
        case limitReached = -32_000
        /// A ``Capability`` is missing.
        case notPermitted = -32_001
        /// The configuration has problems, so that it is not used.
        case configurationRefused = -32_002
    }

    /// The kind of error.
    public var code: Code
    /// The problem, as a sentence.
    public var message: String
    /// The path in the request, such as `params.states[0]`; empty for the whole of it.
    public var path: String
    /// Advice.
    public var hint: String
    /// The problems of a file or an attachment, each with its place, as `file:line:column: error: …` or
    /// `params.recognizers[0].type: …`.
    public var problems: [String]

    /// A refusal from all its members.
    public init(code: Code, message: String, path: String = "", hint: String = "", problems: [String] = []) {
        self.code = code
        self.message = message
        self.path = path
        self.hint = hint
        self.problems = problems
    }

    /// Everything in one line, for logs and people.
    public var description: String {
        [path.isEmpty ? message : "\(path): \(message)", hint].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
