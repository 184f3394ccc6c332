// Tests of every configuration that the documentation shows.

import Foundation
import Testing

@testable import Configuration

@Suite struct DocumentationTests {
    /// Purposes of other YAML: the second word behind the marks of such a block.
    private static let others: Set<String> = [
        "actions", "docker", "libinput", "systemd", "kubernetes", "github", "homeassistant",
    ]

    /// A block of a page, and the place of its first line.
    private struct Block {
        let place: String
        let words: [Substring]
        let text: String
    }

    /// The pages that people read.
    private static func pages() throws -> [String] {
        func names(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: Project.folder.appending(path: folder).path)
        }
        let clients = try names(in: "clients").filter { !$0.contains(".") }.map { "clients/\($0)/" }
        return try (["", "docs/"] + clients).flatMap { folder in
            try names(in: folder).filter { $0.hasSuffix(".md") }.map { folder + $0 }
        }.sorted()
    }

    private static func blocks(of page: String) throws -> [Block] {
        let lines = try Project.text(page).split(separator: "\n", omittingEmptySubsequences: false)
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            guard let first = start else {
                start = index
                continue
            }
            blocks.append(
                Block(
                    place: "\(page):\(first + 2)", words: lines[first].dropFirst(3).split(separator: " "),
                    text: lines[(first + 1)..<index].joined(separator: "\n")))
            start = nil
        }
        #expect(start == nil, "\(page): a block has no end")
        return blocks
    }

    @Test("Every block of YAML is a configuration without a problem or warning, or has another declared purpose")
    func yaml() throws {
        var count = 0
        for page in try Self.pages() {
            for block in try Self.blocks(of: page) where block.words.first == "yaml" || block.words.first == "yml" {
                if block.words.dropFirst() == ["drop-in"] {
                    #expect(try problems(ofDropIn: block) == "", "\(block.place)")
                } else if block.words.count > 1 {
                    #expect(Self.others.contains(String(block.words[1])), "\(block.place): what is \(block.words[1])?")
                } else {
                    #expect(diagnosis(of: block.text) == "", "\(block.place)")
                    #expect(try warnings(block.text) == [], "\(block.place)")
                    count += 1
                }
            }
        }
        #expect(count > 4)
    }

    /// The problems of a block over the project's file.
    private func problems(ofDropIn block: Block) throws -> String {
        do {
            let text = try LayeredText([
                .init(name: "gestured.yaml", text: SourceText(standardText())),
                .init(name: block.place, text: SourceText(block.text, file: 1), kind: .dropIn),
            ])
            SchemaSamples.add(block.text, [], isDropIn: true)
            return ConfigurationReview(text).warnings.map(\.description).joined(separator: "\n")
        } catch let error as ConfigurationError {
            return error.description
        }
    }

    @Test("The file that explains every key, made into a sample, is valid by the schema")
    func standardFile() throws {
        #expect(try diagnosis(of: standardText()) == "")
    }

    @Test("Every actions file that a page shows has no mistake")
    func actions() throws {
        var count = 0
        for page in try Self.pages() {
            for block in try Self.blocks(of: page) where block.words.dropFirst().first == "actions" {
                count += 1
                do throws(ConfigurationError) {
                    _ = try ActionsFile(yaml: block.text, file: block.place)
                    SchemaSamples.add(block.text, [], isActions: true)
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        #expect(count > 0)
    }

    @Test("Every example file is a configuration without a problem, and its first line says how to use it")
    func examples() throws {
        let folder = Project.folder.appending(path: "config/examples").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".yaml") }
        #expect(names == ["four-sides.yaml", "kiosk.yaml", "phone.yaml", "touch-table.yaml", "two-screens.yaml"])
        for name in names {
            let text = try Project.text("config/examples/\(name)")
            #expect(diagnosis(of: text) == "", "\(name)")
            #expect(try warnings(text) == [], "\(name)")
            #expect(
                text.hasPrefix("# yaml-language-server: $schema=/usr/share/gestured/gestured.schema.json\n"), "\(name)")
        }
    }
}
