// A frame: the touches that changed on a surface at one moment.

/// All that happened on a surface up to one SYN_REPORT: which touches came, moved, went.
///
/// The touch objects are already up to date. Valid until the next frame of the same surface.
public struct TouchFrame {
    /// The kernel's time of the frame; never less than that of the frame before.
    public let time: Timestamp
    let table: TouchTable
    // A set counts its table; most are asked for their places alone.
    package let allMask, beganMask, movedMask, endedMask, cancelledMask, contactChangedMask: UInt64
    /// The union of all but the first.
    package let changedMask: UInt64

    package func touches(at mask: UInt64) -> TouchSet { TouchSet(table: table, mask: mask) }

    /// Every touch that is down, and those that went in this frame.
    public var all: TouchSet { touches(at: allMask) }
    /// The touches that came down.
    public var began: TouchSet { touches(at: beganMask) }
    /// The touches that changed their place.
    public var moved: TouchSet { touches(at: movedMask) }
    /// The touches whose finger lifted.
    public var ended: TouchSet { touches(at: endedMask) }
    /// The touches that are over without a lift.
    public var cancelled: TouchSet { touches(at: cancelledMask) }
    /// The touches that stayed where they are while their size or pressure changed.
    ///
    /// Empty unless the table `deliversContactChanges`.
    public var contactChanged: TouchSet { touches(at: contactChangedMask) }
}
