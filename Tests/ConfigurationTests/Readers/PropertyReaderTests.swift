// Tests of errors for invalid property values.

import Configuration
import Gestures
import Testing

@Suite struct PropertyReaderTests {
    @Test(
        "A count is a whole number in its range, without quotes",
        arguments: [
            "0", "61", "-1", "1.5", "two", "\"2\"", "0x2", "99999999999999999999", "~", "[2]", "{ a: 2 }", ".nan",
        ])
    func counts(value: String) {
        let shown =
            switch value {
            case "~": "nothing"
            case "[2]": "a list of 1"
            case "{ a: 2 }": "a mapping"
            case "\"2\"": "`2` (write it without quotes)"
            default: "`\(value)`"
            }
        #expect(
            refusal(about: "numberOfTapsRequired: \(value)")
                == "`numberOfTapsRequired` must be a whole number from 1 to 60, not \(shown)")
    }

    @Test("Only a long press may require no taps")
    func noTaps() throws {
        #expect(
            try recognizer("type: longPress", "numberOfTapsRequired: 0").properties == [
                "numberOfTapsRequired": .count(0)
            ])
        #expect(
            refusal(about: "numberOfTapsRequired: -1", of: "longPress")
                == "`numberOfTapsRequired` must be a whole number from 0 to 60, not `-1`")
    }

    @Test(
        "A time is 0 to 60 seconds",
        arguments: ["-0.1", "60.1", "70000ms", "1 min", "soon", ".inf", "nan", "1e400", "[1]"])
    func times(value: String) {
        let shown = value == "[1]" ? "a list of 1" : "`\(value)`"
        #expect(
            refusal(about: "maximumTapDuration: \(value)")
                == "`maximumTapDuration` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, not \(shown)")
    }

    @Test("A length is 0 to 10000 points", arguments: ["-1", "10001", "1560mm", "4kg", "far", "5px", ".inf"])
    func lengths(value: String) {
        #expect(
            refusal(about: "allowableMovement: \(value)")
                == "`allowableMovement` must be a length from 0 to 10000 points, such as 10 or 1.5mm, not `\(value)`")
    }

    @Test("An angle is 0 to 360 degrees without a unit", arguments: ["-1", "361", "1rad", "10mm"])
    func angles(value: String) {
        #expect(
            refusal(about: "hysteresis: \(value)", of: "rotation")
                == "`hysteresis` must be an angle from 0 to 360 degrees, such as 10, not `\(value)`")
    }

    @Test("A flag is true or false", arguments: ["yes", "on", "1", "\"true\"", "tRue"])
    func flags(value: String) {
        let shown = value == "\"true\"" ? "`true` (write it without quotes)" : "`\(value)`"
        #expect(refusal(about: "enabled: \(value)") == "`enabled` must be true or false, not \(shown)")
    }

    @Test("A flag may be written in capitals, as in YAML")
    func capitals() throws {
        #expect(try recognizer("type: tap", "enabled: False").properties == ["enabled": .flag(false)])
        #expect(try recognizer("type: tap", "enabled: TRUE").properties == ["enabled": .flag(true)])
    }

    @Test("A direction is one of four, or a list of them")
    func directions() throws {
        #expect(try recognizer("type: swipe", "direction: down").properties == ["direction": .directions(.down)])
        #expect(
            try recognizer("type: swipe", "direction: [up, down, up]").properties
                == ["direction": .directions([.up, .down])])
        let expected = "`direction` must be left, right, up, down, or a list of these, not"
        #expect(refusal(about: "direction: []", of: "swipe") == "\(expected) an empty list")
        #expect(refusal(about: "direction:", of: "swipe") == "\(expected) nothing")
        #expect(refusal(about: "direction: north", of: "swipe") == "\(expected) `north`")
        #expect(refusal(about: "direction: Left", of: "swipe") == "\(expected) `Left` (did you mean `left`?)")
        #expect(
            refusal(about: "direction: [lft, [up], ~]", of: "swipe")
                == "\(expected) `lft` (did you mean `left`?)\n\(expected) a list within the list\n\(expected) nothing")
    }

    @Test("Edges are one of four, or a list of them")
    func edges() throws {
        #expect(
            try recognizer("type: screenEdgePan", "edges: top").properties == ["edges": .edges(.top)])
        #expect(
            try recognizer("type: screenEdgePan", "edges: [left, right, left]").properties
                == ["edges": .edges([.left, .right])])
        let expected = "`edges` must be left, right, top, bottom, or a list of these, not"
        #expect(refusal(about: "edges: []", of: "screenEdgePan") == "\(expected) an empty list")
        #expect(refusal(about: "edges: all", of: "screenEdgePan") == "\(expected) `all`")
        #expect(refusal(about: "edges: up", of: "screenEdgePan") == "\(expected) `up`")
        #expect(
            refusal(about: "edges: [buttom]", of: "screenEdgePan")
                == "\(expected) `buttom` (did you mean `bottom`?)")
    }

    @Test("A recognizer intercepts never, when it is recognized, or while it is possible")
    func interception() throws {
        for mode in InterceptionMode.allCases {
            let rule = try recognizer("type: tap", "intercepts: \(mode.rawValue)")
            #expect(rule.properties == ["intercepts": .interception(mode)])
            #expect(rule.makeRecognizer().intercepts == mode)
        }
        #expect(try recognizer("type: tap", "intercepts: \"possible\"").makeRecognizer().intercepts == .possible)
        let expected = "`intercepts` must be never, recognized or possible, not"
        #expect(refusal(about: "intercepts: posible") == "\(expected) `posible` (did you mean `possible`?)")
        #expect(refusal(about: "intercepts: true") == "\(expected) `true`")
        #expect(refusal(about: "intercepts: [never]") == "\(expected) a list of 1")
    }

    @Test("Smoothing is a flag, or the parameters of the filter")
    func smoothing() throws {
        #expect(try recognizer("type: tap", "smoothing: true").properties == ["smoothing": .smoothing(Smoothing())])
        #expect(try recognizer("type: tap", "smoothing: false").properties == ["smoothing": .smoothing(nil)])
        #expect(
            try recognizer("type: tap", "smoothing: { beta: 2 }").properties
                == ["smoothing": .smoothing(Smoothing(minimumCutoff: 1, beta: 2))])
        #expect(
            try recognizer("type: tap", "smoothing: { minimumCutoff: 0.5 }").properties
                == ["smoothing": .smoothing(Smoothing(minimumCutoff: 0.5, beta: 0.1))])
    }

    @Test("Other kinds of smoothing are refused", arguments: ["1", "yes", "\"true\"", "[1, 2]", "~"])
    func noSmoothing(value: String) {
        let shown =
            ["\"true\"": "`true` (write it without quotes)", "[1, 2]": "a list of 2", "~": "nothing"][value]
            ?? "`\(value)`"
        #expect(
            refusal(about: "smoothing: \(value)")
                == "`smoothing` must be true, false, or a mapping such as { minimumCutoff: 1, beta: 0.1 }, not \(shown)"
        )
    }

    @Test(
        "The parameters of the filter are numbers in their ranges, and both are checked",
        arguments: ["0", "-1", "1001", "nan", ".inf", "1Hz", "\"1\"", "[1]"])
    func parameters(value: String) {
        let shown = ["\"1\"": "`1` (write it without quotes)", "[1]": "a list of 1"][value] ?? "`\(value)`"
        #expect(
            refusal(about: "smoothing: { beta: -1, minimumCutoff: \(value), cutoff: 1 }") == """
                `beta` must be a number from 0 to 1000, not `-1`
                `minimumCutoff` must be a number from 0.01 to 1000, not \(shown)
                unknown key `cutoff` (allowed here: `minimumCutoff`, `beta`)
                """)
    }

    @Test("A score is 0 to 1", arguments: ["-0.1", "1.1", "50%", "nan", "high", "\"0.5\""])
    func scores(value: String) {
        let shown = value == "\"0.5\"" ? "`0.5` (write it without quotes)" : "`\(value)`"
        let line = "minimumScore: \(value)\n  templates: [{ name: a, points: [[0, 0], [0, 1]] }]"
        #expect(refusal(about: line, of: "stroke") == "`minimumScore` must be a number from 0 to 1, not \(shown)")
    }
}
