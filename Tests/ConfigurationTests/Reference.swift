// The documentation's generated tables for tests, which also write them.

import Configuration
import Foundation

/// The pages of the project, and the parts of them that `scripts/make-reference` writes.
enum Reference {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
    /// Whether the parts are to be written instead of compared.
    static let isWritten = ProcessInfo.processInfo.environment["GESTURED_REFERENCE"] == "write"
    /// The pages with tables of keys.
    static let pages = ["docs/man/reference.md", "docs/recognizers.md"]
    static let advice = "it is not what the types say: run scripts/make-reference"

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    static func write(_ text: String, to path: String) throws {
        try text.write(to: folder.appending(path: path), atomically: true, encoding: .utf8)
    }

    /// A page with regenerated tables, and the parts of the file that have tables there.
    ///
    /// A table stands between the lines `<!-- keys: NAME -->` and `<!-- end -->`.
    static func made(_ page: String) -> (text: String, parts: [String]) {
        var lines: [Substring] = []
        var parts: [String] = []
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            guard line.hasPrefix("<!-- keys: "), line.hasSuffix(" -->") else { continue }
            let name = String(line.dropFirst(11).dropLast(4))
            parts.append(name)
            isInside = true
            lines.append("")
            lines += table(name).map { Substring($0) }
            lines.append("")
        }
        return (lines.joined(separator: "\n"), parts)
    }

    /// The table of a part: key, meaning, values and default.
    private static func table(_ name: String) -> [String] {
        guard let part = ConfigurationPart.allCases.first(where: { $0.name == name }) else { return ["?"] }
        return ["| key | | value | default |", "|---|---|---|---|"]
            + part.keys.map { key in
                let standard = key.isRequired ? "needed" : key.standard.map(literal) ?? "none"
                return "| `\(key.key)` | \(key.documentation) | \(words(key.value)) | \(standard) |"
            }
    }

    /// A default: literal if it could stand in a file, otherwise words.
    private static func literal(_ text: String) -> String {
        text.contains(" ") && !text.hasPrefix("[") && !text.hasPrefix("{") ? text : "`\(text)`"
    }

    /// The common values, by their name and description in the section Values of `docs/configuration.md`.
    private static let forms = [
        "a length from 0 to 10000 points": "length",
        "a time from 0 to 60 seconds": "time",
        "an angle from 0 to 360 degrees": "angle",
        "1 to 64 letters, digits, `-`, `_` or `.`": "name",
        "a name, or a list of names": "names",
        "a pattern of 1 to 256 characters": "pattern",
        "points, a part of the parent (50%), a length (120mm, 12cm, 5in) or, where the surface has `pixels`, pixels (300px)":
            "coordinate",
    ]

    /// Values in words without the common examples, of numbers only the range, with possible contents as literals.
    private static func words(_ value: String) -> String {
        let text = String(value.replacing(/, such as [^,]*/, with: "").trimmingPrefix(#/a (?:whole )?number from /#))
        if let form = forms[value] ?? forms[text] { return form }
        guard let start = text.firstIndex(where: { "{[".contains($0) }) else { return text }
        if text[start...].hasPrefix("[x, y]") { return text.replacing("[x, y]", with: "`[x, y]`") }
        return "\(text[..<start])`\(text[start...])`"
    }
}
