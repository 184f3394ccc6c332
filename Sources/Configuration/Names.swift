// Which names are taken? Well formed ones, each only once.

/// The names of one kind of thing: well formed, and each only once.
struct Names {
    /// What messages call one of the things.
    let thing: String
    /// Those that are reserved, then those of the file, in its order.
    private(set) var all: [String]
    private var places: [String: Place] = [:]
    private let reserved: [String: String]

    /// - Parameter reserved: Names that things have which are not in the file, and what those are.
    init(of thing: String, reserved: [String: String] = [:]) {
        self.thing = thing
        self.reserved = reserved
        all = reserved.keys.sorted()
    }

    /// The `name` of a mapping; nil when it is missing, malformed or taken, which is then reported.
    mutating func read(from mapping: MappingReader) -> String? {
        guard mapping["name"] != nil else {
            mapping.diagnostics.report("a \(thing) needs a `name`", at: mapping.place)
            return nil
        }
        guard let (text, place) = mapping.text("name"), let name = Self.checked(text, at: place, mapping.diagnostics)
        else { return nil }
        if let what = reserved[name] {
            mapping.diagnostics.report(
                "\(quoted(name)) is \(what) already", at: place, hint: "choose another name")
            return nil
        }
        if let first = places[name] {
            mapping.diagnostics.report(
                "a \(thing) called \(quoted(name)) is there already, in line \(first.line), column \(first.column)",
                at: place)
            return nil
        }
        places[name] = place
        all.append(name)
        return name
    }

    /// Whether the file has none.
    var isEmpty: Bool { places.isEmpty }

    /// Whether one of the things has this name.
    func contains(_ name: String) -> Bool { places[name] != nil || reserved[name] != nil }

    /// The same text; nil when it is no name, which is then reported.
    static func checked(_ text: String, at place: Place, _ diagnostics: Diagnostics) -> String? {
        guard isValid(text) else {
            diagnostics.report(
                "a name has 1 to 64 letters, digits, `-`, `_` or `.`, unlike \(quoted(text))", at: place)
            return nil
        }
        return text
    }

    private static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
                default: false
                }
            }
    }
}
