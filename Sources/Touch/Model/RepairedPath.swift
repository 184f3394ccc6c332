// Paths on a command line whose bytes are not UTF-8.

extension String {
    /// Whether it has the character that stands for bytes that are not UTF-8: no file need have this name.
    package var isRepaired: Bool { unicodeScalars.contains("\u{FFFD}") }

    /// What to say of such a path that leads nowhere.
    package static var repairedPathAdvice: String { "its name is not UTF-8: rename the file, or give it as /dev/stdin" }
}
