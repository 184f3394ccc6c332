// Helpers of the configuration's tests: reading of texts, and the project's file.

import Foundation
import Testing

@testable import Configuration

/// The configuration of a text, which becomes a sample of the schema's test.
func configuration(_ yaml: String) throws(ConfigurationError) -> Configuration {
    do {
        let configuration = try Configuration(yaml: yaml, file: "file")
        SchemaSamples.add(yaml, [])
        return configuration
    } catch {
        SchemaSamples.add(yaml, error.problems.map(\.message))
        throw error
    }
}

/// The printed problems of a text with the name `file`; "" when it has none.
func diagnosis(of yaml: String) -> String {
    do {
        _ = try configuration(yaml)
        return ""
    } catch {
        return error.description
    }
}

/// The messages for a text, each with its place.
func messages(of yaml: String) -> [String] {
    do {
        _ = try configuration(yaml)
        return []
    } catch {
        return error.problems.map { "\($0.line):\($0.column) \($0.message)" }
    }
}

/// The message and hint for the one value of one property of one recognizer.
func refusal(about line: String, of type: String = "tap") -> String {
    do {
        _ = try configuration("recognizers:\n- name: a\n  type: \(type)\n  \(line)\n")
        return ""
    } catch {
        return error.problems.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }.joined(separator: "\n")
    }
}

/// The rule of the one recognizer with these lines.
func recognizer(_ lines: String...) throws -> RecognizerRule {
    let yaml = "recognizers:\n- name: a\n" + lines.map { "  \($0)\n" }.joined()
    return try #require(try configuration(yaml).recognizers.first)
}

/// The rule of the one surface with these lines.
func surface(_ lines: String...) throws -> SurfaceRule {
    let yaml = "surfaces:\n- name: a\n" + lines.map { "  \($0)\n" }.joined()
    return try #require(try configuration(yaml).surfaces.first)
}

/// The message and hint for one line of one surface.
func refusal(aboutSurface lines: String...) -> String {
    do {
        let yaml = "surfaces:\n- name: a\n" + lines.map { "  \($0)\n" }.joined()
        _ = try configuration(yaml)
        return ""
    } catch {
        return error.problems.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }.joined(separator: "\n")
    }
}

/// `config/gestured.yaml`.
let standardPath: String = {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return here.path + "/../../config/gestured.yaml"
}()

/// The text of `config/gestured.yaml`.
func standardText() throws -> String {
    try String(contentsOfFile: standardPath, encoding: .utf8)
}

/// The thresholds that the project's file sets.
let shippedThresholds: [String: PropertyValue] = [
    "landingInterval": .seconds(0.18), "swipeMaximumOppositeMovement": .points(3.5),
]

/// The text with its examples enabled: lines that begin with a `#` and no single blank.
func switchedOn() throws -> String {
    try standardText().split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard line.hasPrefix("#") else { return String(line) }
        let rest = line.dropFirst()
        return rest.hasPrefix(" ") && !rest.hasPrefix("  ") ? String(line) : String(rest)
    }.joined(separator: "\n")
}

/// SplitMix64: the same numbers in every run.
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
