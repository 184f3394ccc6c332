// The engine alone for benchmarks: touches and recognizers without devices, lines and system calls.

import Gestures
import Touch

/// A surface with moving touches and recognizers that watch them.
final class EngineStage: GestureObserver {
    /// The state of the recognizers.
    enum Situation: String {
        /// None has decided: each evaluates every frame. This is the largest possible cost.
        case undecided
        /// A pan is in progress and has prevented all others: a subscriber receives `changed`.
        case panning
        /// None has subscribers: all are idle.
        case resting
        /// One has subscribers and has not decided; the others may be recognized beside it, and are idle.
        case oneAwake
        /// The same as `undecided`, and 64 regions, turned and each with one within, move before each frame.
        case moving
        /// Before each frame the region is looked up at ten places, among 256 that are turned and lie on each other.
        case hitting
    }

    private let table = TouchTable()
    private let engine = GestureEngine(size: Size(width: 2000, height: 1200))
    private var touches: [Touch] = []
    private var time = Timestamp.zero
    private let count: Int
    private let situation: Situation
    private var regions: [Region] = []
    private var frame = 0
    /// The number of events that the engine has sent.
    private(set) var events = 0

    /// Lands the fingers, and brings about the situation.
    init(touches count: Int, recognizers: Int, situation: Situation) {
        self.count = count
        self.situation = situation
        engine.observer = self
        addRegions()
        for index in 0..<recognizers {
            engine.root.addGestureRecognizer(Self.recognizer(index, of: recognizers, touches: count, situation))
        }
        letRest(situation)
        run(frames: 50)
    }

    private func letRest(_ situation: Situation) {
        let all = engine.root.gestureRecognizers
        switch situation {
        case .undecided, .panning, .moving, .hitting: break
        case .resting: engine.makeIdle { _ in false }
        case .oneAwake:
            for one in all { for other in all where one !== other { one.allowSimultaneousRecognition(with: other) } }
            engine.makeIdle { $0 === all.first }
        }
    }

    /// Moves all touches this many times, a millisecond apart.
    func run(frames: Int) {
        for _ in 0..<frames {
            if frame % Self.framesPerAttempt == 0 { beginAnew() }
            frame += 1
            time = time.adding(seconds: 0.001)
            disturb()
            // Back and forth, far enough to begin a pan.
            let offset = Vector(x: Double(frame % 64 < 32 ? frame % 32 : 32 - frame % 32), y: frame % 2 == 0 ? 1 : 0)
            for touch in touches { table.move(touch, to: touch.startLocation + offset, time: time) }
            table.deliver(at: time) { engine.process($0) }
        }
    }

    private func addRegions() {
        let count = situation == .moving ? 64 : situation == .hitting ? 256 : 0
        for index in 0..<count {
            let corner = Point(x: Double(index % 16) * 60, y: Double(index / 16) * 60)
            let region = Region(name: "region", origin: corner, size: Size(width: 900, height: 300))
            region.transform = AffineMatrix(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0)
            if situation == .moving {
                region.addRegion(Region(name: "within", size: Size(width: 50, height: 50)))
            }
            engine.root.addRegion(region)
            regions.append(region)
        }
    }

    private func disturb() {
        switch situation {
        case .moving: for region in regions { region.frame.origin.x += frame % 2 == 0 ? 1 : -1 }
        case .hitting:
            for index in 0..<10 {
                let place = Point(x: Double((frame + index * 200) % 2000), y: Double((frame * 7 + index * 120) % 1200))
                if engine.root.hitTest(place) == nil { events += 1 }
            }
        default: break
        }
    }

    private func beginAnew() {
        for touch in touches { table.cancel(touch, time: time) }
        table.deliver(at: time) { engine.process($0) }
        touches = (0..<count).compactMap {
            table.begin(at: Point(x: 200 + 100 * Double($0), y: 300 + 200 * Double($0 % 3)), time: time)
        }
        table.deliver(at: time) { engine.process($0) }
    }

    /// No swipe remains possible for longer.
    private static let framesPerAttempt = 400

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) { events += 1 }

    /// A recognizer of one of six types in turn, which decides only where the situation requires it.
    private static func recognizer(
        _ index: Int, of count: Int, touches: Int, _ situation: Situation
    ) -> GestureRecognizer {
        let never = 1e9
        switch (index + 3) % 6 {
        case 3:
            let pan = PanGestureRecognizer(name: "pan")
            pan.hysteresis = situation == .panning && index == 0 ? 10 : never
            return pan
        case 4:
            let pinch = PinchGestureRecognizer(name: "pinch")
            pinch.hysteresis = never
            return pinch
        case 5:
            let rotation = RotationGestureRecognizer(name: "rotation")
            rotation.hysteresis = never
            return rotation
        case 0:
            let tap = TapGestureRecognizer(name: "tap")
            (tap.numberOfTouchesRequired, tap.maximumTapDuration, tap.allowableMovement) = (touches, never, never)
            return tap
        case 1:
            let press = LongPressGestureRecognizer(name: "press")
            (press.numberOfTouchesRequired, press.minimumPressDuration) = (touches, never)
            press.allowableMovement = never
            return press
        default:
            let swipe = SwipeGestureRecognizer(name: "swipe")
            (swipe.numberOfTouchesRequired, swipe.maximumDuration) = (touches, never)
            (swipe.maximumSecondaryMovement, swipe.maximumOppositeMovement) = (never, never)
            swipe.minimumPrimaryMovement = never
            return swipe
        }
    }
}
