// Tests of prevention against the cases of WinObjC's coordinator, which was tested on UIKit.

import Gestures
import Testing
import Touch
import TouchTesting

/// A delegate that answers whether both may be recognized.
private func voter(_ answer: Bool) -> Witness {
    let witness = Witness()
    witness.isSimultaneous = { _ in answer }
    return witness
}

extension Witness {
    /// How often it was asked whether both may be recognized.
    fileprivate var asked: Int { questions.lines.count { $0.contains(" with ") } }
}

/// One that begins with its finger, or with a movement, and one that only observes.
private final class Scene {
    let notebook = Notebook()
    let active: Probe
    let possible: Probe
    let activeVoter: Witness?
    let possibleVoter: Witness?
    let stage: Stage

    init(_ example: ConformanceCase, beginsOnDown: Bool = true, activeFirst: Bool = true) {
        let (active, possible) = (Probe("active", in: notebook), Probe("possible", in: notebook))
        (self.active, self.possible) = (active, possible)
        let begin: (Probe) -> Void = { if $0.state == .possible { $0.state = .began } }
        if beginsOnDown { active.onBegan = begin } else { active.onMoved = begin }
        active.prevents = { _ in example["active_canPrevent"] == .bool(true) }
        possible.isPrevented = { _ in example["possible_canBePrevented"] == .bool(true) }
        activeVoter = example["active_delegate_simultaneous"].bool.map(voter)
        possibleVoter = example["possible_delegate_simultaneous"].bool.map(voter)
        active.delegate = activeVoter
        possible.delegate = possibleVoter
        stage = Stage(activeFirst ? [active, possible] : [possible, active])
        stage.play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)])
    }

    /// In the fixture's words.
    var isPossible: Bool { possible.state == .possible && stage.failures.isEmpty }
    var isRemoved: Bool { possible.state == .failed && stage.failures.map(\.name) == ["possible"] }
    var timesAsked: Int { (activeVoter?.asked ?? 0) + (possibleVoter?.asked ?? 0) }
}

@Suite struct CoordinatorTests {
    private static let file = ConformanceFile("winobjc_coordinator")
    private static let table = file.cases.filter { $0["kind"] == .text("derived truth table") }

    private func example(_ id: String) throws -> ConformanceCase {
        try #require(Self.file.cases.first { $0.id == id })
    }

    @Test("The fixture has 22 cases: a whole truth table and six tests")
    func complete() {
        #expect(Self.file.cases.count == 22 && Self.table.count == 16)
        let tests = Self.file.cases.filter { $0["kind"] == .text("test in source") }.map(\.id)
        #expect(
            tests == [
                "active_allows_possible", "prevents_before_possible_saw_touch", "prevents_after_possible_saw_touch",
                "delegate_allows_concurrent", "delegates_forbid", "tap_misc",
            ])
    }

    @Test("A row of the truth table, whichever was added first", arguments: table, [true, false])
    func row(_ example: ConformanceCase, activeFirst: Bool) {
        let scene = Scene(example, activeFirst: activeFirst)
        let isRemoved = example["expect"]["possible_recognizer"] == .text("failed/removed")
        #expect(scene.isRemoved == isRemoved && scene.isPossible == !isRemoved)
        #expect(scene.active.state == .began)
    }

    @Test(
        "A test of WinObjC's gives its result",
        arguments: [
            ("active_allows_possible", false), ("prevents_before_possible_saw_touch", true),
            ("prevents_after_possible_saw_touch", true), ("delegate_allows_concurrent", false),
            ("delegates_forbid", true),
        ])
    func test(_ id: String, isRemoved: Bool) throws {
        let (isBefore, isAfter) = (id.hasPrefix("prevents_before"), id.hasPrefix("prevents_after"))
        let scene = Scene(try example(id), beginsOnDown: !isAfter, activeFirst: isBefore)
        #expect(scene.isRemoved == isRemoved && scene.isPossible == !isRemoved && scene.active.state == .began)
        // Both see the first event; the removed one sees none after it, and is removed at the movement in the other.
        if isBefore { #expect(scene.notebook.lines.filter { $0.hasPrefix("possible") } == ["possible began 1"]) }
        if isAfter { #expect(scene.stage.failures.map(\.time) == [1]) }
        // One delegate's yes is enough; before a no both were asked.
        if id == "delegate_allows_concurrent" { #expect(scene.possibleVoter?.asked == 1) }
        if id == "delegates_forbid" { #expect(scene.timesAsked == 2) }
    }

    @Test("tap_misc: of taps of 1, 10 and 1000 the first is recognized and the others fail")
    func taps() throws {
        let example = try example("tap_misc")
        let taps = example["taps_required"].numbers.map { RealisticSet.tap("\(Int($0))", taps: Int($0)) }
        #expect(taps.contains { $0.numberOfTapsRequired > 1 } == example["expect"]["contains_multi_tap"].bool)
        #expect(taps.map { Double($0.numberOfTapsRequired) }.max() == example["expect"]["max_taps_required"].number)
        let stage = Stage(taps).play(tapping(1), rest: 1)
        // WinObjC's test says began of a recognized tap: taps are discrete.
        let outcomes = taps.map { tap in
            stage.words.contains("\(tap.name) ended")
                ? "began" : stage.failures.contains { $0.name == tap.name } ? "failed" : "possible"
        }
        #expect(outcomes == example["expect"]["after_fail_others_except_first"].texts)
    }
}
