// Tests of the option `--on`, and of the same text in an actions file.

import GestureWire
import Testing

@testable import Configuration

@Suite struct ActionTriggerTests {
    private func gesture(_ recognizer: String, _ state: GestureState) -> GestureNotification {
        GestureNotification(
            recognizer: recognizer, type: "pan", gesture: 7, state: state, surface: "panel", region: "root", time: 0,
            location: .zero, touches: [3], measurement: .none)
    }

    /// The states of a recognizer that count.
    private func states(_ option: String, of recognizer: String) throws -> [GestureState] {
        let trigger = try ActionTrigger(option: option)
        return GestureState.allCases.filter { trigger.matches(gesture(recognizer, $0)) }
    }

    @Test("The default state is that of a completed gesture: recognized or ended")
    func end() throws {
        #expect(try states("zoom", of: "zoom") == [.recognized, .ended])
        #expect(try states("zoom", of: "zoomed").isEmpty)
    }

    @Test("A state matches alone, behind the last colon; the name is a glob")
    func state() throws {
        #expect(try states("z*:began", of: "zoom") == [.began])
        #expect(try states("*:changed", of: "anything") == [.changed])
        #expect(try states("pan:began", of: "zoom").isEmpty)
        #expect(try states("a:b:began", of: "a:b") == [.began])
    }

    @Test(
        "A mistake has the same message behind `--on` and in a file",
        arguments: [
            ("zoom:recognised", "not `recognised`", "did you mean `recognized`?"),
            ("zoom:", "must be one of recognized, began, changed, ended, cancelled, failed", nil),
            ("", "`on` must be a pattern of 1 to 256 bytes", nil),
            (String(repeating: "a", count: 257) + ":began", "`on` must be a pattern of 1 to 256 bytes", nil),
        ])
    func mistakes(text: String, words: String, hint: String?) throws {
        let option = #expect(throws: ConfigurationError.self) { try ActionTrigger(option: text) }
        let file = #expect(throws: ConfigurationError.self) {
            try ActionsFile(yaml: "actions: [{ on: \"\(text)\", key: a }]", file: "file")
        }
        let problem = try #require(option?.problems.first)
        #expect(problem.message.contains(words) && problem.hint == hint)
        #expect(option?.problems.map(\.message) == file?.problems.map(\.message))
        #expect(option?.problems.map(\.hint) == file?.problems.map(\.hint))
    }

    @Test(
        "A state that no matching recognizer can have is impossible",
        arguments: [
            ("x:began", ["tap"], true), ("x", ["tap"], false), ("x:failed", ["tap"], false),
            ("x:recognized", ["tap"], false), ("x:began", ["tap", "pan"], false), ("x:recognized", ["pan"], true),
            ("x:cancelled", ["pan"], false), ("x:began", [], false), ("x:began", ["landing"], false),
            ("x:began", ["tap", "landing"], false), ("x:changed", ["swipe", "tap"], true),
        ])
    func impossible(option: String, types: [String], isImpossible: Bool) throws {
        #expect((try ActionTrigger(option: option).impossibility(among: types) != nil) == isImpossible)
    }
}
