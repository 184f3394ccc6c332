// Observer that checks that every gesture begins once, changes only while it lasts, and ends.

public import Gestures
import Touch

/// Counts the events of an engine, and keeps those that should never have been sent.
public final class GestureLifecycle: GestureObserver {
    /// Violations; empty when all is well.
    public private(set) var faults: [String] = []
    /// The number of events.
    public private(set) var count = 0
    private var open: Set<ObjectIdentifier> = []

    /// An observer that has seen nothing yet.
    public init() {}

    /// Whether a gesture has begun and not ended.
    public var isOpen: Bool { !open.isEmpty }

    /// Checks an event against those before it.
    public func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        count += 1
        let identity = ObjectIdentifier(event.recognizer)
        let name = event.recognizer.name
        switch event.state {
        case .began: if !open.insert(identity).inserted { faults.append("\(name) began twice") }
        case .changed: if !open.contains(identity) { faults.append("\(name) changed without having begun") }
        case .ended, .cancelled: open.remove(identity)
        case .failed: if open.contains(identity) { faults.append("\(name) failed after it had begun") }
        case .possible: faults.append("\(name) was told as possible")
        }
        if !event.location.x.isFinite || !event.location.y.isFinite { faults.append("\(name) is nowhere") }
    }
}
