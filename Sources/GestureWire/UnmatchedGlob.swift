// A subscription's glob that matches nothing.

/// A glob of a subscription that matches no recognizer or no surface: mostly a misspelled name.
///
/// What it is for may come later: a recognizer with the next configuration, a surface with a panel that is plugged in.
public struct UnmatchedGlob: Equatable, Sendable, CustomStringConvertible {
    /// What globs of a subscription are for.
    public enum Kind: String, Sendable {
        /// The names of recognizers.
        case recognizer
        /// The names of surfaces.
        case surface
    }

    /// What the glob is for; no member of the message, whose lists say it.
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
