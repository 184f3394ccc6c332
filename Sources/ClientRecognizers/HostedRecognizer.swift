// A recognizer of this program that decides for one of the daemon's: its engine, its touches, its decisions.

import GestureClient
import GestureWire
import Gestures
import Touch

/// Runs a recognizer by itself: the daemon arbitrates it.
///
/// ```
///   attempt ──► TouchTable ──► GestureEngine ──► the recognizer ──► its state ──► recognize
///   reset ────► all touches are lost, without a word to the daemon
/// ```
/// Places are points of the recognizer's region, as in an engine.
final class HostedRecognizer: AttemptDecider, GestureObserver, DecisionObserver, @unchecked Sendable {
    // Unchecked: `AttemptDecider` promises calls one after the other.

    private let name: String
    /// How many points a unit of the surface is.
    private let scale: Vector
    private let engine: GestureEngine
    private let table = TouchTable()
    /// The touches that are down, by their ids in the daemon.
    private var touches: [Int: Touch] = [:]
    private var (attempt, change) = (0, 0)
    private var decisions: [RecognizeRequest] = []
    private var isMuted = false

    init(_ recognizer: GestureRecognizer, called name: String, on surface: SurfaceDescription) {
        self.name = name
        scale = surface.pointsPerUnit
        // Every touch belongs to it, wherever it is: a region's size is the daemon's to know.
        engine = GestureEngine(size: Size(width: surface.width * scale.x, height: surface.height * scale.y))
        engine.leavesTapCount = true
        engine.predictsTouches = true
        engine.root.addGestureRecognizer(recognizer)
        (engine.observer, engine.decisionObserver) = (self, self)
    }

    func decide(_ touches: AttemptTouches) -> [RecognizeRequest] {
        if touches.attempt != attempt { forgetTouches() }
        (attempt, change, decisions) = (touches.attempt, touches.change, [])
        let time = Timestamp(microseconds: touches.time)
        engine.advance(to: time)
        for touch in touches.touches { apply(touch, at: time) }
        table.deliversContactChanges = engine.asksForContactChanges
        table.deliver(at: time, to: engine.process)
        if decisions.isEmpty, touches.mustAnswer { add(RecognizeRequest(recognizer: name, attempt: attempt)) }
        return decisions
    }

    private func apply(_ touch: WireTouch, at time: Timestamp) {
        let place = onSurface(touch.location)
        if touch.phase == .began { touches[touch.id] = table.begin(at: place, time: time) }
        guard let own = touches[touch.id] else { return }
        for earlier in touch.coalesced {
            table.move(own, to: onSurface(earlier.location), time: Timestamp(microseconds: earlier.time))
        }
        own.tapCount = touch.tapCount
        table.setContact(
            of: own, majorRadius: (touch.majorRadius ?? 0) * (scale.x + scale.y) / 2, force: touch.force ?? 0)
        switch touch.phase {
        case .began: break
        case .moved: table.move(own, to: place, time: time)
        case .ended:
            table.move(own, to: place, time: time)
            table.end(own, time: time)
        case .cancelled: table.cancel(own, time: time)
        }
        if touch.phase == .ended || touch.phase == .cancelled { touches[touch.id] = nil }
    }

    private func onSurface(_ point: WirePoint) -> Point { Point(x: point.x * scale.x, y: point.y * scale.y) }

    var deadline: Int64? { engine.nextDeadline?.microseconds }

    func decide(at time: Int64) -> [RecognizeRequest] {
        decisions = []
        engine.advance(to: Timestamp(microseconds: time))
        return decisions
    }

    func reset(_ end: AttemptEnd) { if end.attempt == attempt { forgetTouches() } }

    private func forgetTouches() {
        isMuted = true
        engine.cancelAll(because: "the attempt is over", at: .zero)
        for touch in touches.values { table.cancel(touch, time: .zero) }
        table.deliver(at: .zero, to: engine.process)
        touches = [:]
        isMuted = false
    }

    // MARK: - What the recognizer does

    func gestureEngine(_ engine: GestureEngine, didSend event: Gestures.GestureEvent) {
        var decision = RecognizeRequest(recognizer: name, attempt: attempt)
        switch event.state {
        case .possible: return
        case .began: decision.state = .began
        case .changed: decision.state = .changed
        case .ended: decision.state = event.isDiscrete ? .recognized : .ended
        case .cancelled: decision.state = .cancelled
        case .failed: decision.state = .failed
        }
        if event.state != .failed { decision.values = CustomMembers(members(of: event.measurement)) }
        decision.reason = event.recognizer.reason.map { "\($0)" }.flatMap { NameRule.allows($0) ? $0 : nil }
        add(decision)
    }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        guard case .ignored(let touch) = decision.verdict, let id = touches.first(where: { $0.value === touch })?.key
        else { return }
        add(RecognizeRequest(recognizer: name, attempt: attempt, ignore: [id]))
    }

    private func add(_ decision: RecognizeRequest) {
        if isMuted { return }
        var decision = decision
        decision.change = change
        decisions.append(decision)
    }

    private func members(of measurement: GestureMeasurement) -> [CustomMembers.Member] {
        measurement.members.map { member in
            let value: CustomValue =
                switch member.value {
                case .number(let number): .number(number)
                case .count(let count): .count(count)
                case .text(let text): .text(text)
                case .point(let point): .point(WirePoint(x: point.x / scale.x, y: point.y / scale.y))
                }
            return CustomMembers.Member(member.name, value)
        }
    }
}

extension SurfaceDescription {
    /// How many points a unit of the surface is along each side.
    fileprivate var pointsPerUnit: Vector {
        guard unit == .pixels, let millimetres, width > 0, height > 0 else { return Vector(x: 1, y: 1) }
        return Vector(
            x: millimetres.width / PointUnit.millimetres / width,
            y: millimetres.height / PointUnit.millimetres / height)
    }
}
