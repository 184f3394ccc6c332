// Touches of a recording that never lift, and the rule of `contacts` that would end them.

import Touch

/// Looks for touches that do not change any more, are still down when other fingers land, and never lift.
///
/// The panel has probably lost their lifts; a finger that rests so long, and is never taken away, looks the same.
struct EndlessTouches {
    private struct Down {
        var changed: Timestamp
        /// The longest time for which it had not changed when another finger landed, in seconds.
        var silence = 0.0
    }

    /// By the numbers of the touches; a panel has a limited number of them.
    private var down: [Int: Down] = [:]

    /// Processes a frame.
    mutating func process(_ frame: TouchFrame) {
        for touch in frame.ended { down[touch.id] = nil }
        for touch in frame.cancelled { down[touch.id] = nil }
        for touch in frame.moved { down[touch.id]?.changed = frame.time }
        for touch in frame.contactChanged { down[touch.id]?.changed = frame.time }
        guard !frame.began.isEmpty else { return }
        for id in down.keys {
            guard let touch = down[id] else { continue }
            down[id]?.silence = max(touch.silence, frame.time.seconds(since: touch.changed))
        }
        for touch in frame.began { down[touch.id] = Down(changed: frame.time) }
    }

    /// Sentences about the touches that are still down at the end, one for each, in their order.
    var proposals: [String] {
        down.sorted { $0.key < $1.key }.compactMap { id, touch in
            guard let limit = Self.limits.last(where: { Double($0) <= touch.silence }) else { return nil }
            let seconds = String(Int(touch.silence))
            return "touch \(id) never lifts, and had not changed for \(seconds) s when another finger landed: if no "
                + "finger rested there, `contacts: { leftoverAfter: \(limit) }` of the surface cancels such touches"
        }
    }

    /// The proposed values, in seconds.
    private static let limits = [1, 2, 5, 10]
}
