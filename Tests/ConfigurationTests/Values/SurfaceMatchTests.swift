// Tests of matching devices by rules.

import Configuration
import GestureWire
import Testing

@Suite struct SurfaceMatchTests {
    private let panel = DeviceIdentity(
        name: "ELAN Touchscreen ", vendor: 0x04F3, product: 0x2A1C, path: "pci-0000:00:14.0-usb-0:3:1.0",
        phys: "usb-0000:00:14.0-3/input0", serial: "A1", bus: "usb")

    private func match(_ yaml: String) throws -> SurfaceMatch {
        try surface("match: \(yaml)").match
    }

    @Test(
        "A device matches if all given patterns match",
        arguments: [
            "{}", "{ name: \"ELAN*\" }", "{ name: 'ELAN Touchscreen ' }", "{ vendor: 04f3 }", "{ vendor: 4F3 }",
            "{ vendor: 0x04f3, product: 2A1C }", "{ product: \"2a*\" }", "{ product: \"2[ab]??\" }",
            "{ path: pci-*-usb-0:3:* }",
            "{ phys: \"usb-*/input0\" }", "{ serial: A1 }", "{ serial: \"*\" }", "{ bus: usb }", "{ bus: \"us?\" }",
            "{ name: \"E*\", vendor: 04f3, serial: A? }",
        ])
    func matching(yaml: String) throws {
        #expect(try match(yaml).matches(panel))
    }

    @Test(
        "A device does not match if one pattern does not",
        arguments: [
            "{ name: ELAN }", "{ name: \"elan*\" }", "{ vendor: 04f2 }", "{ vendor: 4f }", "{ product: 2a }",
            "{ serial: \"\\\\*\" }", "{ name: \"ELAN*\", serial: B }", "{ phys: usb }", "{ bus: virtual }",
            "{ bus: \"US*\" }", "{ bus: 0x7f }", "{ name: \"ELAN*\", bus: i2c }",
        ])
    func notMatching(yaml: String) throws {
        #expect(try !match(yaml).matches(panel))
    }

    @Test("Digits are hexadecimal, however YAML reads them")
    func digits() throws {
        let device = DeviceIdentity(name: "x", vendor: 0x1234, product: 0x1E10)
        #expect(try match("{ vendor: 1234, product: 1e10 }").matches(device))
        #expect(try match("{ vendor: 010 }").matches(DeviceIdentity(name: "x", vendor: 0x10)))
    }

    @Test(
        "What is no pattern is refused, an unknown bus with the nearest one or all",
        arguments: rows(
            #"""
            vendor: "12345" → `vendor` must be up to four hexadecimal digits as `lsusb` shows them, such as 04f3, or a \#
            pattern for them, not `12345`
            vendor: xyz → `vendor` must be up to four hexadecimal digits …
            vendor: "ELAN*" → `vendor` must be up to four hexadecimal digits …
            name: "" → `name` must be a pattern of 1 to 256 characters on one line, not ``
            name: "a\nb" → `name` must be a pattern of 1 to 256 characters on one line, not `a\u{a}b`
            serial: ~ → `serial` must be a text, not nothing
            Vendor: 1 → unknown key `Vendor` (did you mean `vendor`?)
            bus: ubs → no touchscreen is on a bus called `ubs` (did you mean `usb`?)
            bus: scsi → no touchscreen is on a bus called `scsi` (allowed here: `usb`, …
            """#))
    func refused(row: Row) { row.expect(refusal(ofSurface: "match: { \(row.text) }")) }

    @Test("A bus, a number or a pattern may match any")
    func anyBus() throws {
        for bus in SurfaceMatch.buses + ["0x1f", "sc*", "us[b]", "?"] {
            #expect(try match("{ bus: \"\(bus)\" }").patterns["bus"] == bus)
        }
    }

    @Test("The first rule that matches applies, and one without a match is for every touchscreen")
    func first() throws {
        let yaml = """
            surfaces:
              - { name: one, match: { vendor: 04f3, serial: B } }
              - { name: two, match: { vendor: 04f3 } }
              - { name: three }
            """
        let configuration = try Configuration(yaml: yaml, file: "file")
        #expect(configuration.surfaceRule(for: panel)?.name == "two")
        #expect(configuration.surfaceRule(for: DeviceIdentity(name: "x"))?.name == "three")
        #expect(Configuration.standard.surfaceRule(for: panel) == nil)
    }
}
