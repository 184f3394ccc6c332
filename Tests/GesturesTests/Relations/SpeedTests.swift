// Tests that fast fingers, which meet several conditions in one event, make the gestures of slower ones.

import Gestures
import Testing
import Touch
import TouchTesting

/// How one recognizer, which is there first, stands to another.
private struct Relation: CustomTestStringConvertible {
    let testDescription: String
    /// The recognized ones.
    let outcome: [String]
    let declare: @Sendable (_ first: Scripted, _ second: Scripted) -> Void

    init(_ words: String, _ outcome: String..., declare: @escaping @Sendable (Scripted, Scripted) -> Void) {
        (testDescription, self.outcome, self.declare) = (words, outcome, declare)
    }

    static let all = [
        Relation("nothing is declared", "first") { _, _ in },
        Relation("the first prevents no other", "first", "second") { first, _ in first.prevents = { _ in false } },
        Relation("the second cannot be prevented", "first", "second") { _, second in
            second.isPrevented = { _ in false }
        },
        Relation("the second prevents no other", "first") { _, second in second.prevents = { _ in false } },
        Relation("the first cannot be prevented", "first") { first, _ in first.isPrevented = { _ in false } },
        Relation("neither prevents the other", "first", "second") { first, second in
            for recognizer in [first, second] { recognizer.prevents = { _ in false } }
        },
        Relation("only the first can be prevented, and by none", "first", "second") { first, second in
            first.prevents = { _ in false }
            second.prevents = { _ in false }
            second.isPrevented = { _ in false }
        },
        Relation("the first allows both", "first", "second") { $0.allowSimultaneousRecognition(with: $1) },
        Relation("the second allows both", "first", "second") { $1.allowSimultaneousRecognition(with: $0) },
        Relation("the second waits for the first to fail", "first") { $1.require(toFail: $0) },
        Relation("the first waits for the second to fail", "second") { $0.require(toFail: $1) },
        Relation("the first says that the second waits for it", "first") { first, second in
            first.isRequired = { $0 === second }
        },
    ]
}

@Suite struct SpeedTests {
    /// What is recognized of a finger that meets the condition of the first recognizer and then that of the second, or
    /// both in one event.
    private func outcome(_ relation: Relation, isFast: Bool, isInner: Bool, areDiscrete: Bool) -> [String] {
        let places = isFast ? (20.0, 20.0) : (10, 20)
        let make = areDiscrete ? Scripted.discrete : Scripted.continuous
        let (first, second) = (make("first", places.0), make("second", places.1))
        relation.declare(first, second)
        let stage = isInner ? Stage(second) : Stage(first, second)
        if isInner { stage.addRegion("inner", width: 1000, height: 1000, first) }
        stage.play(isFast ? path(20) : path(10, 20), rest: 1)
        return Set(stage.log.map(\.name)).sorted()
    }

    @Test(
        "What is recognized in one event is what slower fingers make: the first prevents what is undecided, and stays",
        arguments: Relation.all, [false, true])
    private func speeds(_ relation: Relation, isInner: Bool) {
        for (areDiscrete, isFast) in [(false, false), (false, true), (true, false), (true, true)] {
            // A discrete gesture that is over prevents no later one; what it shares a finger with has failed, though.
            let found = outcome(relation, isFast: isFast, isInner: isInner, areDiscrete: areDiscrete)
            #expect(found == relation.outcome, "fast: \(isFast), discrete: \(areDiscrete)")
        }
    }

    @Test("Three in one event: each prevents only those after it, whichever the middle one cannot prevent")
    func three() {
        let all = ["a", "b", "c"].map { Scripted.continuous($0, at: 20) }
        // a prevents b alone, c would prevent both.
        all[0].prevents = { [unowned rival = all[1]] in $0 === rival }
        #expect(Set(Stage(all).play(path(20)).log.map(\.name)) == ["a", "c"])
        let others = ["a", "b", "c"].map { Scripted.continuous($0, at: 20) }
        others[0].prevents = { _ in false }
        others[1].prevents = { [unowned rival = others[2]] in $0 === rival }
        #expect(Set(Stage(others).play(path(20)).log.map(\.name)) == ["a", "b"])
    }
}
