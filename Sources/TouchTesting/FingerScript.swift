// Finger scripts for tests: down, move and up at given times.

public import Touch

/// An action of a finger at a time.
public struct FingerStep: Sendable {
    /// The kind of action.
    public enum Action: Sendable {
        /// The finger lands.
        case down(Point)
        /// The finger goes to a place.
        case move(Point)
        /// The finger lifts.
        case up
        /// The touch is lost.
        case cancel
    }
    /// Seconds from the script's start.
    public var time: Double
    /// The number of the finger.
    public var finger: Int
    /// The action.
    public var action: Action

    /// A finger lands.
    public static func down(_ finger: Int = 0, _ x: Double, _ y: Double, at time: Double) -> FingerStep {
        FingerStep(time: time, finger: finger, action: .down(Point(x: x, y: y)))
    }

    /// A finger goes to a place.
    public static func move(_ finger: Int = 0, _ x: Double, _ y: Double, at time: Double) -> FingerStep {
        FingerStep(time: time, finger: finger, action: .move(Point(x: x, y: y)))
    }

    /// A finger lifts.
    public static func up(_ finger: Int = 0, at time: Double) -> FingerStep {
        FingerStep(time: time, finger: finger, action: .up)
    }

    /// A touch is lost.
    public static func cancel(_ finger: Int = 0, at time: Double) -> FingerStep {
        FingerStep(time: time, finger: finger, action: .cancel)
    }
}

/// Plays fingers into frames: steps of one time make one frame.
public struct FingerScript {
    private let steps: [FingerStep]

    /// A script of steps in the order of their times.
    public init(_ steps: [FingerStep]) {
        self.steps = steps
    }

    /// Delivers the frames of the script.
    ///
    /// New fingers land in `table`; `fingers` are those that are down.
    public func play(in table: TouchTable, fingers: inout [Int: Touch], deliver: (TouchFrame) -> Void) {
        for (index, step) in steps.enumerated() {
            let time = Timestamp.zero.adding(seconds: step.time)
            switch step.action {
            case .down(let place): fingers[step.finger] = table.begin(at: place, time: time)
            case .move(let place): if let touch = fingers[step.finger] { table.move(touch, to: place, time: time) }
            case .up: if let touch = fingers.removeValue(forKey: step.finger) { table.end(touch, time: time) }
            case .cancel: if let touch = fingers.removeValue(forKey: step.finger) { table.cancel(touch, time: time) }
            }
            if index + 1 == steps.count || steps[index + 1].time != step.time { table.deliver(at: time, to: deliver) }
        }
    }
}
