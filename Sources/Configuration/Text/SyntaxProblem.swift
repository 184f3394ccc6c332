// Messages for texts that have no tree.

import CLibyaml

/// The reason why a text has no tree: where, what, and what to do about it.
struct SyntaxProblem: Error {
    let place: Place
    let message: String
    let hint: String?

    /// A problem that needs no explanation.
    init(_ message: String, at place: Place) { (self.message, self.place, hint) = (message, place, nil) }

    /// A syntax error.
    ///
    /// - Parameter context: What was being parsed, and where that begins.
    init(syntax problem: String, at place: Place, context: String? = nil, in source: SourceText) {
        self.place = place
        message = "this is not YAML: \(problem)"
        hint = Self.hint(for: source.index(of: place).map { source.scalars[$0] }, problem) ?? context
    }

    /// The error with which the library's parser has stopped.
    init(_ parser: yaml_parser_t, in source: SourceText) {
        func place(_ mark: yaml_mark_t) -> Place {
            source.place(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
        }
        // The library lacks words only when it lacks memory.
        let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
        guard parser.error != YAML_READER_ERROR else {
            let before = String(decoding: source.string.utf8.prefix(parser.problem_offset), as: UTF8.self)
            self.init(syntax: problem, at: source.place(at: before.unicodeScalars.count), in: source)
            return
        }
        let context = parser.context.map { context in
            // The library takes the end of the text for a line of its own.
            let begin = source.clamped(place(parser.context_mark))
            return "\(String(cString: context)) that begins at line \(begin.line), column \(begin.column)"
        }
        // A name of an anchor or alias is malformed: most likely none was meant.
        let isName = context != nil && problem.hasSuffix("alphabetic or numeric character")
        self.init(
            syntax: problem, at: place(isName ? parser.context_mark : parser.problem_mark), context: context,
            in: source)
    }

    private static func hint(for scalar: Unicode.Scalar?, _ problem: String) -> String? {
        switch scalar {
        case "\t": return "indent with blanks instead of tabs"
        case "*": return "a pattern that begins with `*` needs quotes"
        case "@", "`", "%", "&", "!": return scalar.map { "a text that begins with `\($0)` needs quotes" }
        default: break
        }
        if problem.hasPrefix("control characters") { return "is it a text file at all?" }
        if problem.hasSuffix("another document") { return "a configuration is one document: remove the line `---`" }
        return nil
    }
}
