// Tests of problems: all at once, each with its place, in order.

import Configuration
import Testing

@Suite struct DiagnosticsTests {
    @Test("All problems are reported at once, in the order of the file")
    func everything() {
        let yaml = """
            surfaces:
              - name: panel
                size: 3m x 2m
                rotation: 45
              - { name: panel, match: { nam: "x" } }
            gestures: []
            recognizers:
              - name: tap
                type: tapp
              - name: tap
                type: swipe
                direction: [left, rihgt]
                maximumDuration: 90
              - type: pan
                numberOfTapsRequired: 2

            """
        #expect(
            diagnosis(of: yaml) == """
                file:3:11: error: `size` must be a width and a height such as 344mm x 194mm (mm, cm or in), not `3m x 2m`
                        size: 3m x 2m
                              ^
                file:4:15: error: `rotation` must be 0, 90, 180 or 270, not `45`
                        rotation: 45
                                  ^
                file:5:13: error: a surface called `panel` is there already, in line 2, column 11
                      - { name: panel, match: { nam: "x" } }
                                ^
                file:5:29: error: unknown key `nam`
                      - { name: panel, match: { nam: "x" } }
                                                ^
                    did you mean `name`?
                file:6:1: error: unknown key `gestures`
                    gestures: []
                    ^
                    allowed here: `surfaces`, `regions`, `thresholds`, `recognizers`, `access`, `limits`
                file:9:11: error: unknown type `tapp`
                        type: tapp
                              ^
                    did you mean `tap`?
                file:10:11: error: a recognizer called `tap` is there already, in line 8, column 11
                      - name: tap
                              ^
                file:12:23: error: `direction` must be left, right, up, down, or a list of these, not `rihgt`
                        direction: [left, rihgt]
                                          ^
                    did you mean `right`?
                file:13:22: error: `maximumDuration` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, not `90`
                        maximumDuration: 90
                                         ^
                file:14:5: error: a recognizer needs a `name`
                      - type: pan
                        ^
                file:15:5: error: `numberOfTapsRequired` is a property of tap, longPress, not of pan
                        numberOfTapsRequired: 2
                        ^
                    recognizers of type pan count no taps
                """)
    }

    @Test("Names in messages are short and without control characters")
    func quoting() {
        let name = String(repeating: "x", count: 41)
        #expect(messages(of: "\(name): 1") == ["1:1 unknown key `\(name.dropLast())…`"])
        #expect(messages(of: #""a\nb\e[0m": 1"#) == [#"1:1 unknown key `a\u{a}b\u{1b}[0m`"#])
    }
}
