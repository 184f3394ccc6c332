// What does a recognizer learn beside its own touches? The event: its time and every touch.

public import Touch

/// What is delivered together: one frame of a surface, as UIKit's `UIEvent`.
///
/// Valid during the call that brings it.
public struct TouchEvent {
    /// The kernel's time of the frame.
    public let timestamp: Timestamp
    /// Every touch of the surface: those that are down and those that went in this event.
    public let allTouches: TouchSet
}

extension Touch {
    /// Where the finger is, in a region's coordinates; in the surface's when `region` is nil.
    ///
    /// Points.
    public func location(in region: Region?) -> Point {
        region?.convert(location) ?? location
    }

    /// Where the finger was in the frame before, in a region's coordinates; in the surface's when `region` is nil.
    public func previousLocation(in region: Region?) -> Point {
        region?.convert(previousLocation) ?? previousLocation
    }
}
