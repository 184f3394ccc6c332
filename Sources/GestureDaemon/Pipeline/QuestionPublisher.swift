// Questions of a connection's own recognizers on one surface, and their answers.

import GestureWire
import Gestures
import Touch

/// Asks a connection for its own recognizers, and keeps what is open until it is answered.
final class QuestionPublisher: GestureQuestionObserver {
    private let connection: Int
    private unowned let gestures: GesturePublisher
    private let surface: Surface
    private let touches: TouchPublisher
    private let privateTouches: PrivateTouches
    private let listeners: any Listeners
    private enum Asked {
        case gesture(GestureQuestion)
        case pair(PairQuestion)

        var isOpen: Bool {
            switch self {
            case .gesture(let question): question.isOpen
            case .pair(let question): question.isOpen
            }
        }
    }

    /// By their numbers; closed ones are removed from time to time.
    private var open: [Int: Asked] = [:]
    private var mostOpen = QuestionPublisher.fewest
    private static let fewest = 16

    /// - Parameters:
    ///   - gestures: The publisher of the recognizers' gestures, which lives as long.
    ///   - touches: That of the surface's touches.
    init(
        of connection: Int, _ gestures: GesturePublisher, _ touches: TouchPublisher, surface: Surface,
        privateTouches: PrivateTouches, listeners: any Listeners
    ) {
        (self.connection, self.gestures, self.touches, self.surface) = (connection, gestures, touches, surface)
        self.privateTouches = privateTouches
        self.listeners = listeners
    }

    func isOpen(_ question: Int) -> Bool { open[question]?.isOpen ?? false }

    /// Answers a question; nothing happens if it is not open.
    func answer(_ number: Int, _ yes: Bool, _ engine: GestureEngine) {
        switch open.removeValue(forKey: number) {
        case .gesture(let question): engine.answer(question, with: yes, at: question.time)
        case .pair(let question): question.answer = yes
        case nil: break
        }
    }

    func gestureEngine(
        _ engine: GestureEngine, didAsk question: GestureQuestion, whetherToBeginWith event: GestureEvent
    ) {
        guard let gesture = gestures.notification(ofPossible: event, engine) else {
            return engine.answer(question, with: true, at: event.time)
        }
        ask(question, about: .begin(gesture), isPrivate: gesture.isPrivate, engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: GestureQuestion, whetherToReceive touch: Touch) {
        let region = engine.regionName(of: touch)
        let began = touches.wire(RegionTouch(began: touch, in: region))
        ask(
            question,
            about: .receive(QuestionedTouch(surface: surface.name, time: question.time.microseconds, touch: began)),
            isPrivate: privateTouches.hides(CollectionOfOne(touch.id)), engine)
    }

    func gestureEngine(_ engine: GestureEngine, didAsk question: PairQuestion) {
        guard let recognizer = question.recognizer, let other = question.other,
            let number = listeners.ask(
                connection,
                about: .pair(
                    question.subject.kind,
                    QuestionedPair(surface: surface.name, time: question.time.microseconds, other: other.name)),
                for: recognizer.name, isPrivate: privateTouches.hides(recognizer.touchIDs))
        else { return }
        keep(.pair(question), number)
    }

    private func ask(
        _ question: GestureQuestion, about subject: Question.Subject, isPrivate: Bool, _ engine: GestureEngine
    ) {
        guard let name = question.recognizer?.name,
            let number = listeners.ask(connection, about: subject, for: name, isPrivate: isPrivate)
        else {
            // A connection that is leaving, and its recognizers with it, or that must not know of a private touch.
            return engine.answer(question, with: true, at: question.time)
        }
        keep(.gesture(question), number)
    }

    private func keep(_ question: Asked, _ number: Int) {
        open[number] = question
        guard open.count > mostOpen else { return }
        open = open.filter { $0.value.isOpen }
        mostOpen = max(Self.fewest, 2 * open.count)
    }
}

extension PairQuestion.Subject {
    fileprivate var kind: QuestionKind {
        switch self {
        case .simultaneous: .simultaneous
        case .requireFailure: .requireFailure
        case .beRequiredToFail: .beRequiredToFail
        }
    }
}
