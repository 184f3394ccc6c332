// Random event lists: regions, recognizers, relations and finger movements, as a value.

import Gestures
import Touch

/// An event list with its recognizers and regions: the same for the same seed, and smaller when parts are left out.
public struct RandomList: Sendable {
    /// The seed.
    public let seed: UInt64
    var regions: [RegionPlan] = []
    var recognizers: [RecognizerPlan] = []
    /// The failure requirements, in the order of their declaration; those that close a cycle must be refused.
    var requirements: [Pair] = []
    /// The permissions to be recognized together.
    var permissions: [Pair] = []
    var steps: [Step] = []
    var reactions: [Reaction] = []
    /// The order in which recognizers are added.
    var order: [Int] = []
    /// Whether some recognizers are in a layer of their own.
    var isLayered = false
    /// Whether deadlines fire at their time, instead of with the next frame.
    var isPunctual = true

    /// A rectangle within another one; the first of a list is the surface.
    struct RegionPlan: Sendable {
        var parent: Int
        var origin: Point
        var size: Size
        /// Whether it refuses to let some recognizers begin.
        var isStrict: Bool
        var isPresent = true
    }

    /// One recognizer.
    struct RecognizerPlan: Sendable {
        var kind: Kind
        var region: Int
        /// The seed of its properties, or of its actions.
        var numbers: UInt64
        /// The seed of its delegate's answers; nil without a delegate.
        var delegate: UInt64?
        /// Whether it names required and requiring recognizers when asked.
        var isDynamic: Bool
        var cancelsTouches: Bool
        var delaysBegan: Bool
        var delaysEnded: Bool
        var isEnabled: Bool
        /// Whether it is in a layer of its own, above the configured recognizers.
        var isOwn = false
        /// The questions that it asks, as bits.
        var asks: UInt8 = 0
        var isPresent = true
    }

    enum Kind: String, CaseIterable, Sendable {
        case tap, longPress, swipe, pan, screenEdgePan, pinch, rotation, transform, stroke, hostile
        /// Decided by a client, which answers at random; only in lists made for it.
        case client

        /// Those of all lists.
        static let usual = allCases.filter { $0 != .client }

        /// Whether it makes its decisions at random, and so with any touches.
        var isRandom: Bool { self == .hostile || self == .client }

        /// Whether it continues with the fingers that are down, without those that have lifted.
        var leavesLiftedTouches: Bool {
            [.pan, .screenEdgePan, .pinch, .rotation, .transform].contains(self)
        }
    }

    struct Pair: Sendable {
        var first: Int
        var second: Int
    }

    /// An event at a time in microseconds.
    struct Step: Sendable {
        var time: Int64
        var action: Action
    }

    enum Action: Sendable {
        case down(Int, Point)
        case move(Int, Point)
        case up(Int)
        case cancel(Int)
        /// The next step of the same time is another frame.
        case frame
        /// Time advances.
        case wait
        case meddle(Meddling)
    }

    /// Interference with an engine by a program.
    enum Meddling: Sendable {
        case enable(Int, Bool)
        /// Disables and enables.
        case flicker(Int)
        case remove(Int)
        case add(Int, region: Int)
        case removeRegion(Int)
        case addRegion(Int)
        /// Sets translation, scale or rotation.
        case rebase(Int, Double)
        case cancelAll
        case delegate(Int, UInt64?)
        /// A custom recognizer sets its state, outside of any event.
        case setState(Int)
        case callReset(Int)
        case require(Int, Int)
        case place(Int, RegionPlace)
        /// Puts a region over another one, if both lie in the same.
        case raise(Int, above: Int?)
    }

    /// Where a region is and what it looks like.
    struct RegionPlace: Sendable {
        var frame: Rectangle
        var transform: AffineMatrix
        var shape: RegionShape
        var isEnabled: Bool
    }

    /// An action at the `count`th occurrence of a trigger of a recognizer.
    struct Reaction: Sendable {
        enum Trigger: Int, Sendable { case acts, isAsked, receives, resets }
        var trigger: Trigger
        var recognizer: Int
        var count: Int
        var meddling: Meddling
    }
}

extension RandomList: CustomStringConvertible {
    /// The whole list, in one line for each part.
    public var description: String {
        var lines = ["seed \(seed)\(isPunctual ? "" : ", deadlines late")"]
        for (index, region) in regions.enumerated() where region.isPresent {
            lines.append(
                "region \(index) in \(region.parent): \(region.origin.x),\(region.origin.y) "
                    + "\(region.size.width) x \(region.size.height)\(region.isStrict ? ", strict" : "")")
        }
        for index in order where recognizers[index].isPresent {
            lines.append("\(index) in region \(recognizers[index].region): \(recognizers[index].words)")
        }
        lines += requirements.map { "\($0.first) requires \($0.second) to fail" }
        lines += permissions.map { "\($0.first) together with \($0.second)" }
        lines += reactions.map { "\($0.recognizer) \($0.trigger) for the \($0.count)th time: \($0.meddling)" }
        lines += steps.map { "\(Double($0.time) / 1e6): \($0.action)" }
        return lines.joined(separator: "\n")
    }
}

extension RandomList.RecognizerPlan {
    fileprivate var words: String {
        let flags = [
            (isDynamic, "dynamic"), (!cancelsTouches, "does not cancel touches"), (delaysBegan, "delays began"),
            (!delaysEnded, "does not delay ended"), (!isEnabled, "disabled"), (isOwn, "own"),
            (asks != 0, "asks \(asks)"),
        ]
        let delegate = delegate.map { ", delegate \($0)" } ?? ""
        return "\(kind) \(properties)\(delegate)" + flags.filter(\.0).map { ", \($0.1)" }.joined()
    }
}
