// Tests of property values: what is read, and errors of invalid ones.

import Configuration
import Gestures
import Testing

@Suite struct PropertyReaderTests {
    @Test(
        "A value in its range is read",
        arguments: [
            ("type: longPress, numberOfTapsRequired: 0", "numberOfTapsRequired", .count(0)),
            ("type: tap, enabled: False", "enabled", .flag(false)),
            ("type: tap, enabled: TRUE", "enabled", .flag(true)),
            ("type: swipe, direction: down", "direction", .directions(.down)),
            ("type: swipe, direction: [up, down, up]", "direction", .directions([.up, .down])),
            ("type: screenEdgePan, edges: top", "edges", .edges(.top)),
            ("type: screenEdgePan, edges: [left, right, left]", "edges", .edges([.left, .right])),
            ("type: tap, smoothing: true", "smoothing", .smoothing(Smoothing())),
            ("type: tap, smoothing: false", "smoothing", .smoothing(nil)),
            ("type: tap, smoothing: { beta: 2 }", "smoothing", .smoothing(Smoothing(minimumCutoff: 1, beta: 2))),
            (
                "type: tap, smoothing: { minimumCutoff: 0.5 }", "smoothing",
                .smoothing(Smoothing(minimumCutoff: 0.5, beta: 0.1))
            ),
            ("type: tap, intercepts: \"possible\"", "intercepts", .word("possible")),
        ] as [(String, String, PropertyValue)])
    func values(keys: String, key: String, value: PropertyValue) throws {
        #expect(try recognizer(keys).properties == [key: value])
    }

    /// A kind of value with values that are none, separated by `;`.
    private static let kinds = [
        (
            "type: tap, numberOfTapsRequired: ", "`numberOfTapsRequired` must be a whole number from 1 to 60, not",
            "0; 61; -1; 1.5; two; \"2\"; 0x2; 99999999999999999999; ~; [2]; { a: 2 }; .nan"
        ),
        (
            "type: longPress, numberOfTapsRequired: ",
            "`numberOfTapsRequired` must be a whole number from 0 to 60, not",
            "-1"
        ),
        (
            "type: tap, maximumTapDuration: ",
            "`maximumTapDuration` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, not",
            "-0.1; 60.1; 70000ms; 1 min; soon; .inf; nan; 1e400; [1]"
        ),
        (
            "type: tap, allowableMovement: ",
            "`allowableMovement` must be a length from 0 to 10000 points, such as 10 or 1.5mm, not",
            "-1; 10001; 1560mm; 4kg; far; 5px; .inf"
        ),
        (
            "type: rotation, hysteresis: ", "`hysteresis` must be an angle from 0 to 360 degrees, such as 10, not",
            "-1; 361; 1rad; 10mm"
        ),
        ("type: tap, enabled: ", "`enabled` must be true or false, not", "yes; on; 1; \"true\"; tRue"),
        (
            "type: swipe, direction: ", "`direction` must be left, right, up, down, or a list of these, not",
            "[]; ~; north; Left"
        ),
        (
            "type: screenEdgePan, edges: ", "`edges` must be left, right, top, bottom, or a list of these, not",
            "[]; all; up; buttom"
        ),
        (
            "type: tap, intercepts: ", "`intercepts` must be never, recognized or possible, not",
            "posible; true; [never]"
        ),
        (
            "type: tap, smoothing: ",
            "`smoothing` must be true, false, or a mapping such as { minimumCutoff: 1, beta: 0.1 }, not",
            "1; yes; \"true\"; [1, 2]; ~"
        ),
        (
            "type: tap, smoothing: { minimumCutoff: % }", "`minimumCutoff` must be a number from 0.01 to 1000, not",
            "0; -1; 1001; nan; .inf; 1Hz; \"1\"; [1]"
        ),
        (
            "templates: [{ name: a, points: [[0, 0], [0, 1]] }], type: stroke, minimumScore: ",
            "`minimumScore` must be a number from 0 to 1, not", "-0.1; 1.1; 50%; nan; high; \"0.5\""
        ),
    ]

    @Test("A value of another kind, or out of its range, is refused with what it must be", arguments: kinds)
    func refused(keys: String, message: String, values: String) {
        let shown = [
            "~": "nothing", "[]": "an empty list", "[1, 2]": "a list of 2", "{ a: 2 }": "a mapping",
            "Left": "`Left` (did you mean `left`?)", "buttom": "`buttom` (did you mean `bottom`?)",
            "posible": "`posible` (did you mean `possible`?)",
        ]
        for value in values.split(separator: "; ").map(String.init) {
            let quoted = value.hasPrefix("\"") ? "`\(value.dropFirst().dropLast())` (write it without quotes)" : nil
            let list = value.hasPrefix("[") ? "a list of 1" : nil
            let text = keys.contains("%") ? keys.replacing("%", with: value) : keys + value
            #expect(refusal(ofRecognizer: text) == "\(message) \(shown[value] ?? quoted ?? list ?? "`\(value)`")")
        }
    }

    @Test("Every wrong member of a list or mapping is reported")
    func members() {
        let expected = "`direction` must be left, right, up, down, or a list of these, not"
        #expect(
            refusal(ofRecognizer: "type: swipe, direction: [lft, [up], ~]")
                == "\(expected) `lft` (did you mean `left`?) | \(expected) a list within the list | \(expected) nothing"
        )
        #expect(
            refusal(ofRecognizer: "type: tap, smoothing: { beta: -1, minimumCutoff: 0, cutoff: 1 }")
                == "`beta` must be a number from 0 to 1000, not `-1` | "
                + "`minimumCutoff` must be a number from 0.01 to 1000, "
                + "not `0` | unknown key `cutoff` (allowed here: `minimumCutoff`, `beta`)")
    }
}
