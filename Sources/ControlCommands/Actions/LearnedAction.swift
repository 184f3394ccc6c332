// Actions file entries for gestures that were seen.

import Configuration
import GestureWire
import Touch

/// The entry for a gesture that a person has just made.
struct LearnedAction {
    /// What was recognized, for people.
    let description: String
    /// The lines of the entry, which do not depend on where on the screen the finger was.
    let lines: [String]

    /// - Parameters:
    ///   - isOnlySurface: Whether there is no other surface from which to tell it.
    init(_ gesture: GestureNotification, _ values: GestureValues, isOnlySurface: Bool) {
        let count = gesture.touches.count
        let fingers = count == 0 ? "" : ", \(count) finger\(count == 1 ? "" : "s")"
        description = "\(gesture.recognizer) (\(gesture.type)) on \(gesture.surface)\(fingers)".printable
        var members = ["recognizer: \(Self.pattern(gesture.recognizer))"]
        if gesture.type == RecognizerType.longPress.rawValue { members.append("state: began") }
        if !isOnlySurface { members.append("surface: \(Self.pattern(gesture.surface))") }
        let conditions = Self.conditions(of: gesture, values)
        if !conditions.isEmpty { members.append("where: { \(conditions.joined(separator: ", ")) }") }
        // In a bare text, what follows the last colon is read as a state.
        let isName = members.count == 1 && !gesture.recognizer.utf8.contains(UInt8(ascii: ":"))
        let trigger = isName ? Self.pattern(gesture.recognizer) : "{ \(members.joined(separator: ", ")) }"
        lines =
            ["  - on: \(trigger)", "    command: [notify-send, \(YAMLText.name(gesture.recognizer))]"]
            + (Self.pointer(for: gesture.type).map { ["    # or, without `command`: \($0)"] } ?? [])
    }

    /// What a mouse does in place of a gesture of a type; nil for nothing that most people would want.
    private static func pointer(for type: String) -> String? {
        switch RecognizerType(rawValue: type) {
        case .tap: "click: left"
        case .longPress: "click: right"
        case .pan: "scroll: both"
        case .pinch: "zoom: ctrl"
        default: nil
        }
    }

    /// What tells this gesture from others of its recognizer, with half of what was measured as the least.
    private static func conditions(of gesture: GestureNotification, _ values: GestureValues) -> [String] {
        switch gesture.measurement {
        case .swipe(let direction, _): ["direction: \(direction.rawValue)"]
        case .stroke(let name, _): ["stroke: \(YAMLText.name(isComparison(name) ? "= \(name)" : name))"]
        case .screenEdgePan(let edge, _, _, _):
            ["edge: \(edge.rawValue)"] + (length("distance", values).map { ["distance: \($0)"] } ?? [])
        case .pan: axis(values).map { [$0] } ?? []
        case .pinch(let scale, _):
            comparison(scale, neutral: 1, bounds: 0.8, 1.25).map { ["scale: \($0)"] } ?? []
        case .rotation(let angle, _):
            comparison(angle * 180 / .pi, neutral: 0, bounds: -15, 15, "deg").map { ["rotation: \($0)"] } ?? []
        default: []
        }
    }

    /// The bound that a value is beyond, else only its direction from a neutral value; nil where it is that.
    private static func comparison(
        _ value: Double, neutral: Double, bounds lower: Double, _ upper: Double, _ unit: String = ""
    ) -> String? {
        let (sign, bound): (String, Double)
        switch value {
        case ...lower: (sign, bound) = ("<=", lower)
        case ..<neutral: (sign, bound) = ("<", neutral)
        case upper...: (sign, bound) = (">=", upper)
        default:
            guard value > neutral else { return nil }
            (sign, bound) = (">", neutral)
        }
        return "\"\(sign) \(DecimalText.of(bound))\(unit)\""
    }

    /// The condition on the axis along which most of a pan went.
    private static func axis(_ values: GestureValues) -> String? {
        guard let x = number("translation.x", values), let y = number("translation.y", values) else { return nil }
        let name = x.value.magnitude >= y.value.magnitude ? "translation.x" : "translation.y"
        return length(name, values).map { "\(name): \($0)" }
    }

    /// Half of a length, rounded to what can be remembered, or its direction if it is short; nil when it is missing.
    private static func length(_ name: String, _ values: GestureValues) -> String? {
        guard let (value, unit) = number(name, values), value.magnitude < 1e6 else { return nil }
        let step = unit == "mm" ? 5.0 : 10
        let half = max(step, (value.magnitude / 2 / step).rounded(.down) * step)
        return comparison(value, neutral: 0, bounds: -half, half, unit)
    }

    /// In millimetres where the surface has a size.
    private static func number(_ name: String, _ values: GestureValues) -> (value: Double, unit: String)? {
        guard let member = ActionMember.all.first(where: { $0.name == name }) else { return nil }
        return values.number(member, in: .millimetres).map { (value: $0, unit: "mm") }
            ?? values.number(member, in: .same).map { (value: $0, unit: "") }
    }

    private static func isComparison(_ text: String) -> Bool {
        text.utf8.first.map { "<>!=".utf8.contains($0) } ?? false
    }

    /// A pattern that only this name matches, as YAML.
    private static func pattern(_ name: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            pattern += "*?[".unicodeScalars.contains(scalar) ? ["[", scalar, "]"] : [scalar]
        }
        return YAMLText.name(String(pattern))
    }
}
