// Gesture events, and the protocol of their observers.

public import Touch

/// A change of a recognizer's state or measurement, for observers.
///
/// Valid during the observer's call only: the recognizer changes afterwards.
public struct GestureEvent {
    /// The recognizer of the gesture.
    public let recognizer: GestureRecognizer
    /// The new state: `began`, `changed`, `ended`, `cancelled`, or `failed`.
    public let state: GestureRecognizer.State
    /// The kernel's time of the frame or deadline that caused it.
    public let time: Timestamp
    /// Whether it is discrete: recognized without having begun.
    public let isDiscrete: Bool

    /// The gesture's location on its surface, in points; smoothed if the recognizer has `smoothing`.
    ///
    /// A gesture that had to wait for others to fail, or for an answer, begins at the location where it would have
    /// begun.
    public var location: Point {
        smoothed?.location ?? recognizer.attempt.hold?.location ?? recognizer.location(in: nil)
    }

    /// The gesture's measurement; smoothed if the recognizer has `smoothing`.
    public var measurement: GestureMeasurement {
        smoothed?.measurement ?? recognizer.attempt.hold?.measurement ?? recognizer.measurement
    }

    /// The smoothed location and measurement.
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
        let place = recognizer.attempt.hold?.location ?? recognizer.location(in: nil)
        let measurement = recognizer.attempt.hold?.measurement ?? recognizer.measurement
        smoothed = (
            recognizer.smoother?.filter(place, at: time) ?? place,
            recognizer.smoother?.filter(measurement, at: time) ?? measurement
        )
    }
}

/// An observer that receives all gestures of an engine, before the recognizer's own actions.
public protocol GestureObserver: AnyObject {
    /// A recognizer began, changed, ended, was cancelled or failed.
    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent)
}
