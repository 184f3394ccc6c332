// The protocol of observers of a surface's touches, and the list of those that observe one engine.

internal import Gestures
internal import Touch

/// An observer of the touches of a surface: what fingers do, and what regions receive of it.
///
///     TouchFrame ─► surfaceWillProcess ─► recognizers ─► regionsDidReceive: began, moved, ended, cancelled
///
/// A touch that begins in a frame, and is not received by a region with that frame, is withheld: a region receives its
/// beginning later, when it is released, or never, when a gesture takes it. A touch that a region has received is
/// cancelled when a gesture takes it, while its finger may stay down.
///
/// `Touch.slot` and `RegionTouch.slot` say where the device reports a touch, and `FrameAssembler.state(ofSlot:)` with
/// which values.
protocol TouchObserver: AnyObject {
    /// Recognizers are about to see a frame: all fingers that changed, each frame in its time.
    func surfaceWillProcess(_ frame: TouchFrame)

    /// Regions have received changes of touches; each touch is among them once.
    ///
    /// Recognizers have seen the changes before, and gestures are published after it. Of a touch that began before the
    /// observer was added, it may receive the rest.
    func regionsDidReceive(_ touches: [RegionTouch], at time: Timestamp)
}

extension TouchObserver {
    func surfaceWillProcess(_ frame: TouchFrame) {}
}

/// The observers of one engine's touches, in the order in which they were added.
final class TouchObservers: TouchStreamObserver {
    private let engine: GestureEngine
    @exclusivity(unchecked) private var observers: [any TouchObserver] = []
    private var lastTime = Timestamp.zero

    /// A list without observers: nothing of touches is kept then.
    init(of engine: GestureEngine) { self.engine = engine }

    /// Adds an observer, and keeps it.
    func add(_ observer: any TouchObserver) {
        observers.append(observer)
        engine.touchStreamObserver = self
    }

    /// Removes an observer, which receives the cancellation of the touches that regions have received.
    func remove(_ observer: any TouchObserver) {
        guard let index = observers.firstIndex(where: { $0 === observer }) else { return }
        observers.remove(at: index)
        let open = engine.cancelledRegionTouches
        if observers.isEmpty { engine.touchStreamObserver = nil }
        if !open.isEmpty { observer.regionsDidReceive(open, at: lastTime) }
    }

    func willProcess(_ frame: TouchFrame) { for observer in observers { observer.surfaceWillProcess(frame) } }

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        lastTime = time
        for observer in observers { observer.regionsDidReceive(touches, at: time) }
    }
}
