// Words of commands that users paste into a shell.

extension Character {
    /// Whether it is an ASCII letter or digit, or one of these.
    func isPlain(or others: String) -> Bool { isASCII && (isLetter || isNumber) || others.contains(self) }
}

/// Text as a POSIX shell reads it.
enum ShellText {
    /// The text as one word, in quotation marks where it needs them.
    static func word(_ text: String) -> String {
        if !text.isEmpty, text.allSatisfy({ $0.isPlain(or: "/._-+:@%,=") }) { return text }
        // Not by characters: a mark that follows a quotation mark is part of that character.
        let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
    }
}
