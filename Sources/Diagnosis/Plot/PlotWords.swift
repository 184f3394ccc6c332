// Words of a picture: their estimated width, wrapped and shortened to the place that they have.

internal import Touch

/// Text in a picture, whose font only the viewer knows: widths are those of a wide one.
enum PlotWords {
    /// The width of an average character, in font sizes.
    private static let advance = 0.55

    /// The estimated width of a text.
    static func width(_ text: String, size: Double) -> Double {
        size * advance * text.unicodeScalars.reduce(0) { $0 + cells($1) }
    }

    /// The text, with an ellipsis for what is too wide.
    static func shortened(_ text: String, to width: Double, size: Double) -> String {
        wrapped(text, to: width, size: size, lines: 1).first ?? ""
    }

    /// The text in lines, with an ellipsis for what is too long.
    ///
    /// Lines break at blanks, a word that is too wide anywhere.
    static func wrapped(_ text: String, to width: Double, size: Double, lines maximum: Int) -> [String] {
        let room = max(2, width / (size * advance))
        // A picture cannot show more of it, whatever it is.
        var rest = ArraySlice(text.printable.unicodeScalars.prefix(Int(room) * maximum * 2))
        var lines: [String] = []
        while let line = takeLine(of: &rest, room: room) {
            guard lines.count < maximum else {
                lines[maximum - 1] = ended(lines[maximum - 1], room: room)
                break
            }
            lines.append(line)
        }
        return lines
    }

    private static func takeLine(of rest: inout ArraySlice<Unicode.Scalar>, room: Double) -> String? {
        rest = rest.drop { $0 == " " }
        guard !rest.isEmpty else { return nil }
        var (used, end) = (0.0, rest.startIndex)
        while end < rest.endIndex, used + cells(rest[end]) <= room {
            used += cells(rest[end])
            end += 1
        }
        if end < rest.endIndex, rest[end] != " ",
            let blank = rest[..<end].lastIndex(of: " "), blank > rest.startIndex
        {
            end = blank
        }
        defer { rest = rest[end...] }
        return String(String.UnicodeScalarView(rest[..<end]))
    }

    private static func ended(_ line: String, room: Double) -> String {
        var scalars = Array(line.unicodeScalars)
        while scalars.reduce(1, { $0 + cells($1) }) > room { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars)) + "…"
    }

    /// The characters of average width that a character is as wide as.
    ///
    /// Combining marks count too, so that a text of them is short as well.
    private static func cells(_ scalar: Unicode.Scalar) -> Double {
        scalar.value < 0x1100 ? 1 : 2
    }
}
