// Tests of what a program of another package may set of a recognizer.

import Foundation
import Testing

@Suite struct SettableStateTests {
    /// What the compiler says of a file of another package.
    private func compile(_ imports: [String], _ body: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "program.swift")
        let text = imports.map { "import \($0)\n" }.joined() + body
        try text.write(to: file, atomically: true, encoding: .utf8)
        let modules = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().appending(path: "Modules")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-parse-as-library", "-I", modules.path, file.path]
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : said
    }

    @Test("Programs read the state of a recognizer, and cannot set it")
    func readOnly() throws {
        let reads = "func look(_ pan: PanGestureRecognizer) -> Bool { pan.state == .began }"
        #expect(try compile(["Gestures"], reads) == "")
        let sets = "pan.state = .cancelled; pan.fail(because: .because(\"of me\"))"
        let said = try compile(["Gestures"], "func end(_ pan: PanGestureRecognizer) { \(sets) }")
        #expect(said.contains("'state' setter is inaccessible") && said.contains("'fail' is inaccessible"), "\(said)")
    }

    @Test("A subclass of a file with `import GestureRecognizerSubclass` sets and reads it, as one ported from UIKit")
    func subclass() throws {
        let ported = """
            final class Mine: GestureRecognizer {
                override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
                    super.touchesMoved(touches, with: event)
                    if numberOfTouches > 1 { return fail(because: .because("too many fingers")) }
                    state = state == .possible ? .began : .changed
                    switch state {
                    case .began, .changed: break
                    default: state = .failed
                    }
                }
                override func reset() {
                    super.reset()
                    if state == .possible { state = .failed }
                }
            }
            """
        #expect(try compile(["Gestures", "GestureRecognizerSubclass", "Touch"], ported) == "")
        #expect(try compile(["Gestures", "Touch"], ported).contains("'fail' is inaccessible"))
    }
}
