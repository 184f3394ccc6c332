// Pictures as an XML parser reads them, for tests.

import Diagnosis
import Foundation
import Testing

/// The elements of a picture, in order.
struct SVGFile {
    struct Element: Decodable {
        let tag: String
        let attributes: [String: String]
        let text: String
        /// Its own title, and those of the elements around it, the outermost first.
        let titles: [String]

        func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? .nan }
    }

    let elements: [Element]

    /// Reads a file by Python's parser.
    ///
    /// - Throws: an error for what is not well-formed.
    init(_ text: String) throws {
        let script = """
            import json, sys, xml.etree.ElementTree as tree
            def walk(element, titles, found):
                own = [each.text or "" for each in element if each.tag.endswith("}title")]
                found.append({"tag": element.tag.replace("{http://www.w3.org/2000/svg}", ""),
                              "attributes": element.attrib, "text": element.text or "", "titles": titles + own})
                for each in element:
                    walk(each, titles + own, found)
                return found
            print(json.dumps(walk(tree.fromstring(sys.stdin.buffer.read()), [], [])))
            """
        let (python, input, output) = (Process(), FileManager.default.temporaryDirectory, Pipe())
        let file = input.appending(path: "gestured-\(UUID().uuidString).svg")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script]
        python.standardInput = try FileHandle(forReadingFrom: file)
        python.standardOutput = output
        try python.run()
        let json = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        elements = try JSONDecoder().decode([Element].self, from: json)
    }

    init(_ plot: Plot) throws { try self.init(plot.picture) }

    func all(_ tag: String, in title: String = "") -> [Element] {
        elements.filter { $0.tag == tag && (title.isEmpty || $0.titles.contains { $0.hasPrefix(title) }) }
    }

    /// The visible text, one blank between lines.
    func text(in title: String = "") -> String { all("text", in: title).map(\.text).joined(separator: " ") }

    /// The signs that a group has.
    func signs(in title: String) -> [String] {
        all("use", in: title).compactMap { $0.attributes["href"]?.replacing("#plot-", with: "") }
    }

    /// The outline of the first panel.
    func outline() throws -> Element { try #require(all("rect", in: "The panel").first) }
}
