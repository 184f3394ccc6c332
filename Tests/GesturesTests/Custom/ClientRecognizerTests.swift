// Tests of recognizers that a client decides: what it is told, what its decisions do, and what its silence costs.

import Gestures
import Testing
import Touch
import TouchTesting

/// A client that notes what it is told, and may decide at once.
private final class Remote: GestureRecognizerClient {
    var isThere = true
    private(set) var lines: [String] = []
    private(set) var changes = 0
    var decideAtOnce: (ClientGestureRecognizer, TouchChange) -> Void = { _, _ in }

    func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool {
        changes = change.number
        let touches = change.touches.map { "\($0.id)" }.joined(separator: " ")
        lines.append("\(change.phase) \(touches)\(change.mustAnswer ? "?" : "")")
        if isThere { decideAtOnce(recognizer, change) }
        return isThere
    }

    func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer) { lines.append("reset") }
}

/// A view that notes the phases of its touches.
private final class View: TouchStreamObserver {
    private(set) var phases: [TouchPhase] = []

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        phases += touches.map(\.phase)
    }
}

/// A pan that only says that it waits when it is asked, as a delegate might.
private final class AskedPan: PanGestureRecognizer {
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { other is ClientGestureRecognizer }
}

@Suite struct ClientRecognizerTests {
    private let remote = Remote()
    private let mine = ClientGestureRecognizer(name: "mine")
    private let pan = PanGestureRecognizer(name: "pan")
    private let drag: [FingerStep] = [.down(0, 100, 100, at: 0), .move(0, 120, 100, at: 0.01)]

    private func stage(_ others: GestureRecognizer...) -> Stage {
        mine.client = remote
        let stage = Stage([mine] + others)
        stage.watchDecisions()
        return stage
    }

    private func decide(
        _ state: GestureRecognizer.State? = nil, change: Int? = nil, at time: Double, _ ignored: [Int] = [],
        members: [GestureMeasurement.Member]? = nil, because reason: String? = nil
    ) throws {
        try mine.apply(
            ClientGestureRecognizer.Answer(
                change: change, state: state, members: members, ignoredTouches: ignored, reason: reason),
            at: .zero.adding(seconds: time))
    }

    @Test("A client that withholds lifts alone must answer once a finger has lifted, not before")
    func lifts() {
        let (stage, view) = (stage(), View())
        stage.engine.touchStreamObserver = view
        stage.play(drag + [.down(1, 200, 100, at: 0.02), .up(1, at: 0.03), .move(0, 130, 100, at: 0.04)])
        #expect(remote.lines == ["began 1", "moved 1", "began 2", "ended 2?", "moved 1?"])
        #expect(view.phases == [.began, .moved, .began, .moved])
        stage.wait(until: 0.2)
        #expect(remote.lines.last == "moved 1?" && view.phases.last == .ended && stage.failures.count == 1)
    }

    @Test("The client is told of each change of its touches, and of the end")
    func told() throws {
        let stage = stage()
        stage.play(drag + [.down(1, 200, 100, at: 0.02), .up(1, at: 0.03)])
        #expect(remote.lines == ["began 1", "moved 1", "began 2", "ended 2"])
        try decide(.failed, at: 0.04)
        stage.play([.move(0, 130, 100, at: 0.05), .up(at: 0.06)])
        #expect(remote.lines.dropFirst(4) == ["reset"] && stage.failures.map(\.name) == ["mine"])
    }

    @Test("What it decides is a gesture like any other: it prevents others, with its values and its reason")
    func recognized() throws {
        let stage = stage(pan)
        stage.play([.down(0, 100, 100, at: 0), .move(0, 105, 100, at: 0.01)])
        let angle = GestureMeasurement.Member("angle", .number(1.5))
        try decide(.began, at: 0.02, members: [angle], because: "it turned")
        stage.play([.move(0, 150, 100, at: 0.03)])
        try decide(.changed, at: 0.03)
        stage.play([.up(at: 0.04)])
        try decide(.ended, at: 0.05)
        #expect(stage.words == ["mine began", "mine changed", "mine ended"])
        #expect(stage.log.map(\.measurement) == Array(repeating: .custom([angle]), count: 3))
        #expect(stage.failures.map(\.name) == ["pan"] && mine.state == .possible)
    }

    @Test("It is prevented by another one, and waits for those that it requires to fail")
    func beside() throws {
        let first = stage(pan)
        first.play(drag)
        #expect(first.words == ["pan began"] && first.failures.map(\.name) == ["mine"])
        try decide(.began, at: 0.02, expecting: .failed)
        let waiting = ClientGestureRecognizer(name: "waiting")
        waiting.client = remote
        let second = Stage(waiting, pan)
        waiting.require(toFail: pan)
        second.play([.down(0, 100, 100, at: 0)])
        try waiting.apply(.init(state: .ended), at: .zero.adding(seconds: 0.01))
        #expect(second.words.isEmpty && waiting.state == .possible)
        second.play([.up(at: 0.02)])
        #expect(second.words == ["waiting ended"])
    }

    private func decide(
        _ state: GestureRecognizer.State, at time: Double, expecting present: GestureRecognizer.State
    ) throws {
        let error = #expect(throws: ClientGestureRecognizer.IllegalState.self) { try decide(state, at: time) }
        #expect(error?.present == present && error?.wanted == state)
    }

    @Test("A state that cannot follow changes nothing, and the error has those that can")
    func illegal() throws {
        let stage = stage()
        stage.play(drag)
        try decide(.changed, at: 0.02, expecting: .possible)
        let error = #expect(throws: ClientGestureRecognizer.IllegalState.self) { try decide(.cancelled, at: 0.02) }
        #expect(error?.legal == [.began, .ended, .failed] && stage.words.isEmpty)
        try decide(.began, at: 0.03)
        try decide(.began, at: 0.04, expecting: .began)
        try decide(.failed, at: 0.05, expecting: .began)
        #expect(stage.words == ["mine began"])
    }

    @Test("Those that require it to fail wait while it answers, and for its time at most when it does not")
    func waiting() throws {
        pan.require(toFail: mine)
        let stage = stage(pan)
        stage.play(drag)
        #expect(remote.lines == ["began 1?", "moved 1?"] && stage.words.isEmpty)
        try decide(change: 2, at: 0.09)
        stage.play([.move(0, 140, 100, at: 0.5)])
        #expect(stage.words.isEmpty && stage.engine.nextDeadline == .zero.adding(seconds: 0.6))
        stage.wait(until: 0.6)
        #expect(stage.words == ["pan began", "pan changed"] && stage.failures.map(\.name) == ["mine"])
        #expect(mine.state == .failed)
    }

    @Test("Nobody waits for one that is not required, however silent its client is")
    func silent() {
        let stage = stage(pan)
        pan.allowSimultaneousRecognition(with: mine)
        stage.play(drag)
        #expect(remote.lines == ["began 1", "moved 1"] && stage.words == ["pan began"])
        #expect(stage.engine.nextDeadline == nil)
    }

    @Test("Those that say so only when they want to begin wait for its time at most, too, while its finger rests")
    func waitingUnannounced() throws {
        let stage = stage(AskedPan(name: "pan"))
        stage.play(drag)
        #expect(remote.lines == ["began 1", "moved 1"] && stage.words.isEmpty)
        stage.wait(until: 0.11)
        #expect(stage.words == ["pan began"] && stage.failures.map(\.name) == ["mine"])
    }

    @Test("They wait on when it starts again without a touch that an answer refused")
    func waitingUnannouncedForRest() throws {
        let client = QuestionedClient()
        let pan = AskedPan(name: "pan")
        mine.asks = .receive
        mine.answerTimeout = 5
        let stage = stage(pan)
        stage.engine.questionObserver = client
        stage.play([.down(0, 100, 100, at: 0), .down(1, 200, 100, at: 0.001)] + [.move(1, 240, 100, at: 0.01)])
        try decide(change: remote.changes, at: 0.02)
        stage.engine.answer(client.questions[0], with: false, at: .zero.adding(seconds: 0.05))
        #expect(stage.words.isEmpty && stage.engine.nextDeadline == .zero.adding(seconds: 0.15))
    }

    @Test("When it gives up while it waits itself, those that wait for it need not wait for what it waits for")
    func givingUpWhileWaiting() throws {
        let tap = TapGestureRecognizer(name: "tap")
        tap.numberOfTapsRequired = 2
        mine.require(toFail: tap)
        pan.require(toFail: mine)
        mine.cancelsTouchesInView = false
        for (start, giveUp) in [
            (0.0, { mine.giveUp(because: "its client is gone", at: .zero.adding(seconds: 0.03)) }),
            (1.0, { try decide(.cancelled, at: 1.03) }),
        ] {
            let stage = stage(tap, pan)
            stage.play([.down(0, 100, 100, at: start)])
            try decide(.began, at: start + 0.02)
            #expect(mine.state == .possible)
            try giveUp()
            #expect(mine.state == .failed && stage.failures.map(\.name) == ["mine"])
            stage.play([.move(0, 110, 100, at: start + 0.04), .up(at: start + 0.06)], rest: 0.9)
        }
    }

    @Test("A decision about an attempt that has failed changes nothing, nor does one without any")
    func late() throws {
        let stage = stage()
        try decide(.ended, at: 0)
        stage.play([.down(0, 0, 0, at: 0.01)])
        #expect(stage.words.isEmpty && mine.state == .possible)
        try decide(.failed, at: 0.02)
        try decide(at: 0.03, [1])
        #expect(mine.state == .failed && mine.numberOfTouches == 1)
        stage.play([.up(at: 0.04)])
        #expect(mine.state == .possible && stage.failures.count == 1)
    }

    @Test("After the last lift it has its time to decide, then it fails; one that has begun is cancelled")
    func lastLift() throws {
        let stage = stage()
        stage.play(drag + [.up(at: 0.05)])
        #expect(stage.engine.nextDeadline == .zero.adding(seconds: 0.05 + 0.1))
        try decide(.ended, at: 0.14)
        #expect(stage.words == ["mine ended"] && stage.log.first?.touches == [1])
        stage.play([.down(0, 0, 0, at: 1), .up(at: 1.1)], rest: 0.2)
        #expect(stage.words == ["mine ended"] && stage.failures.count == 1)
        stage.play([.down(0, 0, 0, at: 2)])
        try decide(.began, at: 2.01)
        stage.play([.up(at: 2.1)], rest: 0.05)
        #expect(stage.words == ["mine ended", "mine began"])
        stage.wait(until: 2.3)
        #expect(stage.words == ["mine ended", "mine began", "mine cancelled"])
        #expect(remote.lines.count { $0 == "reset" } == 3 && stage.engine.nextDeadline == nil)
    }

    @Test("Without a client it fails with the first touch, and nobody waits")
    func nobody() {
        pan.require(toFail: mine)
        remote.isThere = false
        let stage = stage(pan)
        stage.play(drag)
        #expect(stage.words == ["pan began"] && stage.failures.map(\.name) == ["mine"])
    }

    @Test("A client that decides at once is as good as rules")
    func atOnce() {
        remote.decideAtOnce = { mine, change in
            if change.phase == .ended { try? mine.apply(.init(change: change.number, state: .ended), at: change.time) }
        }
        pan.require(toFail: mine)
        let stage = stage(pan).play(drag + [.up(at: 0.05)])
        #expect(stage.words == ["mine ended"] && stage.log.first?.time == 0.05)
    }

    @Test("Touches that it leaves, or that are too many, are others' and not its own any more")
    func ignored() throws {
        mine.maximumNumberOfTouches = 2
        let stage = stage()
        stage.play([.down(0, 0, 0, at: 0), .down(1, 50, 0, at: 0.01), .down(2, 90, 0, at: 0.02)])
        #expect(remote.lines == ["began 1", "began 2"] && mine.numberOfTouches == 2)
        try decide(at: 0.03, [1, 77])
        stage.play([.move(0, 5, 0, at: 0.04), .move(1, 55, 0, at: 0.05), .up(0, at: 0.06)])
        #expect(remote.lines.dropFirst(2) == ["moved 2"])
        try decide(at: 0.07, [2])
        #expect(stage.failures.map(\.name) == ["mine"] && remote.lines.last == "reset")
        stage.play([.up(1, at: 0.08), .up(2, at: 0.09), .down(3, 0, 0, at: 0.1)])
        #expect(remote.lines.last == "began 4")
    }

    @Test("When the client goes in the middle, the attempt is given up with the reason")
    func gone() throws {
        let stage = stage(pan)
        pan.allowSimultaneousRecognition(with: mine)
        stage.play(drag)
        try decide(.began, at: 0.02)
        mine.giveUp(because: "its client is gone", at: .zero.adding(seconds: 0.03))
        #expect(stage.words == ["pan began", "mine began", "mine cancelled"])
        #expect(remote.lines.last == "reset")
        mine.giveUp(because: "its client is gone", at: .zero.adding(seconds: 0.04))
        #expect(stage.words.count == 3)
    }
}
