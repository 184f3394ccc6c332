// Detection of long runs of combining marks in a text and in its escapes.

import GestureWire

/// Looks for runs of combining marks that are longer than Unicode's stream-safe text format allows (UAX #15).
///
/// To compare or hash a `String`, Swift puts such a run in canonical order, which takes the square of its length. The
/// YAML library compares and hashes keys and tags so: a text with a longer run never reaches it.
struct MarkRuns {
    /// The longest run that the stream-safe text format allows.
    static let maximum = 30

    private enum Piece {
        case mark
        /// An escaped line break in double quotes: `\`, the end of the line and the blanks around it.
        case joint
        case other
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var isInTag = false
    /// Whether this is the first character of a line, and whether the line is a directive, whose prefixes become tags.
    private var (isLineStart, isInDirective) = (true, false)

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// The index of the first run that is too long; nil when there is none.
    static func firstTooLong(in scalars: [Unicode.Scalar]) -> Int? {
        var runs = MarkRuns(scalars: scalars)
        var (length, start) = (0, 0)
        while runs.index < scalars.count {
            let begin = runs.index
            switch runs.next() {
            case .joint: break
            case .other: length = 0
            case .mark:
                if length == 0 { start = begin }
                length += 1
                if length > maximum { return start }
            }
        }
        return nil
    }

    /// Takes a character or an escape; escapes count wherever they stand, as the quotes around them are not looked for.
    private mutating func next() -> Piece {
        let scalar = scalars[index]
        index += 1
        let wasLineStart = isLineStart
        isLineStart = Self.isBreak(scalar) || wasLineStart && scalar == "\u{FEFF}"
        if isLineStart { (isInTag, isInDirective) = (false, false) }
        switch scalar {
        case "\\": return escape()
        case "!": isInTag = true
        case "%" where wasLineStart: isInDirective = true
        case "%" where isInTag || isInDirective: return (number(digits: 2) ?? 0) < 0x80 ? .other : .mark
        case " ": isInTag = false
        default: if scalar.isCombiningMark { return .mark }
        }
        return .other
    }

    private mutating func escape() -> Piece {
        guard index < scalars.count else { return .other }
        let scalar = scalars[index]
        index += 1
        if Self.isBreak(scalar) {
            while index < scalars.count, Self.isBlank(scalars[index]) { index += 1 }
            return .joint
        }
        let value: UInt32? =
            switch scalar {
            case "u": number(digits: 4)
            case "U": number(digits: 8)
            default: nil
            }
        return value.flatMap(Unicode.Scalar.init)?.isCombiningMark == true ? .mark : .other
    }

    /// Takes so many hexadecimal digits; takes nothing, and is nil, where there are others.
    private mutating func number(digits: Int) -> UInt32? {
        guard index + digits <= scalars.count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[index..<(index + digits)] {
            guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        index += digits
        return value
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || isBreak(scalar)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
