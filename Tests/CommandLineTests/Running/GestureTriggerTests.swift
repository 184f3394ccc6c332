// Tests of the option `--on`.

import GestureWire
import Testing

@testable import ControlCommands

@Suite struct GestureTriggerTests {
    private func gesture(_ recognizer: String, _ state: GestureState) -> GestureNotification {
        GestureNotification(
            recognizer: recognizer, type: "pan", gesture: 7, state: state, surface: "panel", region: "root", time: 0,
            location: .zero, touches: [3], measurement: .none)
    }

    /// The states of a recognizer that count.
    private func states(_ argument: String, of recognizer: String) throws -> [GestureState] {
        let trigger = try GestureTrigger(argument)
        return GestureState.allCases.filter { trigger.matches(gesture(recognizer, $0)) }
    }

    @Test("The default state is that of a completed gesture: recognized or ended")
    func end() throws {
        #expect(try states("zoom", of: "zoom") == [.recognized, .ended])
        #expect(try states("zoom", of: "zoomed").isEmpty)
    }

    @Test("A state matches alone; the name is a glob")
    func state() throws {
        #expect(try states("z*:began", of: "zoom") == [.began])
        #expect(try states("*:changed", of: "anything") == [.changed])
        #expect(try states("pan:began", of: "zoom").isEmpty)
    }

    @Test("An unknown state is refused, with the nearest one")
    func unknown() {
        let near = #expect(throws: (any Error).self) { try GestureTrigger("zoom:recognised") }
        #expect("\(near as Any)".contains("did you mean `recognized`?"))
        let far = #expect(throws: (any Error).self) { try GestureTrigger("zoom:") }
        #expect("\(far as Any)".contains("recognized, began, changed, ended, cancelled, failed"))
    }

    @Test(
        "A state that no matching recognizer can have is impossible",
        arguments: [
            ("tap:began", true), ("tap", false), ("tap:failed", false), ("tap:recognized", false), ("*:began", false),
            ("pan:recognized", true), ("pan:cancelled", false), ("none:began", false), ("own:began", false),
            ("own:recognized", false), ("swipe:changed", true),
        ])
    func impossible(argument: String, isImpossible: Bool) throws {
        let recognizers = [("tap", "tap"), ("pan", "pan"), ("swipe", "swipe"), ("own", "landing")].map {
            RecognizerDescription(name: $0.0, type: $0.1, region: "root", enabled: true)
        }
        let words = try GestureTrigger(argument).impossibility(among: recognizers)
        #expect((words != nil) == isImpossible)
        #expect(words?.contains("`--on \(argument)`") != false)
    }

    @Test("Only the wanted states are subscribed to; for cancelled also the states that precede it")
    func subscription() throws {
        let plain = GestureTrigger.subscription(
            [try GestureTrigger("a"), try GestureTrigger("b:began")], surfaces: ["s"])
        #expect(plain.recognizers.map(\.pattern) == ["a", "b"] && plain.surfaces.map(\.pattern) == ["s"])
        #expect(plain.states == GestureStates([.recognized, .ended, .began]))
        let cancelled = GestureTrigger.subscription([try GestureTrigger("a:cancelled")], surfaces: ["*"])
        #expect(cancelled.states == GestureStates([.began, .ended, .cancelled]))
    }
}
