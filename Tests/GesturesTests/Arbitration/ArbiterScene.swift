// Recognizers that only the arbiter knows, the events that they have, and what the arbiter decides, in words.

import Touch

@testable import Gestures

/// Recognizers as participants of an arbiter; there is no engine, no delegate and no observer.
///
/// All have the finger 1, unless a rule says otherwise.
final class ArbiterScene {
    private var arbiter = Arbiter()
    private var names: [String] = []
    private var participants: [Participant] = []
    private var time = 0.0
    /// What followed from the end of gestures in this event.
    private var over: [Arbiter.Effect] = []
    private let fingers: [Touch]
    /// The answers of delegates and subclasses that are yes, and refusals to begin.
    private var answers: Set<String> = []
    /// What the arbiter asked.
    private(set) var asked: [String] = []

    /// Sets recognizers up.
    ///
    /// - Parameters:
    ///   - recognizers: Their names, in the order of addition.
    ///   - rules: `a requires b`, `a beside b`, `a after b` (declared); `a may not begin`, `a should require b`, `a and b together`,
    ///     `a awaits an answer` (what delegates say); `a never prevents b`; `a needs 2`, `a counts 2 taps`,
    ///     `a ranks 1`, `a is decided elsewhere`, `a stays` (is never taken back), `a has finger 2`,
    ///     `a removed when b may begin` (by a delegate that is asked that).
    init(_ recognizers: String, rules: [String] = []) {
        let table = TouchTable()
        fingers = (0..<3).compactMap { table.begin(at: Point(x: Double($0) * 50, y: 0), time: .zero) }
        var thresholds = Thresholds.standard
        thresholds.landingInterval = 0.12
        names = recognizers.split(separator: " ").map(String.init)
        for _ in names {
            let participant = Participant(thresholds: thresholds)
            participant.rules.isPresent = true
            participants.append(participant)
        }
        arbiter.replaceParticipants(participants)
        for one in participants {
            for two in participants where one !== two { one.rules.prevented.set(two.place, to: true) }
            join(one, 1)
        }
        for rule in rules { apply(rule.split(separator: " ").map(String.init), rule) }
    }

    /// Processes an event, 0.05 s after the last one; returns what was decided.
    ///
    /// - Parameter event: Separated by commas: `a began`, `a ended`, `a changed`, `a failed`, `a cancelled`, `a lifts`,
    ///   `a leaves` (all its fingers), `a joins 2`, `a disabled`, `a answered`, `a over`.
    func play(_ event: String) -> [String] {
        arbiter.moment.time = .zero.adding(seconds: time)
        arbiter.moment.event += 1
        over = []
        for step in event.split(separator: ",") { perform(step.split(separator: " ").map(String.init)) }
        var decisions = over.flatMap(carryOut)
        if arbiter.hasWork {
            arbiter.start()
            while let effect = arbiter.next() { decisions += carryOut(effect) }
        }
        decisions += arbiter.endOverdueContentions().flatMap(carryOut)
        for participant in participants where participant.attempt.isActivated { participant.attempt.noteReport() }
        time += 0.05
        return decisions
    }

    /// The time of the next deadline of fingers that are landing, in seconds.
    var nextContentionEnd: Double? { arbiter.nextContentionEnd?.seconds }

    /// What a recognizer that comes after another one does next: `none`, `start`, or why it fails.
    func sequenceStep(of name: String) -> String {
        switch self[name].sequenceStep {
        case .none: "none"
        case .start: "start"
        case .fail(let cause): words(cause)
        }
    }

    subscript(_ name: String) -> Participant { participants[names.firstIndex(of: name) ?? 0] }

    private func name(_ participant: Participant) -> String { names[participant.place] }

    private func join(_ participant: Participant, _ finger: Int) {
        participant.involved.append(fingers[finger - 1])
        participant.trackedMask |= fingers[finger - 1].mask
        participant.firstLanding = .zero.adding(seconds: time)
    }

    private func leave(_ participant: Participant) {
        (participant.involved, participant.trackedMask, participant.deadline) = ([], 0, nil)
    }

    private func apply(_ words: [String], _ rule: String) {
        let participant = self[words[0]]
        switch words[1] {
        case "requires": participant.relations.require(self[words[2]])
        case "after": participant.relations.predecessor = self[words[2]].reference
        case "beside": participant.relations.allow(self[words[2]])
        case "never": participant.rules.prevented.set(self[words[3]].place, to: false)
        case "needs": participant.rules.acceptedTouches = (Int(words[2]) ?? 1)...10
        case "counts": participant.rules.countedTaps = Int(words[2]) ?? 0
        case "ranks": participant.rules.rank = Int(words[2]) ?? 0
        case "is": participant.rules.isDecidedElsewhere = true
        case "stays": participant.rules.canBeTakenBack = false
        case "has":
            leave(participant)
            join(participant, Int(words[3]) ?? 1)
        case "may", "should", "and", "awaits", "removed": answers.insert(rule)
        default: preconditionFailure("no such rule: \(rule)")
        }
    }

    private func perform(_ words: [String]) {
        let participant = self[words[0]]
        switch words[1] {
        case "began": want(participant, .began)
        case "ended": want(participant, .ended)
        case "changed": participant.attempt.move(to: .changed)
        case "failed": participant.attempt.fail()
        case "cancelled": participant.attempt.move(to: .cancelled)
        case "lifts": participant.trackedMask = 0
        case "leaves": leave(participant)
        case "joins": join(participant, Int(words[2]) ?? 1)
        case "over":
            over += arbiter.endContentions(with: participant)
            participant.attempt.end()
            leave(participant)
        case "disabled":
            participant.rules.isEnabled = false
            leave(participant)
        case "answered": participant.attempt.hold?.awaitsAnswer = false
        default: preconditionFailure("no such step: \(words)")
        }
    }

    private func want(_ participant: Participant, _ state: GestureRecognizer.State) {
        participant.attempt.move(to: state)
        arbiter.mayHaveAttempts = true
    }

    private func carryOut(_ effect: Arbiter.Effect) -> [String] {
        switch effect {
        case .ask(let question):
            let words = self.words(question)
            asked.append(words)
            if case .mayBegin = question {
                arbiter.answer(!answers.contains(words.replacing("may begin", with: "may not begin")))
            } else {
                arbiter.answer(answers.contains(words))
            }
            remove(when: words)
            return []
        case .hold(let one, let hold):
            let others = hold.pending.map { name($0.participant) }
            return ["\(name(one)) waits" + (others.isEmpty ? "" : " for " + others.joined(separator: " and "))]
        case .begin(let one):
            remove(when: "\(name(one)) begins")
            return ["\(name(one)) begins"]
        case .contend(let one, let other): return ["\(name(one)) contends with \(name(other))"]
        case .takeBack(let one, let other):
            one.attempt.cancel()
            return ["\(name(one)) is taken back for \(name(other))"]
        case .retract(let one, let other): return ["\(name(one)) fails before it was seen: \(name(other)) begins"]
        case .fail(let one, let cause): return ["\(name(one)) fails: \(words(cause))"]
        case .claimTouches, .conclude: return []
        }
    }

    /// Removes the recognizers that a delegate removes when it is asked this.
    private func remove(when words: String) {
        for name in names where answers.contains("\(name) removed when \(words)") {
            self[name].rules.isPresent = false
            self[name].attempt.end()
            leave(self[name])
        }
    }

    private func words(_ question: Arbiter.Query) -> String {
        switch question {
        case .mayBegin(let one): "\(name(one)) may begin"
        case .requires(let one, let other): "\(name(one)) should require \(name(other))"
        case .awaitsAnswer(let one): "\(name(one)) awaits an answer"
        case .areSimultaneous(let one, let other): "\(name(one)) and \(name(other)) together"
        }
    }

    private func words(_ cause: Arbiter.Cause) -> String {
        switch cause {
        case .prevented(let other): "\(name(other)) prevents it"
        case .required(let other): "it required \(name(other)) to fail"
        case .notPreceded(let other): "\(name(other)) was not recognized"
        case .shouldBegin: "it may not begin"
        case .noTouches: "its touches are gone"
        }
    }
}
