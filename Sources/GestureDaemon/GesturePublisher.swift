// What is told about a gesture? Engine events of one surface become notifications in the surface's unit.

internal import GestureWire
internal import Gestures
internal import Touch

/// Numbers gestures 1, 2, 3, … across all surfaces.
final class GestureNumbers {
    private var last = 0

    func next() -> Int {
        last += 1
        return last
    }
}

/// Translates what the engine of one surface says into what the wire says.
final class GesturePublisher: GestureObserver {
    private struct Gesture {
        var number: Int
        var touches: [Int]
    }

    private let surface: Surface
    private let scale: Vector
    private let numbers: GestureNumbers
    private let types: [ObjectIdentifier: String]
    private let publish: (GestureNotification) -> Void
    private var underWay: [ObjectIdentifier: Gesture] = [:]

    /// - Parameters:
    ///   - types: What the wire calls each recognizer's type.
    ///   - publish: Where notifications go.
    init(
        surface: Surface, numbers: GestureNumbers, types: [ObjectIdentifier: String],
        publish: @escaping (GestureNotification) -> Void
    ) {
        self.surface = surface
        self.numbers = numbers
        self.types = types
        self.publish = publish
        scale = surface.publicationScale
    }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        let recognizer = event.recognizer
        let identity = ObjectIdentifier(recognizer)
        let state = event.wireState
        var gesture = underWay[identity] ?? Gesture(number: state == .failed ? 0 : numbers.next(), touches: [])
        if !gesture.touches.elementsEqual(recognizer.touchIDs) { gesture.touches = Array(recognizer.touchIDs) }
        underWay[identity] = state.isUnderWay ? gesture : nil
        publish(
            GestureNotification(
                recognizer: recognizer.name, type: types[identity] ?? "custom", gesture: gesture.number, state: state,
                surface: surface.name, region: recognizer.region?.name ?? engine.root.name,
                time: event.time.microseconds, location: wire(recognizer.location(in: nil)),
                touches: gesture.touches, measurement: wire(recognizer.measurement)))
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
        case .pinch(let scale, let velocity): .pinch(scale: scale, velocity: velocity)
        case .rotation(let rotation, let velocity): .rotation(rotation: rotation, velocity: velocity)
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
