// Tests of numbers for shells.

import Testing

@testable import ControlCommands

@Suite struct DecimalTextTests {
    @Test(
        "A decimal has at most six decimals, none for whole numbers, and never an exponent",
        arguments: [
            (1.23, "1.23"), (-0.5, "-0.5"), (512, "512"), (0.000001, "0.000001"), (1e-9, "0"), (-1e-9, "0"),
            (0.9999999, "1"), (-2.0000005, "-2.000001"), (1e300, "9007199254740991"), (-1e300, "-9007199254740991"),
            (.nan, "0"), (.infinity, "0"), (1234.56789, "1234.56789"), (9_007_199_254_740_991, "9007199254740991"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) { #expect(DecimalText.of(value) == text) }
}
