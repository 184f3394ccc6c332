// A subscription's glob that matches nothing.

/// A glob of a subscription that matches no recognizer or no surface: mostly a misspelled name.
///
/// A match may be added later: a recognizer with the next configuration, a surface with a panel that is plugged in.
public struct UnmatchedGlob: Equatable, Sendable, CustomStringConvertible {
    /// The kinds of globs of a subscription.
    public enum Kind: String, Sendable {
        /// The names of recognizers.
        case recognizer
        /// The names of surfaces.
        case surface
    }

    /// The kind; not a member of the message, which has a list for each kind.
    public var kind: Kind
    /// The glob as the subscription gives it.
    public var glob: String
    /// The name that was probably meant; nil if none is near, and always in `reloaded` and `lagged`.
    public var nearest: String?

    /// A glob for recognizers, or for something else, and the name that was probably meant.
    public init(glob: String, nearest: String? = nil, kind: Kind = .recognizer) {
        self.kind = kind
        self.glob = glob
        self.nearest = nearest
    }

    /// A sentence for people.
    public var description: String {
        "`\(glob)` matches no \(kind.rawValue) now" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
}

extension UnmatchedGlob: Decodable, WireObject {
    /// Reads the members of a glob, as one for recognizers.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        kind = .recognizer
        glob = try members.decodeName(forKey: "glob")
        nearest = try members.decodeIfPresent(String.self, forKey: "nearest")
    }

    package func appendMembers(to writer: inout LineWriter) {
        writer.append("glob", glob)
        writer.append("nearest", nearest)
    }
}
