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
        #expect(
            try Configuration.load(
                ConfigurationFiles(path: Project.folder.appending(path: "config/gestured.yaml").path)) == .standard)
    }

    @Test("All examples of the file can be enabled at once")
    func examples() throws {
        let configuration = try Configuration(yaml: switchedOn(), file: "gestured.yaml")
        #expect(configuration.surfaces.map(\.name) == ["panel", "mirrored-panel", "virtual"])
        #expect(
            Array(configuration.recognizers.prefix(Configuration.standard.recognizers.count))
                == Configuration.standard.recognizers)
        #expect(configuration.regions.map(\.name) == ["right-half", "left-half", "ticker", "keypad"])
        #expect(configuration.recognizers.count == Configuration.standard.recognizers.count + 27)
        #expect(configuration.access.count == 6)
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

    /// Expects a sentence in a text, and below its comment the key.
    private func expect(_ key: String, below sentence: String, in text: Substring, at indentation: String) throws {
        let place = try #require(text.range(of: "#\(indentation)# \(sentence)\n"), "\(key): \(sentence)")
        let line = text[place.upperBound...].split(separator: "\n").first { !$0.hasPrefix("#\(indentation)#") }
        #expect(line?.hasPrefix("#\(indentation)\(key):") == true, "\(key)")
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
            try expect(property.key, below: property.documentation, in: entry, at: "    ")
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
            try expect(property.key, below: property.documentation, in: text[...], at: "      ")
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

    @Test("The installed administrator's file sets nothing, and the drop-in that both files show is valid")
    func administrator() throws {
        let administrator = try Project.text("config/etc-gestured.yaml")
        #expect(
            try layered(("vendor", "recognizers: []"), ("etc", administrator)).configuration
                == Configuration(recognizers: []))
        for text in [try standardText(), administrator] {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("# recognizers: [{") })
            let all = try layered(("vendor", standardText()), ("a.d/1", String(line.dropFirst(2)))).configuration
            #expect(all.recognizers.count == Configuration.standard.recognizers.count)
            #expect(all.recognizers.first { $0.name == "rotation" }?.properties == ["enabled": .flag(false)])
        }
    }

    @Test("A file may have a byte order mark and Windows line ends")
    func windows() throws {
        let yaml = "\u{FEFF}recognizers:\r\n- name: a\r\n  type: tap\r\n"
        #expect(try configuration(yaml).recognizers == [RecognizerRule(name: "a", type: .tap)])
        #expect(messages(of: yaml + "  foo: 1\r\n") == ["4:3 unknown key `foo`"])
    }
}
