// The open questions of an engine's recognizers, and what their answers change.

import Touch

/// Asks an observer for recognizers, and applies the answers.
///
/// A recognizer that asks whether it may begin waits for the answer as for others to fail. With touches it works before
/// the answer, and waits for it only when it wants to begin. A touch that would be one too many, or lands when it has
/// begun or wants to, joins it after the answer.
struct Questions {
    /// Whether there is an open question; looked at for every frame.
    private(set) var areOpen = false
    fileprivate(set) var open: [GestureQuestion] = [] {
        didSet { areOpen = !open.isEmpty }
    }
    /// Answers that were given while an event was processed.
    fileprivate var early: [(question: GestureQuestion, isYes: Bool)] = []

    /// The time when the first answer is yes if there is none before.
    var nextDeadline: Timestamp? {
        areOpen ? open.lazy.map(\.deadline).min() : nil
    }

    fileprivate func isOpen(about touch: Touch, of recognizer: GestureRecognizer) -> Bool {
        open.contains { $0.recognizer === recognizer && $0.touch === touch }
    }

    /// Whether a recognizer has to wait for an answer: about its beginning, or about one of its touches.
    func keepsWaiting(_ recognizer: GestureRecognizer) -> Bool {
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

    /// Closes those of which this holds.
    mutating func close(where isOver: (GestureQuestion) -> Bool) {
        guard areOpen else { return }
        // Closing may deallocate a recognizer, which nothing may depend on.
        let closed = open.filter(isOver)
        if closed.isEmpty { return }
        open.removeAll(where: isOver)
        for question in closed { question.recognizer = nil }
    }
}

extension GestureEngine {
    // MARK: - Questions

    /// Asks whether a recognizer may begin, which waits from now on.
    func askToBegin(_ recognizer: GestureRecognizer) {
        // It may have been deallocated since the recognizer was held.
        guard let observer = questionObserver else {
            recognizer.attempt.hold?.awaitsAnswer = questions.keepsWaiting(recognizer)
            return
        }
        let question = GestureQuestion(.begin, of: recognizer, at: time)
        questions.open.append(question)
        report(recognizer, .asks(.begin))
        let begins = recognizer.attempt.unreported.contains(.began)
        let event = GestureEvent(
            recognizer, state: begins ? .began : recognizer.ownState, time: time, isDiscrete: !begins)
        observer.gestureEngine(self, didAsk: question, whetherToBeginWith: event)
    }

    /// Asks whether a recognizer receives a touch that began.
    ///
    /// - Parameter joining: When it gets the touch.
    func ask(
        _ recognizer: GestureRecognizer, toReceive touch: Touch, joining: GestureQuestion.Joining, _ event: TouchEvent
    ) {
        guard let observer = questionObserver, !questions.isOpen(about: touch, of: recognizer) else { return }
        let question = GestureQuestion(
            .receive(touch), of: recognizer, at: time, joining: joining, among: event.allTouches)
        questions.open.append(question)
        if joining == .laterAsExtra { recognizer.attempt.hold?.awaitsAnswer = true }
        report(recognizer, .asks(.receive(touch)))
        observer.gestureEngine(self, didAsk: question, whetherToReceive: touch)
    }

    /// Asks about the pairs of recognizers that have come to share a touch.
    func askAboutPairs() {
        let recognizers = recognizers
        for recognizer in recognizers where !recognizer.asks.isDisjoint(with: .aboutPairs) {
            recognizer.askAboutPairs(among: recognizers, at: time) { questionObserver?.gestureEngine(self, didAsk: $0) }
        }
    }

    // MARK: - Answers

    /// Applies an answer when the event that is processed is decided.
    func answerSoon(_ question: GestureQuestion, with isYes: Bool) {
        questions.early.append((question, isYes))
        settleSoon()
    }

    /// Applies the answers that were given while this event was processed.
    @inline(__always)
    func answerEarly() {
        if !questions.early.isEmpty { answerAllEarly() }
    }

    private func answerAllEarly() {
        let answers = questions.early
        questions.early.removeAll()
        for (question, isYes) in answers { answer(question, with: isYes) }
    }

    /// Applies an answer; nothing happens if the question is closed.
    func answer(_ question: GestureQuestion, with isYes: Bool, isDue: Bool = false) {
        guard let recognizer = question.recognizer, let index = questions.open.firstIndex(where: { $0 === question })
        else { return }
        questions.open.remove(at: index)
        question.recognizer = nil
        let waited = time.seconds(since: question.time)
        report(recognizer, isDue ? .unanswered(after: waited) : .answered(isYes, after: waited))
        if let touch = question.touch {
            if !isYes {
                refuse(touch, question, recognizer)
            } else if question.isLate {
                join(touch, question, recognizer)
            }
        } else if !isYes {
            fail(recognizer, .answer)
        }
        recognizer.attempt.hold?.awaitsAnswer = questions.keepsWaiting(recognizer)
        settleSoon()
    }

    /// Answers the questions whose time is over.
    func answerOverdueQuestions() {
        guard questions.areOpen else { return }
        for question in questions.open where question.deadline <= time {
            answer(question, with: true, isDue: true)
        }
    }

    /// Gives a touch to an attempt that was under way when the touch landed.
    private func join(
        _ touch: Touch, _ question: GestureQuestion, _ recognizer: GestureRecognizer
    ) {
        if recognizer.attempt.isHeld {
            if failsWithTooMany(recognizer, touch) { return }
            // It is complete since, as a tap: with this finger it would have failed.
            if question.joining == .laterAsExtra, recognizer.ownState.isFinal,
                !recognizer.attempt.unreported.contains(.began)
            {
                return failWithTooMany(recognizer)
            }
        }
        guard !touch.isOver, recognizer.isEnabled, !recognizer.ownState.isFinal else { return }
        give([touch], among: question.touches, to: recognizer)
        if recognizer.isRecognized { streams?.forEach { $0.claim(recognizer) } }
    }

    /// Takes a touch away from a recognizer.
    ///
    /// One that is undecided starts again with its other touches, and without taps before it. One that has failed only
    /// need not wait for this touch to lift.
    private func refuse(
        _ touch: Touch, _ question: GestureQuestion, _ recognizer: GestureRecognizer
    ) {
        report(recognizer, .refused(touch, .answer))
        recognizer.notes[eventNumber].refused |= touch.mask
        streams?.forEach { $0.forget(touch, recognizer) }
        guard !question.isLate, recognizer.involved.contains(touch) else { return }
        if recognizer.isUndecided {
            restart(recognizer, without: touch, question)
        } else if recognizer.ownState == .failed {
            recognizer.leave(touch)
            if recognizer.trackedMask == 0, recognizer.attempt.unreported.isEmpty { recognizer.finish() }
        }
    }

    private func restart(
        _ recognizer: GestureRecognizer, without touch: Touch, _ question: GestureQuestion
    ) {
        // What landed while it waited is its touch now like any other.
        let others = questions.open.filter { $0.recognizer === recognizer }
        questions.open.removeAll { $0.recognizer === recognizer }
        let late = others.filter(\.isLate).compactMap(\.touch)
        let all = (recognizer.involved + late).filter { $0 !== touch && !$0.isOver }
        let rest = Array(all.prefix(recognizer.numberOfTouchesAccepted.upperBound))
        let number = recognizer.attempt.number
        recognizer.attempt.fail()
        recognizer.finish()
        // Its `reset()` may have done anything.
        let isThere = recognizer.engine === self && recognizer.isEnabled && recognizer.trackedMask == 0
        for other in others {
            other.recognizer = nil
            guard isThere, let touch = other.touch, all.contains(where: { $0 === touch }) else { continue }
            other.reopen(recognizer, joining: rest.contains { $0 === touch } ? .atOnce : .laterAsExtra)
            questions.open.append(other)
        }
        guard isThere, !rest.isEmpty else { return }
        give(rest, among: question.touches, to: recognizer)
        // What waits for it waits on, if they still have a finger in common.
        let participant = recognizer.participant
        for other in arbiter.participants where other.attempt.isHeld && other.sharesTouches(with: participant) {
            other.attempt.hold?.follow(participant, from: number)
        }
        (recognizer as? ClientGestureRecognizer)?.noteWaiting(at: time)
    }

    /// Gives touches that landed earlier to a recognizer as those that began.
    private func give(_ touches: [Touch], among all: TouchSet?, to recognizer: GestureRecognizer) {
        guard let all, !touches.isEmpty else { return }
        var mask: UInt64 = 0
        for touch in touches {
            recognizer.join(touch)
            mask |= touch.mask
            report(recognizer, .received(touch))
        }
        if recognizer.participant.waitsForPredecessor { return settleSoon() }
        recognizer.eventTime = time
        recognizer.isInside = true
        let event = TouchEvent(all.present, arrivedOrGone: 0, time: time, engine: self)
        let own = event.allTouches.masked(by: mask)
        recognizer.touchesBegan(own, with: event)
        recognizer.isInside = false
        streams?.forEach { $0.withhold(own, recognizer) }
        askAboutPairs()
    }

    // MARK: - The end of questions

    /// Closes all questions of a recognizer whose attempt is over, or that is removed or disabled.
    func closeQuestions(of recognizer: GestureRecognizer) {
        questions.close { $0.recognizer === recognizer }
    }

    /// Closes the question of a recognizer that fails before it has begun: it need not ask any more.
    func closeQuestion(ofBeginning recognizer: GestureRecognizer) {
        questions.close { $0.recognizer === recognizer && $0.touch == nil }
    }

    /// Closes questions about touches that are no part of their recognizers' attempts any more, or cannot become it.
    func closeForgottenQuestions() {
        if questions.areOpen { closeAllForgottenQuestions() }
    }

    private func closeAllForgottenQuestions() {
        questions.close { question in
            guard let touch = question.touch else { return false }
            guard question.isLate else { return question.recognizer?.involved.contains(touch) == false }
            // A finger too many keeps a tap from being one also when it has lifted since.
            return touch.isOver && !(question.joining == .laterAsExtra && question.recognizer?.isUndecided == true)
        }
        for recognizer in recognizers where recognizer.attempt.isHeld {
            recognizer.attempt.hold?.awaitsAnswer = questions.keepsWaiting(recognizer)
            if recognizer.attempt.isDecidable { settleSoon() }
        }
    }

    /// A gesture was recognized: its touches cannot join others that it excludes.
    func closeLateQuestions(excludedBy recognizer: GestureRecognizer) {
        guard questions.areOpen else { return }
        for question in questions.open where question.isLate {
            guard let other = question.recognizer, let touch = question.touch, other !== recognizer,
                recognizer.trackedMask & touch.mask != 0, recognizer.prevents(other)
            else { continue }
            if other.ownState != .failed { report(other, .refused(touch, .anotherSequence)) }
            questions.close { $0 === question }
            other.attempt.hold?.awaitsAnswer = questions.keepsWaiting(other)
            settleSoon()
        }
    }
}
