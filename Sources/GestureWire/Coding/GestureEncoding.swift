// Encoding of `gesture` notifications, with a tail that all subscriptions share.
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

    /// Appends the rest of a `gesture` line with its LF, which subscriptions with the same last notification share.
    ///
    /// - Parameters:
    ///   - notification: The gesture.
    ///   - base: The measurement that was sent last, `.none` at the beginning; `delta` is computed from it.
    ///   - form: The members about places, and their coordinates.
    public mutating func appendGestureTail(
        _ notification: GestureNotification, since base: Measurement, form: GestureForm = .places
    ) {
        appendMembers(of: notification, since: base, form: form)
        append(json: "}}\n")
    }

    /// Appends the members of a gesture, without the braces around them.
    mutating func appendMembers(
        of notification: GestureNotification, since base: Measurement, form: GestureForm
    ) {
        appendNames(of: notification)
        appendMembersThatChange(of: notification, since: base, form: form)
    }

    /// Appends the members that stay as they are while a gesture is in one state.
    mutating func appendNames(of notification: GestureNotification) {
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

    /// Appends all others.
    mutating func appendMembersThatChange(
        of notification: GestureNotification, since base: Measurement, form: GestureForm
    ) {
        if form.contains(.places), let location = notification.location {
            let map = form.contains(.inRegion) ? notification.toRegion : nil
            write(atMost: LineCursor.numberSize + 24 + LineCursor.pointSize) { cursor in
                cursor.write(seconds: notification.time)
                cursor.write(",\"location\":")
                cursor.write(map?.place(location) ?? location)
                cursor.write(",\"touches\":")
            }
            append(touches: notification.touches)
            if form.contains(.fingers) { append(locations: notification.locations, map) }
            append(
                notification.measurement, since: base, isEnded: notification.state == .ended, hasPlaces: true, map)
            if form.contains(.predicted), let translation = notification.predictedTranslation {
                append(json: ",\"predictedTranslation\":")
                append(map?.vector(translation) ?? translation)
            }
        } else {
            append(seconds: notification.time)
            append(notification.measurement, since: base, isEnded: false, hasPlaces: false)
        }
    }

    /// Appends the location of each finger.
    private mutating func append(locations: [WirePoint], _ map: RegionMap?) {
        write(atMost: 16 + locations.count * (LineCursor.pointSize + 1)) { cursor in
            cursor.write(",\"locations\":[")
            var isFirst = true
            for location in locations {
                if !isFirst { cursor.write(UInt8(ascii: ",")) }
                isFirst = false
                cursor.write(map?.place(location) ?? location)
            }
            cursor.write(UInt8(ascii: "]"))
        }
    }
}
