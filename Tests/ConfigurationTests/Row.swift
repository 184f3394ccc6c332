// Rows of a table of tests.

import Testing

/// A row of a table: what is written, ` → `, and what it becomes, which is "" without the arrow; an `…` at its end
/// stands for any end.
struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: String
    var testDescription: String { text }

    /// Expects what the row says.
    func expect(_ found: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let isRight = expected.hasSuffix("…") ? found.hasPrefix(expected.dropLast()) : found == expected
        #expect(isRight, "\(text) → \(found)", sourceLocation: sourceLocation)
    }
}

/// The rows of a table.
func rows(_ table: String) -> [Row] {
    table.split(separator: "\n").map { line in
        let parts = line.split(separator: " → ", maxSplits: 1)
        return Row(text: String(parts[0]), expected: parts.count > 1 ? String(parts[1]) : "")
    }
}
