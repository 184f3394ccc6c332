// Hints for unknown names: the nearest known name, or all of them.

import GestureWire

/// A sentence that helps after an unknown name: the nearest known one, or all of them when none is near.
func suggestion(for written: String, among known: [String]) -> String {
    nearestSuggestion(for: written, among: known)
        ?? "allowed here: " + known.map { quoted($0) }.joined(separator: ", ")
}

/// The same; nil when no name is near, or for longer words than any key: many long ones would take long to compare.
func nearestSuggestion(for written: String, among known: [String]) -> String? {
    written.utf8.count > 32 ? nil : nearestName(to: written, among: known).map { "did you mean \(quoted($0))?" }
}
