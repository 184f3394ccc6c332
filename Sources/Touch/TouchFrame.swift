// What changed on a surface at one moment?

/// All that happened on a surface up to one SYN_REPORT: which touches came, moved, went.
///
/// The touch objects are already up to date. Valid until the next frame of the same surface.
public struct TouchFrame {
    /// The kernel's time of the frame; never less than that of the frame before.
    public let time: Timestamp
    /// Every touch that is down, and those that went in this frame.
    public let all: TouchSet
    /// The touches that came down.
    public let began: TouchSet
    /// The touches that changed their place.
    public let moved: TouchSet
    /// The touches whose finger lifted.
    public let ended: TouchSet
    /// The touches that are over without a lift.
    public let cancelled: TouchSet
    /// The touches that stayed where they are while their size or pressure changed.
    ///
    /// Empty unless the table `deliversContactChanges`.
    public let contactChanged: TouchSet
}
