// Values of a received gesture, in the units of an actions file.

import Configuration
import GestureWire
import Touch

/// The members of a `gesture` notification, and the surface on which it happened.
struct GestureValues {
    private let members: [WireValue.Member]
    private let surface: SurfaceDescription?

    /// Reads a notification's line.
    ///
    /// - Parameter surface: The surface, of which millimetres and pixels are computed; nil when it is not known.
    init(line: [UInt8], on surface: SurfaceDescription?) {
        (members, self.surface) = (Self.members(of: line), surface)
    }

    /// The members of `params` of a notification's line.
    static func members(of line: [UInt8]) -> [WireValue.Member] {
        struct Line: Decodable {
            let params: WireValue
        }
        let line = try? LineDecoder.decode(Line.self, from: line)
        if case .object(let members)? = line?.params { return members }
        return []
    }

    /// Whether all conditions hold; nil when one is on a value that the notification, or its surface, does not tell.
    func fulfil(_ conditions: [ActionCondition]) -> Bool? {
        var isKnown = true
        for condition in conditions {
            switch holds(condition) {
            case true?: continue
            case false?: return false
            case nil: isKnown = false
            }
        }
        return isKnown ? true : nil
    }

    private func holds(_ condition: ActionCondition) -> Bool? {
        switch condition.value {
        case .number(let bound): number(condition.member, in: bound.unit).map { condition.holds(for: $0) }
        case .text: text(condition.member).map { condition.holds(for: $0) }
        }
    }

    /// A number in a unit; nil when it is not there or cannot be converted.
    func number(_ member: ActionMember, in unit: ActionNumber.Unit) -> Double? {
        if member.name == "touches" {
            guard case .list(let touches)? = value(at: member.path) else { return nil }
            return Double(touches.count)
        }
        switch member.kind {
        case .length, .speed:
            guard let factors = factors(to: unit) else { return nil }
            if member.isMagnitude {
                guard let x = Self.number(value(at: member.path + ["x"])),
                    let y = Self.number(value(at: member.path + ["y"]))
                else { return nil }
                return Vector(x: x * factors.x, y: y * factors.y).length
            }
            let factor = member.path.last == "x" ? factors.x : factors.y
            return Self.number(value(at: member.path)).map { $0 * factor }
        case .angle, .time, .number, .rate: return Self.number(value(at: member.path))
        case .word, .text: return nil
        }
    }

    private func text(_ member: ActionMember) -> String? {
        if case .text(let text)? = value(at: member.path) { text } else { nil }
    }

    private func value(at path: [String]) -> WireValue? {
        var (members, found) = (self.members, WireValue?.none)
        for name in path {
            guard let member = members.first(where: { $0.name == name }) else { return nil }
            found = member.value
            if case .object(let inner) = member.value { members = inner } else { members = [] }
        }
        return found
    }

    /// The numbers by which lengths of the surface become those of a unit; nil when the surface does not tell.
    private func factors(to unit: ActionNumber.Unit) -> (x: Double, y: Double)? {
        switch unit {
        case .same: return (1, 1)
        case .pixels: return surface?.unit == .pixels ? (1, 1) : nil
        case .millimetres:
            guard let surface else { return nil }
            if surface.unit == .points { return (PointUnit.millimetres, PointUnit.millimetres) }
            guard let size = surface.millimetres, surface.width > 0, surface.height > 0 else { return nil }
            return (size.width / surface.width, size.height / surface.height)
        }
    }

    private static func number(_ value: WireValue?) -> Double? {
        switch value {
        case .integer(let whole)?: Double(whole)
        case .number(let number)?: number
        default: nil
        }
    }
}
