// Conversion of the engine's gesture events to notifications, in the surface's unit.

import GestureWire
import Gestures
import Touch

/// Numbers gestures one after the other across all surfaces.
///
/// Configured recognizers have one of these, and each connection has one for its attachments: a gap would reveal
/// gestures that others must not know of.
final class GestureNumbers {
    private var last: Int

    /// - Parameter isOwn: Whether they are for what a connection has attached: then no number is one of what is
    ///   configured.
    init(isOwn: Bool = false) { last = isOwn ? firstOwnNumber - 1 : 0 }

    func next() -> Int {
        last += 1
        return last
    }
}

/// Translates what the engine of one surface says into what the wire says.
final class GesturePublisher: GestureObserver {
    private struct Entry {
        let recognizer: ObjectIdentifier
        let type: String
        let region: String
        /// 0 while no gesture is in progress.
        var number = 0
        /// The number that the next gesture will have, once its beginning was asked about.
        var nextNumber: Int?
        /// Whether the gesture in progress is private.
        var isPrivate = false
        private(set) var touches: [Int] = []
        /// Where the touches are.
        private(set) var locations: [WirePoint] = []
        /// Those of the event before, until they are filled again: the server keeps only the last notification.
        private var spareLocations: [WirePoint] = []
        /// The way to the region's coordinates, in the surface's unit; nil when they are the surface's.
        private(set) var toRegion: RegionMap?

        init(_ recognizer: GestureRecognizer) {
            self.recognizer = ObjectIdentifier(recognizer)
            type = recognizer.typeName
            region = recognizer.region?.name ?? "root"
        }

        /// Updates the touches of the recognizer and their places.
        mutating func updateTouches(of recognizer: GestureRecognizer, _ scale: Vector) {
            // Most often they are as they were.
            if !recognizer.hasTouches(touches) { touches = Array(recognizer.touchIDs) }
            swap(&locations, &spareLocations)
            var count = 0
            recognizer.forEachLocation { place in
                let location = WirePoint(x: place.x * scale.x, y: place.y * scale.y)
                if count < locations.count { locations[count] = location } else { locations.append(location) }
                count += 1
            }
            if count < locations.count { locations.removeLast(locations.count - count) }
        }

        /// Updates the place of the region.
        mutating func updatePlace(of region: Region, _ scale: Vector) {
            toRegion = RegionMap(region.fromSurface, scale)
        }
    }

    private let surface: Surface
    private let scale: Vector
    private let numbers: GestureNumbers
    private let privateTouches: PrivateTouches
    private let connection: Int?
    private let listeners: any Listeners
    /// As many as recognizers, searched from the front: for a dozen that is quicker than hashing.
    @exclusivity(unchecked) private var entries: [Entry]

    /// - Parameters:
    ///   - recognizers: The recognizers of the surface, each in its region already.
    ///   - privateTouches: Those of the surface, which make gestures private.
    init(
        surface: Surface, numbers: GestureNumbers, recognizers: [GestureRecognizer], privateTouches: PrivateTouches,
        connection: Int?, listeners: any Listeners
    ) {
        self.surface = surface
        self.numbers = numbers
        self.privateTouches = privateTouches
        (self.connection, self.listeners) = (connection, listeners)
        scale = surface.publicationScale
        entries = recognizers.map(Entry.init)
    }

    /// Publishes these recognizers from now on; gestures of recognizers that stay continue.
    func use(_ recognizers: [GestureRecognizer]) {
        entries = recognizers.map { recognizer in
            entries.first { $0.recognizer == ObjectIdentifier(recognizer) } ?? Entry(recognizer)
        }
    }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        let (recognizer, state) = (event.recognizer, event.wireState)
        guard let index = entries.firstIndex(where: { $0.recognizer == ObjectIdentifier(recognizer) }) else { return }
        if entries[index].number == 0 {
            entries[index].isPrivate = privateTouches.hides(recognizer.touchIDs)
            if state != .failed { entries[index].number = nextNumber(index) }
        }
        entries[index].nextNumber = nil
        let number = entries[index].number
        if !state.isUnderWay { entries[index].number = 0 }
        listeners.publish(notification(event, number, index, engine), of: connection)
    }

    /// Makes the gestures in progress private.
    func hideGestures() {
        for index in entries.indices where entries[index].number != 0 { entries[index].isPrivate = true }
    }

    /// Returns the notification that a gesture will begin with, if it may; nil for a recognizer that is not published.
    ///
    /// It will have the same number.
    func notification(ofPossible event: GestureEvent, _ engine: GestureEngine) -> GestureNotification? {
        guard let index = entries.firstIndex(where: { $0.recognizer == ObjectIdentifier(event.recognizer) }) else {
            return nil
        }
        let number = nextNumber(index)
        entries[index].nextNumber = number
        entries[index].isPrivate = privateTouches.hides(event.recognizer.touchIDs)
        return notification(event, number, index, engine)
    }

    private func nextNumber(_ index: Int) -> Int { entries[index].nextNumber ?? numbers.next() }

    private func notification(
        _ event: GestureEvent, _ number: Int, _ index: Int, _ engine: GestureEngine
    ) -> GestureNotification {
        let (recognizer, state) = (event.recognizer, event.wireState)
        entries[index].updateTouches(of: recognizer, scale)
        // A gesture that is cancelled because its region is removed ends in the coordinates that it had.
        if let region = recognizer.region, state.isUnderWay || region.isWithin(engine.root) {
            entries[index].updatePlace(of: region, scale)
        }
        return GestureNotification(
            recognizer: recognizer.name, type: entries[index].type, gesture: number, state: state,
            surface: surface.name, region: entries[index].region, time: event.time.microseconds,
            location: wire(event.location), touches: entries[index].touches, locations: entries[index].locations,
            measurement: state == .failed ? .none : wire(event.measurement), isPrivate: entries[index].isPrivate,
            toRegion: entries[index].toRegion)
    }

    private func wire(_ point: Point) -> WirePoint { WirePoint(x: point.x * scale.x, y: point.y * scale.y) }

    private func wire(_ vector: Vector) -> WirePoint { WirePoint(x: vector.x * scale.x, y: vector.y * scale.y) }

    private func wire(_ measurement: GestureMeasurement) -> Measurement {
        switch measurement {
        case .none: .none
        case .tap(let taps): .tap(taps: taps)
        case .longPress(let duration): .longPress(duration: duration)
        case .swipe(let direction, let velocity): .swipe(direction: direction.wire, velocity: wire(velocity))
        case .pan(let translation, let velocity, let projection):
            .pan(translation: wire(translation), velocity: wire(velocity), projection: wire(projection))
        case .screenEdgePan(let edge, let translation, let velocity, let projection):
            .screenEdgePan(
                edge: edge.wire, translation: wire(translation), velocity: wire(velocity),
                projection: wire(projection))
        case .pinch(let scale, let velocity): .pinch(scale: scale, velocity: velocity)
        case .rotation(let rotation, let velocity): .rotation(rotation: rotation, velocity: velocity)
        case .transform(let translation, let velocity, let projection, let scale, let rotation):
            .transform(
                translation: wire(translation), velocity: wire(velocity), projection: wire(projection), scale: scale,
                rotation: rotation)
        case .stroke(let name, let score): .stroke(name: name, score: score)
        case .custom(let members):
            .custom(CustomMembers(members.map { CustomMembers.Member($0.name, wire($0.value)) }))
        }
    }

    private func wire(_ value: GestureMeasurement.Value) -> CustomValue {
        switch value {
        case .number(let number): .number(number)
        case .count(let count): .count(count)
        case .text(let text): .text(text)
        case .point(let point): .point(wire(point))
        }
    }
}

extension GestureEvent {
    fileprivate var wireState: GestureState {
        switch state {
        case .began: .began
        case .changed: .changed
        case .ended: isDiscrete ? .recognized : .ended
        case .cancelled: .cancelled
        case .possible, .failed: .failed
        }
    }
}

extension Gestures.SwipeDirection {
    fileprivate var wire: GestureWire.SwipeDirection {
        switch self {
        case .left: .left
        case .up: .up
        case .down: .down
        default: .right
        }
    }
}

extension RectEdge {
    /// The edge that a pan came from is one; should there be more, the first in UIKit's order.
    fileprivate var wire: ScreenEdge {
        if contains(.top) { return .top }
        if contains(.left) { return .left }
        return contains(.bottom) ? .bottom : .right
    }
}

extension RegionMap {
    /// The map in the surface's unit: to points, to the region's coordinates, and back to the unit.
    ///
    /// - Parameter fromSurface: The same in points.
    /// - Parameter scale: The surface's units in a point.
    /// - Returns: nil where the coordinates are the surface's.
    init?(_ fromSurface: AffineMatrix, _ scale: Vector) {
        guard fromSurface != .identity else { return nil }
        self.init(
            a: fromSurface.a, b: fromSurface.b * scale.y / scale.x, c: fromSurface.c * scale.x / scale.y,
            d: fromSurface.d, tx: fromSurface.tx * scale.x, ty: fromSurface.ty * scale.y)
    }
}
