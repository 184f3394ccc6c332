// Random event lists: regions, recognizers, relations and finger movements, as a value.

internal import Touch

/// An event list with everything that hears it: the same for the same seed, and smaller when parts are left out.
public struct RandomList: Sendable {
    /// What it was made from.
    public let seed: UInt64
    var regions: [RegionPlan] = []
    var recognizers: [RecognizerPlan] = []
    /// Who requires whom to fail, in the order in which it is asked for; those that close a circle are to be refused.
    var requirements: [Pair] = []
    /// Who may be recognized together with whom.
    var permissions: [Pair] = []
    var steps: [Step] = []
    var reactions: [Reaction] = []
    /// The order in which recognizers are added.
    var order: [Int] = []
    /// Whether some recognizers are of a layer of their own.
    var isLayered = false
    /// Whether deadlines fire at their time, and not with the frame that comes after it.
    var isPunctual = true

    /// A rectangle in another one; the first of a list is the surface.
    struct RegionPlan: Sendable {
        var parent: Int
        var origin: Point
        var size: Size
        /// Whether it lets some recognizers not begin.
        var isStrict: Bool
        var isPresent = true
    }

    /// One recognizer.
    struct RecognizerPlan: Sendable {
        var kind: Kind
        var region: Int
        /// What its properties, or what it does, depend on.
        var numbers: UInt64
        /// What its delegate's answers depend on; nil for none.
        var delegate: UInt64?
        /// Whether it names others that it requires to fail, or that require it, when asked.
        var isDynamic: Bool
        var cancelsTouches: Bool
        var delaysBegan: Bool
        var delaysEnded: Bool
        var isEnabled: Bool
        /// Whether it is of a layer of its own, over what is configured.
        var isOwn = false
        var isPresent = true
    }

    enum Kind: String, CaseIterable, Sendable {
        case tap, longPress, swipe, pan, screenEdgePan, pinch, rotation, transform, stroke, hostile

        /// Whether it goes on with the fingers that are down, and leaves those that have lifted.
        var leavesLiftedTouches: Bool {
            [.pan, .screenEdgePan, .pinch, .rotation, .transform].contains(self)
        }
    }

    struct Pair: Sendable {
        var first: Int
        var second: Int
    }

    /// What happens at a time, in microseconds.
    struct Step: Sendable {
        var time: Int64
        var action: Action
    }

    enum Action: Sendable {
        case down(Int, Point)
        case move(Int, Point)
        case up(Int)
        case cancel(Int)
        /// What comes next at the same time is another frame.
        case frame
        /// Time passes.
        case wait
        case meddle(Meddling)
    }

    /// What somebody does to an engine that is not fingers.
    enum Meddling: Sendable {
        case enable(Int, Bool)
        /// Off and on again.
        case flicker(Int)
        case remove(Int)
        case add(Int, region: Int)
        case removeRegion(Int)
        case addRegion(Int)
        /// Sets translation, scale, rotation.
        case rebase(Int, Double)
        case cancelAll
        case delegate(Int, UInt64?)
        /// A recognizer of one's own sets its state, out of the blue.
        case setState(Int)
        case callReset(Int)
        case require(Int, Int)
    }

    /// Something that happens the `count`th time that something happens to a recognizer.
    struct Reaction: Sendable {
        enum Trigger: Int, Sendable { case acts, isAsked, hears, resets }
        var trigger: Trigger
        var recognizer: Int
        var count: Int
        var meddling: Meddling
    }
}

extension RandomList: CustomStringConvertible {
    /// All that is in it, a line for each.
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
        ]
        let delegate = delegate.map { ", delegate \($0)" } ?? ""
        return "\(kind) \(properties)\(delegate)" + flags.filter(\.0).map { ", \($0.1)" }.joined()
    }
}
