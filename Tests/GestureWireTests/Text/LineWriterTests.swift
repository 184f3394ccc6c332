// Tests of written numbers and times.

import Testing

@testable import GestureWire

struct LineWriterTests {
    @Test(
        "a length has one to three decimals and never an exponent",
        arguments: [
            (512.0, "512.0"), (300.5, "300.5"), (0.125, "0.125"), (1.0625, "1.063"), (-0.0004, "0.0"), (-0.0, "0.0"),
            (-1.5, "-1.5"), (0.9996, "1.0"), (99.9999, "100.0"), (1e-300, "0.0"), (123_456_789.125, "123456789.125"),
            (9_007_199_254_740_991, "9007199254740991.0"), (1e16, "9007199254740991.0"),
            (-1e308, "-9007199254740991.0"), (.nan, "0.0"), (.infinity, "0.0"), (0.05, "0.05"), (0.001, "0.001"),
        ])
    func lengths(value: Double, expected: String) {
        #expect(written { $0.append(value, .length) } == expected)
        #expect(Double(expected) == Decimals.length.rounding(value), "the sum has the written value")
    }

    @Test(
        "a time always has six decimals",
        arguments: [
            (Int64(0), "0.000000"), (1, "0.000001"), (1_234_567_890, "1234.567890"), (-1_500_000, "-1.500000"),
            (.max, "9223372036854.775807"), (.min, "-9223372036854.775808"),
        ])
    func times(microseconds: Int64, expected: String) {
        #expect(written { $0.append(seconds: microseconds) } == expected)
    }

    @Test(
        "integers of every size are written in full",
        arguments: [0, 7, -7, 99, 100, 999, -1000, 999_999, 1_000_000, Int.max, Int.min])
    func integers(value: Int) {
        #expect(written { $0.append(integer: value) } == "\(value)")
    }

    @Test("no value takes more room than its kind reserves", arguments: [Int.min, Int.max])
    func greatest(number: Int) {
        let value = Double(number)
        _ = written {
            $0.append(integer: number)
            $0.append(touches: Array(repeating: number, count: 60))
            $0.append(gesture: number)
            $0.append(seconds: Int64(number))
            $0.append(value, .length)
            $0.append(value + 1 / 3.0, .ratio)
            $0.append(WirePoint(x: value, y: value))
            $0.append(string: String(repeating: "\u{1}\"\\", count: 100))
            $0.appendGestureHead(subscription: number, sequence: number)
        }
        for exponent in 0..<54 {
            for sign in [-1.0, 1] {
                let value = sign * (Double(1 << exponent) - 1 / 1024.0)
                _ = written {
                    $0.append(value, .length)
                    $0.append(value, .ratio)
                    $0.append(WirePoint(x: value, y: value))
                }
            }
        }
    }

    @Test("any bit pattern is written as JSON without trailing zeros, and usual numbers read back as rounded")
    func everyNumberReadsBack() {
        var generator = SplitMix(state: 1)
        for round in 0..<40_000 {
            let usual =
                Double.random(in: -1e9...1e9, using: &generator) * Double.random(in: 0...1e-3, using: &generator)
            let value = round.isMultiple(of: 2) ? usual : Double(bitPattern: generator.next())
            for decimals in [Decimals.ratio, .length] {
                let text = written { $0.append(value, decimals) }
                #expect(text.allSatisfy { $0.isNumber || $0 == "-" || $0 == "." }, "\(value): \(text)")
                #expect(Double(text)?.isFinite == true, "\(value): \(text)")
                if value == usual { #expect(Double(text) == decimals.rounding(value), "\(value)") }
                #expect(!text.hasSuffix("0") || text.hasSuffix(".0"), "\(value)")
            }
        }
    }
}

/// Random numbers that are the same every time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
