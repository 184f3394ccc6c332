// Counter of the steps that a value of a gesture has made.

import Configuration
import Glibc

/// Counts steps of one action, for each gesture from the value that it was first received with.
///
///                     a whole step from the anchor
///     first value ──► anchor ──────────────────────► steps; the anchor follows by as many
///                       ▲ conditions do not hold: the anchor is the present value
///
/// A step back takes a whole step, too, so that a finger that trembles between two steps causes none.
struct StepCounter {
    private let steps: ActionSteps
    /// By the number of the gesture: the value at the last step.
    private var anchors: [Int: Double] = [:]

    init(_ steps: ActionSteps) { self.steps = steps }

    /// Updates the value of a gesture that has not ended; returns the number of new steps, negative for those down.
    ///
    /// - Parameters:
    ///   - value: In the unit of the step; nil when it is not known.
    ///   - counts: Whether the conditions hold.
    mutating func update(_ value: Double?, of gesture: Int, counts: Bool) -> Int {
        guard let value = value.flatMap(scaled) else { return 0 }
        guard let anchor = anchors[gesture], counts else {
            anchors[gesture] = value
            return 0
        }
        let exact = (value - anchor) / size
        // Numbers of the socket have six decimals: what is that close to a step is one.
        let whole = (exact + (exact < 0 ? -1e-5 : 1e-5)).rounded(.towardZero)
        // A value far away is a mistake of somebody: no number of steps that a command could follow.
        guard whole.magnitude >= 1, whole.magnitude <= Self.most else {
            if whole.magnitude > Self.most { anchors[gesture] = value }
            return 0
        }
        anchors[gesture] = anchor + whole * size
        return isUpNegative ? -Int(whole) : Int(whole)
    }

    /// Forgets a gesture that has ended.
    mutating func end(of gesture: Int) { anchors[gesture] = nil }

    /// Forgets all gestures, as after a lost connection.
    mutating func reset() { anchors = [:] }

    private static let most = 1000.0

    /// On surfaces y points downward.
    private var isUpNegative: Bool { steps.member.name.utf8.last == UInt8(ascii: "y") }

    private var isFactor: Bool { steps.member.kind == .number }

    private var size: Double { isFactor ? log(steps.every.value) : steps.every.value }

    /// The value in which steps are equal distances; nil when it is none.
    private func scaled(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        guard isFactor else { return value }
        return value > 0 ? log(value) : nil
    }
}
