// Which gestures began and have not ended, and what was told of them last?

import GestureWire

/// The last notification of each gesture under way, for snapshots and as the base of the next `delta`.
struct GesturesUnderWay {
    private var last: [Int: GestureNotification] = [:]

    /// The measurement that was told last of a gesture, `.none` before its beginning.
    func base(of gesture: Int) -> Measurement {
        last[gesture]?.measurement ?? .none
    }

    /// Takes note of a notification.
    mutating func update(_ notification: GestureNotification) {
        if notification.state.isUnderWay {
            last[notification.gesture] = notification
        } else {
            last[notification.gesture] = nil
        }
    }

    /// Those that pass a filter, whatever its states, the oldest first.
    func matching(_ filter: SubscriptionFilter) -> [GestureNotification] {
        last.values
            .filter { filter.matches(recognizer: $0.recognizer, surface: $0.surface) }
            .sorted { $0.gesture < $1.gesture }
    }
}
