// A set of places of recognizers in their engine.

struct PlaceSet {
    /// The first 64 places, which most engines do with.
    private var first: UInt64 = 0
    /// Those after them.
    private var rest: [UInt64] = []

    func contains(_ place: Int) -> Bool {
        if place < 64 { return first & Self.bit(place) != 0 }
        return place >> 6 <= rest.count && rest[place >> 6 - 1] & Self.bit(place) != 0
    }

    mutating func set(_ place: Int, to isMember: Bool) {
        if place < 64 { return Self.set(Self.bit(place), in: &first, to: isMember) }
        while rest.count < place >> 6 { rest.append(0) }
        Self.set(Self.bit(place), in: &rest[place >> 6 - 1], to: isMember)
    }

    mutating func formUnion(_ other: PlaceSet) {
        first |= other.first
        while rest.count < other.rest.count { rest.append(0) }
        for index in other.rest.indices { rest[index] |= other.rest[index] }
    }

    private static func bit(_ place: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: place) }

    private static func set(_ bit: UInt64, in word: inout UInt64, to isMember: Bool) {
        if isMember { word |= bit } else { word &= ~bit }
    }
}
