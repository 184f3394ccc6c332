// Which way does a touch go? From one device's source through assembler and engine to notifications.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

/// One device from its events to its notifications; the same for kernel devices, live replay and offline replay.
///
///     TouchSource ─► FrameAssembler ─► SurfaceLayer: GestureEngine ─► GesturePublisher, TouchPublisher ─► Listeners
///                                   ├► where regions can be private, one more layer that gets no private touches
///                                   └► one more layer for each connection that has attached something: OwnLayer
final class SurfacePipeline {
    let surface: Surface
    /// Whether touches are left out while a pen is near.
    let yieldsToPen: Bool
    private let source: any TouchSource
    private let assembler: FrameAssembler
    /// What is configured.
    private let layer: SurfaceLayer
    /// The same as if there were no private touches, for whoever must not know of them; nil where no region can be private.
    private let openLayer: SurfaceLayer?
    /// What connections have attached, those that came first first.
    private var ownLayers: [OwnLayer] = []
    private let configuration: Configuration
    private let numbers: Numbers
    private let listeners: any Listeners
    /// Whether somebody may listen to other things than before, or have attached others.
    private var isOutdated = false
    /// What demand of what is configured was met last.
    private var demand: Int?
    /// Called with each frame before the recognizers see it, when what was due before it has happened.
    var willProcess: ((TouchFrame) -> Void)?

    /// What all surfaces of a program share, so that no two touches or gestures have the same number.
    struct Numbers {
        let touches = TouchSerialNumbers()
        let gestures = GestureNumbers()
        let seen = SeenTouches()
    }

    /// Touches that begin in these areas are private, if somebody must not know of private touches.
    func use(_ areas: [PrivateArea]) {
        if openLayer != nil { assembler.table.privateAreas = areas }
    }

    /// How many frames with touches there were, and how many touches.
    final class SeenTouches {
        fileprivate(set) var frames = 0
        fileprivate(set) var touches = 0
    }

    /// Starts with what the source's slots hold now.
    ///
    /// - Parameters:
    ///   - rules: Which contacts are no touches.
    ///   - engine: An engine with the recognizers that are to be published.
    ///   - openEngine: One with the same, for clients that must not know of private touches.
    ///   - configuration: Has the regions that what connections attach may lie in.
    init(
        source: any TouchSource, surface: Surface, rules: ContactRules = ContactRules(), engine: GestureEngine,
        withoutPrivateTouches openEngine: GestureEngine? = nil, configuration: Configuration, numbers: Numbers,
        listeners: any Listeners
    ) {
        self.source = source
        self.surface = surface
        yieldsToPen = rules.yieldsToPen
        self.configuration = configuration
        self.numbers = numbers
        self.listeners = listeners
        assembler = FrameAssembler(
            device: source.device, surface: surface, serialNumbers: numbers.touches, rules: rules)
        layer = SurfaceLayer(
            engine: engine, connection: nil, visibility: openEngine == nil ? .everybody : .withPrivateTouches,
            surface: surface, device: source.device, numbers: numbers.gestures, listeners: listeners)
        openLayer = openEngine.map {
            SurfaceLayer(
                engine: $0, connection: nil, visibility: .withoutPrivateTouches, surface: surface,
                device: source.device, numbers: numbers.gestures, listeners: listeners)
        }
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
        update()
    }

    /// The region that is the whole surface.
    var root: Region { layer.engine.root }

    /// When `advance(to:)` is due, if no event comes before; at once while events are left that the kernel has given
    /// away already, because no descriptor tells of those.
    var nextDeadline: Timestamp? {
        guard !hasMore else { return .zero }
        guard let contacts = assembler.nextDeadline else { return nextRecognizerDeadline }
        // A lift is held back: until that is decided, time stands still for the recognizers.
        guard assembler.heldBackSince == nil else { return contacts }
        return nextRecognizerDeadline.map { min($0, contacts) } ?? contacts
    }

    private var nextRecognizerDeadline: Timestamp? {
        var first = layer.engine.nextDeadline
        if let deadline = openLayer?.engine.nextDeadline { first = min(first ?? deadline, deadline) }
        for own in ownLayers {
            if let deadline = own.layer.engine.nextDeadline { first = min(first ?? deadline, deadline) }
        }
        return first
    }

    /// Whether no finger is down but those that are passed over, and no recognizer waits for anything.
    ///
    /// Where touches can be private those do not count: how long a reload waits would tell of them.
    var isAtRest: Bool {
        guard let openLayer else { return assembler.isEmpty && nextDeadline == nil }
        let layers = [openLayer] + ownLayers.map(\.layer).filter { $0.visibility == .withoutPrivateTouches }
        return !hasMore && assembler.isEmptyButForPrivateTouches && layers.allSatisfy { $0.engine.nextDeadline == nil }
    }

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
        if isOutdated { update() }
        for _ in 0..<Self.eventsPerTurn {
            switch source.next() {
            case .input(let event):
                // What is due by then finds the fingers as they were: the report changes them.
                if event.completesFrame { runOn(to: event.time) }
                assembler.process(event) { process($0) }
            case .resynchronized(let time):
                assembler.resynchronize(
                    at: time, currentSlot: source.currentSlot, source.slotState,
                    letTimePass: { letTimePass(to: time) }, deliver: { process($0) })
            case .nothing: return .waiting
            case .gone: return .gone
            }
        }
        hasMore = true
        return .more
    }

    private func process(_ frame: TouchFrame) {
        numbers.seen.frames += 1
        numbers.seen.touches += frame.began.count
        willProcess?(frame)
        if isAlone { return layer.engine.process(frame) }
        letTimePass(to: frame.time)
        // Whoever must not know of private touches does not wait for them either.
        if let openLayer, let open = frame.withoutPrivateTouches { openLayer.engine.process(open) }
        layer.engine.process(frame)
        forEachOwnLayer { $0.process(frame) }
    }

    /// Whether one engine is all there is.
    private var isAlone: Bool { openLayer == nil && ownLayers.isEmpty }

    /// What is due first happens first, and of what is due at once what is configured.
    private func letTimePass(to time: Timestamp) {
        if isAlone { return layer.engine.advance(to: time) }
        while let due = nextRecognizerDeadline, due <= time { letEachAdvance(to: due) }
        letEachAdvance(to: time)
    }

    private func letEachAdvance(to time: Timestamp) {
        openLayer?.engine.advance(to: time)
        layer.engine.advance(to: time)
        forEachOwnLayer { $0.advance(to: time) }
    }

    /// What is done for a connection's own recognizers is charged to its user.
    private func forEachOwnLayer(_ work: (OwnLayer) -> Void) {
        for own in ownLayers { listeners.charge(own.connection) { work(own) } }
    }

    private func cancelAll(because reason: String, at time: Timestamp) {
        openLayer?.engine.cancelAll(because: reason, at: time)
        layer.engine.cancelAll(because: reason, at: time)
        for own in ownLayers { own.layer.engine.cancelAll(because: reason, at: time) }
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
            letTimePass(to: assembler.heldBackSince ?? due)
            assembler.advance(to: due) { process($0) }
        }
        letTimePass(to: assembler.heldBackSince ?? time)
    }

    /// Breaks off what is under way; fingers that are down are passed over until they lift.
    ///
    /// - Parameter reason: Why, for the decision trace: "the machine goes to sleep".
    func suspend(because reason: String, at time: Timestamp) {
        _ = advance(to: time)
        assembler.passOver(at: time) { process($0) }
        cancelAll(because: reason, at: time)
    }

    /// Goes on after `suspend(because:at:)`: what the slots hold now is passed over until it lifts.
    func resume(at time: Timestamp) {
        // Also a finger that landed after the machine was said to go to sleep: when it lifted, nobody saw.
        assembler.passOver(at: time) { process($0) }
        cancelAll(because: "the machine was asleep", at: time)
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    // MARK: - Who listens

    /// Others may listen from here on, or have attached something: `update()` is due when the source is read next.
    func expectUpdate() { isOutdated = true }

    /// Takes up what connections have attached and let go of, and lets rest what nobody needs.
    ///
    /// Not while recognizers are at work.
    func update() {
        isOutdated = false
        var isOther = updateOwnLayers()
        // Own ones first: what they need of the configured ones depends on who hears them.
        for own in ownLayers where own.meet(listeners.demand(of: own.connection)) { isOther = true }
        // What somebody does with its own is not to cost more, the more others have.
        let demand = listeners.demand(of: nil)
        guard isOther || demand == nil || demand != self.demand else { return }
        self.demand = demand
        layer.otherViews = Set<Int>(ownLayers.map(\.connection))
        layer.update(needed: required(by: layer))
        if let openLayer { openLayer.update(needed: required(by: openLayer)) }
    }

    /// The names of recognizers of a configured layer that own ones depend on.
    private func required(by layer: SurfaceLayer) -> Set<UTF8Key> {
        ownLayers.reduce(into: []) { names, own in
            if self.layer(below: own) === layer { names.formUnion(own.required) }
        }
    }

    /// What is configured, as a connection's own layer may see it.
    private func layer(below own: OwnLayer) -> SurfaceLayer {
        own.layer.visibility == .withoutPrivateTouches ? openLayer ?? layer : layer
    }

    private func visibility(for connection: Int) -> Visibility {
        if openLayer == nil { return .everybody }
        return listeners.seesPrivateTouches(connection) ? .withPrivateTouches : .withoutPrivateTouches
    }

    /// Whether there are others than before.
    private func updateOwnLayers() -> Bool {
        let attachments = listeners.attachments
        guard !attachments.isEmpty || !ownLayers.isEmpty else { return false }
        var layers: [OwnLayer] = []
        for attachment in attachments {
            // One that may know of other touches than before begins anew.
            let visibility = visibility(for: attachment.connection)
            let own =
                ownLayers.first {
                    $0.connection == attachment.connection && $0.layer.visibility == visibility
                } ?? makeOwnLayer(attachment, visibility)
            own.follow(attachment)
            if !own.isEmpty { layers.append(own) }
        }
        for gone in ownLayers where !layers.contains(where: { $0 === gone }) { gone.close() }
        let isSame = ownLayers.elementsEqual(layers, by: ===)
        ownLayers = layers
        return !isSame
    }

    private func makeOwnLayer(_ attachment: Attachment, _ visibility: Visibility) -> OwnLayer {
        let engine = GestureEngine(size: surface.size, thresholds: layer.engine.thresholds)
        let own = SurfaceLayer(
            engine: engine, connection: attachment.connection, visibility: visibility, surface: surface,
            device: source.device, numbers: attachment.numbers, listeners: listeners)
        let base = visibility == .withoutPrivateTouches ? openLayer ?? layer : layer
        return OwnLayer(
            of: attachment.connection, own, configuration: configuration, surface: surface, base: base.engine)
    }

    /// A configured recognizer is switched on or off.
    func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        for root in [openLayer?.engine.root, root].compactMap(\.self) {
            for each in root.allGestureRecognizers where each.name.hasSameBytes(as: recognizer) {
                each.isEnabled = isEnabled
            }
        }
    }

    /// How many configured recognizers do not rest.
    var awakeCount: Int {
        let all = root.allGestureRecognizers
        guard let open = openLayer?.engine.root.allGestureRecognizers, open.count == all.count else {
            return all.count { !$0.isResting }
        }
        return all.indices.count { !all[$0].isResting || !open[$0].isResting }
    }

    /// What came last of each configured recognizer.
    ///
    /// - Parameter start: What was decided of touches before it is left out.
    func decisions(after start: TouchMark = .start) -> [DecisionReport] { layer.decisionReports(after: start) }

    /// The regions as a connection sees them: the root, and which of those in it are its own.
    func view(of connection: Int) -> (root: Region, own: [Region]) {
        guard let own = ownLayers.first(where: { $0.connection == connection }) else { return (root, []) }
        return (own.layer.engine.root, own.regions)
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
        cancelAll(because: reason, at: time)
    }

    /// A few frames of sixty fingers.
    private static let eventsPerTurn = 4096
}

extension InputEvent {
    fileprivate var completesFrame: Bool {
        type == EventType.synchronization && code == SynchronizationCode.report
    }
}
