// Notifications of the touches of one surface, as its regions receive them, in its unit.

import GestureWire
import Gestures
import Touch

/// Translates what regions receive of a surface's touches into what the wire says.
final class TouchPublisher: TouchStreamObserver {
    private let scale: Vector
    private let reportsForce: Bool
    private let reportsRadius: Bool
    private let connection: Int?
    private let listeners: any Listeners
    /// Connections that see the surface with a layer of their own.
    var otherViews: Set<Int> = []
    /// Reused for every frame.
    private var notification: TouchNotification

    /// - Parameter device: Says whether the panel reports pressure and size.
    init(surface: Surface, device: DeviceDescription, connection: Int?, listeners: any Listeners) {
        (self.connection, self.listeners) = (connection, listeners)
        scale = surface.publicationScale
        reportsForce = ContactProtocol(of: device)?.pressureAxis(of: device) != nil
        reportsRadius = device.hasAxis(AbsoluteAxis.touchMajor)
        notification = TouchNotification(surface: surface.name, time: 0, touches: [])
    }

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        notification.time = time.microseconds
        publish(touches, predictedBy: engine.predictsTouches ? engine : nil)
    }

    /// Publishes changes at the time of the last ones.
    func publish(_ touches: [RegionTouch], predictedBy engine: GestureEngine? = nil) {
        notification.touches.removeAll(keepingCapacity: true)
        for touch in touches {
            notification.touches.append(wire(touch))
            if let engine, touch.phase == .began || touch.phase == .moved || touch.phase == .stationary {
                let index = notification.touches.count - 1
                notification.touches[index].predicted = wire(
                    predicted: engine.predictedPlaces(ofTouch: touch.id), at: notification.time)
            }
        }
        listeners.publish(notification, of: connection, butNot: otherViews)
    }

    /// Returns a touch in the surface's unit.
    func wire(_ touch: RegionTouch) -> WireTouch {
        var wire = WireTouch(
            id: touch.id, phase: touch.phase.wire, location: wire(touch.location),
            previousLocation: wire(touch.previousLocation), region: touch.region, tapCount: touch.tapCount,
            force: reportsForce ? touch.force : nil,
            // A contact is no ellipse in pixels that are not square; between both scales it is off least.
            majorRadius: reportsRadius ? touch.majorRadius * (scale.x + scale.y) / 2 : nil)
        if touch.toRegion != .identity { wire.toRegion = RegionMap(touch.toRegion, scale) }
        return wire
    }

    /// Returns a touch of a recognizer, in the coordinates of that one's region.
    func wire(_ touch: Touch, _ phase: TouchPhase, in region: Region?) -> WireTouch {
        wire(RegionTouch(touch, phase, in: region, begunIn: region?.nameOfRegion(of: touch) ?? ""))
    }

    /// Returns places that are predicted in an event of this time, in microseconds.
    func wire(predicted places: [Point], at time: Int64) -> [TouchPlace] {
        zip(GestureEngine.predictionTimes, places).map { seconds, place in
            TouchPlace(time: Timestamp(microseconds: time).adding(seconds: seconds).microseconds, location: wire(place))
        }
    }

    private func wire(_ point: Point) -> WirePoint { WirePoint(x: point.x * scale.x, y: point.y * scale.y) }
}

extension TouchPhase {
    /// A stream contains changes only, so that a touch without movement is never in it.
    fileprivate var wire: WireTouchPhase {
        switch self {
        case .began: .began
        case .moved, .stationary: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}
