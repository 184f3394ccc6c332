// Tests of numbers with units.

import Testing

@testable import Configuration

@Suite struct QuantityTests {
    @Test(
        "A number may have a sign, a fraction, an exponent and a unit",
        arguments: [
            ("10", 10, ""), ("-1.5mm", -1.5, "mm"), ("+2 s", 2, "s"), (" 1e3 ", 1000, ""), (".5in", 0.5, "in"),
            ("3.", 3, ""), ("1e", 1, "e"), ("2E-1cm", 0.2, "cm"), ("007", 7, ""),
        ])
    func numbers(text: String, number: Double, unit: String) throws {
        let quantity = try #require(Quantity(text))
        #expect(quantity.number == number)
        #expect(quantity.unit == unit)
    }

    @Test(
        "Text that is not a decimal number is refused",
        arguments: ["", " ", "-", ".", "mm", "nan", "inf", "e3", "1e999", "- 1"])
    func noNumbers(text: String) {
        #expect(Quantity(text) == nil)
    }

    @Test("Lengths are points, 1/163 inch, or have a unit")
    func lengths() throws {
        #expect(Quantity("10")?.points == 10)
        #expect(Quantity("10pt")?.points == 10)
        #expect(Quantity("1in")?.points == 163)
        #expect(Quantity("25.4mm")?.points == 163)
        #expect(try abs(#require(Quantity("2.54 cm")?.points) - 163) < 1e-9)
        #expect(Quantity("10px")?.points == nil)
        #expect(Quantity("10s")?.points == nil)
        #expect(Quantity("10")?.millimetres == nil)
    }

    @Test("Times are seconds or have a unit")
    func times() {
        #expect(Quantity("0.5")?.seconds == 0.5)
        #expect(Quantity("0.5s")?.seconds == 0.5)
        #expect(Quantity("500 ms")?.seconds == 0.5)
        #expect(Quantity("5min")?.seconds == nil)
        #expect(Quantity("5mm")?.seconds == nil)
    }

    @Test("A pair has an x or a × between two quantities", arguments: ["1 x 2", "1x2", "1×2", "1X2", "1 × 2"])
    func pairs(text: String) throws {
        let pair = try #require(QuantityPair(text))
        #expect(pair.width.number == 1)
        #expect(pair.height.number == 2)
    }

    @Test("Text without exactly two quantities is not a pair", arguments: ["", "1", "1x", "x2", "1x2x3", "axb"])
    func noPairs(text: String) {
        #expect(QuantityPair(text) == nil)
    }
}
