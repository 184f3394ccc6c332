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
    }

    @Test("A size may be in inches")
    func inches() throws {
        #expect(try surface("size: 10in x 5in").settings.size == Size(width: 254, height: 127))
    }

    @Test(
        "A size needs units",
        arguments: ["344 x 194", "344mm", "344px x 194px", "344mm x 194mm x 1mm", "large"])
    func noSizes(text: String) {
        #expect(
            refusal(aboutSurface: "size: \(text)")
                == "`size` must be a width and a height such as 344mm x 194mm (mm, cm or in), not `\(text)`")
    }

    @Test(
        "Sizes that no touchscreen has are refused",
        arguments: ["39mm x 194mm", "344mm x 2501mm", "-344mm x 194mm", "0mm x 0mm"])
    func implausible(text: String) {
        #expect(refusal(aboutSurface: "size: \(text)") == "no touchscreen is `\(text)`: each side has 40 to 2500 mm")
    }

    @Test("Pixels are two whole numbers")
    func pixels() throws {
        #expect(try surface("pixels: 1920 x 1080").settings.pixels == Size(width: 1920, height: 1080))
        #expect(try surface("pixels: 800×480").settings.pixels == Size(width: 800, height: 480))
    }

    @Test(
        "Other pixels are refused",
        arguments: ["0 x 1080", "1920 x -1080", "1.5 x 2", "1920px x 1080px", "1e6 x 1", "1920", "no"])
    func noPixels(text: String) {
        #expect(
            refusal(aboutSurface: "pixels: \(text)")
                == "`pixels` must be a width and a height such as 1920 x 1080, from 1 to 100000, or none, not `\(text)`"
        )
    }

    @Test("`pixels: none` keeps a surface from using the display; without it the display is used")
    func noneOfPixels() throws {
        for text in ["none", "\"none\""] {
            let settings = try surface("pixels: \(text)").settings
            #expect(settings.pixels == nil && !settings.asksDisplay)
        }
        #expect(try surface("rotation: 90").settings.asksDisplay)
        #expect(try surface("pixels: 1920 x 1080").settings.asksDisplay)
        let pixels = "`pixels` must be a width and a height such as 1920 x 1080, from 1 to 100000, or none, not"
        #expect(refusal(aboutSurface: "pixels: [none]") == "\(pixels) a list of 1")
        #expect(refusal(aboutSurface: "pixels: [1920, 1080]") == "\(pixels) a list of 2 (write `1920 x 1080`)")
        #expect(refusal(aboutSurface: "pixels: None").hasPrefix("`pixels` must be a width and a height"))
    }

    @Test("The use of a device is automatic, or the configuration's choice", arguments: SurfaceUse.allCases)
    func uses(use: SurfaceUse) throws {
        #expect(try surface("use: \(use.rawValue)").use == use)
        #expect(try surface("use: \"\(use.rawValue)\"").use == use)
        #expect(try surface("rotation: 0").use == .automatic)
    }

    @Test(
        "Other uses are refused, with the nearest",
        arguments: [
            ("Never", " (did you mean `never`?)"), ("allways", " (did you mean `always`?)"),
            ("autp", " (did you mean `auto`?)"), ("no", ""), ("automatic", ""), ("true", ""),
        ])
    func noUses(text: String, hint: String) {
        #expect(
            refusal(aboutSurface: "use: \(text)") == "`use` must be auto, always or never, not `\(text)`" + hint)
    }

    @Test("A surface is not intercepted by default; where it is, the panic hold is 5 seconds")
    func interception() throws {
        #expect(try surface("rotation: 0").interception == nil)
        #expect(try surface("intercept: false").interception == nil)
        #expect(try surface("intercept: true").interception == InterceptionRule(panicHold: 5))
        #expect(try surface("intercept: true", "panicHold: 2500ms").interception == InterceptionRule(panicHold: 2.5))
        #expect(try surface("intercept: true", "panicHold: 0").interception == InterceptionRule(panicHold: nil))
        #expect(try surface("intercept: false", "panicHold: 10").interception == nil)
    }

    @Test("Other values of the keys of interception are refused")
    func noInterception() {
        #expect(refusal(aboutSurface: "intercept: yes") == "`intercept` must be true or false, not `yes`")
        #expect(
            refusal(aboutSurface: "intercept: \"true\"")
                == "`intercept` must be true or false, not `true` (write it without quotes)")
        let expected = "`panicHold` must be a time from 0 to 60 seconds, such as 0.5 or 500ms, not"
        for text in ["61", "-1", "never", "2 minutes"] {
            #expect(refusal(aboutSurface: "panicHold: \(text)") == "\(expected) `\(text)`")
        }
    }

    @Test("A rotation is a number of quarter turns", arguments: Rotation.allCases)
    func rotations(rotation: Rotation) throws {
        #expect(try surface("rotation: \(rotation.rawValue)").settings.rotation == rotation)
    }

    @Test("Other rotations are refused", arguments: ["45", "-90", "360", "90.0", "left", "\"90\""])
    func noRotations(text: String) {
        let shown = text == "\"90\"" ? "90" : text
        #expect(refusal(aboutSurface: "rotation: \(text)") == "`rotation` must be 0, 90, 180 or 270, not `\(shown)`")
    }

    @Test("A calibration is six numbers")
    func calibration() throws {
        let rule = try surface("calibration: [0, -1, 1, 1.5, 0, -0.25]")
        #expect(rule.settings.calibration == AffineMatrix(0, -1, 1, 1.5, 0, -0.25))
    }

    @Test("Other calibrations are refused")
    func noCalibrations() {
        let hint = "(x becomes a·x + b·y + c and y becomes d·x + e·y + f, both from 0 to 1)"
        let six = "`calibration` must be a list of six numbers, [a, b, c, d, e, f], not"
        #expect(refusal(aboutSurface: "calibration: [1, 0, 0, 0, 1]") == "\(six) a list of 5 \(hint)")
        #expect(refusal(aboutSurface: "calibration: []") == "\(six) an empty list \(hint)")
        #expect(
            refusal(aboutSurface: "calibration: 1 0 0 0 1 0")
                == "\(six) `1 0 0 0 1 0` (write [1, 0, 0, 0, 1, 0])")
        #expect(
            refusal(aboutSurface: "calibration: [1, 0, x, 0, 1, 1e4]") == """
                a number from -1000 to 1000 is needed in `calibration`, not `x`
                a number from -1000 to 1000 is needed in `calibration`, not `1e4`
                """)
        #expect(
            refusal(aboutSurface: "calibration: [1, 2, 0, 2, 4, 0]")
                == "this calibration puts the whole panel on one line, since a·e - b·d is 0")
    }

    @Test(
        "Nine numbers, as X11 has them, are answered with the six of them that count",
        arguments: [
            "[0, 1, 0, -1, 0, 1, 0, 0, 1]", "[0, 1, 0, -1, 0, 1, 0.0, 0.0, 1.0]",
            "[[0, 1, 0], [-1, 0, 1], [0, 0, 1]]", "'0 1 0 -1 0 1 0 0 1'", "'0, 1, 0, -1, 0, 1, 0, 0, 1'",
        ])
    func nineNumbers(matrix: String) {
        let answer = refusal(aboutSurface: "calibration: \(matrix)")
        #expect(answer.hasSuffix(" (leave out the last three: [0, 1, 0, -1, 0, 1])"), "\(answer)")
        #expect(
            refusal(aboutSurface: "calibration: [1, 0, 0, 0, 1, 0, 0, 0, 2]").hasSuffix(
                "not a list of 9 (the last three of nine numbers must be 0, 0, 1, and are left out)"))
        #expect(
            refusal(aboutSurface: "calibration: [[0, 1, 0], [-1, 0, 1]]").hasSuffix(
                "not a list of 2 (write [0, 1, 0, -1, 0, 1])"))
    }

    @Test("Rotation and calibration exclude each other")
    func both() {
        #expect(
            diagnosis(of: "surfaces:\n- name: a\n  calibration: [1, 0, 0, 0, 1, 0]\n  rotation: 0\n") == """
                file:3:16: error: `rotation` and `calibration` exclude each other
                      calibration: [1, 0, 0, 0, 1, 0]
                                   ^
                    put the rotation into the matrix
                """)
    }

    @Test("A surface is a mapping with a name and known keys")
    func keys() {
        #expect(
            messages(of: "surfaces: [panel, { size: 10in x 5in, piksels: 1 x 1, zoom: 2 }]") == [
                "1:12 a surface must be a mapping such as { name: panel, rotation: 90 }, not `panel`",
                "1:19 a surface needs a `name`", "1:39 unknown key `piksels`", "1:55 unknown key `zoom`",
            ])
        #expect(messages(of: "surfaces:") == ["1:10 `surfaces` must be a list, not nothing"])
        #expect(refusal(aboutSurface: "pixel: 1 x 1") == "unknown key `pixel` (did you mean `pixels`?)")
        #expect(
            refusal(aboutSurface: "zoom: 2")
                == "unknown key `zoom` (allowed here: `name`, `match`, `use`, `size`, `pixels`, `rotation`, `calibration`, "
                + "`contacts`, `intercept`, `panicHold`)")
        #expect(
            refusal(aboutSurface: "size: [344mm, 194mm]")
                == "`size` must be a width and a height such as 344mm x 194mm (mm, cm or in), not a list of 2 (write "
                + "`344mm x 194mm`)")
    }

    @Test("There are at most 64 surfaces")
    func many() {
        let entries = (1...65).map { "- { name: a\($0), match: { serial: \"\($0)\" } }\n" }
        #expect(messages(of: "surfaces:\n" + entries.dropLast().joined()) == [])
        #expect(messages(of: "surfaces:\n" + entries.joined()) == ["66:3 there can be 64 surfaces at most"])
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
        let everything = ["{ name: a }", "{ name: a, match: {} }", "{ name: a, match: { name: \"**\", bus: \"*\" } }"]
        for first in everything {
            #expect(messages(of: "surfaces:\n- \(first)\n- { name: b }\n").count == 1, "\(first)")
        }
    }

    @Test(
        "A surface whose devices an earlier one matches is an error, unless another pattern may have devices of its own"
    )
    func takenBefore() {
        func isTaken(_ second: String, after first: String) -> Bool {
            let messages = messages(
                of: "surfaces:\n- { name: a, match: \(first) }\n- { name: b, match: \(second) }\n- { name: c }\n")
            #expect(messages.allSatisfy { $0.hasPrefix("3:3 ") && $0.hasSuffix("`a` in line 2 matches all of them") })
            return !messages.isEmpty
        }
        #expect(isTaken("{ bus: usb }", after: "{ bus: usb }"))
        #expect(isTaken("{ bus: usb, name: x }", after: "{ bus: usb }"))
        #expect(isTaken("{ vendor: 0x04F3 }", after: "{ vendor: 04f3, serial: \"*\" }"))
        #expect(!isTaken("{ bus: usb }", after: "{ bus: usb, name: x }"))
        #expect(!isTaken("{ name: \"E*\" }", after: "{ name: \"ELAN*\" }"))
        #expect(!isTaken("{ name: x }", after: "{ serial: x }"))
    }

    @Test("A faulty `match` is reported, without the surfaces that it would match")
    func wrongMatch() {
        for match in ["ELAN*", "{ name: \"\" }", "{ vendor: xyz }", "{ nmae: x }"] {
            let yaml = "surfaces:\n- { name: a, match: \(match) }\n- { name: b }\n"
            #expect(messages(of: yaml).count == 1, "\(messages(of: yaml))")
        }
    }
}
