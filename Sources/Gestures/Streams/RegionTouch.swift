// One step of a touch, and who observes them.

public import Touch

/// One step of a touch as its region sees it.
public struct RegionTouch: Hashable, Sendable {
    /// The touch's serial number.
    public let id: Int
    /// The phase; `began` may be late, and `cancelled` does not require a lost finger.
    public let phase: TouchPhase
    /// The location, in points of the surface.
    public let location: Point
    /// The location that the region received last.
    public let previousLocation: Point
    /// The name of the region; empty where no region received it, as applications do all the same.
    public let region: String
    /// The touch's tap count.
    public let tapCount: Int
    /// Half the long axis of the contact in points; 0 when the panel does not report it.
    public let majorRadius: Double
    /// Pressure from 0 to 1; 0 when the panel does not report it.
    public let force: Double
    /// The slot in which the device reports the finger; nil when no device does.
    public let slot: Int?
    /// The way from the surface's coordinates to those of the region, where that is now.
    package var toRegion = AffineMatrix.identity
}

extension RegionTouch {
    /// A touch that has just begun.
    package init(began touch: Touch, in region: String) {
        self.init(
            id: touch.id, phase: .began, location: touch.location, previousLocation: touch.location, region: region,
            tapCount: touch.tapCount, majorRadius: touch.majorRadius, force: touch.force, slot: touch.slot)
    }

    /// A touch in a phase, at its places in the coordinates of a region; nil for the surface's.
    package init(_ touch: Touch, _ phase: TouchPhase, in region: Region?, begunIn name: String) {
        self.init(
            id: touch.id, phase: phase, location: touch.location(in: region),
            previousLocation: phase == .began ? touch.location(in: region) : touch.previousLocation(in: region),
            region: name, tapCount: touch.tapCount, majorRadius: touch.majorRadius, force: touch.force,
            slot: touch.slot)
    }
}

/// An observer that receives touches as the regions do, or as the applications under the surface.
public protocol TouchStreamObserver: AnyObject {
    /// Something happened to touches; each is among them once.
    ///
    /// Recognizers have seen it before, and actions come after it: a gesture's touches are cancelled first.
    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp)
}
