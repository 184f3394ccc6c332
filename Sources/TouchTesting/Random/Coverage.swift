// Did the random lists reach what they are to test? Counts what happened to recognizers of each type.

/// How often recognizers of each type began, were held, released, prevented and so on.
public struct Coverage: Sendable {
    enum Happening: Int, CaseIterable { case began, recognized, held, released, prevented, cancelled }

    private var counts = Array(
        repeating: Array(repeating: 0, count: Happening.allCases.count), count: RandomList.Kind.allCases.count)

    /// Nothing has happened.
    public init() {}

    mutating func note(_ kind: RandomList.Kind, _ happening: Happening) {
        counts[kind.place][happening.rawValue] += 1
    }

    /// Adds what happened elsewhere.
    public mutating func add(_ other: Coverage) {
        for (kind, row) in other.counts.enumerated() {
            for (happening, count) in row.enumerated() { counts[kind][happening] += count }
        }
    }

    /// What never happened although it can: "pinch held", in words.
    public var missing: [String] {
        RandomList.Kind.allCases.flatMap { kind in
            Happening.allCases.filter { kind.can($0) && counts[kind.place][$0.rawValue] == 0 }.map { "\(kind) \($0)" }
        }
    }

    /// How many waited, and were recognized after all.
    var releases: Int { counts.reduce(0) { $0 + $1[Happening.released.rawValue] } }

    /// A table of all that happened.
    public var table: String {
        RandomList.Kind.allCases.map { kind in
            "\(kind): " + Happening.allCases.map { "\($0) \(counts[kind.place][$0.rawValue])" }.joined(separator: ", ")
        }.joined(separator: "\n")
    }
}

extension RandomList.Kind {
    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    fileprivate func can(_ happening: Coverage.Happening) -> Bool {
        let isDiscrete = self == .tap || self == .swipe || self == .stroke
        return switch happening {
        case .began, .cancelled: !isDiscrete
        case .recognized: isDiscrete || self == .hostile
        case .held, .released, .prevented: true
        }
    }
}
