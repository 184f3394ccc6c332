// Changes of regions that need no reader: views that move send them with every picture.

import GestureWire

extension AttachedRules {
    /// Returns the rules with changes that are frames and transforms of numbers, or `enabled`.
    ///
    /// A tree with the place of each value, as messages need it, takes twenty times as long.
    ///
    /// - Returns: nil when there is anything else, or anything wrong, for
    ///   `Configuration.updated(regions:of:withPixels:)`.
    func changed(by values: [WireValue]) -> AttachedRules? {
        guard values.count <= Self.maximumCount else { return nil }
        var rules = self
        var isChanged = [Bool](repeating: false, count: regions.count)
        var last = -1
        for value in values {
            guard case .object(let members) = value, let index = index(ofRegionIn: members, after: last),
                !isChanged[index], rules.regions[index].change(members)
            else { return nil }
            isChanged[index] = true
            last = index
        }
        return rules
    }

    /// The search begins behind the last one: requests mostly have the regions in their order.
    private func index(ofRegionIn members: [WireValue.Member], after last: Int) -> Int? {
        guard case .text(let name)? = members.first(where: { $0.name == "name" })?.value else { return nil }
        return regions.indices.lazy.map { ($0 + last + 1) % regions.count }.first { regions[$0].name == name }
    }
}

extension RegionRule {
    /// Changes what the members have, each once; false when one of them is for a reader.
    fileprivate mutating func change(_ members: [WireValue.Member]) -> Bool {
        var seen: UInt8 = 0
        for member in members {
            let bit: UInt8
            switch (member.name, member.value) {
            case ("name", _): bit = 1
            case ("frame", .object(let sides)):
                guard let frame = RegionFrame(plain: sides) else { return false }
                (self.frame, bit) = (frame, 2)
            case ("transform", .list(let values)):
                guard let transform = RegionFormReader.transform(of: values.map { $0.plainNumber ?? .nan }) else {
                    return false
                }
                (self.transform, bit) = (transform, 4)
            case ("enabled", .flag(let isEnabled)): (self.isEnabled, bit) = (isEnabled, 8)
            default: return false
            }
            guard seen & bit == 0 else { return false }
            seen |= bit
        }
        return true
    }
}

extension RegionFrame {
    /// A frame of four numbers; nil when there is anything else, or when one is too large.
    fileprivate init?(plain members: [WireValue.Member]) {
        let maximum = RegionFrameReader.maximum.pixels
        self = .whole
        var seen: UInt8 = 0
        for member in members {
            guard let number = member.value.plainNumber, abs(number) <= maximum else { return nil }
            let length = RegionLength.surfaceUnits(number)
            let bit: UInt8
            switch member.name {
            case "x": (x, bit) = (length, 1)
            case "y": (y, bit) = (length, 2)
            case "width" where number > 0: (width, bit) = (length, 4)
            case "height" where number > 0: (height, bit) = (length, 8)
            default: return nil
            }
            guard seen & bit == 0 else { return nil }
            seen |= bit
        }
        guard seen == 15 else { return nil }
    }
}

extension WireValue {
    fileprivate var plainNumber: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
