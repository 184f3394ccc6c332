// Tests of config/gestured.yaml: its defaults and examples.

import Foundation
import Gestures
import GestureWire
import Testing
import Touch

@testable import Configuration

@Suite struct ConfigurationFileTests {
    @Test("The file of the project is the standard")
    func standard() throws {
        #expect(try Configuration(yaml: standardText(), file: "gestured.yaml") == .standard)
        #expect(try Configuration.load(ConfigurationFiles(path: standardPath)) == .standard)
    }

    @Test("All examples of the file can be enabled at once")
    func examples() throws {
        let configuration = try Configuration(yaml: switchedOn(), file: "gestured.yaml")
        #expect(configuration.surfaces.map(\.name) == ["panel", "mirrored-panel", "virtual"])
        #expect(configuration.surfaces.map(\.use) == [.automatic, .automatic, .never])
        #expect(configuration.surfaces[0].settings.size == Size(width: 344, height: 194))
        #expect(configuration.surfaces[0].settings.pixels == Size(width: 1920, height: 1080))
        #expect(configuration.surfaces[0].settings.rotation == .clockwise90)
        #expect(configuration.surfaces[1].settings.calibration == AffineMatrix(-1, 0, 1, 0, 1, 0))
        #expect(
            Array(configuration.recognizers.prefix(Configuration.standard.recognizers.count))
                == Configuration.standard.recognizers)
        #expect(configuration.regions.map(\.name) == ["left-half", "right-half", "ticker", "keypad"])
        #expect(configuration.recognizers.count == Configuration.standard.recognizers.count + 25)
        let subjects: [AccessRule.Subject] = [
            .activeSession, .group("gestures"), .group("gestures"), .user("operator"), .group("kiosk"),
            .activeSession,
        ]
        #expect(configuration.access.map(\.subject) == subjects)
        #expect(configuration.limits == Limits())
        // Everything that the examples refer to exists: nothing is omitted on their surface.
        let surface = Surface(
            name: "panel", size: Size(width: 2000, height: 1200), deviceToSurface: .identity,
            pixels: Size(width: 1920, height: 1080))
        let engine = GestureEngine(size: surface.size)
        #expect(configuration.populate(engine, of: surface).count == configuration.recognizers.count)
        #expect(configuration.warnings(for: surface) == [])
    }

    @Test("The profile for a table, which is only in a comment, is valid")
    func table() throws {
        let lines = try standardText().split(separator: "\n").filter { $0.hasPrefix("# thresholds: {") }
        let line = try #require(lines.first).dropFirst(2)
        let rule = try Configuration(yaml: String(line), file: "file").thresholds
        #expect(lines.count == 1)
        #expect(rule.scale == .factor(1.3))
        #expect(
            Set(rule.values.keys) == [
                "panHysteresis", "landingInterval", "sequenceDistance", "swipeMaximumOppositeMovement",
            ])
    }

    @Test("Every type has an example")
    func types() throws {
        let rules = try Configuration(yaml: switchedOn(), file: "gestured.yaml").recognizers
        for type in RecognizerType.allCases {
            #expect(rules.contains { $0.type == type }, "\(type)")
            #expect(try standardText().contains("\n# \(type.rawValue): "), "\(type)")
        }
    }

    /// The example with every property: that of the type, or the one with the common properties.
    private func properties(of type: RecognizerType?) -> (name: String, properties: [RecognizerProperty]) {
        type.map { ("\($0.rawValue)-with-all-properties", $0.ownProperties) }
            ?? ("every-key", RecognizerType.commonProperties)
    }

    @Test(
        "The examples have every property, with its default",
        arguments: RecognizerType.allCases.map(Optional.some) + [nil])
    func defaults(of type: RecognizerType?) throws {
        let (name, properties) = properties(of: type)
        guard !properties.isEmpty else { return }
        let rules = try Configuration(yaml: switchedOn(), file: "gestured.yaml").recognizers
        let rule = try #require(rules.first { $0.name == name })
        #expect(rule.type == type ?? .tap)
        let profile = Configuration.standard.thresholds.thresholds(forDiagonal: nil)
        for property in properties {
            let value = try #require(rule.properties[property.key], "\(property.key) is missing")
            let standard = property.value(of: rule.type.makeRecognizer(name: "", thresholds: profile))
            if standard == .count(.max) || property.isRequired { continue }
            #expect(value == standard, "\(property.key)")
        }
    }

    @Test(
        "The sentence above each property of the examples is the one of the tables",
        arguments: RecognizerType.allCases.map(Optional.some) + [nil])
    func sentences(of type: RecognizerType?) throws {
        let (name, properties) = properties(of: type)
        guard !properties.isEmpty else { return }
        let text = try standardText()
        let start = try #require(text.range(of: "#  - name: \(name)\n"))
        let rest = text[start.upperBound...]
        let entry = rest.range(of: "#  - name").map { rest[..<$0.lowerBound] } ?? rest
        for property in properties {
            let lines = "#    # \(property.documentation)\n"
            let place = try #require(entry.range(of: lines), "\(property.key): \(property.documentation)")
            let key = entry[place.upperBound...].split(separator: "\n").first { !$0.hasPrefix("#    #") }
            #expect(key?.hasPrefix("#    \(property.key):") == true, "\(property.key)")
        }
    }

    @Test("The thresholds that are not UIKit's are set, the others are an example, with the sentences of the table")
    func thresholds() throws {
        let text = try standardText()
        let (set, rule) = (
            Configuration.standard.thresholds,
            try Configuration(yaml: switchedOn(), file: "gestured.yaml").thresholds
        )
        #expect(set.values == shippedThresholds)
        #expect(rule.scale == .automatic && set.scale == .automatic)
        for property in ThresholdsRule.properties {
            // As it is printed: a unit in the file changes the last digit.
            let value = set.values[property.key] ?? property.value(of: .standard)
            #expect(rule.values[property.key]?.description == value?.description, "\(property.key)")
            let mark = set.values[property.key] == nil ? "#" : ""
            #expect(
                text.contains("\n\(mark)  # \(property.documentation)\n\(mark)  \(property.key): "), "\(property.key)")
        }
    }

    @Test("The example of contacts has every rule, with its default and the sentence of the table")
    func contacts() throws {
        let text = try standardText()
        let rule = try Configuration(yaml: switchedOn(), file: "gestured.yaml").surfaces[0].contacts
        for property in ContactsRule.properties {
            let value = try #require(rule.values[property.key], "\(property.key) is missing")
            // Without the others there is no such rule.
            let isOff = ["palmSize", "liftAfterSilence", "maximumAge", "leftoverAfter", "rejectOutliers", "deadZones"]
                .contains(property.key)
            #expect(isOff || value == property.value(of: ContactRules()), "\(property.key)")
            let place = try #require(text.range(of: "#      # \(property.documentation)\n"), "\(property.key)")
            let key = text[place.upperBound...].split(separator: "\n").first { !$0.hasPrefix("#      #") }
            #expect(key?.hasPrefix("#      \(property.key):") == true, "\(property.key)")
        }
    }

    @Test("The examples have every other key, with a sentence above it")
    func otherKeys() throws {
        let text = try standardText()
        func keys(_ part: ConfigurationPart) -> [String] { part.keys.map(\.key) }
        let all = [
            "surfaces": keys(.surface), "regions": keys(.region), "thresholds": ["scale"],
            "recognizers": RecognizerReader.own, "access": keys(.access), "limits": keys(.limits),
        ]
        for (section, keys) in all {
            let start = try #require(text.range(of: "\n\(section):\n") ?? text.range(of: "\n#\(section):\n"))
            let rest = text[start.upperBound...]
            let part = (rest.range(of: "\n# ====").map { rest[..<$0.lowerBound] } ?? rest).split(separator: "\n")
            for key in keys where !["recognizers.name", "recognizers.type"].contains("\(section).\(key)") {
                let isThere = zip(part, part.dropFirst()).contains { above, line in
                    line.drop { "# -".contains($0) }.hasPrefix("\(key):") && above.hasSuffix(".")
                }
                #expect(isThere, "\(section).\(key)")
            }
        }
        #expect(Set(all.keys) == Set(ConfigurationReader.sections))
    }

    @Test(
        "An empty file, or one of comments, is the standard", arguments: ["", "\n", "# nothing\n", "---\n", "~", "{}"])
    func empty(_ yaml: String) throws {
        #expect(try Configuration(yaml: yaml, file: "file") == .standard)
    }

    @Test("The installed administrator's file sets nothing, and the drop-in that both files show is valid")
    func administrator() throws {
        let path = standardPath.replacing("gestured.yaml", with: "etc-gestured.yaml")
        #expect(
            try layered(("vendor", "recognizers: []"), ("etc", String(contentsOfFile: path, encoding: .utf8)))
                .configuration == Configuration(recognizers: []))
        for text in [try standardText(), try String(contentsOfFile: path, encoding: .utf8)] {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("# recognizers: [{") }).dropFirst(
                2)
            let all = try layered(("vendor", standardText()), ("a.d/1", String(line))).configuration
            #expect(all.recognizers.count == Configuration.standard.recognizers.count)
            #expect(all.recognizers.first { $0.name == "rotation" }?.properties == ["enabled": .flag(false)])
        }
    }

    @Test("A file with only surfaces keeps the standard recognizers")
    func onlySurfaces() throws {
        let configuration = try Configuration(yaml: "surfaces: [{ name: panel }]", file: "file")
        #expect(configuration.surfaces == [SurfaceRule(name: "panel")])
        #expect(configuration.recognizers == Configuration.standard.recognizers)
    }

    @Test("An empty list of recognizers means none")
    func noRecognizers() throws {
        let configuration = try Configuration(yaml: "recognizers: []", file: "file")
        #expect(configuration.recognizers.isEmpty)
    }

    @Test("A file may have a byte order mark and Windows line ends")
    func windows() throws {
        let yaml = "\u{FEFF}recognizers:\r\n- name: a\r\n  type: tap\r\n"
        let configuration = try Configuration(yaml: yaml, file: "file")
        #expect(configuration.recognizers == [RecognizerRule(name: "a", type: .tap)])
        #expect(messages(of: yaml + "  foo: 1\r\n") == ["4:3 unknown key `foo`"])
    }
}
