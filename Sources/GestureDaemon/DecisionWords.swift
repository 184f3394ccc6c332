// Decisions in words, for explanations and lists of decisions.

package import Gestures

extension Decision.Cause {
    /// The cause, as the rest of a sentence: "failed: …".
    package var words: String {
        switch self {
        case .rule(let reason): reason.map { "\($0)" } ?? "by its own rule, which does not say why"
        case .prevented(let other): "\(other.label) was recognized first"
        case .revoked(let other): "revoked by \(other.label), which needs more fingers"
        case .required(let other): "\(other.label), which it requires to fail, was recognized"
        case .shouldBegin: "its delegate or its region did not let it begin"
        case .disabled: "it was switched off or removed"
        case .idle: "nobody heard it any more"
        case .all(let reason): reason
        case .noTouches: "its touches were lost, or it left all of them to others"
        }
    }
}

extension Decision.Refusal {
    /// Why a touch was not seen.
    package var words: String {
        switch self {
        case .event: "its delegate does not want the event"
        case .touch: "its delegate does not want the touch"
        case .disabled: "it is switched off"
        case .anotherSequence: "its gesture is of another hand"
        case .waiting: "it has all it needs, and waits for others to fail"
        case .failed: "it has failed, and waits for its fingers to lift"
        }
    }
}

extension GestureRecognizer {
    /// The recognizer's name in explanations.
    package var label: String { name.isEmpty ? typeName : name }
}

/// The names as in "a, b and c".
package func listed(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
}
