// Simple second implementation of globs, for comparison with the real one.

/// A glob by its definition: all possible matches of every token are tried.
struct ReferenceGlob {
    private let pattern: [Unicode.Scalar]

    init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

    /// Whether the whole name matches.
    func matches(_ name: String) -> Bool {
        // For each place in the name, whether the pattern up to here matches the text before that place.
        let name = Array(name.unicodeScalars)
        var reached = [true] + name.map { _ in false }
        var position = 0
        while position < pattern.count {
            if pattern[position] == "*" {
                for place in reached.indices.dropFirst() { reached[place] = reached[place] || reached[place - 1] }
                position += 1
                continue
            }
            let (takes, next) = token(at: position)
            reached = [false] + name.indices.map { reached[$0] && takes(name[$0]) }
            position = next
        }
        return reached[name.count]
    }

    /// The characters that the token at a position matches, and the position of the next token.
    private func token(at position: Int) -> ((Unicode.Scalar) -> Bool, Int) {
        let literal = pattern[position]
        if literal == "?" { return ({ _ in true }, position + 1) }
        if literal == "[", let (takes, next) = set(after: position) { return (takes, next) }
        return ({ $0 == literal }, position + 1)
    }

    private func set(after position: Int) -> ((Unicode.Scalar) -> Bool, Int)? {
        var place = position + 1
        var isNegated = false
        if place < pattern.count, pattern[place] == "!" || pattern[place] == "^" {
            isNegated = true
            place += 1
        }
        var members: [(Unicode.Scalar, Unicode.Scalar)] = []
        while place < pattern.count {
            let first = pattern[place]
            if first == "]", !members.isEmpty {
                return ({ scalar in members.contains { $0.0 <= scalar && scalar <= $0.1 } != isNegated }, place + 1)
            }
            if place + 2 < pattern.count, pattern[place + 1] == "-", pattern[place + 2] != "]" {
                members.append((min(first, pattern[place + 2]), max(first, pattern[place + 2])))
                place += 3
            } else {
                members.append((first, first))
                place += 1
            }
        }
        return nil
    }
}
