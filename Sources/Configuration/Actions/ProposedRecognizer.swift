// Drop-in with a recognizer that an action names and that does not exist.

internal import GestureWire
internal import Gestures

/// A recognizer that is probably meant by its name and by what an action does with it.
struct ProposedRecognizer {
    private let name: String
    private let type: RecognizerType
    /// The keys beside name and type.
    private var keys: [(key: String, value: String)] = []

    /// - Parameter configuration: The one whose recognizers would prevent it.
    init(
        named name: String, _ trigger: ActionTrigger, _ effect: ActionEffect?, beside configuration: Configuration
    ) {
        self.name = name
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        type = Self.type(of: words, trigger, effect)
        let fingers = Self.number(in: words, Self.numbers, before: ["finger", "fingers"])
        let direction = words.first { word in SwipeDirection.names.contains { $0.name == word } }
        switch type {
        case .screenEdgePan:
            let edge = words.first { word in RectEdge.names.contains { $0.name == word } }
            keys.append(("edges", edge ?? "left"))
        case .swipe:
            keys.append(("direction", direction ?? "left"))
            if let fingers { keys.append(("numberOfTouchesRequired", "\(fingers)")) }
        case .tap:
            if let taps = Self.number(in: words, ["double": 2, "triple": 3], before: []) {
                keys.append(("numberOfTapsRequired", "\(taps)"))
            }
            if let fingers { keys.append(("numberOfTouchesRequired", "\(fingers)")) }
        case .longPress: if let fingers { keys.append(("numberOfTouchesRequired", "\(fingers)")) }
        case .pan: if let fingers { keys.append(("minimumNumberOfTouches", "\(fingers)")) }
        case .stroke: keys.append(("templates", "[{ name: \(name), points: [[0, 0], [100, 0], [100, 100]] }]"))
        default: break
        }
        let region = trigger.regions.pattern
        if region != "*", configuration.regions.contains(where: { $0.name == region }) {
            keys.append(("region", region))
        }
        let rivals = rivals(in: configuration)
        guard !rivals.isEmpty else { return }
        // Another pan that waited for this one would never begin, so both are recognized.
        let isContinuous = [.pan, .pinch, .rotation, .transform].contains(type)
        keys.append((isContinuous ? "simultaneousWith" : "blocks", "[\(rivals.joined(separator: ", "))]"))
    }

    /// The drop-in in one line.
    var yaml: String {
        let entry = [("name", name), ("type", type.rawValue)] + keys
        return "recognizers: [{ " + entry.map { "\($0): \($1)" }.joined(separator: ", ") + " }]"
    }

    // MARK: - The type

    /// The words of names, in the order in which they decide.
    private static let words: [(words: [String], type: RecognizerType)] = [
        (["edge"], .screenEdgePan), (["tap", "click"], .tap), (["hold", "press", "long"], .longPress),
        (["swipe", "flick"], .swipe), (["pinch", "zoom"], .pinch), (["rotate", "rotation", "turn"], .rotation),
        (["pan", "drag", "scroll", "volume", "brightness"], .pan), (["stroke", "draw", "letter"], .stroke),
    ]

    private static func type(
        of words: [String], _ trigger: ActionTrigger, _ effect: ActionEffect?
    ) -> RecognizerType {
        // A type that never has the state of the action is not meant.
        let named = self.words.first { named in
            named.words.contains(where: words.contains) && trigger.impossibility(among: [named.type.rawValue]) == nil
        }
        if let named { return named.type }
        var members = trigger.conditions.map(\.member)
        if case .steps(let steps) = effect { members.append(steps.member) }
        let types = members.compactMap(\.types.first)
        return types.first ?? (trigger.states.contains(.began) ? .longPress : .swipe)
    }

    private static let numbers = ["two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5]

    /// Returns the number that one of the words is, such as `three` in `three-finger-tap`.
    private static func number(in words: [String], _ numbers: [String: Int], before nouns: [String]) -> Int? {
        words.indices.lazy.compactMap { index in
            nouns.isEmpty || words.indices.contains(index + 1) && nouns.contains(words[index + 1])
                ? numbers[words[index]] : nil
        }.first
    }

    // MARK: - Rivals

    /// The recognizers that would always prevent it, and so have to wait.
    private func rivals(in configuration: Configuration) -> [String] {
        guard let rule = try? Configuration(yaml: yaml, file: "").recognizers.first else { return [] }
        return PreventionReview.rivals(of: rule, in: configuration)
    }
}
