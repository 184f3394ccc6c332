// Does config/gestured.yaml say what holds without it, and do its examples work?

import Configuration
import Foundation
import Gestures
import Testing
import Touch

@Suite struct ConfigurationFileTests {
    /// The file with its examples switched on: lines that begin with a `#` and no single blank.
    private func switchedOn() throws -> String {
        try standardText().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("#") else { return String(line) }
            let rest = line.dropFirst()
            return rest.hasPrefix(" ") && !rest.hasPrefix("  ") ? String(line) : String(rest)
        }.joined(separator: "\n")
    }

    @Test("The file of the project is the standard")
    func standard() throws {
        #expect(try Configuration(yaml: standardText(), file: "gestured.yaml") == .standard)
        #expect(try Configuration.load(path: standardPath) == .standard)
    }

    @Test("All examples of the file can be switched on at once")
    func examples() throws {
        let configuration = try Configuration(yaml: switchedOn(), file: "gestured.yaml")
        #expect(configuration.surfaces.map(\.name) == ["panel", "mirrored-panel"])
        #expect(configuration.surfaces[0].settings.size == Size(width: 344, height: 194))
        #expect(configuration.surfaces[0].settings.pixels == Size(width: 1920, height: 1080))
        #expect(configuration.surfaces[0].settings.rotation == .clockwise90)
        #expect(configuration.surfaces[1].settings.calibration == AffineMatrix(-1, 0, 1, 0, 1, 0))
        #expect(
            Array(configuration.recognizers.prefix(Configuration.standard.recognizers.count))
                == Configuration.standard.recognizers)
        #expect(configuration.recognizers.count == Configuration.standard.recognizers.count + 12)
    }

    @Test("The example of each type has every property, with its default", arguments: RecognizerType.allCases)
    func defaults(of type: RecognizerType) throws {
        let rules = try Configuration(yaml: switchedOn(), file: "gestured.yaml").recognizers
        let rule = try #require(rules.first { $0.type == type && $0.name.hasSuffix("-with-all-properties") })
        for property in type.properties {
            let value = try #require(rule.properties[property.key], "\(property.key) is missing")
            if type.defaultValue(of: property) == .count(.max) { continue }
            #expect(value == type.defaultValue(of: property), "\(property.key)")
        }
    }

    @Test(
        "The sentence above each property of the examples is the one of the tables", arguments: RecognizerType.allCases)
    func sentences(of type: RecognizerType) throws {
        let text = try standardText()
        let start = try #require(text.range(of: "#    type: \(type.rawValue)\n"))
        let rest = text[start.upperBound...]
        let entry = rest.range(of: "- name").map { rest[..<$0.lowerBound] } ?? rest
        for property in type.properties {
            let lines = "#    # \(property.documentation)\n"
            let place = try #require(entry.range(of: lines), "\(property.key): \(property.documentation)")
            let key = entry[place.upperBound...].split(separator: "\n").first { !$0.hasPrefix("#    #") }
            #expect(key?.hasPrefix("#    \(property.key): ") == true, "\(property.key)")
        }
    }

    @Test(
        "An empty file, or one of comments, is the standard", arguments: ["", "\n", "# nothing\n", "---\n", "~", "{}"])
    func empty(_ yaml: String) throws {
        #expect(try Configuration(yaml: yaml, file: "file") == .standard)
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

    @Test("A file may have a byte order mark and Windows' line ends")
    func windows() throws {
        let yaml = "\u{FEFF}recognizers:\r\n- name: a\r\n  type: tap\r\n"
        let configuration = try Configuration(yaml: yaml, file: "file")
        #expect(configuration.recognizers == [RecognizerRule(name: "a", type: .tap)])
        #expect(messages(of: yaml + "  foo: 1\r\n") == ["4:3 unknown key `foo`"])
    }
}
