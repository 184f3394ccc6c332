// Coverage of random lists: how often recognizers of each type were recognized, failed and so on.

/// How often recognizers of each type began, were held, released, prevented and so on.
public struct Coverage: Sendable {
    enum Happening: Int, CaseIterable { case began, recognized, held, released, prevented, cancelled, revoked }

    private static let (kinds, happenings) = (RandomList.Kind.allCases, Happening.allCases)
    /// One row for each kind, with a count for each outcome.
    private var counts = Array(repeating: 0, count: kinds.count * happenings.count)

    /// A coverage without any outcome.
    public init() {}

    mutating func note(_ kind: RandomList.Kind, _ happening: Happening) {
        counts[Self.place(kind, happening)] += 1
    }

    /// Adds the counts of another coverage.
    public mutating func add(_ other: Coverage) {
        for (place, count) in other.counts.enumerated() { counts[place] += count }
    }

    private static func place(_ kind: RandomList.Kind, _ happening: Happening) -> Int {
        (kinds.firstIndex(of: kind) ?? 0) * happenings.count + happening.rawValue
    }

    private subscript(kind: RandomList.Kind, happening: Happening) -> Int { counts[Self.place(kind, happening)] }

    /// The possible outcomes that did not occur, as in "pinch held".
    public var missing: [String] {
        Self.kinds.flatMap { kind in
            Self.happenings.filter { kind.can($0) && self[kind, $0] == 0 }.map { "\(kind) \($0)" }
        }
    }

    /// The number of recognizers that waited and were then recognized.
    var releases: Int { Self.kinds.reduce(0) { $0 + self[$1, .released] } }

    /// A table of all counts.
    public var table: String {
        Self.kinds.map { kind in
            "\(kind): " + Self.happenings.map { "\($0) \(self[kind, $0])" }.joined(separator: ", ")
        }.joined(separator: "\n")
    }
}

extension RandomList.Kind {
    fileprivate func can(_ happening: Coverage.Happening) -> Bool {
        let isDiscrete = self == .tap || self == .swipe || self == .stroke
        return switch happening {
        case .began, .cancelled: !isDiscrete
        case .recognized: isDiscrete || isRandom
        // Those that decide at random do so as well, but only in one list of a thousand.
        case .revoked: !isDiscrete && self != .screenEdgePan && !isRandom
        case .held, .released, .prevented: true
        }
    }
}
