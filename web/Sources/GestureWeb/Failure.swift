// The error of what cannot be done.

/// Something that cannot be done: a server that cannot listen, a folder that cannot be served, a recording that is refused.
public struct Failure: Error, CustomStringConvertible {
    /// Why, and what to do about it.
    public let description: String
}
