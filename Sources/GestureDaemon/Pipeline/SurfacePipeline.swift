// The pipeline of a touchscreen, from its events through assembler and engine to notifications.

import Configuration
import GestureWire
import Gestures
import Interception
import Server
import Touch

/// One device from its events to its notifications; the same for kernel devices, live replay and offline replay.
///
///     TouchSource ─► FrameAssembler ─► RecognizerLayer: GestureEngine ─► GesturePublisher, TouchPublisher ─► Listeners
///                                   └► one more layer for each connection that has attached something
final class SurfacePipeline {
    /// The surface, its contact rules, and what was found out about it.
    let result: SurfaceFactory.Result
    var surface: Surface { result.surface }
    var yieldsToPen: Bool { result.rules.yieldsToPen }
    // The marked ones are used for every event or frame, on one queue: no run-time exclusivity check, as in `Touch`.

    /// What is read; another open file of the same panel once gestured-output has grabbed it.
    @exclusivity(unchecked) var source: any TouchSource
    let assembler: FrameAssembler
    /// The layer of configured recognizers.
    let layer: RecognizerLayer
    /// The layers of connections, in order of connection.
    @exclusivity(unchecked) var connectionLayers: [ConnectionLayer] = []
    let privateTouches: PrivateTouches
    /// What applications have of the touches, while they do not have all of them.
    @exclusivity(unchecked) var interception: InterceptedTouches?
    let configuration: Configuration
    private let numbers: Numbers
    let listeners: any Listeners
    /// Whether demand or attachments may have changed: `update()` is due when the source is read next.
    @exclusivity(unchecked) var isOutdated = false
    /// The revision of the demand that was applied.
    var demand: Int?
    /// Called with each frame before the recognizers see it, when what was due before it has happened.
    @exclusivity(unchecked) var willProcess: ((TouchFrame) -> Void)?
    /// Whether no event has come since the last SYN_REPORT.
    @exclusivity(unchecked) private var isBetweenFrames = true
    /// The time up to which events have let time pass.
    @exclusivity(unchecked) private var lastTime = Timestamp.zero
    private var isPenNear = false
    /// Whether the last turn ended before the source did.
    @exclusivity(unchecked) private var hasMore = false
    /// A few frames of sixty fingers.
    private static let eventsPerTurn = 4096

    /// The number generators that all surfaces of a program share, so that no two touches or gestures have the same
    /// number, and the numbers of frames with touches and of touches so far.
    final class Numbers {
        let touches = TouchSerialNumbers()
        let gestures = GestureNumbers()
        @exclusivity(unchecked) private(set) var frames = 0
        @exclusivity(unchecked) private(set) var touchCount = 0

        /// The number that the next touch will have.
        var mark: TouchMark { TouchMark(touches.upcoming) }

        func count(_ frame: TouchFrame) {
            frames += 1
            touchCount += frame.beganMask.nonzeroBitCount
        }
    }

    /// Starts with what the source's slots hold now.
    ///
    /// - Parameters:
    ///   - engine: An engine with the recognizers to publish.
    ///   - privateAreas: Where touches are private.
    ///   - configuration: Has the regions that what connections attach may lie in.
    init(
        source: any TouchSource, result: SurfaceFactory.Result, engine: GestureEngine,
        privateAreas: [PrivateArea] = [], configuration: Configuration, numbers: Numbers, listeners: any Listeners
    ) {
        (self.source, self.result, self.configuration) = (source, result, configuration)
        (self.numbers, self.listeners) = (numbers, listeners)
        privateTouches = PrivateTouches(in: privateAreas, numbers: numbers.touches)
        assembler = FrameAssembler(
            device: source.device, surface: result.surface, serialNumbers: numbers.touches, rules: result.rules)
        layer = RecognizerLayer(
            engine: engine, connection: nil, surface: result.surface, device: source.device, numbers: numbers.gestures,
            privateTouches: privateTouches, listeners: listeners)
        engine.maximumNumberOfTouches = assembler.slotCount
        privateTouches.willHide = { [unowned self, unowned listeners] in
            layer.publisher.hideGestures()
            for own in connectionLayers { own.layer.publisher.hideGestures() }
            listeners.hideGestures(on: surface.name)
        }
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
        update()
    }

    // MARK: - Events

    enum Outcome {
        /// The source has no more at present.
        case waiting
        /// Others should have their turn; read again before time passes for the recognizers.
        case more
        /// The source has ended; `removeDevice(because:at:)` closes gestures in progress.
        case gone
    }

    /// Reads what the source has, but not for ever: a device that sends without end must not starve the others.
    func read() -> Outcome {
        hasMore = false
        if isOutdated { update() }
        // It stays the same meanwhile; of the property, a reference would be counted for each event.
        let source = source
        for _ in 0..<Self.eventsPerTurn {
            // The event before has had its effect.
            interception?.settle()
            switch source.next() {
            case .input(let event):
                interception?.process(event)
                process(event)
            case .resynchronized(let time):
                resynchronizeApplications(at: time)
                resynchronize(at: time)
            case .nothing: return .waiting
            case .gone: return .gone
            }
        }
        hasMore = true
        return .more
    }

    private func process(_ event: InputEvent) {
        // Deadlines until then use the fingers as they were: the first event of a frame may be a lift.
        if isBetweenFrames || event.time > lastTime {
            advanceContactsAndRecognizers(to: event.time)
            lastTime = event.time
        }
        isBetweenFrames = event.isReport
        if isBetweenFrames {
            assembler.table.deliversContactChanges =
                layer.engine.asksForContactChanges
                || connectionLayers.contains { $0.layer.engine.asksForContactChanges }
        }
        assembler.process(event) { process($0) }
    }

    /// Compares what is known with what the slots hold, after events were lost.
    private func resynchronize(at time: Timestamp) {
        isBetweenFrames = true
        assembler.resynchronize(
            at: time, currentSlot: source.currentSlot, source.slotState,
            letTimePass: { advanceRecognizers(to: time) }, deliver: { process($0) })
    }

    private func process(_ frame: TouchFrame) {
        numbers.count(frame)
        willProcess?(frame)
        privateTouches.begin(frame)
        defer { privateTouches.end(frame) }
        if connectionLayers.isEmpty { return layer.process(frame) }
        advanceRecognizers(to: frame.time)
        layer.process(frame)
        for own in connectionLayers {
            own.process(frame)
            if own.wasRenewed { isOutdated = true }
        }
    }

    // MARK: - Time

    /// The time when `advance(to:)` is due, if no event comes before; at once while there are events that were already
    /// read, because no descriptor becomes readable for those.
    var nextDeadline: Timestamp? { hasMore ? .zero : nextOwnDeadline }

    /// Whether no finger is down but those that are passed over, and no recognizer waits for anything.
    var isAtRest: Bool { !hasMore && assembler.isEmpty && nextOwnDeadline == nil }

    private var nextOwnDeadline: Timestamp? {
        guard let contacts = assembler.nextDeadline else { return nextRecognizerDeadline }
        // A lift is held back: until that is decided, time stands still for the recognizers.
        guard assembler.heldBackSince == nil else { return contacts }
        return nextRecognizerDeadline.map { min($0, contacts) } ?? contacts
    }

    private var nextRecognizerDeadline: Timestamp? {
        var first = layer.engine.nextDeadline
        for own in connectionLayers {
            if let deadline = own.layer.engine.nextDeadline { first = min(first ?? deadline, deadline) }
        }
        return first
    }

    /// Advances time for the recognizers: the source's events up to that time are read first, because a late process
    /// must decide as a punctual one.
    func advance(to time: Timestamp) -> Outcome {
        let wasCut = hasMore
        var outcome = read()
        // After an interrupted turn the source may have more events than it has read so far.
        if wasCut, case .waiting = outcome { outcome = read() }
        if case .waiting = outcome { runOn(to: time) }
        return outcome
    }

    /// Advances time without reading the source.
    func runOn(to time: Timestamp) {
        advanceContactsAndRecognizers(to: time)
        interception?.settle()
    }

    private func advanceContactsAndRecognizers(to time: Timestamp) {
        while let due = assembler.nextDeadline, due <= time {
            advanceRecognizers(to: assembler.heldBackSince ?? due)
            assembler.advance(to: due) { process($0) }
        }
        advanceRecognizers(to: assembler.heldBackSince ?? time)
    }

    /// Deadlines are handled in order; at the same time, the configured layer's come first.
    private func advanceRecognizers(to time: Timestamp) {
        if connectionLayers.isEmpty { return layer.engine.advance(to: time) }
        while let due = nextRecognizerDeadline, due <= time { advanceEachLayer(to: due) }
        advanceEachLayer(to: time)
    }

    private func advanceEachLayer(to time: Timestamp) {
        layer.engine.advance(to: time)
        for own in connectionLayers {
            own.advance(to: time)
            if own.wasRenewed { isOutdated = true }
        }
    }

    // MARK: - What the device does not report

    /// Cancels gestures in progress; fingers that are down are ignored until they lift.
    ///
    /// - Parameter reason: Why, for the decision trace: "the machine goes to sleep".
    func suspend(because reason: String, at time: Timestamp) {
        _ = advance(to: time)
        passOver(because: reason, at: time)
        interception?.dropAll()
    }

    /// Takes over what the source's slots hold now: present contacts are ignored until they lift.
    ///
    /// - Parameter reason: Why gestures in progress are cancelled: "the machine was asleep".
    func startAnew(because reason: String, at time: Timestamp) {
        // After a sleep this includes a finger that landed after its notification: its lift was not read.
        passOver(because: reason, at: time)
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    private func passOver(because reason: String, at time: Timestamp) {
        assembler.passOver(at: time) { process($0) }
        cancelAll(because: reason, at: time)
    }

    /// Cancels every touch, and with them every gesture in progress.
    ///
    /// - Parameter reason: Why, for the decision trace: "the device is gone".
    func removeDevice(because reason: String, at time: Timestamp) {
        advanceContactsAndRecognizers(to: time)
        assembler.cancelAll(at: time) { process($0) }
        cancelAll(because: reason, at: time)
        interception?.dropAll()
    }

    private func cancelAll(because reason: String, at time: Timestamp) {
        layer.engine.cancelAll(because: reason, at: time)
        for own in connectionLayers { own.layer.engine.cancelAll(because: reason, at: time) }
    }

    /// A pen came near the same glass, or went; what the source has at that time comes first.
    func setPen(isNear: Bool, at time: Timestamp) {
        guard isNear != isPenNear else { return }
        isPenNear = isNear
        _ = advance(to: time)
        assembler.setPen(isNear: isNear, at: time) { process($0) }
        interception?.settle()
    }
}
