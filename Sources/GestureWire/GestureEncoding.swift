// How does a gesture become a line that several subscriptions share?
//
//     {"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,  "recognizer":"zoom",…}}⏎
//     └──────────────── head, of one subscription ──────────────────────────┘ └── tail, of all ──────┘

extension LineWriter {
    /// Appends the beginning of a `gesture` line: what differs from subscription to subscription.
    public mutating func appendGestureHead(subscription: Int, sequence: Int) {
        // The texts have 71 bytes.
        write(atMost: 80 + 2 * LineCursor.integerSize) { cursor in
            cursor.write("{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":")
            cursor.write(integer: subscription)
            cursor.write(",\"seq\":")
            cursor.write(integer: sequence)
            cursor.write(",")
        }
    }

    /// Appends the rest of a `gesture` line with its LF: what all subscriptions share that were told the same before.
    ///
    /// - Parameters:
    ///   - notification: The gesture.
    ///   - base: The measurement that was told last, `.none` at the beginning; `delta` is computed from it.
    ///   - hasPlaces: Whether places, paths and ids of touches are told, if the notification has them.
    public mutating func appendGestureTail(
        _ notification: GestureNotification, since base: Measurement, hasPlaces: Bool = true
    ) {
        appendNames(of: notification)
        appendRest(of: notification, since: base, hasPlaces: hasPlaces)
    }

    /// Appends what comes after the names.
    fileprivate mutating func appendRest(
        of notification: GestureNotification, since base: Measurement, hasPlaces: Bool
    ) {
        appendMembersThatChange(of: notification, since: base, hasPlaces: hasPlaces)
        write(atMost: 3) { $0.write("}}\n") }
    }

    /// Appends the members of a gesture, without the braces around them.
    mutating func appendMembers(
        of notification: GestureNotification, since base: Measurement, hasPlaces: Bool
    ) {
        appendNames(of: notification)
        appendMembersThatChange(of: notification, since: base, hasPlaces: hasPlaces)
    }

    /// Appends the members that stay as they are while a gesture is in one state.
    fileprivate mutating func appendNames(of notification: GestureNotification) {
        append(json: "\"recognizer\":")
        append(string: notification.recognizer)
        append(json: ",\"type\":")
        append(string: notification.type)
        append(json: ",\"gesture\":")
        append(gesture: notification.gesture)
        append(json: ",\"state\":")
        append(string: notification.state.rawValue)
        append(json: ",\"surface\":")
        append(string: notification.surface)
        append(json: ",\"region\":")
        append(string: notification.region)
        append(json: ",\"time\":")
    }

    private mutating func appendMembersThatChange(
        of notification: GestureNotification, since base: Measurement, hasPlaces: Bool
    ) {
        append(seconds: notification.time)
        if hasPlaces, let location = notification.location {
            write(atMost: 24 + LineCursor.pointSize) { cursor in
                cursor.write(",\"location\":")
                cursor.write(location)
                cursor.write(",\"touches\":")
            }
            append(touches: notification.touches)
            append(notification.measurement, since: base, isEnded: notification.state == .ended)
        } else {
            appendWithoutPlaces(notification.measurement, since: base)
        }
    }
}

/// The rest of a `gesture` line, kept for all subscriptions that share it.
///
/// As long as a gesture goes on in one state, its names need not be written again: they stand there from the line before.
package struct GestureTail: Sendable {
    package private(set) var line = LineWriter()
    /// The gesture whose names the memory begins with, its state then, and how long that is.
    private var names: (gesture: Int, state: GestureState, length: Int)?

    package init() {}

    /// Forgets what was written, but for the names.
    package mutating func clear() { line.removeAll() }

    /// Forgets the names, too: the next gesture may have the number of this one, and be another's.
    package mutating func forgetNames() { names = nil }

    /// Writes the tail of a notification, after `clear()`; see ``LineWriter/appendGestureTail(_:since:hasPlaces:)``.
    ///
    /// - Parameter disguise: The same each time.
    package mutating func write(
        _ notification: GestureNotification, since base: Measurement, hasPlaces: Bool, disguise: NumberDisguise?
    ) {
        line.disguise = disguise
        // Recognizers that have failed all have the number 0.
        if let names, names.gesture == notification.gesture, names.state == notification.state, names.gesture != 0 {
            line.takeUp(names.length)
        } else {
            line.appendNames(of: notification)
            names = (notification.gesture, notification.state, line.count)
        }
        line.appendRest(of: notification, since: base, hasPlaces: hasPlaces)
    }
}
