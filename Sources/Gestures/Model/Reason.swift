// The reason for a recognizer's decision: the measured value and the limit, as text for people.

/// A recognizer's own reason for the state that it sets: `moved 12.4 pt, 10.0 allowed`.
///
/// Making one of string literals allocates nothing: it becomes a sentence only when it is read. Interpolated words,
/// such as names, are text at once: acceptable when a touch is decided, but not for each movement.
public struct Reason: Sendable, CustomStringConvertible {
    /// The unit of a reason's numbers.
    public enum Unit: Sendable {
        case points, seconds, fingers, times
        /// Angles, given in radians and written in degrees.
        case degrees
        case none
    }

    private enum Comparison { case allowed, needed, nothing, noNumber }

    private let what: String
    private let value: Double
    private let limit: Double
    private let unit: Unit
    private let comparison: Comparison
    private var rest: String = ""

    /// More than the recognizer lets pass.
    ///
    /// `what` was measured and begins the sentence: "moved", "down for"; `rest` follows the value: "from the edge".
    public static func tooMuch(
        _ what: String, _ value: Double, _ rest: String = "", allowed: Double, _ unit: Unit
    ) -> Reason {
        Reason(what: what, value: value, limit: allowed, unit: unit, comparison: .allowed, rest: rest)
    }

    /// Less than the recognizer wants.
    public static func tooLittle(_ what: String, _ value: Double, needed: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: needed, unit: unit, comparison: .needed)
    }

    /// As much as the recognizer wants.
    public static func enough(_ what: String, _ value: Double, needed: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: needed, unit: unit, comparison: .needed)
    }

    /// A reason without numbers.
    public static func because(_ sentence: String) -> Reason {
        Reason(what: sentence, value: 0, limit: 0, unit: .none, comparison: .noNumber)
    }

    /// A reason with a number that needs no other beside it: `no other tap within 0.350 s`.
    public static func because(_ what: String, _ value: Double, _ unit: Unit) -> Reason {
        Reason(what: what, value: value, limit: value, unit: unit, comparison: .nothing)
    }

    static func tooManyFingers(_ count: Int, allowed: Int) -> Reason {
        .tooMuch("touched with", Double(count), allowed: Double(allowed), .fingers)
    }

    static func tooFewFingers(_ count: Int, needed: Int) -> Reason {
        .tooLittle("touched with", Double(count), needed: Double(needed), .fingers)
    }

    /// The numbers of a reason, as a program reads them: angles in degrees.
    package var measurement: (value: Double, limit: Double, unit: String, comparison: String)? {
        let word: String? =
            switch comparison {
            case .noNumber: nil
            case .nothing: "limit"
            case .allowed: "allowed"
            case .needed: "needed"
            }
        return word.map { (value * unit.factor, limit * unit.factor, unit.form.name, $0) }
    }

    /// The reason in words: `moved 12.4 pt, 10.0 allowed`.
    public var description: String {
        switch comparison {
        case .noNumber: what
        case .nothing: "\(what) \(measured)"
        case .allowed: "\(what) \(measured)\(rest.isEmpty ? "" : " ")\(rest), \(formatted(limit)) allowed"
        case .needed: "\(what) \(measured), \(formatted(limit)) needed"
        }
    }

    private var measured: String { formatted(value) + (value == 1 ? unit.form.one : unit.form.many) }

    /// As many decimals as the unit deserves; more, if value and limit would look alike and are not.
    private func formatted(_ number: Double) -> String {
        let factor = unit.factor
        var count = unit.form.decimals
        while count < 4, value != limit, (value * factor).fixed(count) == (limit * factor).fixed(count) {
            count += 1
        }
        return (number * factor).fixed(count)
    }
}

extension Reason.Unit {
    /// Its name for programs, what follows a number, and how many decimals that has.
    fileprivate var form: (name: String, one: String, many: String, decimals: Int) {
        switch self {
        case .points: ("pt", " pt", " pt", 1)
        case .seconds: ("s", " s", " s", 3)
        case .fingers: ("fingers", " finger", " fingers", 0)
        case .times: ("times", " time", " times", 0)
        case .degrees: ("deg", "°", "°", 1)
        case .none: ("", "", "", 2)
        }
    }

    fileprivate var factor: Double { self == .degrees ? 180 / .pi : 1 }
}

extension Double {
    /// The number with so many decimals, rounded, for people.
    package func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 1e12 else { return "\(self)" }
        var factor = 1.0
        for _ in 0..<decimals { factor *= 10 }
        let scaled = Int64((magnitude * factor).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(factor))
        let sign = self < 0 && scaled != 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(whole) }
        let digits = String(rest)
        return "\(sign)\(whole).\(String(repeating: "0", count: decimals - digits.count))\(digits)"
    }
}
