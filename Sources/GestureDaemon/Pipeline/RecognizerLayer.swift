// One engine of a surface with the publishers of its gestures and touches: the configured one, or a connection's.

import GestureWire
import Gestures
import Touch

/// An engine of one surface, with the publishers of its gestures and touches.
///
/// The configured recognizers are one layer; a connection's attachments are another, with an engine of its own: they
/// can neither delay nor prevent gestures of other layers, and cost only their own time.
final class RecognizerLayer {
    let engine: GestureEngine
    /// Nil for the configured layer.
    let connection: Int?
    private let surface: Surface
    private let listeners: any Listeners
    let publisher: GesturePublisher
    /// Observes the engine while subscriptions select touches.
    let touches: TouchPublisher
    /// Asks the connection; nil for the configured layer, whose recognizers ask nobody.
    let questions: QuestionPublisher?
    /// The attempts that connections decide.
    let attempts: AttemptPublisher
    /// The last decisions of recognizers.
    let decisions: LastDecisions
    /// Whether recognizers take touches from applications also while nobody who may know places listens to them.
    var takesUnsubscribed = true

    /// - Parameter engine: An engine with the recognizers to publish.
    init(
        engine: GestureEngine, connection: Int?, surface: Surface, device: DeviceDescription, numbers: GestureNumbers,
        privateTouches: PrivateTouches, listeners: any Listeners
    ) {
        self.engine = engine
        self.connection = connection
        self.surface = surface
        self.listeners = listeners
        publisher = GesturePublisher(
            surface: surface, numbers: numbers, recognizers: engine.root.allGestureRecognizers,
            privateTouches: privateTouches, connection: connection, listeners: listeners)
        touches = TouchPublisher(surface: surface, device: device, connection: connection, listeners: listeners)
        // The explanation of a recording, or an embedding program, may have set an observer of its own, which still
        // receives them.
        attempts = AttemptPublisher(surface: surface, touches, listeners: listeners)
        decisions = LastDecisions(
            of: engine.root.allGestureRecognizers, attempts: attempts, next: engine.decisionObserver)
        engine.observer = publisher
        questions = connection.map { [publisher, touches] in
            QuestionPublisher(
                of: $0, publisher, touches, surface: surface, privateTouches: privateTouches, listeners: listeners)
        }
        engine.questionObserver = questions
        engine.decisionObserver = decisions
        setClients(of: engine.root.allGestureRecognizers)
    }

    /// Processes a frame: first everybody receives its gestures, then those who decide their touches.
    ///
    /// What a connection has attached concerns nobody else, and is not processed by this.
    func process(_ frame: TouchFrame) { attempts.process(frame, by: engine) }

    /// Publishes the gestures of these recognizers, and keeps their decisions.
    func use(_ recognizers: [GestureRecognizer]) {
        publisher.use(recognizers)
        decisions.use(recognizers)
        setClients(of: recognizers)
    }

    private func setClients(of recognizers: [GestureRecognizer]) {
        for case let recognizer as ClientGestureRecognizer in recognizers { recognizer.client = attempts }
    }

    /// Makes recognizers idle that ask nothing, that nobody decides, and that no subscription selects and no needed recognizer depends on.
    ///
    /// - Parameter needed: The names of recognizers that other layers depend on.
    func update(needed: Set<String> = []) {
        updateTouches()
        engine.predictsTouches =
            listeners.wantsPredictions(on: surface.name, of: connection)
            || engine.root.allGestureRecognizers.contains {
                ($0 as? ClientGestureRecognizer)?.predictsTouches ?? false && attempts.isDecided($0.name)
            }
        // An own recognizer takes touches for its own connection.
        let takesAlways = takesUnsubscribed || connection != nil
        engine.makeIdle(takes: { takesAlways || listeners.wantsPlaces(of: $0.name, on: surface.name) }) { recognizer in
            // No subscription selects a proxy; recognizers that require it keep it active.
            if recognizer is RecognizerProxy { return false }
            if let connection, !recognizer.asks.isEmpty, listeners.mayAsk(connection) {
                return true
            }
            if let recognizer = recognizer as? ClientGestureRecognizer {
                recognizer.isRequiredElsewhere = needed.contains(recognizer.name)
                if attempts.isDecided(recognizer.name) { return true }
            }
            return needed.contains(recognizer.name)
                || listeners.wants(recognizer: recognizer.name, on: surface.name, of: connection)
        }
    }

    private func updateTouches() {
        guard listeners.wantsTouches(on: surface.name, of: connection) else { return closeTouches() }
        if engine.touchStreamObserver !== touches { engine.touchStreamObserver = touches }
    }

    /// Cancels the published touches, and publishes no more.
    func closeTouches() {
        guard engine.touchStreamObserver === touches else { return }
        let open = engine.cancelledRegionTouches
        engine.touchStreamObserver = nil
        if !open.isEmpty { touches.publish(open) }
    }
}
