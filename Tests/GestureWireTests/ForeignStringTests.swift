// Search of the sources for `String` as a key or in a `switch`, which hang on a run of combining marks.

import Foundation
import Testing

/// Foreign text is keyed by `UTF8Key`.
///
/// The exceptions here are text that no socket, file or device can choose, or that is known to be short ASCII.
///
/// The search is by lines. It does not find `==`, `contains`, `sorted()` and `init(rawValue:)`, nor a `switch` whose
/// cases are constants: the tests of hostile requests, files and servers measure those.
@Suite struct ForeignStringTests {
    /// The targets on a path from a socket, a file or a device.
    private static let targets = [
        "Touch", "Gestures", "GestureWire", "Evdev", "Server", "ServiceManager", "Configuration", "GestureDaemon",
        "GestureClient", "ControlCommands", "gestured",
    ]

    /// `String` as a key, or an element type that is not visible: `Set<Int>(…)` names its type, `Set(…)` does not.
    private static let keyed = [
        #"\[String\??\s*:"#, "Dictionary<String", "Set<String", #"(^|[^\w.>])(Set|Dictionary)\((?!texts:)"#,
    ]

    /// Decoding of JSON, which has a dictionary for each object.
    private static let decoder = #"\b(JSONDecoder|JSONSerialization)\b"#
    /// A `switch` on a value that cannot be a foreign `String`, by its line.
    private static let harmlessSubject = #"switch .*(UTF8Key\(|\bscalars?\b|Unicode\.Scalar\()"#

    /// The exceptions in lines of a target, or of a file in one of its folders, with reasons.
    private static let allowed: [(path: String, fragment: String, reason: String)] = [
        ("Configuration/", "[String: PropertyValue]", "keys of the program's own table of properties"),
        ("Configuration/SurfaceMatch.swift", "[String: UTF8Key]", "keys of the program's own table of properties"),
        ("Gestures/StrokeMatcher.swift", "[String: Int]", "names of templates, which `Names.checked` has accepted"),
        ("Gestures/Invariants.swift", "Set(involved)", "numbers of touches"),
        ("GestureWire/DeviceReport", "[String: Int]", "the program's own names of defects and of reasons"),
        ("GestureClient/", "WireValue", "what a program writes itself, and names that the daemon has accepted"),
        ("GestureClient/", "Dictionary(properties)", "what a program writes itself"),
        ("GestureClient/", "Dictionary(elements)", "what a program writes itself"),
        ("ControlCommands/", "[String: Int]", "the daemon's own names of defects and of reasons"),
        ("ControlCommands/GestureEnvironment.swift", "Set<String>", "names of variables that the program makes"),
        ("Server/AccessRules.swift", "Set(", "capabilities"),
        ("Server/", "Touch", "numbers of touches"),
        ("Server/SurfacePublication.swift", ".gesture)", "numbers of gestures"),
        ("GestureWire/ServerLine.swift", "JSONDecoder()", "names are short ASCII: that has been checked"),
        ("GestureClient/Attachments.swift", "JSONDecoder()", "what a program writes itself"),
        ("ControlCommands/CompositorMessages", "JSONDecoder()", "names of members are the compositor's own"),
        ("GestureWire/RequestParameters.swift", "switch method", "short ASCII, as `RequestParser` sees to it"),
        ("Configuration/", "switch ", "texts of files of at most 1 MiB, which only the administrator writes"),
        ("Touch/LibinputParser.swift", "key.prefix(16)", "16 bytes at most"),
        ("ServiceManager/SeatMonitor.swift", "switch ", "what the bus of the system says"),
        ("ControlCommands/Doctor", "switch ", "what systemd says"),
        ("ControlCommands/GestureEnvironment.swift", "switch character", "a scalar"),
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// All lines of code, by file.
    private static func code() throws -> [(path: String, lines: [String])] {
        try targets.flatMap { target in
            let folder = sources.appending(path: target)
            let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            return try files.sorted().filter { $0.hasSuffix(".swift") }.map { file in
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return (
                    "\(target)/\(file)",
                    lines.map { line in String(line[..<(line.range(of: "//")?.lowerBound ?? line.endIndex)]) }
                )
            }
        }
    }

    /// Lines of code that may be slow for a foreign text, by file.
    private static func findings() throws -> [(path: String, line: String)] {
        try code().flatMap { path, lines in
            (lines.filter { has($0, anyOf: keyed + [decoder]) } + switches(in: lines)).map { (path, $0) }
        }
    }

    /// Lines with a `switch` that has a text as a case, in the same column.
    private static func switches(in lines: [String]) -> [String] {
        func column(_ line: String) -> Int { line.prefix { $0 == " " }.count }
        var last: Int?
        return lines.indices.compactMap { index in
            guard lines[index].drop(while: { $0 == " " }).hasPrefix("case \""),
                let start = lines[..<index].lastIndex(where: {
                    $0.contains("switch ") && column($0) == column(lines[index])
                }), start != last
            else { return nil }
            last = start
            return has(lines[start], anyOf: [harmlessSubject]) ? nil : lines[start]
        }
    }

    /// Whether a file is in a target, or is the target's file whose name begins like this, in any folder.
    private static func isOf(_ place: String, _ path: String) -> Bool {
        let parts = place.split(separator: "/", maxSplits: 1), names = path.split(separator: "/")
        return names.first == parts.first && (parts.count == 1 || names.last?.hasPrefix(parts[1]) == true)
    }

    private static func has(_ line: String, anyOf patterns: [String]) -> Bool {
        patterns.contains { line.range(of: $0, options: .regularExpression) != nil }
    }

    @Test("No set, dictionary, `switch` or decoder compares a foreign String")
    func keys() throws {
        let found = try Self.findings()
        for (path, line) in found {
            let isAllowed = Self.allowed.contains { Self.isOf($0.path, path) && line.contains($0.fragment) }
            #expect(isAllowed, "\(path): \(line.trimmingCharacters(in: .whitespaces))")
        }
        for entry in Self.allowed {
            let isUsed = found.contains { Self.isOf(entry.path, $0.path) && $0.line.contains(entry.fragment) }
            #expect(isUsed, "nothing needs \(entry.path) \(entry.fragment) any more")
        }
    }

    /// A type that only one module knows and that is hashable was made to be a key.
    ///
    /// Public types may be hashable for the sake of their users.
    @Test("No type that is a key holds a String")
    func partsOfKeys() throws {
        let declaration = #"^\s*(private |fileprivate )?(struct|enum) \w+: (.*, )?Hashable"#
        var count = 0
        for (path, lines) in try Self.code() {
            for (index, line) in lines.enumerated() where Self.has(line, anyOf: [declaration]) {
                count += 1
                for part in lines[(index + 1)...].prefix(while: { !$0.allSatisfy(\.isWhitespace) }) {
                    let isString = Self.has(part, anyOf: [#"(let|var) [\w, ]+: String"#, #"case .*\(.*String"#])
                    #expect(!isString, "\(path): \(part.trimmingCharacters(in: .whitespaces)) of \(line)")
                }
            }
        }
        #expect(count > 3)
    }
}
