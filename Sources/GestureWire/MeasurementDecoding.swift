// Decoding of measurements and their changes.

/// The members of a gesture whose type has a case of ``Measurement``.
enum GestureMember: String, CodingKey {
    case recognizer, type, gesture, state, surface, region, time, location, touches
    case taps, duration, direction, edge, velocity, translation, projection, scale, rotation, stroke, score
    case delta, scaleDelta, rotationDelta
}

extension Measurement {
    /// Reads the members of a type.
    ///
    /// An unknown type has those of a type of one's own, and so has a known one without all its members: a failure has
    /// none, and a recognizer may say something else than its type does.
    ///
    /// - Throws: `DecodingError` if a member of a known type is of the wrong kind.
    init(type: String, from decoder: any Decoder) throws {
        if let known = try Self(knownType: type, try decoder.container(keyedBy: GestureMember.self)) {
            self = known
        } else {
            let own = CustomMembers(try decoder.container(keyedBy: MemberName.self))
            self = own.members.isEmpty ? .none : .custom(own)
        }
    }

    private init?(knownType type: String, _ members: KeyedDecodingContainer<GestureMember>) throws {
        func has(_ names: GestureMember...) -> Bool { names.allSatisfy(members.contains) }
        // Without `location`, locations and paths are omitted: the connection lacks the capability `locations`.
        let isWhole = members.contains(.location)
        func hasPath(_ names: GestureMember...) -> Bool { !isWhole || names.allSatisfy(members.contains) }
        func number(_ name: GestureMember) throws -> Double { try members.decode(Double.self, forKey: name) }
        func point(_ name: GestureMember) throws -> WirePoint {
            isWhole ? try members.decode(WirePoint.self, forKey: name) : .zero
        }
        func projection() throws -> WirePoint? { try members.decodeIfPresent(WirePoint.self, forKey: .projection) }

        switch UTF8Key(type) {
        case "tap" where has(.taps):
            self = .tap(taps: try members.decode(Int.self, forKey: .taps))
        case "longPress" where has(.duration):
            self = .longPress(duration: try number(.duration))
        case "swipe" where has(.direction) && hasPath(.velocity):
            self = .swipe(
                direction: try members.decode(SwipeDirection.self, forKey: .direction), velocity: try point(.velocity))
        case "pan" where hasPath(.translation, .velocity):
            self = .pan(
                translation: try point(.translation), velocity: try point(.velocity), projection: try projection())
        case "screenEdgePan" where has(.edge) && hasPath(.translation, .velocity):
            self = .screenEdgePan(
                edge: try members.decode(ScreenEdge.self, forKey: .edge), translation: try point(.translation),
                velocity: try point(.velocity), projection: try projection())
        case "pinch" where has(.scale, .velocity):
            self = .pinch(scale: try number(.scale), velocity: try number(.velocity))
        case "rotation" where has(.rotation, .velocity):
            self = .rotation(rotation: try number(.rotation), velocity: try number(.velocity))
        case "transform" where has(.scale, .rotation) && hasPath(.translation, .velocity):
            self = .transform(
                translation: try point(.translation), velocity: try point(.velocity), projection: try projection(),
                scale: try number(.scale), rotation: try number(.rotation))
        case "stroke" where has(.stroke, .score):
            self = .stroke(name: try members.decode(String.self, forKey: .stroke), score: try number(.score))
        default:
            return nil
        }
    }
}

extension MeasurementChange {
    /// Returns zero translation for a gesture that was sent without locations.
    private static func absent(_ members: KeyedDecodingContainer<GestureMember>) -> WirePoint? {
        members.contains(.location) ? nil : .zero
    }

    /// Reads the deltas that belong to a measurement; nil where they are missing or there are none.
    ///
    /// - Throws: `DecodingError`.
    init?(of measurement: Measurement, _ members: KeyedDecodingContainer<GestureMember>) throws {
        switch measurement {
        case .pan, .screenEdgePan:
            guard let delta = try members.decodeIfPresent(WirePoint.self, forKey: .delta) else { return nil }
            self = .translation(delta)
        case .pinch:
            guard let delta = try members.decodeIfPresent(Double.self, forKey: .delta) else { return nil }
            self = .scale(delta)
        case .rotation:
            guard let delta = try members.decodeIfPresent(Double.self, forKey: .delta) else { return nil }
            self = .rotation(delta)
        case .transform:
            guard let delta = try members.decodeIfPresent(WirePoint.self, forKey: .delta) ?? Self.absent(members),
                let scale = try members.decodeIfPresent(Double.self, forKey: .scaleDelta),
                let rotation = try members.decodeIfPresent(Double.self, forKey: .rotationDelta)
            else { return nil }
            self = .transform(translation: delta, scale: scale, rotation: rotation)
        case .tap, .longPress, .swipe, .stroke, .custom, .none:
            return nil
        }
    }
}

extension CustomMembers {
    /// Reads the members that are not common ones; what is no number, text or point is ignored.
    init(_ members: KeyedDecodingContainer<MemberName>) {
        // The order of a dictionary differs from run to run; which ones are kept of too many must not.
        let names = members.allKeys.filter { !Self.commonNames.contains($0.stringValue) }
        self.init(
            names.sorted { $0.stringValue < $1.stringValue }.lazy.compactMap { name in
                CustomValue(at: name, members).map { Member(name.stringValue, $0) }
            })
    }
}

extension CustomValue {
    fileprivate init?(at name: MemberName, _ members: KeyedDecodingContainer<MemberName>) {
        if let count = try? members.decode(Int.self, forKey: name) {
            self = .count(count)
        } else if let number = try? members.decode(Double.self, forKey: name) {
            self = .number(number)
        } else if let text = try? members.decode(String.self, forKey: name) {
            self = .text(text)
        } else if let point = try? members.decode(WirePoint.self, forKey: name) {
            self = .point(point)
        } else {
            return nil
        }
    }
}
