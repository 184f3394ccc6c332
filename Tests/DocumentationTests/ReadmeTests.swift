// Tests of the README's configuration, and of the lines for a package and the products in docs/integrate.md.

import Configuration
import Foundation
import Testing

@Suite struct ReadmeTests {
    private static func read(_ name: String) throws -> String {
        try String(contentsOf: repository.appending(path: name), encoding: .utf8)
    }

    /// The blocks of a page that begin with these words.
    private static func blocks(_ words: String, of page: String) throws -> [String] {
        try read(page).components(separatedBy: "\n```\(words)\n").dropFirst()
            .map { $0.components(separatedBy: "\n```\n")[0] }
    }

    @Test("The lines for your own package name an existing product and the package")
    func package() throws {
        let manifest = try Self.read("Package.swift")
        let block = try #require(try Self.blocks("swift manifest", of: "docs/integrate.md").first)
        let product = try #require(try /\.product\(name: "(\w+)", package: "(\w+)"\)/.firstMatch(in: block)?.output)
        #expect(manifest.contains(".library(name: \"\(product.1)\", "))
        #expect(manifest.contains("let package = Package(\n    name: \"\(product.2)\","))
        // The identity of a package with a path is the last part of the path.
        #expect(block.contains(".package(path: \"../\(product.2)\", traits: [])"))
    }

    @Test("The imported modules are in the product, and the other libraries exist")
    func products() throws {
        let (manifest, text) = (try Self.read("Package.swift"), try Self.read("docs/integrate.md"))
        let section = text.components(separatedBy: "\n## Embed the engine\n")
        try #require(section.count == 2)
        let words = section[1].components(separatedBy: "\n## ")[0]
        #expect(words.contains("Then `import Gestures` and `import Touch`"))
        let targets = #"["Touch", "Gestures", "GestureRecognizerSubclass"]"#
        #expect(manifest.contains(".library(name: \"Gestures\", targets: \(targets))"))
        let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map(\.output.1)
        #expect(libraries.count >= 4 && libraries.allSatisfy { words.contains("`\($0)`") })
    }

    @Test("The shown configuration is valid")
    func configuration() throws {
        let blocks = try Self.blocks("yaml", of: "README.md")
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(throws: Never.self) { try Configuration(yaml: block, file: "README.md") } }
    }
}
