// Decoding of snapshots, recognizers and regions, whose members are optional.

extension Snapshot: Decodable {
    private enum Member: String, CodingKey {
        case subscription, surfaces, recognizers, unmatched, unmatchedSurfaces, gestures, touches
    }

    /// Reads the members of a snapshot.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        subscription = try members.decode(Int.self, forKey: .subscription)
        surfaces = try members.decode([SurfaceDescription].self, forKey: .surfaces)
        recognizers = try members.decode([RecognizerDescription].self, forKey: .recognizers)
        unmatched = try members.decodeIfPresent([UnmatchedGlob].self, forKey: .unmatched) ?? []
        unmatchedSurfaces = try members.decodeIfPresent([UnmatchedGlob].self, forKey: .unmatchedSurfaces) ?? []
        for index in unmatchedSurfaces.indices { unmatchedSurfaces[index].kind = .surface }
        gestures = try members.decode([GestureNotification].self, forKey: .gestures)
        touches = try members.decodeIfPresent([TouchNotification].self, forKey: .touches)
    }
}

extension UnmatchedGlob: Decodable {
    private enum Member: String, CodingKey {
        case glob, nearest
    }

    /// Reads the members of a glob, as one for recognizers.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        kind = .recognizer
        glob = try members.decode(String.self, forKey: .glob)
        nearest = try members.decodeIfPresent(String.self, forKey: .nearest)
    }
}

extension RecognizerDescription: Decodable {
    private enum Member: String, CodingKey {
        case name, type, region, enabled, own
    }

    /// Reads the members of a recognizer.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        name = try members.decode(String.self, forKey: .name)
        type = try members.decode(String.self, forKey: .type)
        region = try members.decode(String.self, forKey: .region)
        enabled = try members.decode(Bool.self, forKey: .enabled)
        own = try members.decodeIfPresent(Bool.self, forKey: .own) ?? false
    }
}

extension RegionDescription: Decodable {
    private enum Member: String, CodingKey {
        case name, surface, frame, own, `private`
    }

    /// Reads the members of a region.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        name = try members.decode(String.self, forKey: .name)
        surface = try members.decode(String.self, forKey: .surface)
        frame = try members.decode(WireRectangle.self, forKey: .frame)
        own = try members.decodeIfPresent(Bool.self, forKey: .own) ?? false
        isPrivate = try members.decodeIfPresent(Bool.self, forKey: .private)
    }
}
