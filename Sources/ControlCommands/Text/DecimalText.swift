// Numbers as text for shells, never in exponential form.

import GestureWire

/// Numbers with at most six decimals, as the protocol writes them; whole ones without.
enum DecimalText {
    /// The digits of a number; 0 for what is none, and magnitudes end at 2^53 − 1.
    static func of(_ value: Double) -> String {
        let parts = Decimals.ratio.split(value)
        let whole = (parts.isNegative ? "-" : "") + String(parts.integer)
        if parts.fraction == 0 { return whole }
        let digits = String(parts.fraction)
        var fraction = Substring(String(repeating: "0", count: 6 - digits.count) + digits)
        while fraction.last == "0" { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }
}
