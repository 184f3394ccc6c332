// Tests of the schemas that gesturectl prints.

import Foundation
import Testing

@Suite struct SchemaTests {
    @Test(
        "The printed schemas are the project's",
        arguments: [
            ([], "gestured.schema.json"), (["--drop-in"], "gestured-drop-in.schema.json"),
            (["--actions"], "gestured-actions.schema.json"),
        ] as [([String], String)])
    func printed(arguments: [String], file: String) throws {
        let outcome = try Program.gesturectl.run(["schema"] + arguments)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == (try String(contentsOf: folder.appending(path: file), encoding: .utf8)))
    }
}
