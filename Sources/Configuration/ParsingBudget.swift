// The limit of parsing work for all files of a configuration together.

/// The remaining budget.
final class ParsingBudget {
    /// Characters that may be parsed.
    ///
    /// The first time is granted to each file, because how large all may be together is bounded, too.
    private var characters = 4 << 20
    /// Characters that the library may read to compare keys and to expand aliases.
    private var looks = 8.0 * 1024 * 1024

    /// Subtracts a parsed text.
    func spend(_ characters: Int) { self.characters -= characters }

    /// Whether a text may be parsed once more.
    func allows(_ characters: Int) -> Bool { characters <= self.characters }

    /// Whether so many characters may be looked at, which are then spent.
    func grants(looks: Double) -> Bool {
        guard looks <= self.looks else { return false }
        self.looks -= looks
        return true
    }
}
