// The event that recognizers receive with their touches: its time and all touches of the surface.

public import Touch

/// One frame of a surface, as UIKit's `UIEvent`.
///
/// Valid during the call that brings it.
public struct TouchEvent {
    /// The kernel's time of the frame.
    public let timestamp: Timestamp
    /// Every touch of the surface: those that are down and those that went in this event.
    public let allTouches: TouchSet
    let arrivedOrGone: UInt64
    unowned(unsafe) let engine: GestureEngine

    /// An event in which touches at these places of their table have begun, lifted or been lost.
    init(_ touches: TouchSet, arrivedOrGone: UInt64, time: Timestamp, engine: GestureEngine) {
        (timestamp, allTouches, self.arrivedOrGone) = (time, touches, arrivedOrGone)
        self.engine = engine
    }

    /// The region that a touch belongs to: the innermost at the place where it began.
    public func region(of touch: Touch) -> Region? {
        allTouches.contains(touch) ? engine.region(of: touch) : nil
    }

    /// The touches that belong to a region itself, not to one within it.
    public func touches(for region: Region) -> [Touch] {
        allTouches.filter { engine.region(of: $0) === region }
    }

    /// The touches that a recognizer tracks.
    public func touches(for recognizer: GestureRecognizer) -> TouchSet {
        allTouches.masked(by: recognizer.trackedMask)
    }

    /// The recognizers that track a touch.
    public func gestureRecognizers(of touch: Touch) -> [GestureRecognizer] {
        guard allTouches.contains(touch) else { return [] }
        return engine.recognizers.filter { $0.trackedMask & touch.mask != 0 }
    }

    /// Every place that a touch was seen at since the event before, in order; the last is a copy of the touch.
    ///
    /// Nil when the touch is not of this event. Usually there is one: the panel sends a frame for each sample.
    public func coalescedTouches(for touch: Touch) -> [Touch]? {
        allTouches.samples(of: touch)
    }
}

extension Touch {
    /// Returns the finger's location, in a region's coordinates; in the surface's when `region` is nil.
    ///
    /// Points.
    public func location(in region: Region?) -> Point {
        region?.convert(location) ?? location
    }

    /// Returns the finger's location in the previous frame, in a region's coordinates; in the surface's when `region`
    /// is nil.
    public func previousLocation(in region: Region?) -> Point {
        region?.convert(previousLocation) ?? previousLocation
    }
}
