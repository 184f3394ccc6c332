// Checks of sequences: what `then` names can come after the recognizer that names it.

import Gestures

/// Refuses recognizers that would never begin after the one before them.
struct SequenceChecker {
    private var predecessors: [String: String] = [:]
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Records a sequence that was checked before.
    mutating func note(_ successor: String, after predecessor: String) { predecessors[successor] = predecessor }

    /// Returns whether one can come after another; if not, reports why.
    ///
    /// One that is nil is reported elsewhere.
    mutating func mayFollow(_ successor: RecognizerRule?, _ predecessor: RecognizerRule?, at place: Place) -> Bool {
        guard let successor, let predecessor else { return false }
        let (name, first) = (quoted(successor.name), quoted(predecessor.name))
        if let other = predecessors[successor.name] {
            if other == predecessor.name { return true }
            return refuse(
                "\(name) comes after \(quoted(other)) already, and cannot come after \(first), too", at: place)
        }
        guard predecessor.type.leavesFingersDown else {
            let types = RecognizerType.allCases.filter(\.leavesFingersDown).map(\.rawValue)
            return refuse(
                "\(first) is recognized when its fingers lift, so \(name) would have none", at: place,
                hint: "`then` is for " + types.joined(separator: ", ")
                    + (predecessor.type == .tap ? "; a longPress may have taps before it: `numberOfTapsRequired`" : ""))
        }
        if successor.needsLandings {
            return refuse("\(name) needs fingers that land, and after \(first) they are down already", at: place)
        }
        if successor.requireToFail.contains(predecessor.name) || predecessor.blocks.contains(successor.name) {
            return refuse("\(name) cannot both come after \(first) and wait for it to fail", at: place)
        }
        let (own, others) = (successor.fingers, predecessor.fingers)
        guard own.overlaps(others) else {
            return refuse(
                "\(name) takes \(Self.words(own)), and \(first), with whose fingers it begins, \(Self.words(others))",
                at: place)
        }
        note(successor.name, after: predecessor.name)
        return true
    }

    private func refuse(_ message: String, at place: Place, hint: String? = nil) -> Bool {
        diagnostics.report(message, at: place, hint: hint)
        return false
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        if range.upperBound == .max { return "\(range.lowerBound) or more fingers" }
        if range.count > 1 { return "\(range.lowerBound) to \(range.upperBound) fingers" }
        return "\(range.lowerBound) \(range.lowerBound == 1 ? "finger" : "fingers")"
    }
}

extension RecognizerRule {
    fileprivate var fingers: ClosedRange<Int> { makeRecognizer().numberOfTouchesAccepted }

    /// Whether it is made of several touches, one after the other, or of a whole one.
    fileprivate var needsLandings: Bool {
        if case .count(let taps)? = properties["numberOfTapsRequired"], taps > 0 { return true }
        return type == .tap
    }
}
