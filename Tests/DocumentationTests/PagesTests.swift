// Tests of the documentation's links, file names and targets.

import Foundation
import Testing

@Suite struct PagesTests {
    private static func read(_ path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: repository.appending(path: path).standardizedFileURL.path)
    }

    /// All pages for people.
    private static let pages: [String] = {
        let docs = try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "docs").path)
        return ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
            + (docs ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    }()

    /// The anchor of a heading in links, as forges derive it from the words.
    private static func anchors(of page: String) throws -> Set<String> {
        let headings = try read(page).matches(of: /(?m)^#+ +(.+)$/).map { $0.output.1.lowercased() }
        return Set(
            headings.map { heading in
                String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
            })
    }

    @Test("Every link within the project has a target", arguments: pages)
    func links(_ page: String) throws {
        let folder = page.contains("/") ? "docs/" : ""
        for link in try Self.read(page).matches(of: /\]\(([^)#: ]*)(?:#([^) ]*))?\)/) {
            let target = link.output.1.isEmpty ? page : folder + link.output.1
            #expect(Self.exists(target), "\(page): \(target)")
            guard let anchor = link.output.2, target.hasSuffix(".md") else { continue }
            let file = target.replacing("docs/../", with: "")
            #expect(try Self.anchors(of: file).contains(String(anchor)), "\(page): \(target)#\(anchor)")
        }
    }

    @Test("Every file of the project that a page names exists", arguments: pages)
    func files(_ page: String) throws {
        let folders = /`((?:Sources|Tests|scripts|config|clients|docs|systemd|\.ci)\/[\w.\/-]+)[^`]*`/
        for name in try Self.read(page).matches(of: folders) {
            #expect(Self.exists(String(name.output.1)), "\(page): \(name.output.1)")
        }
    }

    @Test("The files in the list of a touch's way exist")
    func way() throws {
        let parts = try Self.read("docs/architecture.md").components(separatedBy: "\n## Where a touch goes\n")
        let list = try #require(parts.last).components(separatedBy: "\n## ")[0]
        let files = list.matches(of: /`(\w+(?:\/\w+)+\.swift)`/).map(\.output.1)
        #expect(parts.count == 2 && files.count > 20)
        for file in files { #expect(Self.exists("Sources/\(file)"), "\(file)") }
    }

    @Test("The table of targets has every library, and what each may import")
    func targets() throws {
        let manifest = try Self.read("Package.swift")
        let rows = try Self.read("docs/architecture.md").matches(of: /(?m)^\| (`[^|]+) \|[^|]*\| ([^|]+) \|$/)
        let targets = manifest.matches(of: /\.target\(\s*name: "(\w+)"(?:, dependencies: \[([^\]]*)\])?/)
        #expect(targets.count > 8)
        for target in targets where !target.output.1.hasPrefix("CL") {
            let row = rows.first { $0.output.1.contains("`\(target.output.1)`") }
            let allowed = try #require(row, "\(target.output.1) is in no row").output.2
            guard allowed != "all above" else { continue }
            let imported = (target.output.2 ?? "").matches(of: /"(\w+)"/).map(\.output.1)
            for name in imported where !name.hasPrefix("C") || name == "Configuration" {
                #expect(allowed.contains("`\(name)`"), "\(target.output.1) imports \(name)")
            }
        }
    }
}
