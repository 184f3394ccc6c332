// The protocol of the daemon's sources of touches: touchscreens, and recordings in their place.

import GestureWire
import Touch

/// Everything below the server: devices with their pipelines.
///
/// Works on the event loop's queue only.
protocol TouchInput: AnyObject {
    /// Makes surfaces and their pipelines.
    var factory: SurfaceFactory { get set }

    /// The number generators of all surfaces, including removed ones.
    var numbers: SurfacePipeline.Numbers { get }

    /// The pipeline of each surface in use, with the device node or the recording's name.
    var surfaces: [(device: String, pipeline: SurfacePipeline)] { get }

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

    /// Makes all surfaces again, without closing the devices.
    ///
    /// Gestures in progress are cancelled. Call `advance(to:)` afterwards to read pending events.
    func reconfigure(_ factory: SurfaceFactory, at time: Timestamp)

    /// Cancels every gesture in progress and closes the devices.
    func close(at time: Timestamp)

    /// Every device, used or not.
    var reports: [DeviceReport] { get }
}

extension TouchInput {
    var pipelines: [SurfacePipeline] { surfaces.map(\.pipeline) }

    /// Switches a configured recognizer on all surfaces until the next `reconfigure(_:at:)`, also on those that come.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        factory.switches[recognizer] = isEnabled
        for pipeline in pipelines { pipeline.setEnabled(recognizer, isEnabled) }
    }

    /// Makes a configured region private, or no longer, on all surfaces, also on those that come.
    ///
    /// A reload does not change that.
    func setPrivate(_ region: String, _ isPrivate: Bool) {
        factory.privateRegions[region] = isPrivate
        for pipeline in pipelines { pipeline.privateTouches.areas = factory.privateAreas(on: pipeline.surface) }
    }
}
