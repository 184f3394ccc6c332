// One finger on a surface, from landing to lift.

/// The phase of a touch in the current frame, as UIKit's `UITouch.Phase` with its numbers.
public enum TouchPhase: Int, Sendable {
    /// The finger came down.
    case began = 0
    /// The finger moved.
    case moved = 1
    /// The finger is down and did not move in this frame.
    case stationary = 2
    /// The finger lifted.
    case ended = 3
    /// The touch is over, but not because the finger lifted: the device went, or what it said was lost.
    case cancelled = 4
}

/// One finger from down to up or cancel.
///
/// The object persists; its location and phase change in place.
///
/// Keep no reference after the touch has ended: copy what is needed. Lengths are points of the surface, after
/// calibration and rotation.
public final class Touch {
    /// The serial number of this touch; never used again for another one.
    public let id: Int
    /// The location of the landing.
    public let startLocation: Point
    /// The time of the landing.
    public let startTime: Timestamp

    /// The values that change from frame to frame.
    @usableFromInline
    struct Present {
        @usableFromInline var phase = TouchPhase.began
        /// Negative for none.
        @usableFromInline var slot: Int32 = -1
        @usableFromInline var location: Point
        @usableFromInline var previousLocation: Point
        @usableFromInline var timestamp: Timestamp
        @usableFromInline var majorRadius = 0.0
        @usableFromInline var force = 0.0
        @usableFromInline var tapCount = 1
    }

    // Written once per touch and frame and read by every recognizer. It belongs to the pipeline's queue alone, and each
    // access is a whole load or store, so the run-time exclusivity check, which tripled the engine's cost per frame, is
    // off for it. Other modules ignore the attribute: the inlined getters below are for them. Properties that are not
    // public and are only loaded and stored as a whole need no attribute: the optimizer sees that no accesses overlap.
    @exclusivity(unchecked) @usableFromInline var present: Present

    /// The phase of the finger in the current frame.
    public internal(set) var phase: TouchPhase {
        @inlinable get { present.phase }
        set { present.phase = newValue }
    }
    /// The slot in which the device reports the finger, for what passes touches on; nil when no device does.
    ///
    /// A touch can go on in another slot.
    public internal(set) var slot: Int? {
        @inlinable get { present.slot < 0 ? nil : Int(present.slot) }
        set { present.slot = Int32(clamping: newValue ?? -1) }
    }
    /// The location of the finger; its last known location after the lift.
    public internal(set) var location: Point {
        @inlinable get { present.location }
        set { present.location = newValue }
    }
    /// The location in the previous frame; the location itself in the frame of `began`.
    public internal(set) var previousLocation: Point {
        @inlinable get { present.previousLocation }
        set { present.previousLocation = newValue }
    }
    /// The kernel's time when this touch came, moved or went last.
    public internal(set) var timestamp: Timestamp {
        @inlinable get { present.timestamp }
        set { present.timestamp = newValue }
    }
    /// Half the long axis of the contact's ellipse in points; 0 when the panel does not report it.
    public internal(set) var majorRadius: Double {
        @inlinable get { present.majorRadius }
        set { present.majorRadius = newValue }
    }
    /// Pressure from 0 to 1 of the axis' range; 0 when the panel does not report it.
    public internal(set) var force: Double {
        @inlinable get { present.force }
        set { present.force = newValue }
    }
    /// Which tap at about this place within a short time it is; 1 for the first.
    public package(set) var tapCount: Int {
        @inlinable get { present.tapCount }
        set { present.tapCount = newValue }
    }

    /// The place of the touch in its table while it lives there.
    package let index: Int

    init(id: Int, index: Int, location: Point, time: Timestamp) {
        self.id = id
        self.index = index
        startLocation = location
        startTime = time
        present = Present(location: location, previousLocation: location, timestamp: time)
    }

    /// A copy that does not change any more: of a sample that is not the newest of its frame.
    init(copying touch: Touch, present: Present) {
        id = touch.id
        index = touch.index
        startLocation = touch.startLocation
        startTime = touch.startTime
        self.present = present
    }

    /// Returns a copy that does not change any more, at another place and time.
    package func copy(at location: Point, from previous: Point, time: Timestamp) -> Touch {
        var present = present
        (present.location, present.previousLocation, present.timestamp) = (location, previous, time)
        return Touch(copying: self, present: present)
    }

    /// The bit that stands for this touch in the masks of its table's sets.
    package var mask: UInt64 { 1 &<< UInt64(index) }

    /// Whether the finger has lifted or the touch was cancelled.
    @inlinable public var isOver: Bool { phase == .ended || phase == .cancelled }
}

extension Touch: Hashable {
    /// Touches are equal when they are the same object.
    public static func == (left: Touch, right: Touch) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Serial numbers for touches: 1, 2, 3, …, shared by all tables of a program so that no two touches share one.
public final class TouchSerialNumbers {
    /// The one that is given next.
    public private(set) var upcoming: Int

    /// - Parameter first: The first of them.
    public init(from first: Int = 1) { upcoming = first }

    func next() -> Int {
        defer { upcoming += 1 }
        return upcoming
    }
}
