// The names of one kind in a configuration: valid and unique ones.

/// The names of one kind: well formed, and each only once.
struct Names {
    let kind: String
    /// Those that are reserved, those that are free and known, then those of the file, in its order.
    private(set) var all: [String]
    let emptyHint: String
    private var places: [String: Place] = [:]
    private let reserved: [String: String]
    /// Names that things have which are not read here, but could be taken here.
    private let known: Set<String>
    private let isWithoutOthers: Bool

    /// - Parameter reserved: Names that things always have, and what those are.
    /// - Parameter taken: Names of things that cannot be given a second time.
    /// - Parameter known: Names of things that can be referred to as long as nothing takes the name here.
    init(
        of kind: String, reserved: [String: String] = [:], taken: [String] = [], known: [String] = [],
        emptyHint: String? = nil
    ) {
        self.kind = kind
        self.reserved = reserved.merging(taken.map { ($0, "a \(kind) of this connection") }) { first, _ in
            first
        }
        self.known = Set(known)
        isWithoutOthers = taken.isEmpty && known.isEmpty
        self.emptyHint = emptyHint ?? "add it under `\(kind)s`"
        all = self.reserved.keys.sorted()
        all += known.filter { self.reserved[$0] == nil }
    }

    /// The `name` of a mapping; nil when it is missing, malformed or taken, which is then reported.
    mutating func read(from mapping: MappingReader) -> String? {
        guard mapping.needs("name", "a \(kind) needs a `name`"), let (text, place) = mapping.text("name"),
            let name = Self.checked(text, at: place, mapping.diagnostics)
        else { return nil }
        if let what = reserved[name] {
            mapping.diagnostics.report(
                "\(quoted(name)) is \(what) already", at: place, hint: "choose another name")
            return nil
        }
        if let first = places[name] {
            mapping.diagnostics.report(
                "a \(kind) called \(quoted(name)) is there already, \(mapping.diagnostics.text(for: first, from: place))",
                at: place)
            return nil
        }
        places[name] = place
        if !known.contains(name) { all.append(name) }
        return name
    }

    /// Whether there are none but those that there always are.
    var isEmpty: Bool { places.isEmpty && isWithoutOthers }

    func contains(_ name: String) -> Bool { isTaken(name) || known.contains(name) }

    /// Whether one of the things that cannot be given a second time has this name.
    func isTaken(_ name: String) -> Bool { places[name] != nil || reserved[name] != nil }

    /// The same text; nil when it is no name, which is then reported.
    static func checked(_ text: String, at place: Place, _ diagnostics: Diagnostics) -> String? {
        guard isValid(text) else {
            diagnostics.report("a name has \(form), unlike \(quoted(text))", at: place)
            return nil
        }
        return text
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
