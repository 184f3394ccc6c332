// Panels with declared axes, and their surfaces, for tests.

import Testing
import Touch
import TouchTesting

func axis(_ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0) -> Axis {
    Axis(minimum: minimum, maximum: maximum, resolution: resolution)
}

/// A touchscreen with these axes.
func panel(_ x: Axis, _ y: Axis) -> DeviceDescription {
    var device = DeviceDescription.touchscreen()
    device.axes[AbsoluteAxis.positionX] = x
    device.axes[AbsoluteAxis.positionY] = y
    return device
}

func surface(
    _ device: DeviceDescription, _ settings: SurfaceSettings = SurfaceSettings(), system: AffineMatrix? = nil
) throws -> Surface {
    try #require(Surface(name: "panel", device: device, settings: settings, systemCalibration: system))
}
