// The states of a recognizer, and the legal transitions between them.

extension GestureRecognizer {
    /// The state of a recognizer, as UIKit's `UIGestureRecognizer.State`.
    ///
    /// ```
    ///              ┌──────────────► ended (= recognized)      discrete: once
    ///   possible ──┼──► failed                                       ▲
    ///      ▲       └──► began ──► changed ⟲ ──► ended | cancelled    │ the engine alone: reset(), then possible
    ///      └─────────────────────────────────────────────────────────┘
    /// ```
    public enum State: Int, Sendable, CaseIterable, CustomStringConvertible {
        /// Nothing is decided yet.
        case possible = 0
        /// A continuous gesture was recognized and has begun.
        case began = 1
        /// A continuous gesture has changed.
        case changed = 2
        /// A continuous gesture is complete, or a discrete one was recognized.
        case ended = 3
        /// A continuous gesture was cancelled.
        case cancelled = 4
        /// The touches are not this gesture.
        case failed = 5

        /// The same value as `ended`: what discrete recognizers call it.
        public static var recognized: State { .ended }

        /// Whether a subclass may go from this state to `next` (the nine changes of UIKit's documentation; the way
        /// back to `possible` is the engine's).
        public func canBecome(_ next: State) -> Bool {
            switch (self, next) {
            case (.possible, .began), (.possible, .ended), (.possible, .failed): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            default: false
            }
        }

        /// Whether a continuous gesture is in progress.
        public var isActive: Bool { self == .began || self == .changed }

        /// Whether the attempt is over, and `reset()` comes next.
        public var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }

        /// UIKit's name of the state.
        public var description: String {
            ["possible", "began", "changed", "ended", "cancelled", "failed"][rawValue]
        }
    }
}
