// A synthetic recording of a finger that moves evenly from the left edge to the right.

import Touch
import TouchTesting

/// Recordings of drags on a panel that sends 125 frames a second.
enum SyntheticDrag {
    /// Points per second.
    static let (slowest, fastest) = (200, 2000)
    /// The panel in millimetres; a unit of the device is a point.
    static let size = Size(width: 1999 * PointUnit.millimetres, height: 999 * PointUnit.millimetres)
    private static let interval = 0.008

    /// A drag of 0.4 s.
    static func recording(speed: Double) -> Recording {
        var signals: [Signal] = [.slot(0), .id(1), .x(5), .y(500), .report(0)]
        for frame in 1...50 {
            let time = Double(frame) * interval
            signals += [.x(Int32(5 + speed * time)), .report(Int64(time * 1e6))]
        }
        signals += [.id(-1), .report(Int64(51 * interval * 1e6))]
        var events: [InputEvent] = []
        // Events are stamped with the time of the report that follows them.
        for signal in signals.reversed() { events.append(signal.event(at: events.last?.time ?? .zero)) }
        return Recording(device: .touchscreen(), events: events.reversed())
    }
}
