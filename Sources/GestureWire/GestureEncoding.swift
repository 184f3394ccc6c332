// How does a gesture become a line that several subscriptions share?
//
//     {"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,  "recognizer":"zoom",…}}⏎
//     └──────────────── head, of one subscription ──────────────────────────┘ └── tail, of all ──────┘

extension LineWriter {
    /// Appends the beginning of a `gesture` line: what differs from subscription to subscription.
    public mutating func appendGestureHead(subscription: Int, sequence: Int) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"gesture\",\"params\":{\"subscription\":")
        append(integer: subscription)
        append(json: ",\"seq\":")
        append(integer: sequence)
        append(json: ",")
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
        appendMembers(of: notification, since: base, hasPlaces: hasPlaces)
        append(json: "}}\n")
    }

    /// Appends the members of a gesture, without the braces around them.
    mutating func appendMembers(
        of notification: GestureNotification, since base: Measurement, hasPlaces: Bool
    ) {
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
        append(seconds: notification.time)
        if hasPlaces, let location = notification.location {
            append(json: ",\"location\":")
            append(location)
            append(json: ",\"touches\":")
            append(list: notification.touches) { $0.append(touch: $1) }
            append(notification.measurement, since: base, isEnded: notification.state == .ended)
        } else {
            appendWithoutPlaces(notification.measurement, since: base)
        }
    }
}
