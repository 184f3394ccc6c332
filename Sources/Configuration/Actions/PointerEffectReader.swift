// Reader of what an action does with the pointer: `click`, `drag`, `scroll` and `zoom`.

import Hands

/// Reads the keys of effects that gestured-hands carries out.
struct PointerEffectReader {
    let diagnostics: Diagnostics

    static let keys = ["click", "drag", "scroll", "zoom"]
    private static let buttons = PointerEffect.Button.allCases.map(\.rawValue)
    private static let axes = ["vertical", "horizontal", "both"]

    /// The key of an action that points; nil when it does something else.
    static func key(of mapping: MappingReader) -> String? { keys.first { mapping[$0] != nil } }

    /// The effect under a key; nil when it is wrong, which is then reported.
    func effect(_ key: String, of mapping: MappingReader) -> PointerEffect? {
        let effects = (Self.keys + ["key", "command", "step"]).filter { mapping[$0] != nil }
        if effects.count > 1, let second = mapping[effects[1]] {
            diagnostics.report("an action has either \(quoted(effects[0])) or \(quoted(effects[1]))", at: second.place)
            return nil
        }
        switch key {
        case "click":
            guard let word = word("click", of: mapping, Self.buttons + ["double"]) else { return nil }
            if word == "double" { return .click(.left, count: 2) }
            return PointerEffect.Button(rawValue: word).map { .click($0, count: 1) }
        case "drag":
            let button = word("drag", of: mapping, Self.buttons).flatMap(PointerEffect.Button.init)
            return button.map(PointerEffect.drag)
        case "zoom": return word("zoom", of: mapping, ["ctrl"]).map { _ in .zoom }
        default:
            if mapping["scroll"]?.text == "stop" { return .stop }
            return scroll(of: mapping).map { .scroll($0) }
        }
    }

    private func word(_ key: String, of mapping: MappingReader, _ words: [String]) -> String? {
        if case .word(let word)? = mapping.value(key, .word(words)) { word } else { nil }
    }

    private func scroll(of outer: MappingReader) -> PointerEffect.Scroll? {
        var scroll = PointerEffect.Scroll()
        guard let element = outer["scroll"] else { return nil }
        guard case .mapping = element.content else {
            guard let axis = word("scroll", of: outer, Self.axes + ["stop"]) else { return nil }
            scroll.set(axis)
            return scroll
        }
        guard let mapping = MappingReader(element, "", diagnostics) else { return nil }
        mapping.check(allowed: ["axis", "natural", "speed"])
        if let axis = word("axis", of: mapping, Self.axes) { scroll.set(axis) }
        if case .flag(let isNatural)? = mapping.value("natural", .flag) { scroll.isNatural = isNatural }
        if case .number(let speed)? = mapping.value("speed", .number(0.05...20)) { scroll.speed = speed }
        return scroll
    }
}

extension PointerEffect.Scroll {
    /// Scrolls along an axis, by its name.
    fileprivate mutating func set(_ axis: String) {
        (isHorizontal, isVertical) = (axis != "vertical", axis != "horizontal")
    }
}

extension PointerEffect {
    /// The types whose gestures have what the effect follows; nil for all.
    var types: [RecognizerType]? {
        switch self {
        case .click, .stop: nil
        case .drag: RecognizerType.allCases.filter { $0.isDiscrete != true }
        case .scroll: [.pan, .screenEdgePan, .transform]
        case .zoom: [.pinch, .transform]
        }
    }

    /// Its key in the file.
    package var key: String {
        switch self {
        case .click: "click"
        case .drag: "drag"
        case .scroll, .stop: "scroll"
        case .zoom: "zoom"
        }
    }

    /// What it does, in a few words.
    package var words: String {
        switch self {
        case .click(_, count: 2): "double-clicks"
        case .click(let button, _): "clicks \(button.rawValue)"
        case .drag(let button): "drags with the \(button.rawValue) button"
        case .scroll: "scrolls"
        case .stop: "ends the glide of a scroll"
        case .zoom: "zooms by Ctrl and the wheel"
        }
    }
}
