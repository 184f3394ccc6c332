// Encoding of measurements and their changes.

extension LineWriter {
    /// Appends the members of a type, each after a comma.
    ///
    /// - Parameters:
    ///   - base: The measurement that was sent last, from which `delta` is computed.
    ///   - isEnded: Whether a projection is written.
    mutating func append(_ measurement: Measurement, since base: Measurement, isEnded: Bool) {
        switch measurement {
        case .tap(let taps):
            append(json: ",\"taps\":")
            append(integer: taps)
        case .longPress(let duration):
            append(json: ",\"duration\":")
            append(duration, .ratio)
        case .swipe(let direction, let velocity):
            append(json: ",\"direction\":")
            append(string: direction.rawValue)
            append(json: ",\"velocity\":")
            append(velocity)
        case .pan(let translation, let velocity, let projection):
            append(translation, measurement.change(since: base), velocity, isEnded ? projection : nil)
        case .screenEdgePan(let edge, let translation, let velocity, let projection):
            append(translation, measurement.change(since: base), velocity, isEnded ? projection : nil)
            append(json: ",\"edge\":")
            append(string: edge.rawValue)
        case .pinch(let scale, let velocity):
            append(json: ",\"scale\":")
            append(scale, .ratio)
            appendDelta(measurement.change(since: base))
            append(json: ",\"velocity\":")
            append(velocity, .ratio)
        case .rotation(let rotation, let velocity):
            append(json: ",\"rotation\":")
            append(rotation, .ratio)
            appendDelta(measurement.change(since: base))
            append(json: ",\"velocity\":")
            append(velocity, .ratio)
        case .transform(let translation, let velocity, let projection, let scale, let rotation):
            let change = measurement.change(since: base)
            append(translation, change, velocity, isEnded ? projection : nil)
            append(json: ",\"scale\":")
            append(scale, .ratio)
            append(json: ",\"rotation\":")
            append(rotation, .ratio)
            appendOtherDeltas(change)
        case .stroke(let name, let score):
            append(json: ",\"stroke\":")
            append(string: name)
            append(json: ",\"score\":")
            append(score, .ratio)
        case .custom(let members):
            for member in members.members { append(member) }
        case .none:
            break
        }
    }

    /// Appends the members of a type that say nothing of a place or a path, each after a comma.
    mutating func appendWithoutPlaces(_ measurement: Measurement, since base: Measurement) {
        switch measurement {
        case .swipe(let direction, _):
            append(json: ",\"direction\":")
            append(string: direction.rawValue)
        case .pan: break
        case .screenEdgePan(let edge, _, _, _):
            append(json: ",\"edge\":")
            append(string: edge.rawValue)
        case .transform(_, _, _, let scale, let rotation):
            append(json: ",\"scale\":")
            append(scale, .ratio)
            append(json: ",\"rotation\":")
            append(rotation, .ratio)
            appendOtherDeltas(measurement.change(since: base))
        case .custom(let members):
            for member in members.members where !member.value.mayBePlace { append(member) }
        case .tap, .longPress, .pinch, .rotation, .stroke, .none:
            append(measurement, since: base, isEnded: false)
        }
    }

    /// Appends what all pans have in common.
    private mutating func append(
        _ translation: WirePoint, _ change: MeasurementChange?, _ velocity: WirePoint, _ projection: WirePoint?
    ) {
        // No name takes more than 16 bytes.
        write(atMost: 4 * (16 + LineCursor.pointSize)) { cursor in
            cursor.write(",\"translation\":")
            cursor.write(translation)
            if case .translation(let difference) = change {
                cursor.write(",\"delta\":")
                cursor.write(difference)
            } else if case .transform(let difference, _, _) = change {
                cursor.write(",\"delta\":")
                cursor.write(difference)
            }
            cursor.write(",\"velocity\":")
            cursor.write(velocity)
            if let projection {
                cursor.write(",\"projection\":")
                cursor.write(projection)
            }
        }
    }

    private mutating func appendDelta(_ change: MeasurementChange?) {
        switch change {
        case .scale(let factor):
            append(json: ",\"delta\":")
            append(factor, .ratio)
        case .rotation(let difference):
            append(json: ",\"delta\":")
            append(difference, .ratio)
        case .translation, .transform, nil: break
        }
    }

    private mutating func appendOtherDeltas(_ change: MeasurementChange?) {
        guard case .transform(_, let factor, let difference) = change else { return }
        append(json: ",\"scaleDelta\":")
        append(factor, .ratio)
        append(json: ",\"rotationDelta\":")
        append(difference, .ratio)
    }

    private mutating func append(_ member: CustomMembers.Member) {
        append(json: ",\"")
        // A name that is kept has letters and digits only.
        append(unquoted: member.name)
        append(json: "\":")
        switch member.value {
        case .number(let number): append(number, .ratio)
        case .count(let count): append(integer: count)
        case .text(let text): append(string: text)
        case .point(let point): append(point)
        }
    }
}
