// The protocol of the daemon's sources of touches: touchscreens, and recordings in their place.

internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

/// A surface in use, and what else there is to say about it.
struct SurfaceInUse {
    /// The device node, or the recording's name.
    let device: String
    let surface: Surface
    /// The turn that the configuration asks for, in degrees.
    let rotation: Double
    /// The region that is the whole surface.
    let root: Region
}

/// Everything below the server: devices with their pipelines.
///
/// Works on the event loop's queue only.
protocol TouchInput: AnyObject {
    /// The time when `advance(to:)` is due at the latest; nil while nothing waits.
    var nextDeadline: Timestamp? { get }

    func advance(to time: Timestamp)

    /// Whether no finger is down on any surface and no recognizer waits, so that a change would interrupt nothing.
    var isAtRest: Bool { get }

    /// Rotates a surface until the next `reconfigure(_:at:)`, also when its device is removed and added again.
    ///
    /// Gestures in progress on it are cancelled. Call `advance(to:)` afterwards to read pending events.
    ///
    /// - Returns: False when the device could not be a surface then; nothing has changed in that case.
    @discardableResult
    func rotate(_ surface: String, to rotation: Rotation, at time: Timestamp) -> Bool

    /// Makes all surfaces anew, without closing the devices.
    ///
    /// Gestures in progress are cancelled. Call `advance(to:)` afterwards to read pending events.
    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp)

    /// Switches a configured recognizer on all surfaces until the next `reconfigure(_:at:)`, also on those that come.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool)

    /// Makes a configured region private, or no longer, on all surfaces, also on those that come.
    ///
    /// A reload does not change that.
    func setPrivate(_ region: String, _ isPrivate: Bool)

    /// A pipeline for each surface in use.
    var pipelines: [SurfacePipeline] { get }

    /// The numbers of frames and touches of all surfaces, including removed ones.
    var seen: SurfacePipeline.SeenTouches { get }

    /// The ids that the next touches will have.
    var nextTouch: TouchMark { get }

    /// Cancels every gesture in progress and closes the devices.
    func close(at time: Timestamp)

    /// The surfaces in use, in the order of their names.
    var surfaces: [SurfaceInUse] { get }

    /// Every device, used or not.
    var reports: [DeviceReport] { get }
}
