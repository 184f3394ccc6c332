// The names of one kind in a configuration: valid and unique ones.

internal import GestureWire

/// The names of one kind of thing: well formed, and each only once.
struct Names {
    let thing: String
    /// Those that are reserved, those that are free and known, then those of the file, in its order.
    private(set) var all: [String]
    let emptyHint: String
    private var places: [UTF8Key: Place] = [:]
    private let reserved: [UTF8Key: String]
    /// Names that things have which are not read here, but could be taken here.
    private let known: Set<UTF8Key>
    private let isWithoutOthers: Bool

    /// - Parameter reserved: Names that things always have, and what those are.
    /// - Parameter taken: Names of things that cannot be given a second time.
    /// - Parameter known: Names of things that can be referred to as long as nothing takes the name here.
    init(
        of thing: String, reserved: [UTF8Key: String] = [:], taken: [String] = [], known: [String] = [],
        emptyHint: String? = nil
    ) {
        self.thing = thing
        self.reserved = reserved.merging(taken.map { (UTF8Key($0), "a \(thing) of this connection") }) { first, _ in
            first
        }
        self.known = Set<UTF8Key>(texts: known)
        isWithoutOthers = taken.isEmpty && known.isEmpty
        self.emptyHint = emptyHint ?? "add it under `\(thing)s`"
        all = self.reserved.keys.sorted().map(\.text)
        all += known.filter { self.reserved[$0] == nil }
    }

    /// The `name` of a mapping; nil when it is missing, malformed or taken, which is then reported.
    mutating func read(from mapping: MappingReader) -> String? {
        guard mapping.needs("name", "a \(thing) needs a `name`"), let (text, place) = mapping.text("name"),
            let name = Self.checked(text, at: place, mapping.diagnostics)
        else { return nil }
        let key = UTF8Key(name)
        if let what = reserved[key] {
            mapping.diagnostics.report(
                "\(quoted(name)) is \(what) already", at: place, hint: "choose another name")
            return nil
        }
        if let first = places[key] {
            mapping.diagnostics.report(
                "a \(thing) called \(quoted(name)) is there already, \(mapping.diagnostics.words(for: first, from: place))",
                at: place)
            return nil
        }
        places[key] = place
        if !known.contains(key) { all.append(name) }
        return name
    }

    /// Whether there are none but those that there always are.
    var isEmpty: Bool { places.isEmpty && isWithoutOthers }

    func contains(_ name: String) -> Bool { isTaken(name) || known.contains(name) }

    /// Whether one of the things that cannot be given a second time has this name.
    func isTaken(_ name: String) -> Bool { places[name] != nil || reserved[name] != nil }

    /// The same text; nil when it is no name, which is then reported.
    static func checked(_ text: UTF8Key, at place: Place, _ diagnostics: Diagnostics) -> String? {
        guard isValid(text.text) else {
            diagnostics.report("a name has \(form), unlike \(quoted(text.text))", at: place)
            return nil
        }
        return text.text
    }

    static let form = "1 to 64 letters, digits, `-`, `_` or `.`"

    static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
                default: false
                }
            }
    }
}
