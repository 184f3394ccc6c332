// Texts of the configuration's tests: their problems, and the project's files.

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

/// The problems of a text, separated by ` | `: message, and hint in brackets; "" when it has none.
func refusal(_ yaml: String) -> String {
    do {
        _ = try configuration(yaml)
        return ""
    } catch {
        return error.problems.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }.joined(separator: " | ")
    }
}

/// The problems of one recognizer with these keys.
func refusal(ofRecognizer keys: String) -> String { refusal("recognizers: [{ name: a, \(keys) }]") }

/// The problems of one surface with these keys.
func refusal(ofSurface keys: String) -> String { refusal("surfaces: [{ name: a, \(keys) }]") }

/// The rule of the one recognizer with these keys.
func recognizer(_ keys: String) throws -> RecognizerRule {
    try #require(try configuration("recognizers: [{ name: a, \(keys) }]").recognizers.first)
}

/// The rule of the one surface with these keys.
func surface(_ keys: String) throws -> SurfaceRule {
    try #require(try configuration("surfaces: [{ name: a, \(keys) }]").surfaces.first)
}

/// The warnings for a text, each with its place.
func warnings(_ yaml: String) throws -> [String] {
    let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
    return ConfigurationReview(text).warnings.map { "\($0.line):\($0.column) \($0.message)" }
}

/// The project's files.
enum Project {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}

/// The text of `config/gestured.yaml`.
func standardText() throws -> String { try Project.text("config/gestured.yaml") }

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
