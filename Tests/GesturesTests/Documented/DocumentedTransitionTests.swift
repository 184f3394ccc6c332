// Tests of all 36 state transitions against UIKit's documentation.

import Gestures
import Testing
import Touch
import TouchTesting

private typealias State = GestureRecognizer.State

extension GestureRecognizer.State {
    /// The state of this name in a fixture.
    init?(word: String) {
        let name = word == "recognized(ended)" || word == "recognised" ? "ended" : word
        guard let state = Self.allCases.first(where: { $0.description == name }) else { return nil }
        self = state
    }

    /// The states that a subclass sets one after another to reach this one.
    fileprivate var path: [GestureRecognizer.State] {
        switch self {
        case .possible: []
        case .began, .ended, .failed: [self]
        case .changed: [.began, .changed]
        case .cancelled: [.began, .cancelled]
        }
    }
}

/// A recognizer that moves to `from`, one state in an event, and then tries to become `to`.
///
/// - Returns: Its notifications from then on.
@discardableResult
private func attempt(_ to: State, from: State) -> [State] {
    let probe = Probe("it")
    let stage = Stage(probe)
    let path = from.path
    var event = 0
    probe.onMoved = { probe in
        if event < path.count { probe.state = path[event] }
        // The event of a final state is also the last in which its subclass can try anything.
        if event == path.count || event == path.count - 1 && from.isFinal { probe.state = to }
        event += 1
    }
    stage.play([.down(0, 0, 0, at: 0)])
    for move in 1...(from.isFinal ? path.count : path.count + 1) {
        stage.play([.move(0, Double(move), 0, at: Double(move))])
    }
    return Array(stage.log.dropFirst(path.count).map(\.state))
}

@Suite struct DocumentedTransitionTests {
    private static let file = ConformanceFile("uikit_documented_rules")
    private static let cases = file.cases.filter { $0["kind"] == .text("state") }

    private func ends(_ rule: ConformanceCase) throws -> (from: State, to: State, isLegal: Bool) {
        (
            try #require(State(word: rule["from"].text ?? "")), try #require(State(word: rule["to"].text ?? "")),
            rule["legal_for_a_subclass"] == .bool(true)
        )
    }

    @Test("There are all 36 pairs, and the legal ones are those documented")
    func table() {
        #expect(Set(Self.cases.map { [$0["from"], $0["to"]] }).count == 36)
        let documented = ["discrete", "continuous"].flatMap { Self.file.content["legal_transitions"][$0].list }
        let words = Set(documented.map { $0.texts.compactMap { State(word: $0)?.description } })
        let legal = Self.cases.filter { $0["legal_for_a_subclass"] == .bool(true) }
        #expect(words == Set(legal.map { [$0["from"], $0["to"]].compactMap(\.text) }) && legal.count == 9)
    }

    @Test("A legal transition happens and acts as documented", arguments: cases)
    func legal(_ rule: ConformanceCase) throws {
        let (from, to, isLegal) = try ends(rule)
        #expect(from.canBecome(to) == isLegal)
        guard isLegal else { return }
        #expect(attempt(to, from: from) == (rule["action_fires"] == .bool(true) ? [to] : []))
    }

    @Test("An illegal transition traps in a debug build, and is ignored otherwise")
    func illegal() async throws {
        let illegal = try Self.cases.map(ends).filter { !$0.isLegal }
        #expect(illegal.count == 27)
        #if DEBUG
            await #expect(processExitsWith: .failure) { attempt(.changed, from: .possible) }
        #else
            for (from, to, _) in illegal { #expect(attempt(to, from: from).isEmpty, "\(from) \(to)") }
        #endif
    }
}
