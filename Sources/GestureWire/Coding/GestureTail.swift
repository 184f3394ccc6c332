// The part of a `gesture` line that subscriptions share.

/// The rest of a `gesture` line, kept for all subscriptions that share it.
///
/// While a gesture stays in one state, its names are not written again: they remain from the previous line.
package struct GestureTail: Sendable {
    /// The tail that was written last; empty after `clear()`.
    package private(set) var line = LineWriter()
    /// The gesture whose names the memory begins with, its state at that time, and the length of that part.
    private var names: (gesture: Int, state: GestureState, length: Int)?

    package init() {}

    /// Forgets what was written, but for the names.
    package mutating func clear() { line.removeAll() }

    /// Forgets the names, too: the next gesture may have the number of this one, and be another's.
    package mutating func forgetNames() { names = nil }

    /// Writes the tail of a notification, after `clear()`; see ``LineWriter/appendGestureTail(_:since:form:)``.
    ///
    /// - Parameters:
    ///   - notification: The gesture.
    ///   - base: The measurement that was sent last, `.none` at the beginning.
    ///   - form: The members about places, and their coordinates.
    ///   - disguise: How touches and gestures are numbered; the same each time.
    package mutating func write(
        _ notification: GestureNotification, since base: Measurement, form: GestureForm, disguise: NumberDisguise?
    ) {
        line.disguise = disguise
        // Recognizers that have failed all have the number 0.
        if let names, names.gesture == notification.gesture, names.state == notification.state, names.gesture != 0 {
            line.restore(names.length)
        } else {
            line.appendNames(of: notification)
            names = (notification.gesture, notification.state, line.count)
        }
        line.appendMembersThatChange(of: notification, since: base, form: form)
        line.append(json: "}}\n")
    }
}
