// Search for bytes in others, and for words in texts.

// Swift's own searches are in its module for regular expressions, which would add 1.4 MB to the programs.

extension ArraySlice<UInt8> {
    /// Returns where bytes stand for the first time; nil when they are not there.
    package func firstPlace(of part: some Collection<UInt8>) -> Range<Int>? {
        indices.first { self[$0...].starts(with: part) }.map { $0..<($0 + part.count) }
    }
}

extension String {
    /// Returns whether another text is in this one, byte by byte.
    package func has(_ part: String) -> Bool { Array(utf8)[...].firstPlace(of: part.utf8) != nil }

    /// Returns the parts between all places of a separator, which must not be empty.
    package func parts(separatedBy separator: String) -> [String] {
        var (parts, rest) = ([String](), Array(utf8)[...])
        while let place = rest.firstPlace(of: separator.utf8) {
            parts.append(String(decoding: rest[..<place.lowerBound], as: UTF8.self))
            rest = rest[place.upperBound...]
        }
        return parts + [String(decoding: rest, as: UTF8.self)]
    }
}
