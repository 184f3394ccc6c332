// Conditions on values of a gesture: numbers with units, and their comparison.

import Touch

/// A number of a condition or of a step.
package struct ActionNumber: Hashable, Sendable {
    /// What the number counts.
    package enum Unit: Hashable, Sendable {
        /// What the notification counts: the surface's unit, radians, seconds.
        case same
        /// Millimetres, or millimetres per second.
        case millimetres
        /// Pixels of the screen, or pixels per second.
        case pixels
    }

    /// In `unit`.
    package var value: Double
    /// The unit.
    package var unit = Unit.same

    /// Reads a number for a kind of value; nil when its unit is none of the kind's.
    init?(_ text: some StringProtocol, for kind: ActionMember.Kind) {
        guard let quantity = Quantity(text) else { return nil }
        var unit = quantity.unit
        var isRate = false
        if unit.hasSuffix("/s") {
            unit.removeLast(2)
            isRate = true
        }
        switch kind {
        case .length where !isRate, .speed where isRate || unit.isEmpty:
            self.init(length: quantity.number, unit)
        case .angle where !isRate && !unit.isEmpty, .rate where isRate && !unit.isEmpty:
            self.init(angle: quantity.number, unit)
        case .rate where unit.isEmpty: self.init(value: quantity.number)
        case .time:
            guard let seconds = quantity.seconds else { return nil }
            self.init(value: seconds)
        case .number:
            guard let plain = quantity.plain else { return nil }
            self.init(value: plain)
        default: return nil
        }
    }

    private init?(length: Double, _ unit: String) {
        switch unit {
        case "": self.init(value: length)
        case "px": self.init(value: length, unit: .pixels)
        case "pt": self.init(value: length * PointUnit.millimetres, unit: .millimetres)
        case "mm": self.init(value: length, unit: .millimetres)
        case "cm": self.init(value: length * 10, unit: .millimetres)
        case "in": self.init(value: length * 25.4, unit: .millimetres)
        default: return nil
        }
    }

    private init?(angle: Double, _ unit: String) {
        switch unit {
        case "deg": self.init(value: angle * .pi / 180)
        case "rad": self.init(value: angle)
        default: return nil
        }
    }

    package init(value: Double, unit: Unit = .same) { (self.value, self.unit) = (value, unit) }
}

extension ActionMember.Kind {
    /// The allowed values, in words.
    var expectation: String {
        switch self {
        case .length: "a length such as 30mm (mm, cm, in, pt, px; without a unit that of the surface)"
        case .speed: "a speed such as 100mm/s (mm/s, cm/s, in/s, pt/s, px/s; without a unit that of the surface)"
        case .angle: "an angle with its unit, such as 30deg or 0.5rad"
        case .time: "a time such as 0.5 or 500ms"
        case .number: "a number"
        case .rate: "a number per second, or an angle such as 90deg/s"
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .text: "a text"
        }
    }
}

/// A condition on one value.
package struct ActionCondition: Hashable, Sendable {
    /// The comparison of the gesture's value with that of the file.
    package enum Comparison: String, CaseIterable, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case notEqual = "!="
        case more = ">"
        case less = "<"
        case equal = "="
    }

    /// A value of the file.
    package enum Value: Hashable, Sendable {
        case number(ActionNumber)
        case text(String)
    }

    /// The compared value of the gesture.
    package let member: ActionMember
    /// The comparison.
    package let comparison: Comparison
    /// The value that it is compared with.
    package let value: Value

    /// Reads `>= 30mm`, `left` or `!= left`; nil when it is not a condition for the member.
    init?(_ text: String, on member: ActionMember) {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = text[...].drop(while: blanks)
        var found = Comparison.equal
        if let comparison = Comparison.allCases.first(where: { rest.utf8.starts(with: $0.rawValue.utf8) }) {
            found = comparison
            rest = rest.dropFirst(comparison.rawValue.count).drop(while: blanks)
        }
        while let last = rest.last, blanks(last) { rest.removeLast() }
        guard !rest.isEmpty else { return nil }
        switch member.kind {
        case .word(let words):
            guard words.contains(String(rest)) else { return nil }
            value = .text(String(rest))
        case .text: value = .text(String(rest))
        default:
            guard let number = ActionNumber(rest, for: member.kind) else { return nil }
            value = .number(number)
        }
        if case .text = value, found != .equal, found != .notEqual { return nil }
        (self.member, comparison) = (member, found)
    }

    /// Returns whether a number fulfils the condition; false when the condition is on a text.
    package func holds(for number: Double) -> Bool {
        guard case .number(let bound) = value else { return false }
        return switch comparison {
        case .atLeast: number >= bound.value
        case .atMost: number <= bound.value
        case .notEqual: number != bound.value
        case .more: number > bound.value
        case .less: number < bound.value
        case .equal: number == bound.value
        }
    }

    /// Returns whether a text fulfils the condition; false when the condition is on a number.
    package func holds(for text: String) -> Bool {
        guard case .text(let wanted) = value else { return false }
        return (text == wanted) == (comparison == .equal)
    }
}
