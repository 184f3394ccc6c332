// The touches of a device, and the recognizers that receive them.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

/// The touches of a device, and what recognizers make of them.
///
///     FrameAssembler ─► RecognizerLayer: GestureEngine ─► GesturePublisher, TouchPublisher ─► Listeners
///                     └► one more layer for each connection that has attached something: ConnectionLayer
final class TouchView {
    let assembler: FrameAssembler
    /// The layer of configured recognizers.
    let layer: RecognizerLayer
    /// The layers of connections, in order of connection.
    @exclusivity(unchecked) var connectionLayers: [ConnectionLayer] = []
    let privateTouches: PrivateTouches
    private let counts: SurfacePipeline.Numbers
    /// Called with each frame before the recognizers see it, when what was due before it has happened.
    @exclusivity(unchecked) var willProcess: ((TouchFrame) -> Void)?
    /// Whether no event has come since the last SYN_REPORT.
    private var isBetweenFrames = true
    /// The time up to which events have let time pass.
    private var lastTime = Timestamp.zero

    /// - Parameter engine: An engine with the recognizers to publish.
    init(
        of surface: Surface, source: any TouchSource, rules: ContactRules, engine: GestureEngine,
        privateAreas: [PrivateArea], numbers: SurfacePipeline.Numbers, listeners: any Listeners
    ) {
        counts = numbers
        privateTouches = PrivateTouches(in: privateAreas, numbers: numbers.touches)
        assembler = FrameAssembler(
            device: source.device, surface: surface, serialNumbers: numbers.touches, rules: rules)
        layer = RecognizerLayer(
            engine: engine, connection: nil, surface: surface, device: source.device, numbers: numbers.gestures,
            privateTouches: privateTouches, listeners: listeners)
        engine.maximumNumberOfTouches = assembler.slotCount
        privateTouches.willHide = { [unowned self, unowned listeners] in
            layer.publisher.hideGestures()
            for own in connectionLayers { own.layer.publisher.hideGestures() }
            listeners.hideGestures(on: surface.name)
        }
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    // MARK: - What happens

    func process(_ event: InputEvent) {
        // Deadlines until then use the fingers as they were: the first event of a frame may be a lift.
        if isBetweenFrames || event.time > lastTime {
            runOn(to: event.time)
            lastTime = event.time
        }
        isBetweenFrames = event.isReport
        if event.isReport {
            assembler.table.deliversContactChanges =
                layer.engine.asksForContactChanges
                || connectionLayers.contains { $0.layer.engine.asksForContactChanges }
        }
        assembler.process(event) { process($0) }
    }

    /// Compares what is known with what the slots hold, after events were lost.
    func resynchronize(at time: Timestamp, with source: any TouchSource) {
        isBetweenFrames = true
        assembler.resynchronize(
            at: time, currentSlot: source.currentSlot, source.slotState, letTimePass: { letTimePass(to: time) },
            deliver: { process($0) })
    }

    private func process(_ frame: TouchFrame) {
        counts.count(frame)
        willProcess?(frame)
        privateTouches.begin(frame)
        defer { privateTouches.end(frame) }
        if connectionLayers.isEmpty { return layer.process(frame) }
        letTimePass(to: frame.time)
        layer.process(frame)
        for own in connectionLayers { own.process(frame) }
    }

    /// Cancels gestures in progress; fingers that are down are ignored until they lift.
    ///
    /// - Parameter reason: Why, for the decision trace: "the machine goes to sleep".
    func passOver(because reason: String, at time: Timestamp) {
        assembler.passOver(at: time) { process($0) }
        cancelAll(because: reason, at: time)
    }

    /// Cancels every touch, and with them every gesture in progress.
    func removeDevice(because reason: String, at time: Timestamp) {
        runOn(to: time)
        assembler.cancelAll(at: time) { process($0) }
        cancelAll(because: reason, at: time)
    }

    private func cancelAll(because reason: String, at time: Timestamp) {
        layer.engine.cancelAll(because: reason, at: time)
        for own in connectionLayers { own.layer.engine.cancelAll(because: reason, at: time) }
    }

    func setPen(isNear: Bool, at time: Timestamp) { assembler.setPen(isNear: isNear, at: time) { process($0) } }

    // MARK: - Time

    /// The time when `runOn(to:)` is due, if no event comes before.
    var nextDeadline: Timestamp? {
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

    /// Whether no finger is down but those that are passed over, and no recognizer waits for anything.
    var isAtRest: Bool { assembler.isEmpty && nextDeadline == nil }

    func runOn(to time: Timestamp) {
        while let due = assembler.nextDeadline, due <= time {
            letTimePass(to: assembler.heldBackSince ?? due)
            assembler.advance(to: due) { process($0) }
        }
        letTimePass(to: assembler.heldBackSince ?? time)
    }

    /// Deadlines are handled in order; at the same time, the configured layer's come first.
    private func letTimePass(to time: Timestamp) {
        if connectionLayers.isEmpty { return layer.engine.advance(to: time) }
        while let due = nextRecognizerDeadline, due <= time { letEachAdvance(to: due) }
        letEachAdvance(to: time)
    }

    private func letEachAdvance(to time: Timestamp) {
        layer.engine.advance(to: time)
        for own in connectionLayers { own.advance(to: time) }
    }
}
