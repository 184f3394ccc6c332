// Random lists whose recognizers are decided by clients, and clients that decide at random.

import Gestures
import Touch

extension RandomList {
    /// The layers of a seed, in which clients decide for some configured recognizers.
    init(layeredDeciding seed: UInt64) {
        self.init(layered: seed)
        var random = SeededNumbers(seed: seed ^ 0x6465_6369_6465)
        for index in recognizers.indices where !recognizers[index].isOwn && random.isOne(in: 2) {
            recognizers[index].kind = .client
        }
    }

    /// The list of a seed in which clients decide for some recognizers; others wait for these, and these for others.
    init(deciding seed: UInt64) {
        self.init(seed: seed)
        var random = SeededNumbers(seed: seed ^ 0x6465_6369_6465)
        let first = recognizers.indices.randomElement(using: &random)
        let end = max(steps.last?.time ?? 0, 1)
        for index in recognizers.indices where index == first || random.isOne(in: 3) {
            recognizers[index].kind = .client
            if random.isOne(in: 6) { recognizers[index].asks = .random(in: 1...3, using: &random) }
            for other in recognizers.indices where other != index {
                if random.isOne(in: 3) { requirements.append(Pair(first: other, second: index)) }
                if random.isOne(in: 6) { requirements.append(Pair(first: index, second: other)) }
                if random.isOne(in: 6) { permissions.append(Pair(first: index, second: other)) }
            }
            if random.isOne(in: 4) {
                let time = Int64.random(in: 0...end, using: &random)
                let place = steps.firstIndex { $0.time > time } ?? steps.count
                steps.insert(Step(time: time, action: .meddle(.setState(index))), at: place)
            }
        }
    }
}

/// A client that decides at random, and checks what it is told and what its decisions do.
///
/// It decides at once, later, twice, too late, never, about attempts that are over, and with states that cannot follow;
/// it may go in the middle.
final class RandomDecider: GestureRecognizerClient {
    private typealias Answer = ClientGestureRecognizer.Answer

    private unowned let recognizer: WatchedClient
    private var numbers: SeededNumbers
    /// One change in this many is not answered.
    private let silence: Int
    private var isThere = true
    private var (attempt, isOpen, lastChange) = (0, false, 0)
    /// The changes that must be answered.
    private var unanswered: [(change: Int, time: Timestamp)] = []
    /// Whether it has not answered the last change.
    private var isSilent = false
    /// Since when it has had no finger down.
    private var lastLift: Timestamp?

    init(_ recognizer: WatchedClient) {
        self.recognizer = recognizer
        numbers = SeededNumbers(seed: recognizer.book.plan.numbers ^ 1)
        silence = .random(in: 1...4, using: &numbers)
        recognizer.client = self
    }

    var index: Int { recognizer.book.index }
    private var book: Watch { recognizer.book }
    private var run: RandomRun { book.run }

    private func require(_ holds: Bool, _ rule: String, _ words: @autoclosure () -> String = "") {
        if !holds { run.audit.fault(rule, "\(index), attempt \(attempt) \(words())") }
    }

    // MARK: - What it is told

    func gestureRecognizer(_ recognizer: ClientGestureRecognizer, didReceive change: TouchChange) -> Bool {
        require(book.stage != .failed, "told of touches after the end")
        require(change.number == lastChange + 1, "changes do not count")
        require(change.time == run.now || !run.list.isPunctual, "change of another time")
        require(change.touches.bits & ~recognizer.touchBits == 0, "told of touches that are not its own")
        (lastChange, isSilent) = (change.number, true)
        if numbers.isOne(in: 40) { isThere.toggle() }
        if numbers.isOne(in: 200) { goForever() }
        guard isThere else { return false }
        if change.phase == .began { lastLift = nil }
        if !isOpen { (attempt, isOpen) = (attempt + 1, true) }
        if change.mustAnswer { unanswered.append((change.number, change.time)) }
        require(change.mustAnswer || !isRequired, "told that nobody waits")
        if numbers.isOne(in: silence) { return true }
        // A layer learns only at the end of an event of what began and ended in it.
        if numbers.isOne(in: 4), !run.list.isLayered {
            decide(answer(to: change.number), of: attempt, at: change.time)
        } else {
            decideLater(answer(to: change.number), of: attempt)
        }
        return true
    }

    /// Whether another recognizer that shares its touches is declared to require it to fail.
    private var isRequired: Bool {
        !book.isMeddled && recognizer.state == .possible
            && run.watched.contains { other, rival in
                other.stage == .undecided && rival.touchBits & recognizer.touchBits != 0 && !other.isMeddled
                    && run.audit.requirements.contains(other.index, index) && rival.isEnabled
            }
    }

    /// From now on nobody is told anything.
    private func goForever() {
        recognizer.client = nil
        gestureRecognizerDidReset(recognizer)
        (isThere, isSilent) = (false, false)
    }

    func gestureRecognizerDidReset(_ recognizer: ClientGestureRecognizer) {
        (isOpen, unanswered, lastLift, lastChange) = (false, [], nil, 0)
    }

    /// Whether its client may still decide.
    private var isPossible: Bool {
        book.stage == .undecided && recognizer.touchBits != 0 && !(book.isHeld && book.ownState == .ended)
    }

    // MARK: - What it decides

    private func decideLater(_ answer: Answer, of attempt: Int) {
        let longest = numbers.isOne(in: 3) ? 1.5 : 0.3
        let delay = recognizer.decisionTimeout * .random(in: 0...longest, using: &numbers)
        run.client.answerLater(by: delay) { [unowned self] in decide(answer, of: attempt, at: $0, isAlone: true) }
        if numbers.isOne(in: 6) {
            run.client.answerLater(by: delay) { [unowned self] in decide(answer, of: attempt, at: $0, isAlone: true) }
        }
        if numbers.isOne(in: 30) {
            run.client.answerLater(by: delay) { [unowned self] time in
                recognizer.giveUp(because: "its client is gone", at: time)
                require(book.stage != .active && !isPossible, "goes on without its client")
            }
        }
    }

    /// Decides without being told anything.
    func decideOutOfTheBlue() { decide(answer(to: lastChange), of: attempt, at: run.now) }

    private func answer(to change: Int) -> Answer {
        var answer = Answer()
        if !numbers.isOne(in: 6) { answer.change = change }
        if !numbers.isOne(in: 3) {
            let all = GestureRecognizer.State.allCases
            let isLegal = !numbers.isOne(in: 4)
            answer.state = all.filter { !isLegal || recognizer.state.canBecome($0) }.randomElement(using: &numbers)
        }
        if numbers.isOne(in: 3) { answer.members = [.init("number", .count(Int(numbers.next() & 255)))] }
        if numbers.isOne(in: 8) { answer.ignoredTouches = recognizer.touchIDs.filter { _ in numbers.isOne(in: 2) } }
        if numbers.isOne(in: 4) { answer.reason = "it says so" }
        return answer
    }

    /// - Parameter isAlone: Whether no event is being processed.
    private func decide(_ answer: Answer, of attempt: Int, at time: Timestamp, isAlone: Bool = false) {
        // Those of an attempt that is over have no effect: mostly, the client's attempts are counted elsewhere.
        let isOver = !isOpen || attempt != self.attempt
        if isOver, !numbers.isOne(in: 8) { return }
        let (state, touches, verdicts) = (recognizer.state, recognizer.touchBits, book.verdicts)
        do throws(ClientGestureRecognizer.IllegalState) {
            try recognizer.apply(answer, at: time)
        } catch {
            require(error.wanted == answer.state && !error.present.canBecome(error.wanted), "a legal state is refused")
            require(!error.legal.contains(error.wanted), "an illegal state is called legal")
            require(
                recognizer.state == state && recognizer.touchBits == touches && book.verdicts == verdicts,
                "an illegal state changes something", "\(state) to \(recognizer.state)")
            return
        }
        if let change = answer.change {
            unanswered.removeAll { $0.change <= change }
            if change >= lastChange { isSilent = false }
        }
        guard let wanted = answer.state else { return }
        book.ownState = wanted
        if isAlone, !book.isMeddled, recognizer.isEnabled, recognizer.region?.isWithin(run.engine.root) == true {
            require(
                book.verdicts != verdicts || book.isHeld || touches == 0, "a decision without effect",
                "\(state) to \(wanted)")
        }
    }

    // MARK: - Its time

    /// Checks, after an event, that nothing has waited for longer than its time.
    func checkTime() {
        let isDown = recognizer.touchBits & ~run.audit.over != 0
        lastLift = isDown || recognizer.touchBits == 0 ? nil : lastLift ?? run.now
        guard book.stage == .active || isPossible else { return }
        func isOver(_ start: Timestamp?) -> Bool {
            start.map { $0.adding(seconds: recognizer.decisionTimeout) < run.now } ?? false
        }
        require(!isOver(lastLift), "undecided long after the last lift")
        guard book.stage == .undecided, !book.isHeld else { return }
        require(!isOver(unanswered.first?.time), "keeps others waiting for too long")
        if recognizer.deadline == nil, isSilent {
            let waiting = run.watched.first { other, _ in
                other.isHeld && other.pending.contains { $0 == (index, book.resets) }
            }
            require(waiting == nil, "others wait without a limit", "\(waiting?.watch.index ?? 0)")
        }
    }

    /// Checks, at the end of a list, that each attempt has been reset.
    func conclude() { require(!isOpen, "an attempt is left open") }
}
