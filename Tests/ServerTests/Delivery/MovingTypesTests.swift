// Tests of deltas of every continuous type when notifications are dropped.

import GestureWire
import Testing

@testable import Server

/// Gestures of every continuous type, each with a place, a size and an angle of its own.
private struct Movements {
    static let types = ["pan", "screenEdgePan", "pinch", "rotation", "transform"]

    private var generator: Lehmer
    private var places = [WirePoint](repeating: .zero, count: types.count)
    private var scales = [Double](repeating: 1, count: types.count)
    private var rotations = [Double](repeating: 0, count: types.count)

    init(seed: UInt64) {
        generator = Lehmer(state: seed)
    }

    /// The next notification of a gesture, at a random distance from the one before.
    mutating func next(_ state: GestureState, gesture: Int) -> GestureNotification {
        places[gesture].x += Double.random(in: -9...9, using: &generator)
        places[gesture].y += Double.random(in: -9...9, using: &generator)
        scales[gesture] *= Double.random(in: 0.9...1.1, using: &generator)
        scales[gesture] = min(max(scales[gesture], 0.1), 10)
        rotations[gesture] += Double.random(in: -0.2...0.2, using: &generator)
        return notification(state, gesture: gesture)
    }

    mutating func chance(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private func notification(_ state: GestureState, gesture: Int) -> GestureNotification {
        let (place, scale, rotation) = (places[gesture], scales[gesture], rotations[gesture])
        let measurement: Measurement =
            switch Self.types[gesture] {
            case "pan": .pan(translation: place, velocity: .zero, projection: .zero)
            case "screenEdgePan":
                .screenEdgePan(edge: .left, translation: place, velocity: .zero, projection: .zero)
            case "pinch": .pinch(scale: scale, velocity: 0)
            case "rotation": .rotation(rotation: rotation, velocity: 0)
            default:
                .transform(
                    translation: place, velocity: .zero, projection: .zero, scale: scale, rotation: rotation)
            }
        return GestureNotification(
            recognizer: Self.types[gesture], type: Self.types[gesture], gesture: gesture, state: state,
            surface: "panel", region: "root", time: 1_000_000, location: place, touches: [1],
            measurement: measurement)
    }
}

/// The sums of a client that adds up the received deltas, in thousandths of a length and millionths of an angle.
private struct Sum: Equatable {
    var x = 0.0
    var y = 0.0
    var scale = 1.0
    var rotation = 0.0

    mutating func add(_ change: MeasurementChange?) {
        switch change {
        case .translation(let difference): add(difference)
        case .scale(let factor): scale *= factor
        case .rotation(let difference): add(difference)
        case .transform(let translation, let factor, let difference):
            add(translation)
            scale *= factor
            add(difference)
        case nil: Issue.record("every moving value has a delta")
        }
    }

    private mutating func add(_ difference: WirePoint) {
        x += (difference.x * 1000).rounded()
        y += (difference.y * 1000).rounded()
    }

    private mutating func add(_ difference: Double) {
        rotation += (difference * 1_000_000).rounded()
    }

    /// Whether it equals a measurement: exactly, except for the scale, which has limited decimals.
    func isWhat(_ measurement: Measurement) -> Bool {
        var notified = Sum()
        notified.add(measurement.change(since: .none))
        return x == notified.x && y == notified.y && rotation == notified.rotation
            && abs(scale / notified.scale - 1) < 2e-3
    }
}

struct MovingTypesTests {
    @Test("whichever changes are merged for a slow peer, the received values add up after every line", arguments: 1...8)
    func slowReader(seed: UInt64) throws {
        var limits = Limits()
        // Fewer lines than gestures in progress, so that a gesture's line replaces those of others as well as its own.
        limits.outboxLines = 3
        let server = try TestServer(limits: limits)
        let client = try TestClient(server)
        try client.subscribe()
        let peer = try #require(server.peers.first)
        var movements = Movements(seed: seed)
        var sums = [Sum](repeating: Sum(), count: Movements.types.count)
        var (published, received) = (0, 0)

        func publish(_ state: GestureState, _ gesture: Int) {
            server.publish(movements.next(state, gesture: gesture))
            published += 1
        }
        func read() throws {
            for gesture in try client.gestures() {
                let notification = gesture.notification
                sums[notification.gesture].add(gesture.change)
                #expect(sums[notification.gesture].isWhat(notification.measurement), "\(notification.type)")
                received += 1
            }
        }

        for gesture in Movements.types.indices { publish(.began, gesture) }
        for _ in 0..<4 {
            for _ in 0..<10_000 where peer.outbox.isEmpty { publish(.changed, movements.chance(0...4)) }
            #expect(!peer.outbox.isEmpty, "its socket is full")
            for _ in 0..<movements.chance(1...100) { publish(.changed, movements.chance(0...4)) }
            #expect(peer.outbox.count <= limits.outboxLines)
            try read()
        }
        for gesture in Movements.types.indices {
            let end = movements.next(.ended, gesture: gesture)
            server.publish(end)
            published += 1
            try read()
            #expect(sums[gesture].isWhat(end.measurement), "\(end.type) was published to its end")
        }
        #expect(received < published, "no line was dropped")
        #expect(!client.isDisconnected())
        #expect(server.messages(.warning).isEmpty)
    }
}
