// Encoding of the touches of a frame.

extension LineWriter {
    /// Appends a `touch` line with its LF.
    ///
    /// - Parameters:
    ///   - notification: The touches of a frame.
    ///   - subscription: The number of the receiving subscription.
    ///   - coordinates: Those of the places.
    public mutating func append(
        _ notification: TouchNotification, subscription: Int, in coordinates: PlaceCoordinates = .surface
    ) {
        append(json: "{\"jsonrpc\":\"2.0\",\"method\":\"touch\",\"params\":{\"subscription\":")
        append(integer: subscription)
        append(json: ",")
        appendMembers(of: notification, in: coordinates)
        append(json: "}}\n")
    }

    /// Appends the members that do not depend on the subscription.
    mutating func appendMembers(of notification: TouchNotification, in coordinates: PlaceCoordinates) {
        append(json: "\"surface\":")
        append(string: notification.surface)
        append(json: ",\"time\":")
        append(seconds: notification.time)
        append(json: ",\"touches\":")
        if coordinates == .surface { return append(list: notification.touches) { $0.append($1) } }
        append(list: notification.touches) { $0.append($1.inRegion) }
    }

    mutating func append(_ touch: WireTouch) {
        append(json: "{")
        appendMembers(of: touch)
        append(json: "}")
    }

    /// Appends the members of a touch, without the braces around them.
    mutating func appendMembers(of touch: WireTouch) {
        append(json: "\"id\":")
        append(touch: touch.id)
        append(json: ",\"phase\":")
        append(string: touch.phase.rawValue)
        append(json: ",\"location\":")
        append(touch.location)
        append(json: ",\"previousLocation\":")
        append(touch.previousLocation)
        append(json: ",\"region\":")
        append(string: touch.region)
        append(json: ",\"tapCount\":")
        append(integer: touch.tapCount)
        if let force = touch.force {
            append(json: ",\"force\":")
            append(force, .ratio)
        }
        if let majorRadius = touch.majorRadius {
            append(json: ",\"majorRadius\":")
            append(majorRadius, .length)
        }
        guard touch.hasOtherPlaces else { return }
        append(",\"coalesced\":", touch.coalesced)
        if touch.lost > 0 {
            append(json: ",\"lost\":")
            append(integer: touch.lost)
        }
        append(",\"predicted\":", touch.predicted)
    }

    private mutating func append(_ name: StaticString, _ places: [TouchPlace]) {
        guard !places.isEmpty else { return }
        append(json: name)
        append(list: places) { writer, place in
            writer.append(json: "{\"time\":")
            writer.append(seconds: place.time)
            writer.append(json: ",\"location\":")
            writer.append(place.location)
            writer.append(json: "}")
        }
    }
}
