// Hints for keys and types of UIKit and of other programs that have other names here.

import Gestures

/// Hints for recognizers written with the words of another program.
enum ForeignWords {
    /// Keys of a recognizer that say how many fingers it takes.
    private static let fingers: Set<String> = [
        "numberOfTouches", "numberOfTouchesRequired", "minimumNumberOfTouches", "maximumNumberOfTouches", "fingers",
    ]
    /// Keys of a recognizer that say how many taps it takes.
    private static let taps: Set<String> = ["numberOfTaps", "numberOfTapsRequired", "taps"]
    private static let (prefix, suffix) = ("UI", "GestureRecognizer")

    /// Returns the hint for a key that no recognizer of the type has; nil for an unknown word.
    ///
    /// - Parameters:
    ///   - type: nil when it is not known.
    ///   - recognizer: What the recognizer is called; nil when it has no valid name.
    ///   - isAttached: Whether a client attaches it: other clients, as `gesturectl run`, do not see it then.
    static func hint(
        forKey key: String, of type: RecognizerType? = nil, recognizer: String? = nil, isAttached: Bool = false
    ) -> String? {
        if key == "command" {
            return isAttached
                ? "gestured starts no commands: start it when the gesture is received"
                : "gestured starts no commands: `gesturectl run --on \(recognizer ?? "NAME") -- COMMAND` does"
        }
        guard let type else { return nil }
        let keys = type.ownProperties.map(\.key)
        if taps.contains(key) {
            return keys.contains("numberOfTapsRequired")
                ? "did you mean `numberOfTapsRequired`?" : "recognizers of type \(type.rawValue) count no taps"
        }
        guard fingers.contains(key) else { return nil }
        let own = keys.filter { fingers.contains($0) }
        guard own.isEmpty else { return "did you mean \(own.map { quoted($0) }.joined(separator: " or "))?" }
        let count = type.makeRecognizer(name: "").numberOfTouchesAccepted.lowerBound
        return "recognizers of type \(type.rawValue) always take \(count == 1 ? "one finger" : "\(count) fingers")"
    }

    /// Returns the type for another program's name of it; nil for an unknown word.
    static func type(for word: String) -> RecognizerType? {
        if word == "rotate" { return .rotation }
        guard word.utf8.count <= 64, word.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
        var stem = word.utf8.dropLast(suffix.utf8.count)
        if stem.starts(with: prefix.utf8) { stem = stem.dropFirst(prefix.utf8.count) }
        // `UITapGestureRecognizer` is `tap`.
        return RecognizerType.allCases.first { type in
            stem.elementsEqual(type.rawValue.utf8.prefix(1).map { $0 & ~0x20 } + type.rawValue.utf8.dropFirst())
        }
    }
}
