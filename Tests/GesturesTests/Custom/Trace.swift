// A decision observer that prints why recognizers begin or fail, as shown in the guide.

import Gestures

/// Records the decisions of recognizers, and their reasons.
final class Trace: DecisionObserver {
    private(set) var lines: [String] = []

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        let name = decision.recognizer.name
        switch decision.verdict {
        case .attempted(let reason?): lines.append("\(name) would begin: \(reason)")
        case .waits(let others): lines.append("\(name) waits for \(others.map(\.name).joined(separator: ", "))")
        case .failed(.rule(let reason?)): lines.append("\(name) failed: \(reason)")
        case .failed(.prevented(let other)): lines.append("\(name) failed: \(other.name) was recognized")
        case .failed(.required(let other)): lines.append("\(name) failed: \(other.name) was to fail first")
        case .undecided: lines.append("\(name) came to nothing")
        default: break
        }
    }
}
