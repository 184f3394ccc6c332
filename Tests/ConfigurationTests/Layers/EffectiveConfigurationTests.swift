// Tests of the printed effective configuration: same meaning, right places.

import Foundation
import Testing

@testable import Configuration

@Suite struct EffectiveConfigurationTests {
    private let root = SystemRoot()
    private let vendor = "/usr/share/gestured/gestured.yaml"
    private let dropIn = ConfigurationFiles.dropInFolder + "/10-kiosk.yaml"

    private func effective() throws -> EffectiveConfiguration {
        try EffectiveConfiguration(ConfigurationFiles(root: root.path))
    }

    private func expectSame(_ effective: EffectiveConfiguration) throws {
        for all in [false, true] {
            let yaml = effective.yaml(all: all)
            #expect(try Configuration(yaml: yaml, file: "printed") == effective.configuration, "\(yaml)")
        }
    }

    @Test("Without files the configuration is the standard one, marked as built in")
    func builtIn() throws {
        let effective = try effective()
        try expectSame(effective)
        let lines = effective.yaml().split(separator: "\n").map { $0.prefix { $0 != "#" } }
        #expect(
            lines.prefix(5).map { $0.trimmingCharacters(in: .whitespaces) } == [
                "thresholds:", "swipeMaximumOppositeMovement: 3.5", "landingInterval: 0.18", "recognizers:",
                "- name: tap",
            ])
        #expect(effective.yaml().split(separator: "\n").allSatisfy { $0.hasSuffix("  # built in") })
    }

    @Test("Every example of the project's file has the same meaning when it is printed")
    func examples() throws {
        try root.write(switchedOn(), to: vendor)
        try root.write("recognizers: [{ name: sign, minimumScore: 0.7 }]\nlimits: { peers: 70 }", to: dropIn)
        let effective = try effective()
        #expect(effective.configuration.recognizers.count > 30)
        try expectSame(effective)
    }

    @Test(
        "Texts that would mean something else without quotes keep their meaning",
        arguments: [
            #""*""#, #""a: b # c""#, #"" lead and trail ""#, #""~""#, #""null""#, #""- a""#, #""a\tb""#,
            #""say \"x\" \\""#, #"'it''s'"#, "Größe×日本", "\"\u{FEFF}x\u{2028}y\"", "a:b", "[ab]*", "-", "\"%\"",
            "\"😀\"",
            "+1", "...", "\"---\"", "\"#\"", "\"@\"", "|\n    two\n    lines\n",
        ])
    func texts(_ text: String) throws {
        try root.write("surfaces:\n- name: panel\n  match:\n    serial: \(text)\n", to: dropIn)
        // Not every text is a pattern; texts that are must remain unchanged.
        let patterns = [#""*""#, #""a: b # c""#, #"" lead and trail ""#, #""null""#, "a:b", "\"😀\""]
        guard let effective = try? effective() else {
            #expect(!patterns.contains(text))
            return
        }
        #expect(!patterns.contains(text) || effective.configuration.surfaces.first?.match.patterns["serial"] != nil)
        try expectSame(effective)
    }

    @Test("Each line has its file and line: an entry of two files has both")
    func places() throws {
        try root.write(standardText(), to: vendor)
        try root.write(
            "# ours\nlimits: { peers: 8 }\nrecognizers:\n- name: pinch\n  enabled: false\n- { name: menu, type: screenEdgePan, edges: [left, right] }\n",
            to: dropIn)
        let lines = try effective().yaml().split(separator: "\n").map(String.init)
        let number = try standardText().split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("- { name: pinch") }.map { $0 + 1 }
        let index = try #require(lines.firstIndex { $0.contains("- name: pinch") })
        #expect(lines[index].hasSuffix("# \(root.path)\(vendor):\(try #require(number))"))
        #expect(
            lines[index + 3].hasPrefix("    enabled: false ") && lines[index + 3].hasSuffix("# \(root.path)\(dropIn):5")
        )
        #expect(
            lines.contains { $0.hasPrefix("    edges: [left, right] ") && $0.hasSuffix("# \(root.path)\(dropIn):6") })
        #expect(lines.last?.hasSuffix("# \(root.path)\(dropIn):2") == true)
        let columns = Set(lines.map { $0.prefix { $0 != "#" }.count })
        #expect(columns.count == 1)
    }

    @Test("All properties are printed on demand, with their values by the thresholds, as comments")
    func defaults() throws {
        try root.write("thresholds: { panHysteresis: 7 }\nrecognizers: [{ name: move, type: pan }]", to: vendor)
        let lines = try effective().yaml(all: true).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("#    hysteresis: 7 ") && $0.hasSuffix("  # default") })
        #expect(lines.contains { $0.hasPrefix("#    maximumNumberOfTouches: no limit ") })
        #expect(lines.count { $0.hasSuffix("# default") } == RecognizerType.pan.properties.count)
    }

    @Test("JSON has the same values, and the place of each by its path")
    func json() throws {
        try root.write(
            "recognizers: [{ name: '007', type: tap, numberOfTapsRequired: 2 }]\nsurfaces: [{ name: a, match: { product: 0012 } }]",
            to: vendor)
        try root.write(
            "limits: { peers: 8 }\nrecognizers: [{ name: '007', enabled: false, allowableMovement: 1.50mm }]",
            to: dropIn)
        let object =
            try JSONSerialization.jsonObject(with: Data(try effective().json(all: true).utf8)) as? [String: Any]
        let text = try effective().json()
        #expect(!text.contains("\n") && !text.contains("\"defaults\""))
        #expect(
            text.contains(
                #""configuration":{"surfaces":[{"name":"a","match":{"product":"0012"}}],"thresholds":{"#
                    + #""swipeMaximumOppositeMovement":3.5,"landingInterval":0.18},"recognizers":[{"name":"007","#
                    + #""type":"tap","numberOfTapsRequired":2,"enabled":false,"allowableMovement":"1.50mm"}],"#
                    + #""access":[{"session":"active","allow":["gestures","locations"]},"#
                    + #"{"group":"gestures","allow":"gestures"}],"limits":{"peers":8}}"#
            ))
        let places = object?["places"] as? [String: String]
        #expect(places?["recognizers[0].enabled"] == "\(root.path)\(dropIn):2")
        #expect(places?["recognizers[0].type"] == "\(root.path)\(vendor):1")
        #expect(places?["surfaces[0].match.product"] == "\(root.path)\(vendor):2")
        #expect(object?["files"] as? [String] == [vendor, dropIn].map { root.path + $0 })
        let defaults = (object?["defaults"] as? [String: [String: Any]])?["007"]
        #expect(defaults?["numberOfTouchesRequired"] as? Int == 1 && defaults?["smoothing"] as? Bool == false)
        #expect(defaults?["enabled"] == nil)
    }
}
