// Gesture events, and the protocol of their observers.

public import Touch

/// What an engine tells about a recognizer.
///
/// Valid during the call that brings it: the recognizer goes on.
public struct GestureEvent {
    /// Which gesture.
    public let recognizer: GestureRecognizer
    /// What it has come to: `began`, `changed`, `ended`, `cancelled`, or `failed`.
    public let state: GestureRecognizer.State
    /// The kernel's time of the frame or deadline that caused it.
    public let time: Timestamp
    /// Whether it is discrete: recognized without having begun.
    public let isDiscrete: Bool

    /// Where the gesture is on its surface, in points; smoothed, if the recognizer is to be.
    ///
    /// One that had to wait for others to fail begins where it would have begun.
    public var location: Point { smoothed?.location ?? recognizer.hold?.location ?? recognizer.location(in: nil) }

    /// What the gesture measures, likewise.
    public var measurement: GestureMeasurement {
        smoothed?.measurement ?? recognizer.hold?.measurement ?? recognizer.measurement
    }

    /// What the smoother made of place and measurement.
    private let smoothed: (location: Point, measurement: GestureMeasurement)?

    init(_ recognizer: GestureRecognizer, state: GestureRecognizer.State, time: Timestamp, isDiscrete: Bool) {
        self.recognizer = recognizer
        self.state = state
        self.time = time
        self.isDiscrete = isDiscrete
        guard recognizer.smoothing != nil, state.isActive || state == .ended else {
            smoothed = nil
            return
        }
        if state == .began || isDiscrete { recognizer.smoother?.reset() }
        let place = recognizer.hold?.location ?? recognizer.location(in: nil)
        let measurement = recognizer.hold?.measurement ?? recognizer.measurement
        smoothed = (
            recognizer.smoother?.filter(place, at: time) ?? place,
            recognizer.smoother?.filter(measurement, at: time) ?? measurement
        )
    }
}

/// Who hears of all gestures of an engine, before the recognizer's own actions.
public protocol GestureObserver: AnyObject {
    /// A recognizer began, changed, ended, was cancelled or failed.
    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent)
}
