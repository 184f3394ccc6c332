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

    /// More than the recognizer lets pass.
    ///
    /// - Parameter what: What was measured, as the begin of a sentence: "moved", "down for".
    public static func tooMuch(_ what: StaticString, _ value: Double, allowed: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: allowed, unit: unit, comparison: .allowed)
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
        case .allowed: "\(what) \(words(value)), \(words(limit, isLimit: true)) allowed"
        case .needed: "\(what) \(words(value)), \(words(limit, isLimit: true)) needed"
        }
    }

    private func words(_ number: Double, isLimit: Bool = false) -> String {
        switch unit {
        case .points: decimals(number, 1) + (isLimit ? "" : " pt")
        case .seconds: decimals(number, 3) + (isLimit ? "" : " s")
        case .fingers: decimals(number, 0) + (isLimit ? "" : number == 1 ? " finger" : " fingers")
        case .degrees: decimals(number * 180 / .pi, 1) + (isLimit ? "" : "°")
        case .none: decimals(number, 2)
        }
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
