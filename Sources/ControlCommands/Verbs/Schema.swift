// Verb that prints the JSON Schema of the configuration.

import ArgumentParser
import Configuration

struct Schema: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of the configuration, for editors.",
        discussion: """
            The schema of this version of gestured, with which editors complete and explain keys and mark mistakes. A \
            file refers to it in its first line:

              # yaml-language-server: $schema=/usr/share/gestured/gestured.schema.json
            """)

    @Flag(help: "The schema of files in gestured.yaml.d, which change other files.")
    var dropIn = false

    @Flag(help: "The schema of files of actions, which gesturectl run reads.")
    var actions = false

    func validate() throws {
        if dropIn, actions { throw ValidationError("Give --drop-in or --actions.") }
    }

    func perform() throws {
        let schema = actions ? ActionsFile.schema : dropIn ? Configuration.dropInSchema : Configuration.schema
        Output.text(Array(schema.utf8))
    }
}
