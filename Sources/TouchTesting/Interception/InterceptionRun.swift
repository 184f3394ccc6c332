// One run of random fingers on a panel that is intercepted, with random recognizers, and the check of its clone.

import Gestures
import Interception
import Touch

/// A panel with random fingers, recognizers that take touches from applications, and the panel's clone.
///
/// The same seed gives the same run.
public final class InterceptionRun {
    /// Violations; empty when all is well.
    public private(set) var faults: [String] = []

    /// What happened, in lines; empty unless it is asked for.
    public private(set) var story: [String] = []

    private static let surface = Size(width: 2000, height: 1000)
    private var random: SeededNumbers
    private let panel = RecordedPanel()
    /// The first, and sometimes one that takes touches, too.
    private var engines = [GestureEngine(size: InterceptionRun.surface)]
    private let assembler: FrameAssembler
    private let listener = TakenTouches()
    private var recognizers: [GestureRecognizer] = []
    private var touches: InterceptedTouches?
    private var clone: RecordedClone
    private var isShown: [Int32: Bool] = [:]
    /// The tracking id of each touch's contact.
    private var contacts: [Int: Int32] = [:]
    private var time = Timestamp.zero
    private var step = 0
    private var tellsStory = false

    /// Plays the list of a seed.
    public init(seed: UInt64, tellsStory: Bool = false) {
        random = SeededNumbers(seed: seed)
        let device = RecordedPanel.device
        var rules = ContactRules()
        if random.isOne(in: 3) {
            rules.deadZones = [
                ContactRules.DeadZone(
                    origin: .zero, size: Size(width: 2000, height: .random(in: 50...400, using: &random)))
            ]
        }
        assembler = FrameAssembler(
            device: device,
            surface: Surface(name: "panel", size: Self.surface, deviceToSurface: .identity),
            serialNumbers: TouchSerialNumbers(), rules: rules)
        assembler.adopt(currentSlot: 0) { _ in .initial }
        guard let cloned = try? ClonedDevice(of: device) else { preconditionFailure("the panel cannot be cloned") }
        clone = RecordedClone(of: cloned)
        if random.isOne(in: 2) { engines.append(GestureEngine(size: Self.surface)) }
        for engine in engines {
            recognizers += addRecognizers(to: engine)
            (engine.observer, engine.decisionObserver) = (listener, listener)
        }
        touches = InterceptedTouches(to: cloned, assembler, engines[0]) { [unowned self] in
            faults += clone.take($0, in: step)
            if tellsStory { story.append("  clone: \(words($0))") }
        }
        touches?.share(with: Array(engines.dropFirst()))
        if tellsStory {
            story = recognizers.map {
                "\($0.name): \($0.typeName), intercepts \($0.intercepts), \($0.region?.name ?? "")"
            }
            listener.tell = { [unowned self] in story.append($0) }
        }
        self.tellsStory = tellsStory
        play()
        judge()
    }

    // MARK: - Recognizers

    private func addRecognizers(to engine: GestureEngine) -> [GestureRecognizer] {
        let regions = [
            engine.root, Region(name: "part", origin: Point(x: 300, y: 200), size: Size(width: 900, height: 600)),
        ]
        engine.root.addRegion(regions[1])
        let added = (0..<Int.random(in: 1...5, using: &random)).map { index in
            let recognizer = makeRecognizer("\(recognizers.count + index)")
            recognizer.intercepts = InterceptionMode.allCases.randomElement(using: &random) ?? .never
            recognizer.delaysTouchesEnded = !random.isOne(in: 4)
            regions[random.isOne(in: 3) ? 1 : 0].addGestureRecognizer(recognizer)
            return recognizer
        }
        for first in added {
            for second in added where first !== second {
                if random.isOne(in: 8) { first.require(toFail: second) }
                if random.isOne(in: 8) { first.allowSimultaneousRecognition(with: second) }
            }
        }
        return added
    }

    private func makeRecognizer(_ name: String) -> GestureRecognizer {
        let few = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
            let tap = TapGestureRecognizer(name: name)
            (tap.numberOfTouchesRequired, tap.numberOfTapsRequired) = (few, .random(in: 1...2, using: &random))
            return tap
        case 2:
            let press = LongPressGestureRecognizer(name: name)
            press.numberOfTouchesRequired = few
            press.minimumPressDuration = .random(in: 0...0.4, using: &random)
            return press
        case 3:
            let swipe = SwipeGestureRecognizer(name: name)
            (swipe.numberOfTouchesRequired, swipe.direction) = (few, SwipeDirection(rawValue: 15))
            return swipe
        case 4:
            let pan = ScreenEdgePanGestureRecognizer(name: name)
            pan.edges = .all
            return pan
        case 5: return PinchGestureRecognizer(name: name)
        case 6: return TransformGestureRecognizer(name: name)
        default:
            let pan = PanGestureRecognizer(name: name)
            pan.minimumNumberOfTouches = few
            return pan
        }
    }

    // MARK: - Playing

    private func play() {
        var fingers = RandomFingers(random: random, size: Self.surface)
        random = fingers.play()
        for (index, action) in fingers.steps.enumerated() {
            if panel.needsFrame(before: action.action) { report() }
            time = Timestamp(microseconds: action.time)
            panel.perform(action.action)
            let isLast = index + 1 == fingers.steps.count || fingers.steps[index + 1].time != action.time
            if isLast { report() }
        }
        panel.liftAll()
        report()
        runOn(to: time.adding(seconds: 60))
        if !(touches?.isCloneEmpty ?? false) { faults.append("a contact of the clone does not end") }
    }

    /// Ends the panel's frame.
    private func report() {
        let events = panel.endFrame(at: time)
        guard !events.isEmpty else { return }
        runOn(to: time)
        step += 1
        panel.note(in: step)
        listener.step = step
        if tellsStory { story.append("\(time.seconds) frame \(step): \(words(panel.events.suffix(events.count)))") }
        for event in events {
            touches?.process(event)
            assembler.process(event) { process($0) }
        }
        touches?.settle()
    }

    private func process(_ frame: TouchFrame) {
        for touch in frame.began { contacts[touch.id] = touch.slot.flatMap { panel.contact(inSlot: $0) } }
        for touch in frame.cancelled { listener.noteLost(touch.id) }
        touches?.willProcess(frame)
        for engine in engines { engine.process(frame) }
    }

    private func runOn(to time: Timestamp) {
        while let due = (engines.map(\.nextDeadline) + [assembler.nextDeadline]).compactMap(\.self).min(), due <= time {
            for engine in engines { engine.advance(to: due) }
            assembler.advance(to: due) { process($0) }
            touches?.settle()
        }
        for engine in engines { engine.advance(to: time) }
        touches?.settle()
    }

    private func words(_ events: some Sequence<OutputEvent>) -> String {
        let names: [UInt16: String] = [
            AbsoluteAxis.slot: "slot", AbsoluteAxis.trackingID: "id", AbsoluteAxis.positionX: "x",
            AbsoluteAxis.positionY: "y", AbsoluteAxis.toolType: "tool",
        ]
        return events.map { event in
            switch event.type {
            case EventType.synchronization: "|"
            case EventType.key: "touch \(event.value)"
            default: "\(names[event.code] ?? "?") \(event.value)"
            }
        }.joined(separator: " ")
    }

    // MARK: - Judgement

    private func judge() {
        let isDelayed = recognizers.contains { $0.intercepts == .possible }
        let isTaken = recognizers.contains { $0.intercepts != .never }
        if !isTaken, !listener.hasLost, contacts.count == panel.lives.count, panel.events != clone.events {
            faults.append("nothing is taken, and the clone's events are not the panel's")
        }
        for (touch, id) in contacts.sorted(by: { $0.key < $1.key }) {
            // A contact that jumps is several touches.
            guard let life = panel.lives[id], contacts.values.count(where: { $0 == id }) == 1 else { continue }
            let shown = clone.lives[id]
            if let taken = listener.frame(taking: touch) {
                // Lifts that are not withheld were told before.
                if listener.hasUnheldLift(touch), let end = life.end, end <= taken { continue }
                let hasEndedBefore = shown?.end.map { $0 < taken } ?? false
                if let shown, !shown.isCancelled, !(hasEndedBefore && life.end.map { $0 <= taken } ?? false) {
                    faults.append("contact \(id) was taken in frame \(taken), and not cancelled")
                }
            } else if !listener.isLost(touch) {
                guard let shown else {
                    faults.append("contact \(id) was not taken, and is not on the clone")
                    continue
                }
                if shown.isCancelled { faults.append("contact \(id) was not taken, and is cancelled") }
                if shown.places != life.places {
                    faults.append("contact \(id) is \(shown.places) on the clone, \(life.places) on the panel")
                }
                if !isDelayed, shown.steps != life.steps {
                    faults.append(
                        "contact \(id) is on the clone in frames \(shown.steps), on the panel in \(life.steps)")
                }
            }
        }
        for id in clone.lives.keys where !contacts.values.contains(id) {
            faults.append("contact \(id) is no touch, and is on the clone")
        }
    }
}

/// Hears which touches gestures take from applications.
private final class TakenTouches: GestureObserver, DecisionObserver {
    var step = 0
    var tell: ((String) -> Void)?
    /// The frames in which each touch was taken, by recognizer.
    private var taken: [Int: [ObjectIdentifier: Int]] = [:]
    private var unheld: Set<Int> = []
    /// Touches of which nothing is known: over without a lift, or both taken and revoked in a frame.
    private var lost: Set<Int> = []
    /// The touches of each recognizer's attempt.
    private var received: [ObjectIdentifier: Set<Int>] = [:]
    /// The recognizers whose gestures are under way.
    private var active: Set<ObjectIdentifier> = []

    var hasLost: Bool { !lost.isEmpty }

    /// A touch is over without a lift.
    func noteLost(_ touch: Int) { lost.insert(touch) }

    func isLost(_ touch: Int) -> Bool { lost.contains(touch) }

    /// The frame in which a touch was taken; nil when it was not.
    func frame(taking touch: Int) -> Int? { taken[touch]?.values.min() }

    /// Whether a recognizer has taken a touch whose lift it does not withhold.
    func hasUnheldLift(_ touch: Int) -> Bool { unheld.contains(touch) }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        let (recognizer, identity) = (decision.recognizer, ObjectIdentifier(decision.recognizer))
        tell?("  \(recognizer.name): \(decision.verdict)")
        switch decision.verdict {
        case .received(let touch): received[identity, default: []].insert(touch.id)
        case .ignored(let touch):
            // One too many for a gesture that has begun.
            received[identity]?.remove(touch.id)
            taken[touch.id]?[identity] = nil
        case .startedAnew(let touch): received[identity] = [touch.id]
        case .activated: active.insert(identity)
        case .failed:
            received[identity] = nil
            // It was prevented in the frame in which it began, before anybody heard of that.
            if active.remove(identity) != nil { revoke(identity) }
        case .cancelled:
            revoke(identity)
            return
        default: break
        }
        guard active.contains(identity), recognizer.intercepts != .never else { return }
        let own =
            Self.leavesLiftedTouches(recognizer) ? Set(recognizer.touchIDs) : received[identity] ?? []
        for touch in own where taken[touch]?[identity] == nil {
            taken[touch, default: [:]][identity] = step
            if !recognizer.delaysTouchesEnded { unheld.insert(touch) }
        }
    }

    /// A gesture is revoked: what it took in the same frame, or what landed then, may be its own, or not.
    private func revoke(_ recognizer: ObjectIdentifier) {
        for touch in taken.keys where taken[touch]?[recognizer] == step {
            taken[touch]?[recognizer] = nil
            lost.insert(touch)
        }
    }

    /// Whether it goes on with the fingers that are down; others withhold the lifts of a whole attempt.
    private static func leavesLiftedTouches(_ recognizer: GestureRecognizer) -> Bool {
        recognizer is PanGestureRecognizer || recognizer is PinchGestureRecognizer
            || recognizer is TransformGestureRecognizer
    }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        tell?("  \(event.recognizer.name) \(event.state), touches \(Array(event.recognizer.touchIDs))")
        guard event.state == .ended || event.state == .cancelled else { return }
        received[ObjectIdentifier(event.recognizer)] = nil
        active.remove(ObjectIdentifier(event.recognizer))
    }
}
