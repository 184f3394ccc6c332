// Members of gestures of custom types.

/// A value that a custom type can measure.
public enum CustomValue: Equatable, Sendable {
    /// A number, a time in seconds, an angle in radians; written with at most six decimals.
    ///
    /// JSON does not distinguish 5.0 from 5: a number without a fraction reads back as a count.
    case number(Double)
    /// A whole number.
    case count(Int)
    /// Words.
    case text(String)
    /// A place or a way on the surface, in its unit.
    case point(WirePoint)

    /// The number that it is, with or without a fraction; nil for words and points.
    public var number: Double? {
        switch self {
        case .number(let number): number
        case .count(let count): Double(count)
        case .text, .point: nil
        }
    }
}

/// The members of a custom type that can be written, in the order of their names.
public struct CustomMembers: Equatable, Sendable {
    /// A value under its name.
    public struct Member: Equatable, Sendable {
        /// The name on the wire.
        public let name: String
        /// The written value.
        public let value: CustomValue

        /// Creates a member, whether it can be written or not.
        public init(_ name: String, _ value: CustomValue) {
            self.name = name
            self.value = value
        }
    }

    /// In the order of their names, each name once.
    public let members: [Member]

    /// Keeps those of the first ``customMembers`` members that can be written, with values as written.
    ///
    /// A member is omitted if its name is not a letter followed by at most 31 letters and digits (ASCII), or is that of
    /// a common or an earlier member. Values that are not numbers or infinite become 0, too large ones the largest
    /// magnitude, and of text the first ``customTextBytes`` bytes are kept.
    public init(_ members: some Sequence<Member>) {
        var kept: [Member] = []
        for member in members.prefix(customMembers)
        where Self.isName(member.name) && !kept.contains(where: { $0.name == member.name }) {
            kept.append(Member(member.name, member.value.rounded))
        }
        kept.sort { $0.name < $1.name }
        self.members = kept
    }

    /// The value under a name, if there is one.
    public subscript(name: String) -> CustomValue? {
        members.first { $0.name == name }?.value
    }

    static let commonNames = [
        "subscription", "seq", "recognizer", "type", "gesture", "state", "surface", "region", "time", "location",
        "touches", "locations",
    ]

    private static func isName(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (1...32).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && !commonNames.contains(name)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension CustomValue {
    /// The value as a reader gets it.
    fileprivate var rounded: CustomValue {
        switch self {
        case .number(let number): .number(Decimals.ratio.rounding(number))
        case .count(let count): .count(min(max(count, -Self.largestCount), Self.largestCount))
        case .text(let text): .text(Self.beginning(of: text))
        case .point(let point):
            .point(WirePoint(x: Decimals.length.rounding(point.x), y: Decimals.length.rounding(point.y)))
        }
    }

    /// Up to here every language's numbers are exact.
    private static let largestCount = 9_007_199_254_740_991

    private static func beginning(of text: String) -> String {
        if text.utf8.count <= customTextBytes { return text }
        var kept = String.UnicodeScalarView()
        var room = customTextBytes
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
