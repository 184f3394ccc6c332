// How is a number written for a shell? Never in exponential form.

/// Numbers with at most six decimals, as the protocol writes them; whole ones without.
enum DecimalText {
    /// The digits of a number; 0 for what is none, and magnitudes end at 2^53 − 1.
    static func of(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let magnitude = min(value.magnitude, 0x1p53 - 1)
        var whole = Int64(magnitude)
        var millionths = Int64(((magnitude - Double(whole)) * 1e6).rounded())
        if millionths == 1_000_000 { (whole, millionths) = (whole + 1, 0) }
        let sign = value < 0 && (whole, millionths) != (0, 0) ? "-" : ""
        if millionths == 0 { return sign + String(whole) }
        let digits = String(millionths)
        var fraction = Substring(String(repeating: "0", count: 6 - digits.count) + digits)
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(whole).\(fraction)"
    }
}
