// A surface's engine with its publishers, for configured recognizers or those of one connection.

internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

/// An engine of one surface, and what is told of it.
///
/// What is configured is one layer; what a connection has attached is another, with an engine of its own: it can neither
/// hold up nor prevent what others hear, and what it costs is no more than its own.
final class SurfaceLayer {
    let engine: GestureEngine
    /// Nil for what is configured.
    let connection: Int?
    /// Who may be told of its gestures.
    let visibility: Visibility
    private let surface: Surface
    private let device: DeviceDescription
    private let listeners: any Listeners
    private let publisher: GesturePublisher
    private var touchPublisher: TouchPublisher?
    /// What recognizers decided last; only of what is configured.
    private let decisions: LastDecisions?
    /// Connections that see the surface with a layer of their own.
    var otherViews: Set<Int> = []

    /// - Parameters:
    ///   - engine: With the recognizers that are to be published.
    ///   - visibility: Who may be told of its gestures; of what a connection has attached, whether it sees private touches.
    init(
        engine: GestureEngine, connection: Int?, visibility: Visibility, surface: Surface, device: DeviceDescription,
        numbers: GestureNumbers, listeners: any Listeners
    ) {
        self.engine = engine
        self.connection = connection
        self.visibility = visibility
        self.surface = surface
        self.device = device
        self.listeners = listeners
        publisher = GesturePublisher(
            surface: surface, numbers: numbers, recognizers: engine.root.allGestureRecognizers, visibility: visibility
        ) { listeners.hear($0, of: connection) }
        // Whoever explains a recording, or embeds the daemon, may want to hear of them itself, and does.
        decisions =
            connection == nil && visibility != .withoutPrivateTouches
            ? LastDecisions(of: engine.root.allGestureRecognizers, next: engine.decisionObserver) : nil
        engine.observer = publisher
        if let decisions { engine.decisionObserver = decisions }
    }

    /// What came last of each recognizer.
    func decisionReports(after start: TouchMark) -> [DecisionReport] {
        decisions?.reports(on: surface.name, after: start) ?? []
    }

    /// Publishes these recognizers from here on, and no others.
    func publish(_ recognizers: [GestureRecognizer]) { publisher.use(recognizers) }

    /// Lets rest what nobody hears and nothing depends on.
    ///
    /// - Parameter needed: The names of recognizers that other layers depend on.
    func update(needed: Set<UTF8Key> = []) {
        updateTouches()
        engine.letRest { recognizer in
            // Nobody hears a stand-in; whoever requires it keeps it awake.
            if recognizer is StandIn { return false }
            return needed.contains(recognizer.name)
                || listeners.wants(
                    recognizer: recognizer.name, on: surface.name, of: connection, visibility: visibility)
        }
    }

    private func updateTouches() {
        // Whoever is told of touches sees all of them.
        let isWanted =
            visibility != .withoutPrivateTouches && listeners.wantsTouches(on: surface.name, of: connection)
        if isWanted, touchPublisher == nil {
            touchPublisher = TouchPublisher(surface: surface, device: device) { [unowned self] in
                listeners.hear($0, of: connection, butNot: otherViews)
            }
            engine.touchStreamObserver = touchPublisher
        } else if !isWanted {
            closeTouches()
        }
    }

    /// Cancels the touches that were told of, and tells of none any more.
    func closeTouches() {
        engine.touchStreamObserver = nil
        touchPublisher?.close()
        touchPublisher = nil
    }
}
