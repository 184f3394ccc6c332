// Decisions in words, for explanations and lists of decisions.

package import Gestures

extension Decision.Cause {
    /// The cause, as the rest of a sentence: "failed: …".
    package var words: String {
        switch self {
        case .rule(let reason): reason.map { "\($0)" } ?? "by its own rule, for an unknown reason"
        case .prevented(let other): "\(other.label) was recognized first"
        case .revoked(let other): "revoked by \(other.label), which needs more fingers"
        case .required(let other): "\(other.label), which it requires to fail, was recognized"
        case .notPreceded(let other): "\(other.label), which comes before it, was not recognized"
        case .shouldBegin: "its delegate or its region did not let it begin"
        case .answer: "the client refused it"
        case .disabled: "it was disabled or removed"
        case .idle: "no client subscribed to it any more"
        case .all(let reason): reason
        case .noTouches: "its touches were lost, or it left all of them to others"
        }
    }
}

extension Decision.Refusal {
    /// Why a touch was not seen.
    package var words: String {
        switch self {
        case .event: "its delegate refused the event"
        case .touch: "its delegate refused the touch"
        case .answer: "the client refused the touch"
        case .disabled: "it is disabled"
        case .anotherSequence: "its gesture belongs to another hand"
        case .waiting: "it is ready and waits for others to fail"
        case .failed: "it has failed and waits for its fingers to lift"
        case .exclusive(let region): "it landed while the exclusive region \(region) had a touch"
        case .occupied(let region): "it landed in an exclusive region while \(region) had a touch"
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
