// Tests of `surfaces`: rules, and errors of entries.

import Configuration
import Testing
import Touch

@Suite struct SurfaceReaderTests {
    @Test(
        "A size has millimetres, centimetres or inches",
        arguments: [
            "344mm x 194mm", "344mm×194mm", "344 mm X 194 mm", "34.4cm x 19.4cm", "\"344mm x 194mm\"", "344mm x 19.4cm",
        ])
    func sizes(text: String) throws {
        #expect(try surface("size: \(text)").settings.size == Size(width: 344, height: 194))
        #expect(try surface("size: 10in x 5in").settings.size == Size(width: 254, height: 127))
    }

    @Test("Pixels are two whole numbers; `none` keeps a surface from using the display, and without the key it does")
    func pixels() throws {
        let pixels: [(String, Double?)] = [
            ("1920 x 1080", 1920), ("1920×1080", 1920), ("none", nil), ("\"none\"", nil),
        ]
        for (text, width) in pixels {
            let settings = try surface("pixels: \(text)").settings
            #expect(settings.pixels == width.map { Size(width: $0, height: 1080) })
            #expect(settings.asksDisplay == (width != nil))
        }
        #expect(try surface("rotation: 90").settings.asksDisplay)
    }

    @Test("The use of a device is automatic, or the configuration's choice", arguments: SurfaceUse.allCases)
    func uses(use: SurfaceUse) throws {
        #expect(try surface("use: \(use.rawValue)").use == use)
        #expect(try surface("use: \"\(use.rawValue)\"").use == use)
        #expect(try surface("rotation: 0").use == .automatic)
    }

    @Test("A surface is not intercepted by default; where it is, the panic hold is 5 seconds")
    func interception() throws {
        for keys in ["rotation: 0", "intercept: false", "intercept: false, panicHold: 10"] {
            #expect(try surface(keys).interception == nil)
        }
        #expect(try surface("intercept: true").interception == InterceptionRule(panicHold: 5))
        #expect(try surface("intercept: true, panicHold: 2500ms").interception == InterceptionRule(panicHold: 2.5))
        #expect(try surface("intercept: true, panicHold: 0").interception == InterceptionRule(panicHold: nil))
        #expect(
            try surface("intercept: true, interceptUnsubscribed: false").interception
                == InterceptionRule(panicHold: 5, takesUnsubscribed: false))
    }

    @Test("A rotation is a number of quarter turns", arguments: Rotation.allCases)
    func rotations(rotation: Rotation) throws {
        #expect(try surface("rotation: \(rotation.rawValue)").settings.rotation == rotation)
    }

    @Test("A calibration is six numbers")
    func calibration() throws {
        let rule = try surface("calibration: [0, -1, 1, 1.5, 0, -0.25]")
        #expect(rule.settings.calibration == AffineMatrix(calibration: 0, -1, 1, 1.5, 0, -0.25))
    }

    @Test(
        "Other values are refused",
        arguments: rows(
            """
            size: 344 x 194 → `size` must be a width and a height such as 344mm x 194mm (mm, cm or in), not `344 x 194`
            size: 344px x 194px → `size` must be a width and a height …
            size: 344mm x 194mm x 1mm → `size` must be a width and a height …
            size: [344mm, 194mm] → `size` must be a width and a height such as 344mm x 194mm (mm, cm or in), not a \
            list of 2
            size: 39mm x 194mm → no touchscreen is `39mm x 194mm`: each side has 40 to 2500 mm
            size: 344mm x 2501mm → no touchscreen is …
            pixels: 0 x 1080 → `pixels` must be a width and a height such as 1920 x 1080, from 1 to 100000, or none, …
            pixels: 1920 x -1080 → `pixels` must be a width and a height …
            pixels: 1.5 x 2 → `pixels` must be a width and a height …
            pixels: 1e6 x 1 → `pixels` must be a width and a height …
            pixels: [none] → `pixels` must be a width and a height such as 1920 x 1080, from 1 to 100000, or none, not …
            pixels: [1920, 1080] → `pixels` must be a width and a height such as 1920 x 1080, from 1 to 100000, or \
            none, not a list of 2
            use: Never → `use` must be auto, always or never, not `Never` (did you mean `never`?)
            use: no → `use` must be auto, always or never, not `no`
            intercept: yes → `intercept` must be true or false, not `yes`
            intercept: "true" → `intercept` must be true or false, not `true` (write it without quotes)
            panicHold: 61 → `panicHold` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, not `61`
            rotation: 45 → `rotation` must be 0, 90, 180 or 270, not `45`
            rotation: 90.0 → `rotation` must be 0, 90, 180 or 270, not `90.0`
            rotation: "90" → `rotation` must be 0, 90, 180 or 270, not `90`
            calibration: [1, 0, 0, 0, 1] → `calibration` must be a list of six numbers, [a, b, c, d, e, f], not a \
            list of 5 (x becomes a·x + b·y + c and y becomes d·x + e·y + f, both from 0 to 1; of nine numbers, as X11 \
            has them, leave out the last three)
            calibration: [] → `calibration` must be a list of six numbers, [a, b, c, d, e, f], not an empty list (x …
            calibration: 1 0 0 0 1 0 → `calibration` must be a list of six numbers, [a, b, c, d, e, f], not `1 0 0 0 \
            1 0`…
            calibration: [1, 0, x, 0, 1, 1e4] → a number from -1000 to 1000 is needed in `calibration`, not `x` | a \
            number from -1000 to 1000 is needed in `calibration`, not `1e4`
            calibration: [1, 2, 0, 2, 4, 0] → this calibration puts the whole panel on one line, since a·e - b·d is 0
            calibration: [1, 0, 0, 0, 1, 0], rotation: 0 → `rotation` and `calibration` exclude each other (put the \
            rotation into the matrix)
            pixel: 1 x 1 → unknown key `pixel` (did you mean `pixels`?)
            zoom: 2 → unknown key `zoom` (allowed here: `name`, `match`, `use`, `size`, `pixels`, `rotation`, \
            `calibration`, `contacts`, `intercept`, `interceptUnsubscribed`, `panicHold`)
            match: ELAN* → `match` must be a mapping such as { name: "ELAN*" }, not `ELAN*`
            """))
    func refused(row: Row) { row.expect(refusal(ofSurface: row.text)) }

    @Test("A surface is a mapping with a name and known keys")
    func keys() {
        #expect(
            messages(of: "surfaces: [panel, { size: 10in x 5in, piksels: 1 x 1, zoom: 2 }]") == [
                "1:12 a surface must be a mapping such as { name: panel, rotation: 90 }, not `panel`",
                "1:19 a surface needs a `name`", "1:39 unknown key `piksels`", "1:55 unknown key `zoom`",
            ])
        #expect(messages(of: "surfaces:") == ["1:10 `surfaces` must be a list, not nothing"])
    }

    @Test("A surface after one that matches every device can never be used, which is an error at its place")
    func neverReached() {
        #expect(
            diagnosis(
                of: "surfaces:\n- { name: panel, rotation: 90 }\n- { name: kiosk, match: { name: \"ELAN*\" } }\n")
                    == """
                    file:3:3: error: no device is left for `kiosk`: `panel` in line 2 comes first and matches every device
                        - { name: kiosk, match: { name: "ELAN*" } }
                          ^
                        give `panel` a `match`, or put it last
                    """)
    }

    @Test(
        "A surface whose devices earlier ones match is an error; a faulty `match` counts for none",
        arguments: rows(
            """
            { name: "**", bus: "*" } | {} → 3:3 no device is left for `b`: `a` in line 2 comes first and matches every …
            {} | {} → 3:3 no device is left for `b`: `a` in line 2 comes first and matches every …
            { bus: usb } | { bus: usb } → 3:3 no device is left for `b`: `a` in line 2 matches all of them
            { bus: usb } | { bus: usb, name: x } → 3:3 no device is left for `b`: `a` in line 2 matches all of them
            { vendor: 04f3, serial: "*" } | { vendor: 0x04F3 } → 3:3 no device is left for `b`: `a` in line 2 matches …
            { bus: usb, name: x } | { bus: usb }
            { name: "ELAN*" } | { name: "E*" }
            { serial: x } | { name: x }
            { name: "" } | {} → 2:29 `name` must be a pattern …
            { vendor: xyz } | {} → 2:31 `vendor` must be up to four …
            { nmae: x } | {} → 2:23 unknown key `nmae`
            """))
    func takenBefore(row: Row) {
        let parts = row.text.split(separator: " | ")
        row.expect(
            messages(of: "surfaces:\n- { name: a, match: \(parts[0]) }\n- { name: b, match: \(parts[1]) }\n").joined(
                separator: " | "))
    }
}
