// Conversion of a text's encoding to UTF-8, by the byte order mark at its beginning.

/// Converts UTF-16 with a byte order mark, as the shell of Windows writes it, and removes the mark of UTF-8.
struct TextEncoding {
    private enum Kind { case unknown, bytes, little, big }

    private var kind = Kind.unknown
    /// The first bytes, and later the byte of a unit whose other one has not come.
    private var held: [UInt8] = []

    /// Returns the next piece of the text as UTF-8.
    ///
    /// Characters of two units, which no recording needs, are replaced.
    mutating func decode(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if kind == .bytes { return piece }
        held += piece
        if kind == .unknown {
            guard held.count >= 3 else { return [] }
            identify()
        }
        return decodeHeld()
    }

    /// Returns what is left at the end of the text.
    mutating func finish() -> [UInt8] {
        if kind == .unknown { identify() }
        return Array(decodeHeld())
    }

    private mutating func identify() {
        let marks: [(Kind, [UInt8])] = [(.bytes, [0xef, 0xbb, 0xbf]), (.little, [0xff, 0xfe]), (.big, [0xfe, 0xff])]
        guard let (kind, mark) = marks.first(where: { held.starts(with: $0.1) }) else { return kind = .bytes }
        self.kind = kind
        held.removeFirst(mark.count)
    }

    private mutating func decodeHeld() -> ArraySlice<UInt8> {
        guard kind != .bytes else {
            defer { held = [] }
            return held[...]
        }
        var text = String.UnicodeScalarView()
        for index in stride(from: 0, to: held.count - 1, by: 2) {
            let (first, second) = (UInt16(held[index]), UInt16(held[index + 1]))
            text.append(Unicode.Scalar(kind == .little ? second << 8 | first : first << 8 | second) ?? "\u{fffd}")
        }
        held.removeFirst(held.count & ~1)
        return Array(String(text).utf8)[...]
    }
}
