// Verb that prints the JSON Schema of the configuration.

import ArgumentParser
import Configuration

/// `gesturectl schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of the configuration, for editors.",
        discussion: """
            Of this version of gestured: what completes keys, explains them, and underlines mistakes. A file refers to it by \
            its first line:

              # yaml-language-server: $schema=/usr/share/gestured/gestured.schema.json
            """)

    @Flag(help: "That of a file in gestured.yaml.d, which only changes others.")
    var dropIn = false

    func run() throws {
        try Output.reporting {
            try Output.text(Array((dropIn ? Configuration.dropInSchema : Configuration.schema).utf8))
        }
    }
}
