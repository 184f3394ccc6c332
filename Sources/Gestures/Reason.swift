// Why did a recognizer begin or fail? What it saw, and the limit that decided, for people.

/// A recognizer's own reason for the state that it sets: `moved 12.4 pt, 10.0 allowed`.
///
/// Making one allocates nothing: words become text only when somebody reads them.
public struct Reason: Sendable, CustomStringConvertible {
    /// What the numbers of a reason are.
    public enum Unit: Sendable {
        /// Lengths on the surface.
        case points
        /// Times.
        case seconds
        /// How many fingers.
        case fingers
        /// Angles; given in radians, told in degrees.
        case degrees
        /// A number without unit.
        case none
    }

    private enum Comparison { case allowed, needed, nothing }

    private let what: StaticString
    private let value: Double
    private let limit: Double
    private let unit: Unit
    private let comparison: Comparison
    private var rest: StaticString = ""

    /// More than the recognizer lets pass.
    ///
    /// - Parameters:
    ///   - what: What was measured, as the begin of a sentence: "moved", "down for".
    ///   - rest: What comes after the value, if anything: "from the edge".
    public static func tooMuch(
        _ what: StaticString, _ value: Double, _ rest: StaticString = "", allowed: Double, _ unit: Unit
    ) -> Reason {
        Reason(what: what, value: value, limit: allowed, unit: unit, comparison: .allowed, rest: rest)
    }

    /// Less than the recognizer wants.
    public static func tooLittle(_ what: StaticString, _ value: Double, needed: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: needed, unit: unit, comparison: .needed)
    }

    /// As much as the recognizer wants.
    public static func enough(_ what: StaticString, _ value: Double, needed: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: needed, unit: unit, comparison: .needed)
    }

    /// A reason without numbers.
    public static func because(_ sentence: StaticString) -> Reason {
        Reason(what: sentence, value: 0, limit: 0, unit: .none, comparison: .nothing)
    }

    /// The reason in words: `moved 12.4 pt, 10.0 allowed`.
    public var description: String {
        switch comparison {
        case .nothing: "\(what)"
        case .allowed: "\(what) \(words(value))\(tail), \(words(limit, isLimit: true)) allowed"
        case .needed: "\(what) \(words(value)), \(words(limit, isLimit: true)) needed"
        }
    }

    private var tail: String { rest.utf8CodeUnitCount > 0 ? " \(rest)" : "" }

    private func words(_ number: Double, isLimit: Bool = false) -> String {
        let factor = unit == .degrees ? 180 / .pi : 1.0
        let text = decimals(number * factor, decimalCount(factor))
        if isLimit { return text }
        return switch unit {
        case .points: text + " pt"
        case .seconds: text + " s"
        case .fingers: text + (number == 1 ? " finger" : " fingers")
        case .degrees: text + "°"
        case .none: text
        }
    }

    /// As many decimals as the unit deserves; more, if value and limit would look alike and are not.
    private func decimalCount(_ factor: Double) -> Int {
        var count =
            switch unit {
            case .points, .degrees: 1
            case .seconds: 3
            case .fingers: 0
            case .none: 2
            }
        while count < 4, value != limit, decimals(value * factor, count) == decimals(limit * factor, count) {
            count += 1
        }
        return count
    }

    /// A number with a fixed count of decimals.
    private func decimals(_ number: Double, _ count: Int) -> String {
        guard number.isFinite, number.magnitude < 1e12 else { return "\(number)" }
        var factor = 1
        for _ in 0..<count { factor *= 10 }
        let scaled = Int((number * Double(factor)).rounded())
        let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
        let sign = scaled < 0 ? "-" : ""
        guard count > 0 else { return "\(sign)\(whole)" }
        let digits = "\(part)"
        return "\(sign)\(whole).\(String(repeating: "0", count: count - digits.count))\(digits)"
    }
}
