// The gestures and touches of a subscription that have begun and not ended.

import GestureWire

/// The gestures and touches that are open when a connection is lost, and the lines that close them.
struct UnderWay {
    private let receivesEnds: Bool
    private var gestures: [Int: GestureNotification] = [:]
    private var touches: [String: [Int: WireTouch]] = [:]
    private var times: [String: Int64] = [:]

    /// More fingers than any daemon has; a server that says there are more is none.
    static let most = 4096

    /// - Parameter states: The received states; without `ended` and `cancelled` the end of gestures is unknown.
    init(states: GestureStates) {
        receivesEnds = states.contains(.ended) && states.contains(.cancelled)
    }

    var isOverfull: Bool {
        gestures.count > Self.most || touches.values.reduce(0) { $0 + $1.count } > Self.most
    }

    mutating func apply(_ event: GestureEvent) {
        switch event {
        case .gesture(let gesture): apply(gesture.notification)
        case .touch(let frame): apply(frame.notification)
        case .connected(let snapshot), .reloaded(let snapshot): apply(snapshot)
        case .lagged(let lagged): apply(lagged.snapshot)
        case .surface, .disconnected: break
        }
    }

    private mutating func apply(_ snapshot: Snapshot) {
        for gesture in snapshot.gestures { apply(gesture) }
        for frame in snapshot.touches ?? [] { apply(frame) }
    }

    private mutating func apply(_ gesture: GestureNotification) {
        guard receivesEnds else { return }
        switch gesture.state {
        case .began, .changed: gestures[gesture.gesture] = gesture
        case .ended, .cancelled: gestures[gesture.gesture] = nil
        case .recognized, .failed: break
        }
    }

    private mutating func apply(_ frame: TouchNotification) {
        var known = touches[frame.surface] ?? [:]
        for touch in frame.touches {
            switch touch.phase {
            case .began, .moved: known[touch.id] = touch
            case .ended, .cancelled: known[touch.id] = nil
            }
        }
        touches[frame.surface] = known.isEmpty ? nil : known
        times[frame.surface] = known.isEmpty ? nil : frame.time
    }

    /// Returns the lines that close everything, as the server would write them: `cancelled`, with the last received
    /// location and time.
    ///
    /// Their `seq` is 0. Nothing is open afterwards.
    mutating func closingLines(subscription: Int) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for (_, last) in gestures.sorted(by: { $0.key < $1.key }) {
            var (gesture, writer) = (last, LineWriter())
            gesture.state = .cancelled
            writer.appendGestureHead(subscription: subscription, sequence: 0)
            // Nothing has changed since.
            writer.appendGestureTail(gesture, since: last.measurement, form: last.wholeForm)
            lines.append(writer.bytes)
        }
        for (surface, known) in touches.sorted(by: { $0.key < $1.key }) {
            let cancelled = known.sorted { $0.key < $1.key }.map { _, touch in
                var touch = touch
                (touch.phase, touch.previousLocation) = (.cancelled, touch.location)
                touch.removeOtherPlaces()
                return touch
            }
            var writer = LineWriter()
            writer.append(
                TouchNotification(surface: surface, time: times[surface] ?? 0, touches: cancelled),
                subscription: subscription)
            lines.append(writer.bytes)
        }
        (gestures, touches, times) = ([:], [:], [:])
        return lines
    }
}
