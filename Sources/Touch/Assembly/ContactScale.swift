// Conversion of a contact's device values to its surface: location, size, pressure.

struct ContactScale {
    private let deviceToSurface: AffineMatrix
    /// The radius in points for one unit of the size axis; 0 without one.
    let radius: Double
    private let pressureAxis: Axis?

    init(device: DeviceDescription, contactProtocol: ContactProtocol, surface: Surface) {
        deviceToSurface = surface.deviceToSurface
        // The size axis has the unit of X; half of the long axis is the radius.
        radius =
            device.hasAxis(AbsoluteAxis.touchMajor)
            ? Vector(x: deviceToSurface.a, y: deviceToSurface.b).length / 2 : 0
        pressureAxis = contactProtocol.pressureAxis(of: device)
    }

    func location(x: Int32, y: Int32) -> Point {
        deviceToSurface.apply(Point(x: Double(x), y: Double(y)))
    }

    /// Returns the location of a contact; nil while a coordinate is unknown.
    func location(of state: SlotState) -> Point? {
        guard let x = state.x, let y = state.y else { return nil }
        return location(x: x, y: y)
    }

    /// Returns half the long axis of a contact in points, and its pressure from 0 to 1.
    func contact(of state: SlotState) -> (majorRadius: Double, force: Double) {
        let pressure = pressureAxis.map { (Double(state.pressure) - Double($0.minimum)) / $0.range } ?? 0
        return (Double(state.touchMajor) * radius, min(max(pressure, 0), 1))
    }
}
