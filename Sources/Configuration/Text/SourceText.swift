// Places in a text as lines and columns, and the excerpt that messages show.

import Touch
import GestureWire

/// A file, a line of it and a column in that, the last two from 1; a column is a Unicode scalar.
struct Place: Hashable, Comparable {
    /// The built-in configuration, as a file before all others.
    static let builtIn = -1

    let line: Int
    let column: Int
    /// The index of the file, 0 for the lowest, or `builtIn`.
    var file = 0

    static func < (left: Place, right: Place) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

struct SourceText: Sendable {
    /// The characters, without the byte order mark that some editors put first.
    let scalars: [Unicode.Scalar]
    /// The start of each line; never empty.
    private let lineStarts: [Int]
    /// The index of the file, as in its places.
    private let file: Int

    init(_ text: String, file: Int = 0) {
        self.file = file
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var starts = [0]
        for (index, scalar) in scalars.enumerated() where Self.isLineBreak(scalar) {
            if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
            starts.append(index + 1)
        }
        self.scalars = scalars
        lineStarts = starts
    }

    var string: String { String(String.UnicodeScalarView(scalars)) }

    func place(line: Int, column: Int) -> Place { Place(line: line, column: column, file: file) }

    /// The place of the character with this index.
    func place(at index: Int) -> Place {
        let line = lineStarts.lastIndex { $0 <= index } ?? 0
        return place(line: line + 1, column: index - lineStarts[line] + 1)
    }

    /// The index of the character at a place; nil when the text has no such place.
    func index(of place: Place) -> Int? {
        guard lineStarts.indices.contains(place.line - 1), place.column > 0 else { return nil }
        let index = lineStarts[place.line - 1] + place.column - 1
        return index < scalars.count ? index : nil
    }

    /// The place itself; for a place behind everything, the end of the last line that is not empty.
    func clamped(_ place: Place) -> Place {
        var line = min(max(place.line, 1), lineStarts.count)
        var column = line == place.line ? max(place.column, 1) : .max
        while line == lineStarts.count || column == .max, line > 1, content(ofLine: line).isEmpty {
            line -= 1
            column = .max
        }
        column = min(column, content(ofLine: line).count + 1)
        return self.place(line: line, column: column)
    }

    /// A line without its line break.
    private func content(ofLine line: Int) -> ArraySlice<Unicode.Scalar> {
        let end = line < lineStarts.count ? lineStarts[line] : scalars.count
        var content = scalars[lineStarts[line - 1]..<end]
        while let last = content.last, Self.isLineBreak(last) { content.removeLast() }
        return content
    }

    /// Returns whether YAML 1.1 takes a scalar for the end of a line.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}

// MARK: - Showing

extension SourceText {
    /// The line of a place and a caret under it, both indented, each ended by a line feed.
    ///
    /// Long lines are shown in part. Tabs stay tabs in both lines, so that the caret stands right in any terminal;
    /// every other character is taken for one column wide.
    func excerpt(at place: Place) -> String {
        let line = content(ofLine: place.line)
        let caret = line.startIndex + min(place.column - 1, line.count)
        let start = caret - line.startIndex > 100 ? caret - 60 : line.startIndex
        let end = min(line.endIndex, start + 120)
        var (shown, pad) = ("    ", "    ")
        if start > line.startIndex {
            shown += "…"
            pad += " "
        }
        for (index, scalar) in zip(start..., line[start..<end]) {
            let scalar = scalar.isUnsafe && scalar != "\t" ? "\u{FFFD}" : scalar
            shown.unicodeScalars.append(scalar)
            if index < caret { pad += scalar == "\t" ? "\t" : " " }
        }
        if end < line.endIndex { shown += "…" }
        return shown + "\n" + pad + "^\n"
    }
}
