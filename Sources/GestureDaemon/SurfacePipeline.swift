// Which way does a touch go? From one device's source through assembler and engine to notifications.

internal import GestureWire
internal import Gestures
internal import Touch

/// One device from its events to its notifications; the same for kernel devices, live replay and offline replay.
///
///     TouchSource ─► FrameAssembler ─► GestureEngine ─► GesturePublisher, TouchPublisher ─► publish
final class SurfacePipeline {
    let surface: Surface
    /// Whether touches are left out while a pen is near.
    let yieldsToPen: Bool
    private let source: any TouchSource
    private let assembler: FrameAssembler
    private let engine: GestureEngine
    private let publisher: GesturePublisher
    /// Nil when nobody wants to hear of touches.
    private let touchPublisher: TouchPublisher?
    /// Called with each frame before the recognizers see it, when what was due before it has happened.
    var willProcess: ((TouchFrame) -> Void)?

    /// What all surfaces of a program share, so that no two touches or gestures have the same number.
    struct Numbers {
        let touches = TouchSerialNumbers()
        let gestures = GestureNumbers()
    }

    /// Starts with what the source's slots hold now.
    ///
    /// - Parameters:
    ///   - rules: Which contacts are no touches.
    ///   - engine: An engine with the recognizers that are to be published.
    ///   - publishTouches: Where touches as the regions see them go; nil costs nothing.
    init(
        source: any TouchSource, surface: Surface, rules: ContactRules = ContactRules(), engine: GestureEngine,
        numbers: Numbers, publishTouches: ((TouchNotification) -> Void)? = nil,
        publish: @escaping (GestureNotification) -> Void
    ) {
        self.source = source
        self.surface = surface
        yieldsToPen = rules.yieldsToPen
        self.engine = engine
        assembler = FrameAssembler(
            device: source.device, surface: surface, serialNumbers: numbers.touches, rules: rules)
        publisher = GesturePublisher(
            surface: surface, numbers: numbers.gestures, recognizers: engine.root.allGestureRecognizers,
            publish: publish)
        engine.observer = publisher
        touchPublisher = publishTouches.map { TouchPublisher(surface: surface, device: source.device, publish: $0) }
        engine.touchStreamObserver = touchPublisher
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    /// The region that is the whole surface.
    var root: Region { engine.root }

    /// When `advance(to:)` is due, if no event comes before; at once while events are left that the kernel has given
    /// away already, because no descriptor tells of those.
    var nextDeadline: Timestamp? {
        guard !hasMore else { return .zero }
        guard let contacts = assembler.nextDeadline else { return engine.nextDeadline }
        return engine.nextDeadline.map { min($0, contacts) } ?? contacts
    }

    /// Whether no finger is down but those that are passed over, and no recognizer waits for anything.
    var isAtRest: Bool { assembler.isEmpty && nextDeadline == nil }

    /// Whether the last turn ended before the source did.
    private var hasMore = false

    /// What reading led to.
    enum Outcome {
        /// The source has no more at present.
        case waiting
        /// Others should have their turn; read again before time passes for the recognizers.
        case more
        /// The source is gone; `removeDevice(because:at:)` closes what is under way.
        case gone
    }

    /// Reads what the source has, but not for ever: a device that sends without end must not starve the others.
    func read() -> Outcome {
        hasMore = false
        for _ in 0..<Self.eventsPerTurn {
            switch source.next() {
            case .input(let event):
                // What is due by then finds the fingers as they were: the report changes them.
                if event.completesFrame { runOn(to: event.time) }
                assembler.process(event) { process($0) }
            case .resynchronized(let time):
                assembler.resynchronize(
                    at: time, currentSlot: source.currentSlot, source.slotState,
                    letTimePass: { engine.advance(to: time) }, deliver: { process($0) })
            case .nothing: return .waiting
            case .gone: return .gone
            }
        }
        hasMore = true
        return .more
    }

    private func process(_ frame: TouchFrame) {
        willProcess?(frame)
        engine.process(frame)
    }

    /// Lets time pass for the recognizers: what the source has at that time comes first, because a late process must
    /// decide as a punctual one.
    func advance(to time: Timestamp) -> Outcome {
        let outcome = read()
        if case .waiting = outcome { runOn(to: time) }
        return outcome
    }

    /// Lets time run on without a look at the source.
    func runOn(to time: Timestamp) {
        while let due = assembler.nextDeadline, due <= time {
            engine.advance(to: due)
            assembler.advance(to: due) { process($0) }
        }
        engine.advance(to: time)
    }

    /// Breaks off what is under way; fingers that are down are passed over until they lift.
    ///
    /// - Parameter reason: Why, for the decision trace: "the machine goes to sleep".
    func suspend(because reason: String, at time: Timestamp) {
        _ = advance(to: time)
        assembler.passOver(at: time) { process($0) }
        engine.cancelAll(because: reason, at: time)
    }

    /// Goes on after `suspend(because:at:)`: what the slots hold now is passed over until it lifts.
    func resume(at time: Timestamp) {
        // Also a finger that landed after the machine was said to go to sleep: when it lifted, nobody saw.
        assembler.passOver(at: time) { process($0) }
        engine.cancelAll(because: "the machine was asleep", at: time)
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    // MARK: - What was seen

    /// What the device did wrong so far.
    var defects: Tally<DeviceDefect> { assembler.defects }

    /// Which contacts were left out so far.
    var unwanted: Tally<UnwantedTouch> { assembler.unwanted }

    /// Called with each defect, and whether it is the first of its kind.
    var didNoteDefect: ((DeviceDefect, Bool) -> Void)? {
        get { assembler.didNote }
        set { assembler.didNote = newValue }
    }

    /// A pen came near the same glass, or went; what the source has at that time comes first.
    func setPen(isNear: Bool, at time: Timestamp) {
        guard isNear != isPenNear else { return }
        isPenNear = isNear
        _ = advance(to: time)
        assembler.setPen(isNear: isNear, at: time) { process($0) }
    }

    private var isPenNear = false

    /// Cancels every touch, and with them every gesture under way.
    ///
    /// - Parameter reason: Why, for the decision trace: "the device is gone".
    func removeDevice(because reason: String, at time: Timestamp) {
        runOn(to: time)
        assembler.cancelAll(at: time) { process($0) }
        engine.cancelAll(because: reason, at: time)
    }

    /// A few frames of sixty fingers.
    private static let eventsPerTurn = 4096
}

extension InputEvent {
    fileprivate var completesFrame: Bool {
        type == EventType.synchronization && code == SynchronizationCode.report
    }
}
