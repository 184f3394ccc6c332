// Messages for the YAML library's syntax errors.

import Yams

/// A syntax error: where, what, and what to do about it.
struct SyntaxProblem {
    private var place: Place
    private var message: String
    private var context: String?
    private let source: SourceText

    init(_ error: YamlError, _ source: SourceText) {
        self.source = source
        place = source.place(line: 1, column: 1)
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            place = source.place(line: mark.line, column: mark.column)
            message = problem
            if problem.contains("alphabetic or numeric"), let begin = context?.mark {
                // A name of an anchor or alias is malformed: most likely none was meant.
                place = source.place(line: begin.line, column: begin.column)
            }
            // The library says this of the second document only, and with a place that means nothing.
            self.context = problem.contains("another document") ? nil : context.map { Self.text($0, source) }
        case .reader(let problem, let bytes, _, _):
            message = problem
            let before = String(decoding: source.string.utf8.prefix(bytes ?? 0), as: UTF8.self)
            place = source.place(at: before.unicodeScalars.count)
        default: message = String(describing: error)
        }
    }

    func report(_ diagnostics: Diagnostics) {
        if message.contains("nesting level") {
            diagnostics.report(ElementReader.depthMessage, at: place)
            return
        }
        diagnostics.report("this is not YAML: \(message)", at: place, hint: hint)
    }

    private var hint: String? {
        let scalar = source.index(of: place).map { source.scalars[$0] }
        switch scalar {
        case "\t": return "indent with blanks instead of tabs"
        case "*": return "a pattern that begins with `*` needs quotes"
        case "@", "`", "%", "&", "!": return scalar.map { "a text that begins with `\($0)` needs quotes" }
        default: break
        }
        if message.contains("control characters") { return "is it a text file at all?" }
        if message.contains("another document") { return "a configuration is one document: remove the line `---`" }
        return context
    }

    private static func text(_ context: YamlError.Context, _ source: SourceText) -> String {
        // The library takes the end of the text for a line of its own.
        let place = source.clamped(source.place(line: context.mark.line, column: context.mark.column))
        return "\(context.text) that begins at line \(place.line), column \(place.column)"
    }
}
