// Environment variables that describe the gesture to a command that it starts.

import FoundationEssentials
import GestureWire

enum GestureEnvironment {
    /// The members of a notification, in upper case after `GESTURED_`, and the whole line as `GESTURED_JSON`.
    ///
    /// `scaleDelta` is `GESTURED_SCALE_DELTA`, a place or way has `_X` and `_Y`, of `touches` it is their number. What the
    /// line leaves out, as it does places without the capability `locations`, has no variable.
    static func variables(_ gesture: GestureNotification, line: [UInt8]) -> [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        var names: Set<String> = [prefix + "JSON", socketPathVariable]
        func add(_ name: String, _ value: String) {
            let name = prefix + name
            if names.insert(name).inserted { variables.append((name, value)) }
        }
        add("RECOGNIZER", gesture.recognizer)
        add("TYPE", gesture.type)
        add("STATE", gesture.state.rawValue)
        add("SURFACE", gesture.surface)
        add("REGION", gesture.region)
        add("GESTURE", String(gesture.gesture))
        add("TIME", DecimalText.of(Double(gesture.time) / 1e6))
        if let location = gesture.location {
            add("X", DecimalText.of(location.x))
            add("Y", DecimalText.of(location.y))
            add("TOUCHES", String(gesture.touches.count))
        }
        // Those of the type, known or not.
        if case .object(let members)? = (try? JSONDecoder().decode(Line.self, from: Data(line)))?.params {
            for member in members where !common.contains(member.name) {
                for (name, text) in texts(member.value, upperCase(member.name)) { add(name, text) }
            }
        }
        let text = line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
        return variables + [(prefix + "JSON", String(decoding: text, as: UTF8.self))]
    }

    static let prefix = "GESTURED_"

    private static let common: Set = [
        "subscription", "seq", "recognizer", "type", "gesture", "state", "surface", "region", "time", "location",
        "touches",
    ]

    private struct Line: Decodable {
        let params: WireValue
    }

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
