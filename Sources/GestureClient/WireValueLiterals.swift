// Swift literals for JSON values.

public import GestureWire

extension WireValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// `true` or `false`.
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }

    /// A whole number.
    public init(integerLiteral whole: Int64) { self = .integer(whole) }

    /// A number; one without a fraction is an ``GestureWire/WireValue/integer(_:)``, as everywhere.
    public init(floatLiteral number: Double) {
        self = Int64(exactly: number).map(WireValue.integer) ?? .number(number)
    }

    /// A string.
    public init(stringLiteral text: String) { self = .text(text) }

    /// A list.
    public init(arrayLiteral elements: WireValue...) { self = .list(elements) }

    /// An object; of several values with one name the first counts.
    public init(dictionaryLiteral elements: (String, WireValue)...) {
        self.init(object: Dictionary(elements) { first, _ in first })
    }

    /// An object, its members in the order of their names.
    init(object members: [String: WireValue]) {
        self = .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }
}
