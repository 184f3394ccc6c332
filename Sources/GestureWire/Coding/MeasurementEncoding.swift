// Encoding of measurements and their changes.

extension LineWriter {
    /// Appends the members of a type, each after a comma.
    ///
    /// - Parameters:
    ///   - base: The measurement that was sent last, from which `delta` is computed.
    ///   - isEnded: Whether a place at the end is written.
    ///   - hasPlaces: Whether members are written that say something of a place or a path.
    ///   - map: Converts them, but for those of custom types, to the coordinates in which they are written.
    mutating func append(
        _ measurement: Measurement, since base: Measurement, isEnded: Bool, hasPlaces: Bool, _ map: RegionMap? = nil
    ) {
        if case .custom(let members) = measurement {
            for member in members.members where hasPlaces || !member.value.mayBePlace { append(member) }
            return
        }
        // A transform has the most members: four points and four numbers. Only a stroke's name can be longer.
        var size = 8 * LineCursor.pointSize
        if case .stroke(let name, _) = measurement { size += LineCursor.size(of: name) }
        write(atMost: size) { cursor in
            var encoder = MeasurementEncoder(
                cursor: cursor, base: base.progress, isEnded: isEnded, hasPlaces: hasPlaces, map: map)
            measurement.describe(to: &encoder)
            cursor = encoder.cursor
        }
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

private struct MeasurementEncoder: MeasurementVisitor {
    private(set) var cursor: LineCursor
    let base: MeasurementProgress
    let isEnded: Bool
    let hasPlaces: Bool
    let map: RegionMap?

    @inline(__always)
    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue {
        switch value {
        case .count(let count):
            cursor.write(name: name)
            cursor.write(integer: count)
        case .text(let text), .word(let text, _, _):
            cursor.write(name: name)
            cursor.write(string: text)
        case .number(let number, _):
            cursor.write(name: name)
            cursor.write(number, .ratio)
        case .numberChange(let number, let quantity):
            cursor.write(name: name)
            cursor.write(base.change(to: number, quantity), .ratio)
        case .point(let point, _):
            guard hasPlaces else { break }
            cursor.write(name: name)
            cursor.write(map?.vector(point) ?? point)
        case .placeAtEnd(let place):
            guard hasPlaces, isEnded, let place else { break }
            cursor.write(name: name)
            cursor.write(map?.place(place) ?? place)
        case .translationChange(let translation):
            guard hasPlaces else { break }
            cursor.write(name: name)
            cursor.write(base.change(to: translation, by: map))
        }
        return value
    }
}

extension CustomValue {
    /// Whether it may reveal a location: a point does, and a number of a custom type can.
    fileprivate var mayBePlace: Bool {
        switch self {
        case .number, .point: true
        case .count, .text: false
        }
    }
}
