// JSON values without an interpretation, as in attachments.

/// Any JSON value.
///
/// Equal text makes equal values: the members of an object are in the order of their names, and a number is an
/// ``integer(_:)`` whenever it is whole and fits, however it is written.
public enum WireValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case text(String)
    /// `[…]`.
    case list([WireValue])
    /// `{…}`.
    case object([Member])

    /// A member of an object: its name and value; of several with the same name the first is read.
    public struct Member: Equatable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: WireValue

        /// A member from its name and value.
        public init(name: String, value: WireValue) {
            self.name = name
            self.value = value
        }

        package init(_ name: String, _ value: WireValue) { self.init(name: name, value: value) }
    }
}
