// Numbers with units.

import Touch

/// A finite number and the unit behind it, as written.
struct Quantity {
    let number: Double
    /// Empty when there is none.
    let unit: String

    /// Reads `10`, `1.5mm`, `-2 s`, `1e3`; nil when it is no decimal number with, at most, a unit behind it.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)[...]
        var rest = bytes.drop(while: Self.isBlank)
        let start = rest
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: Self.isDigit)
        rest = rest.dropFirst(whole.count)
        var digits = whole.count
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: Self.isDigit)
            rest = rest.dropFirst(1 + fraction.count)
            digits += fraction.count
        }
        guard digits > 0 else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            var exponent = rest.dropFirst()
            if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") { exponent.removeFirst() }
            let power = exponent.prefix(while: Self.isDigit)
            if !power.isEmpty { rest = exponent.dropFirst(power.count) }
        }
        let written = String(decoding: start[..<rest.startIndex], as: UTF8.self)
        guard let number = Double(written), number.isFinite else { return nil }
        self.number = number
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        unit = String(decoding: rest.drop(while: Self.isBlank), as: UTF8.self)
    }

    /// The number; nil when there is a unit.
    var plain: Double? { unit.isEmpty ? number : nil }

    /// Seconds; nil when the unit is another than `s` or `ms`.
    var seconds: Double? {
        switch unit {
        case "", "s": number
        case "ms": number / 1000
        default: nil
        }
    }

    /// Points; nil when the unit is none of length.
    var points: Double? {
        unit.isEmpty || unit == "pt" ? number : millimetres.map { $0 / PointUnit.millimetres }
    }

    /// Millimetres; nil when the unit is none of those that rulers have.
    var millimetres: Double? {
        switch unit {
        case "mm": number
        case "cm": number * 10
        case "in": number * 25.4
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

/// A width and a height as written: `344mm x 194mm`, `1920 × 1080`.
struct QuantityPair {
    let width: Quantity
    let height: Quantity

    /// nil when it is not two quantities with an `x` or `×` between them.
    init?(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "X" || $0 == "×" }
        guard parts.count == 2, let width = Quantity(parts[0]), let height = Quantity(parts[1]) else { return nil }
        self.width = width
        self.height = height
    }
}
