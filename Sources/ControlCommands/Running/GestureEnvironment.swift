// Environment variables that describe the gesture to a command that it starts.

import GestureWire

enum GestureEnvironment {
    /// The members of a notification, in upper case after `GESTURED_`, and the whole line as `GESTURED_JSON`.
    ///
    /// `scaleDelta` is `GESTURED_SCALE_DELTA`, a place or way has `_X` and `_Y`, of `touches` it is their number. What
    /// the line leaves out, as it does places without the capability `locations`, has no variable.
    static func variables(line: [UInt8]) -> [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        var names: Set<String> = [prefix + "JSON", socketPathVariable]
        let all = GestureValues.members(of: line).filter { !["subscription", "seq"].contains($0.name) }
        // Those of every gesture first, so that no custom member replaces them.
        for member in all.filter({ common.contains($0.name) }) + all.filter({ !common.contains($0.name) }) {
            let members =
                switch (member.name, member.value) {
                case ("location", .object(let place)): place.flatMap { texts($0.value, upperCase($0.name)) }
                case ("touches", .list(let touches)): [("TOUCHES", String(touches.count))]
                default: texts(member.value, upperCase(member.name))
                }
            for (name, text) in members where names.insert(prefix + name).inserted {
                variables.append((prefix + name, text))
            }
        }
        let text = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
        return variables + [(prefix + "JSON", String(decoding: text, as: UTF8.self))]
    }

    static let prefix = "GESTURED_"

    private static let common: Set = [
        "gesture", "location", "recognizer", "region", "state", "surface", "time", "touches", "type",
    ]

    private static func texts(_ value: WireValue, _ name: String) -> [(String, String)] {
        switch value {
        case .text(let text): [(name, text)]
        case .integer(let whole): [(name, String(whole))]
        case .number(let number): [(name, DecimalText.of(number))]
        case .flag(let flag): [(name, flag ? "true" : "false")]
        case .object(let members): members.flatMap { texts($0.value, name + "_" + upperCase($0.name)) }
        case .list, .null: []
        }
    }

    /// Returns `scaleDelta` as `SCALE_DELTA`, without characters that are not allowed in names of variables.
    private static func upperCase(_ name: String) -> String {
        var text = ""
        for character in name.unicodeScalars {
            switch character {
            case "A"..."Z": text += (text.isEmpty ? "" : "_") + String(character)
            case "a"..."z": text += String(character).uppercased()
            case "0"..."9": text += String(character)
            default: break
            }
        }
        return text
    }
}
