// Tests of actions: identifiers, removal, and changes while actions run.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct ActionTests {
    @Test("An action with an identifier is added once; the first one stays")
    func once() {
        let probe = Probe.discrete()
        var ran: [String] = []
        probe.addAction(identifier: "a") { _ in ran.append("first") }
        probe.addAction(identifier: "a") { _ in ran.append("second") }
        probe.addAction { _ in ran.append("nameless") }
        probe.addAction { _ in ran.append("nameless") }
        Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(ran == ["first", "nameless", "nameless"])
    }

    @Test("Removing by identifier removes that action, without one all of them; an absent one is ignored")
    func removing() {
        for (identifier, left) in [("a", ["b", "nameless"]), ("none", ["a", "b", "nameless"]), (nil, [String]())] {
            let probe = Probe.discrete()
            var ran: [String] = []
            probe.addAction(identifier: "a") { _ in ran.append("a") }
            probe.addAction(identifier: "b") { _ in ran.append("b") }
            probe.addAction { _ in ran.append("nameless") }
            probe.removeAction(identifier: identifier.map { .init($0) })
            Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
            #expect(ran == left, "\(identifier ?? "all")")
        }
    }

    @Test("An action's additions and removals apply from the next time on")
    func snapshot() {
        let probe = Probe.continuous()
        var ran: [String] = []
        probe.addAction(identifier: "a") { recognizer in
            ran.append("a \(recognizer.state)")
            recognizer.removeAction(identifier: "b")
            recognizer.addAction(identifier: "c") { ran.append("c \($0.state)") }
        }
        probe.addAction(identifier: "b") { ran.append("b \($0.state)") }
        Stage(probe).play(path(10, 20))
        #expect(ran == ["a began", "b began", "a changed", "c changed", "a ended", "c ended"])
    }
}
