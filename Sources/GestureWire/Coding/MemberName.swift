// A coding key for any member of an object.

struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init(stringLiteral name: String) { self.init(name) }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }
}
