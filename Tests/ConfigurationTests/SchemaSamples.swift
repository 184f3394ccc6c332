// Samples for Tests/Schemas/configuration.py: each tested text as JSON, with gestured's messages.

import GestureWire
import Foundation
import Testing

@testable import Configuration

/// The file named by `GESTURED_CONFIGURATION_SAMPLES`, if any.
enum SchemaSamples {
    private static let file = ProcessInfo.processInfo.environment["GESTURED_CONFIGURATION_SAMPLES"].map {
        open($0, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    }

    /// Adds a text and its problems.
    ///
    /// - Parameters:
    ///   - isDropIn: Whether it only changes the content of other files.
    ///   - isActions: Whether it is a file of actions.
    static func add(_ text: String, _ messages: [String], isDropIn: Bool = false, isActions: Bool = false) {
        guard let file, let tree = tree(of: text) else { return }
        let sample = WireValue.object([
            .init("messages", .list(messages.map(WireValue.text))), .init("document", tree),
            .init("text", .text(text)), .init("dropIn", .flag(isDropIn)), .init("actions", .flag(isActions)),
        ])
        let line = Array((sample.line + "\n").utf8)
        // One call, because several tests run at a time.
        #expect(write(file, line, line.count) == line.count)
    }

    /// A text as an editor parses it, by YAML's core schema; nil when it has no tree, or an ambiguous one.
    static func tree(of text: String) -> WireValue? {
        let diagnostics = Diagnostics(files: [SourceFile(name: "", text: SourceText(text))])
        guard let root = ElementReader.read(SourceText(text), diagnostics), diagnostics.error() == nil else {
            return nil
        }
        return value(of: root)
    }

    private static func value(of element: Element) -> WireValue {
        switch element.content {
        case .null, .refused: .null
        case .scalar(let text, isQuoted: true): .text(text)
        case .scalar(let text, isQuoted: false): plain(text)
        case .list(let elements): .list(elements.map(value))
        case .mapping(let entries): .object(entries.map { .init($0.key, value(of: $0.value)) })
        }
    }

    private static func plain(_ text: String) -> WireValue {
        if ["true", "True", "TRUE"].contains(text) { return .flag(true) }
        if ["false", "False", "FALSE"].contains(text) { return .flag(false) }
        // Without a pattern: there are files of a million numbers.
        if text.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let number = Double(text), number.isFinite {
            return Int64(text).map(WireValue.integer) ?? .number(number)
        }
        if text.hasPrefix("0x"), let digits = text.wholeMatch(of: /0x([0-9a-fA-F]+)/),
            let number = Int64(digits.1, radix: 16)
        {
            return .integer(number)
        }
        return .text(text)
    }
}
