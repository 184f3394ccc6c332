// The open questions of an engine's recognizers, and what their answers change.

internal import Touch

/// Asks an observer for recognizers, and applies the answers.
///
/// A recognizer that asks whether it may begin waits for the answer as for others to fail. With touches it works before
/// the answer, and waits for it only when it wants to begin. A touch that would be one too many, or lands when it has
/// begun or wants to, joins it after the answer.
final class Questions {
    /// Whether there is an open question; looked at for every frame.
    @exclusivity(unchecked) private(set) var areOpen = false
    private(set) var open: [GestureQuestion] = [] {
        didSet { areOpen = !open.isEmpty }
    }

    /// The time when the first answer is yes if there is none before.
    var nextDeadline: Timestamp? {
        areOpen ? open.lazy.map(\.deadline).min() : nil
    }

    /// Answers that were given while an event was processed.
    @exclusivity(unchecked) private var early: [(question: GestureQuestion, isYes: Bool)] = []

    // MARK: - Questions

    /// Asks whether a recognizer may begin, which waits from now on.
    func askToBegin(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        // It may have been deallocated since the recognizer was held.
        guard let observer = engine.questionObserver else {
            recognizer.attempt.hold?.awaitsAnswer = hold(recognizer)
            return
        }
        let question = GestureQuestion(.begin, of: recognizer, at: engine.time)
        open.append(question)
        engine.report(recognizer, .asks(.begin))
        let begins = recognizer.attempt.unreported.contains(.began)
        let event = GestureEvent(
            recognizer, state: begins ? .began : recognizer.currentState, time: engine.time, isDiscrete: !begins)
        observer.gestureEngine(engine, didAsk: question, whetherToBeginWith: event)
    }

    /// Asks whether a recognizer receives a touch that began.
    ///
    /// - Parameter joining: When it gets the touch.
    func ask(
        _ recognizer: GestureRecognizer, toReceive touch: Touch, joining: GestureQuestion.Joining, _ event: TouchEvent,
        _ engine: GestureEngine
    ) {
        guard let observer = engine.questionObserver, !isOpen(about: touch, of: recognizer) else { return }
        let question = GestureQuestion(
            .receive(touch), of: recognizer, at: engine.time, joining: joining, among: event.allTouches)
        open.append(question)
        if joining == .laterAsExtra { recognizer.attempt.hold?.awaitsAnswer = true }
        engine.report(recognizer, .asks(.receive(touch)))
        observer.gestureEngine(engine, didAsk: question, whetherToReceive: touch)
    }

    private func isOpen(about touch: Touch, of recognizer: GestureRecognizer) -> Bool {
        open.contains { $0.recognizer === recognizer && $0.touch === touch }
    }

    /// Whether a recognizer has to wait for an answer: about its beginning, or about one of its touches.
    func hold(_ recognizer: GestureRecognizer) -> Bool {
        areOpen
            && open.contains { question in
                guard question.recognizer === recognizer else { return false }
                return switch question.joining {
                case .atOnce: question.touch.map(recognizer.involved.contains) ?? true
                case .later: false
                case .laterAsExtra: true
                }
            }
    }

    // MARK: - Answers

    /// Applies an answer when the event that is processed is decided.
    func answerSoon(_ question: GestureQuestion, with isYes: Bool, _ engine: GestureEngine) {
        early.append((question, isYes))
        engine.settling.settleSoon(engine)
    }

    /// Applies the answers that were given while this event was processed.
    @inline(__always)
    func answerEarly(_ engine: GestureEngine) {
        if !early.isEmpty { answerAllEarly(engine) }
    }

    private func answerAllEarly(_ engine: GestureEngine) {
        let answers = early
        early.removeAll()
        for answer in answers { self.answer(answer.question, with: answer.isYes, engine) }
    }

    /// Applies an answer; nothing happens if the question is closed.
    func answer(_ question: GestureQuestion, with isYes: Bool, isDue: Bool = false, _ engine: GestureEngine) {
        guard let recognizer = question.recognizer, let index = open.firstIndex(where: { $0 === question }) else {
            return
        }
        open.remove(at: index)
        question.recognizer = nil
        let waited = engine.time.seconds(since: question.time)
        engine.report(recognizer, isDue ? .unanswered(after: waited) : .answered(isYes, after: waited))
        if let touch = question.touch {
            if !isYes {
                refuse(touch, question, recognizer, engine)
            } else if question.isLate {
                join(touch, question, recognizer, engine)
            }
        } else if !isYes {
            engine.resolution.fail(recognizer, .answer, engine)
        }
        recognizer.attempt.hold?.awaitsAnswer = hold(recognizer)
        engine.settling.settleSoon(engine)
    }

    /// Answers the questions whose time is over.
    func answerOverdue(_ engine: GestureEngine) {
        guard areOpen else { return }
        for question in open where question.deadline <= engine.time {
            answer(question, with: true, isDue: true, engine)
        }
    }

    /// Gives a touch to an attempt that was under way when the touch landed.
    private func join(
        _ touch: Touch, _ question: GestureQuestion, _ recognizer: GestureRecognizer, _ engine: GestureEngine
    ) {
        if recognizer.attempt.isHeld {
            if engine.delivery.failsWithTooMany(recognizer, touch, engine) { return }
            // It is complete since, as a tap: with this finger it would have failed.
            if question.joining == .laterAsExtra, recognizer.currentState.isFinal,
                !recognizer.attempt.unreported.contains(.began)
            {
                return engine.delivery.failWithTooMany(recognizer, engine)
            }
        }
        guard !touch.isOver, recognizer.isEnabled, !recognizer.currentState.isFinal else { return }
        recognizer.receive(late: [touch], among: question.touches, engine)
        if recognizer.isRecognized { engine.streams?.claim(recognizer, engine) }
    }

    /// Takes a touch away from a recognizer.
    ///
    /// One that is undecided starts again with its other touches, and without taps before it. One that has failed only
    /// need not wait for this touch to lift.
    private func refuse(
        _ touch: Touch, _ question: GestureQuestion, _ recognizer: GestureRecognizer, _ engine: GestureEngine
    ) {
        engine.report(recognizer, .refused(touch, .answer))
        recognizer.notes.noteRefused(touch.mask, in: engine.eventNumber)
        engine.streams?.forget(touch, recognizer)
        guard !question.isLate, recognizer.involved.contains(touch) else { return }
        if recognizer.isUndecided {
            restart(recognizer, without: touch, question, engine)
        } else if recognizer.currentState == .failed {
            recognizer.leave(touch)
            if recognizer.trackedMask == 0, recognizer.attempt.unreported.isEmpty { recognizer.finish() }
        }
    }

    private func restart(
        _ recognizer: GestureRecognizer, without touch: Touch, _ question: GestureQuestion, _ engine: GestureEngine
    ) {
        // What landed while it waited is its touch now like any other.
        let others = open.filter { $0.recognizer === recognizer }
        open.removeAll { $0.recognizer === recognizer }
        let late = others.filter(\.isLate).compactMap(\.touch)
        let all = (recognizer.involved + late).filter { $0 !== touch && !$0.isOver }
        let rest = Array(all.prefix(recognizer.numberOfTouchesAccepted.upperBound))
        let number = recognizer.attempt.number
        recognizer.attempt.fail()
        recognizer.finish()
        // Its `reset()` may have done anything.
        let isThere = recognizer.engine === engine && recognizer.isEnabled && recognizer.trackedMask == 0
        for other in others {
            other.recognizer = nil
            guard isThere, let touch = other.touch, all.contains(where: { $0 === touch }) else { continue }
            other.reopen(recognizer, joining: rest.contains { $0 === touch } ? .atOnce : .laterAsExtra)
            open.append(other)
        }
        guard isThere, !rest.isEmpty else { return }
        recognizer.receive(late: rest, among: question.touches, engine)
        // What waits for it waits on, if they still have a finger in common.
        for other in engine.recognizers where other.attempt.isHeld && Arbitration.shareTouches(other, recognizer) {
            other.attempt.hold?.follow(recognizer, from: number)
        }
    }

    // MARK: - The end of questions

    /// Closes all questions of a recognizer whose attempt is over, or that is removed or disabled.
    func close(of recognizer: GestureRecognizer) { close { $0.recognizer === recognizer } }

    /// Closes the question of a recognizer that fails before it has begun: it need not ask any more.
    func closeBeginning(of recognizer: GestureRecognizer) {
        close { $0.recognizer === recognizer && $0.touch == nil }
    }

    /// Closes questions about touches that are no part of their recognizers' attempts any more, or cannot become it.
    func closeForgotten(_ engine: GestureEngine) {
        if areOpen { closeAllForgotten(engine) }
    }

    private func closeAllForgotten(_ engine: GestureEngine) {
        close { question in
            guard let touch = question.touch else { return false }
            guard question.isLate else { return question.recognizer?.involved.contains(touch) == false }
            // A finger too many keeps a tap from being one also when it has lifted since.
            return touch.isOver && !(question.joining == .laterAsExtra && question.recognizer?.isUndecided == true)
        }
        for recognizer in engine.recognizers where recognizer.attempt.isHeld {
            recognizer.attempt.hold?.awaitsAnswer = hold(recognizer)
            if recognizer.attempt.isDecidable { engine.settling.settleSoon(engine) }
        }
    }

    /// A gesture was recognized: its touches cannot join others that it excludes.
    func closeLate(excludedBy recognizer: GestureRecognizer, _ engine: GestureEngine) {
        guard areOpen else { return }
        for question in open where question.isLate {
            guard let other = question.recognizer, let touch = question.touch, other !== recognizer,
                recognizer.trackedMask & touch.mask != 0, Arbitration.prevents(recognizer, other)
            else { continue }
            if other.currentState != .failed { engine.report(other, .refused(touch, .anotherSequence)) }
            close { $0 === question }
            other.attempt.hold?.awaitsAnswer = hold(other)
            engine.settling.settleSoon(engine)
        }
    }

    /// Closes all.
    func closeAll() { close { _ in true } }

    private func close(where isOver: (GestureQuestion) -> Bool) {
        guard areOpen else { return }
        // Closing may deallocate a recognizer, which nothing may depend on.
        let closed = open.filter(isOver)
        if closed.isEmpty { return }
        open.removeAll(where: isOver)
        for question in closed { question.recognizer = nil }
    }
}

extension GestureRecognizer {
    /// Joins touches that landed earlier, and gives them to it as those that began.
    fileprivate final func receive(late touches: [Touch], among all: TouchSet?, _ engine: GestureEngine) {
        guard let all, !touches.isEmpty else { return }
        var mask: UInt64 = 0
        for touch in touches {
            join(touch)
            mask |= touch.mask
            engine.report(self, .received(touch))
        }
        eventTime = engine.time
        isInside = true
        let event = TouchEvent(all.present, time: engine.time, engine: engine)
        let own = event.allTouches.masked(by: mask)
        touchesBegan(own, with: event)
        isInside = false
        engine.streams?.withhold(own, self)
    }

    /// Drops a touch that is not this recognizer's any more.
    fileprivate final func leave(_ touch: Touch) {
        involved.removeAll { $0 === touch }
        trackedMask &= ~touch.mask
    }
}
