// Does what the README shows work: the lines for a package, the products, the configuration?

import Configuration
import Foundation
import Testing

@Suite struct ReadmeTests {
    private static func read(_ name: String) throws -> String {
        try String(contentsOf: repository.appending(path: name), encoding: .utf8)
    }

    /// The blocks of a language.
    private static func blocks(_ language: String) throws -> [String] {
        try read("README.md").components(separatedBy: "\n```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "\n```\n")[0] }
    }

    @Test("The lines for one's own package name a product and the package as they are called here")
    func package() throws {
        let (manifest, block) = (try Self.read("Package.swift"), try #require(try Self.blocks("swift").first))
        let product = try #require(try /\.product\(name: "(\w+)", package: "(\w+)"\)/.firstMatch(in: block)?.output)
        #expect(manifest.contains(".library(name: \"\(product.1)\", "))
        #expect(manifest.contains("let package = Package(\n    name: \"\(product.2)\","))
        // The identity of a package with a path is the last part of the path.
        #expect(block.contains(".package(path: \"../\(product.2)\")"))
    }

    @Test("What is imported is in the product, and the other libraries are those that there are")
    func products() throws {
        let (manifest, text) = (try Self.read("Package.swift"), try Self.read("README.md"))
        let section = text.components(separatedBy: "\n## In a program of your own\n")
        try #require(section.count == 2)
        let words = section[1].components(separatedBy: "\n## ")[0]
        #expect(words.contains("Then `import Gestures` and `import Touch`"))
        #expect(manifest.contains(".library(name: \"Gestures\", targets: [\"Touch\", \"Gestures\"])"))
        let libraries = manifest.matches(of: /\.library\(name: "(\w+)"/).map(\.output.1)
        #expect(libraries.count >= 4 && libraries.allSatisfy { words.contains("`\($0)`") })
    }

    @Test("The configuration that it shows is valid")
    func configuration() throws {
        let blocks = try Self.blocks("yaml")
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(throws: Never.self) { try Configuration(yaml: block, file: "README.md") } }
    }
}
