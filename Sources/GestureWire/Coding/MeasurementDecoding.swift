// Decoding of measurements and their changes.

extension Measurement {
    /// Reads the members of a type.
    ///
    /// An unknown type has those of a type of one's own, and so has a known one without all its members: a failure has
    /// none, and a recognizer may say something else than its type does.
    ///
    /// - Throws: `DecodingError` if a member of a known type is of the wrong kind.
    init(type: String, from decoder: any Decoder) throws {
        if let known = try Self(knownType: type, try decoder.container(keyedBy: MemberName.self)) {
            self = known
        } else {
            let own = CustomMembers(try decoder.container(keyedBy: MemberName.self))
            self = own.members.isEmpty ? .none : .custom(own)
        }
    }

    private init?(knownType type: String, _ members: KeyedDecodingContainer<MemberName>) throws {
        guard let sample = Self.samples.first(where: { type == $0.type }) else { return nil }
        var decoder = MeasurementDecoder(members: members)
        self = sample.measurement.describe(to: &decoder)
        guard !decoder.isIncomplete else { return nil }
        if let error = decoder.error { throw error }
    }
}

extension MeasurementChange {
    /// Reads the deltas that belong to a measurement; nil where they are missing or there are none.
    ///
    /// - Throws: `DecodingError`.
    init?(of measurement: Measurement, _ members: KeyedDecodingContainer<MemberName>) throws {
        var decoder = ChangeDecoder(members: members)
        measurement.describe(to: &decoder)
        if let error = decoder.error { throw error }
        guard !decoder.isIncomplete else { return nil }
        self.init(translation: decoder.translation, scale: decoder.scale, rotation: decoder.rotation)
    }
}

/// Replaces the members of a measurement by those that were received.
private struct MeasurementDecoder: MeasurementVisitor {
    static var replacesValues: Bool { true }
    let members: KeyedDecodingContainer<MemberName>
    private(set) var isIncomplete = false
    /// Why a member cannot be read.
    private(set) var error: (any Error)?

    private mutating func read<Value: Decodable>(_ name: StaticString) -> Value? {
        let name = MemberName("\(name)")
        isIncomplete = isIncomplete || !members.contains(name)
        do { return try members.decode(Value.self, forKey: name) } catch {
            self.error = self.error ?? error
            return nil
        }
    }

    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue {
        switch value {
        case .count(let count): return .count(read(name) ?? count)
        case .text(let text): return .text(read(name) ?? text)
        case .word(let word, let noun, let isKnown):
            let new = read(name) ?? word
            if !isKnown(new), error == nil {
                error = DecodingError.dataCorruptedError(
                    forKey: MemberName("\(name)"), in: members, debugDescription: "unknown word")
            }
            return .word(new, noun: noun, isKnown: isKnown)
        case .number(let number, let quantity): return .number(read(name) ?? number, quantity)
        case .point(let point, let isVelocity):
            return members.hasPlaces ? .point(read(name) ?? point, isVelocity: isVelocity) : value
        case .placeAtEnd:
            let isThere = (try? members.decodeNil(forKey: MemberName("\(name)"))) == false
            return isThere ? .placeAtEnd(read(name)) : value
        case .numberChange, .translationChange: return value
        }
    }
}

private struct ChangeDecoder: MeasurementVisitor {
    let members: KeyedDecodingContainer<MemberName>
    private(set) var translation: WirePoint?
    private(set) var scale: Double?
    private(set) var rotation: Double?
    private(set) var isIncomplete = false
    private(set) var error: (any Error)?

    private mutating func read<Value: Decodable>(_ name: StaticString) -> Value? {
        do {
            let value = try members.decodeIfPresent(Value.self, forKey: MemberName("\(name)"))
            isIncomplete = isIncomplete || value == nil
            return value
        } catch {
            self.error = self.error ?? error
            return nil
        }
    }

    mutating func visit(_ name: StaticString, _ value: MeasuredValue) -> MeasuredValue {
        switch value {
        case .translationChange: if members.hasPlaces { translation = read(name) }
        case .numberChange(_, .scale): scale = read(name)
        case .numberChange: rotation = read(name)
        default: break
        }
        return value
    }
}

extension KeyedDecodingContainer<MemberName> {
    /// Whether locations and paths are among them; not if the connection lacks the capability `locations`.
    fileprivate var hasPlaces: Bool { contains(MemberName("location")) }
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
