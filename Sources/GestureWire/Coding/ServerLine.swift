// Decoding of a server's line, after a check for texts that are slow to compare.

import FoundationEssentials

/// A line of a server, which may not be gestured but something that wants to keep the client busy.
///
/// To compare or hash a `String`, Swift puts a run of combining marks in canonical order, which takes the square of its
/// length. `JSONDecoder` does so with the names of members, and clients do so with the texts that they receive.
package enum ServerLine {
    /// The longest run of combining marks in a text: the longest name of a device, 256 bytes, has room for no longer one.
    package static let longestRun = 128

    /// Decodes a line, with or without its LF, in time that grows with its length only.
    ///
    /// Names of members are printable ASCII of at most ``nameBytes`` bytes, known or not.
    ///
    /// - Throws: `DecodingError`, also for other names and for a longer run of marks.
    package static func decode<Value: Decodable>(_ type: Value.Type, from line: [UInt8]) throws -> Value {
        guard isHarmless(line) else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "not a line of gestured")
            throw DecodingError.dataCorrupted(context)
        }
        return try JSONDecoder().decode(type, from: Data(line))
    }

    /// Steps from string to string; `JSONDecoder` sees to what is between them.
    private static func isHarmless(_ line: [UInt8]) -> Bool {
        var scanner = RequestScanner(line[...])
        while let byte = scanner.next() {
            if byte == UInt8(ascii: "\"") {
                guard let text = try? scanner.string(limit: .max) else { return false }
                if scanner.next() == UInt8(ascii: ":") {
                    guard text.isPrintable, !text.hasHalfCharacter, text.bytes.count <= nameBytes else { return false }
                } else if !text.isPrintable, hasLongRun(text.bytes) {
                    return false
                }
            } else {
                // Anything else makes `JSONDecoder` guess another encoding, in which the strings are others.
                guard NameRule.isPrintable(byte), scanner.skip(byte) else { return false }
            }
        }
        return true
    }

    private static func hasLongRun(_ text: [UInt8]) -> Bool {
        var length = 0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            length = scalar.isCombiningMark ? length + 1 : 0
            if length > longestRun { return true }
        }
        return false
    }
}
