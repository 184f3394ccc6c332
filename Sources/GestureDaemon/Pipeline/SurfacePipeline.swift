// The pipeline of a touchscreen, from its events through assembler and engine to notifications.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Interception
internal import Server
internal import Touch

/// One device from its events to its notifications; the same for kernel devices, live replay and offline replay.
///
///     TouchSource ─► TouchView: FrameAssembler ─► RecognizerLayer, ConnectionLayer ─► Listeners
final class SurfacePipeline {
    /// The surface, its contact rules, and what was found out about it.
    let result: SurfaceFactory.Result
    var surface: Surface { result.surface }
    var yieldsToPen: Bool { result.rules.yieldsToPen }
    private let source: any TouchSource
    private let view: TouchView
    private let configuration: Configuration
    private let numbers: Numbers
    private let listeners: any Listeners
    /// Whether demand or attachments may have changed.
    private var isOutdated = false
    private var demand: Int?
    /// Called with each frame before the recognizers see it, when what was due before it has happened.
    var willProcess: ((TouchFrame) -> Void)? {
        get { view.willProcess }
        set { view.willProcess = newValue }
    }
    private var connectionLayers: [ConnectionLayer] { view.connectionLayers }

    /// The number generators that all surfaces of a program share, so that no two touches or gestures have the same
    /// number, and the numbers of frames with touches and of touches so far.
    final class Numbers {
        let touches = TouchSerialNumbers()
        let gestures = GestureNumbers()
        private(set) var frames = 0
        private(set) var touchCount = 0

        /// The number that the next touch will have.
        var mark: TouchMark { TouchMark(touches.upcoming) }

        func count(_ frame: TouchFrame) {
            frames += 1
            touchCount += frame.beganMask.nonzeroBitCount
        }
    }

    /// Makes touches private that begin in these areas.
    func use(_ areas: [PrivateArea]) { view.privateTouches.areas = areas }

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
        view = TouchView(
            of: result.surface, source: source, rules: result.rules, engine: engine, privateAreas: privateAreas,
            numbers: numbers, listeners: listeners)
        update()
    }

    /// The region that is the whole surface.
    var root: Region { view.layer.engine.root }

    /// The time when `advance(to:)` is due, if no event comes before; at once while there are events that were already
    /// read, because no descriptor becomes readable for those.
    var nextDeadline: Timestamp? { hasMore ? .zero : view.nextDeadline }

    /// Whether no finger is down but those that are passed over, and no recognizer waits for anything.
    var isAtRest: Bool { !hasMore && view.isAtRest }

    /// Whether the last turn ended before the source did.
    private var hasMore = false

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
        for _ in 0..<Self.eventsPerTurn {
            switch source.next() {
            case .input(let event): view.process(event)
            case .resynchronized(let time): view.resynchronize(at: time, with: source)
            case .nothing: return .waiting
            case .gone: return .gone
            }
        }
        hasMore = true
        return .more
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
        view.runOn(to: time)
        interception?.settle()
    }

    /// Cancels gestures in progress; fingers that are down are ignored until they lift.
    ///
    /// - Parameter reason: Why, for the decision trace: "the machine goes to sleep".
    func suspend(because reason: String, at time: Timestamp) {
        _ = advance(to: time)
        view.passOver(because: reason, at: time)
        interception?.dropAll()
    }

    /// Takes over what the source's slots hold now: present contacts are ignored until they lift.
    ///
    /// - Parameter reason: Why gestures in progress are cancelled: "the machine was asleep".
    func startAnew(because reason: String, at time: Timestamp) {
        // After a sleep this includes a finger that landed after its notification: its lift was not read.
        view.passOver(because: reason, at: time)
        view.assembler.adopt(currentSlot: source.currentSlot, source.slotState)
    }

    // MARK: - Interception

    /// What applications have of the touches, while they do not have all of them.
    private var interception: InterceptedTouches?

    /// Has a clone of the panel receive what recognizers leave to applications.
    ///
    /// The source gives all events to what is returned before it returns them.
    func intercept(to clone: ClonedDevice, send: @escaping ([OutputEvent]) -> Void) -> InterceptedTouches {
        let touches = InterceptedTouches(to: clone, view.assembler, view.layer.engine, send: send)
        follow(touches)
        return touches
    }

    /// Goes on with the clone that an earlier pipeline of the panel had.
    func intercept(_ touches: InterceptedTouches) {
        touches.use(view.assembler, view.layer.engine)
        follow(touches)
    }

    private func follow(_ touches: InterceptedTouches) {
        interception = touches
        view.willProcess = touches.willProcess
        // Recognizers that take touches are needed, whether or not anybody listens.
        demand = nil
        update()
    }

    /// Applications have the panel itself.
    func stopIntercepting() {
        guard interception != nil else { return }
        view.layer.engine.applicationObserver = nil
        (interception, view.willProcess) = (nil, nil)
        demand = nil
        expectUpdate()
    }

    /// Keeps the fingers that are down, or else the next ones, from applications until all have lifted.
    ///
    /// - Returns: Whether the surface is intercepted; otherwise nothing has happened.
    func swallow() -> Bool {
        interception?.swallow()
        return interception != nil
    }

    // MARK: - Demand

    /// Notes that demand or attachments may have changed: `update()` is due when the source is read next.
    func expectUpdate() { isOutdated = true }

    /// Applies changed attachments, and makes recognizers idle that are not needed.
    ///
    /// Not while recognizers are at work.
    func update() {
        isOutdated = false
        var isOther = updateConnectionLayers()
        // Own layers first: the configured recognizers that they need depend on their demand.
        for own in connectionLayers where own.meet(listeners.demand(of: own.connection)) { isOther = true }
        // The cost of one connection's changes must not grow with other connections' attachments.
        let demand = listeners.demand(of: nil)
        guard isOther || demand == nil || demand != self.demand else { return }
        self.demand = demand
        view.layer.otherViews = Set<Int>(connectionLayers.map(\.connection))
        // Configured recognizers that own ones depend on are needed, too.
        view.layer.update(needed: connectionLayers.reduce(into: []) { $0.formUnion($1.required) })
    }

    /// Moves the regions of a connection to where it has them now; nothing else of it has changed.
    func place(_ attachment: Attachment) {
        connectionLayers.first { $0.connection == attachment.connection }?.follow(attachment)
    }

    /// Returns a sentence about a connection's own region that no finger can hit where it is now; nil of others.
    func warning(aboutRegion name: String, of connection: Int) -> String? {
        let layer = connectionLayers.first { $0.connection == connection }
        return layer?.population.warning(about: name, isSizeKnown: result.isSizeKnown)
    }

    /// Whether a question of a connection's own recognizer on this surface is open.
    func isOpen(_ question: Int, of connection: Int) -> Bool {
        connectionLayers.contains { $0.connection == connection && $0.isOpen(question) }
    }

    /// Answers a question of a connection's own recognizer, if it is open.
    ///
    /// Advance to the present before: what the source has comes first.
    func answer(_ question: Int, _ yes: Bool, of connection: Int) {
        for own in connectionLayers where own.connection == connection { own.answer(question, yes) }
    }

    /// Whether there are others than before.
    private func updateConnectionLayers() -> Bool {
        let attachments = listeners.attachments
        guard !attachments.isEmpty || !connectionLayers.isEmpty else { return false }
        var layers: [ConnectionLayer] = []
        for attachment in attachments {
            let own =
                connectionLayers.first { $0.connection == attachment.connection } ?? makeConnectionLayer(attachment)
            own.follow(attachment)
            if !own.population.isEmpty { layers.append(own) }
        }
        for gone in connectionLayers where !layers.contains(where: { $0 === gone }) { gone.close() }
        let isSame = connectionLayers.elementsEqual(layers, by: ===)
        view.connectionLayers = layers
        return !isSame
    }

    private func makeConnectionLayer(_ attachment: Attachment) -> ConnectionLayer {
        let base = view.layer.engine
        let engine = GestureEngine(size: surface.size, thresholds: base.thresholds.forAttachments)
        engine.maximumNumberOfTouches = base.maximumNumberOfTouches
        let own = RecognizerLayer(
            engine: engine, connection: attachment.connection, surface: surface, device: source.device,
            numbers: attachment.numbers, privateTouches: view.privateTouches, listeners: listeners)
        return ConnectionLayer(
            of: attachment.connection, own, configuration: configuration, surface: surface, base: base)
    }

    func setEnabled(_ recognizer: String, _ isEnabled: Bool) {
        for each in root.allGestureRecognizers where each.name == recognizer { each.isEnabled = isEnabled }
        interception?.settle()
    }

    /// The number of active configured recognizers.
    var awakeCount: Int { root.allGestureRecognizers.count { !$0.isIdle } }

    /// Returns the last outcome of each configured recognizer, and of each of a connection's own.
    ///
    /// - Parameter start: Decisions about earlier touches are omitted.
    func decisions(
        after start: TouchMark = .start, seenBy connection: Int? = nil
    ) -> (own: [DecisionReport], configured: [DecisionReport]) {
        func reports(of layer: RecognizerLayer?) -> [DecisionReport] {
            layer?.decisions.reports(on: surface.name, after: start) ?? []
        }
        let own = connectionLayers.first { $0.connection == connection }
        return (reports(of: own?.layer), reports(of: view.layer))
    }

    /// The regions as a connection sees them: the root, and which of those in it are its own.
    func regions(seenBy connection: Int) -> (root: Region, own: [Region]) {
        guard let own = connectionLayers.first(where: { $0.connection == connection }) else { return (root, []) }
        return (own.layer.engine.root, own.population.regions)
    }

    // MARK: - Observers

    /// Adds an observer of the touches of the surface, private ones included, as its configured regions receive them.
    func add(_ observer: any TouchObserver) {
        view.layer.touchObservers.add(observer)
        // What regions receive depends on every recognizer, so none may be idle.
        demand = nil
        expectUpdate()
    }

    /// Removes an observer, which receives the cancellation of the touches that regions have received.
    func remove(_ observer: any TouchObserver) {
        view.layer.touchObservers.remove(observer)
        demand = nil
        expectUpdate()
    }

    /// Returns the device's values of a slot, at an observer's time; see `Touch.slot`.
    func state(ofSlot slot: Int) -> SlotState { view.assembler.state(ofSlot: slot) }

    // MARK: - What was seen

    var defects: Tally<DeviceDefect> { view.assembler.defects }

    var unwanted: Tally<UnwantedTouch> { view.assembler.unwanted }

    /// Called with each defect, and whether it is the first of its kind.
    var didNoteDefect: ((DeviceDefect, Bool) -> Void)? {
        get { view.assembler.didNote }
        set { view.assembler.didNote = newValue }
    }

    /// A pen came near the same glass, or went; what the source has at that time comes first.
    func setPen(isNear: Bool, at time: Timestamp) {
        guard isNear != isPenNear else { return }
        isPenNear = isNear
        _ = advance(to: time)
        view.setPen(isNear: isNear, at: time)
        interception?.settle()
    }

    private var isPenNear = false

    /// Cancels every touch, and with them every gesture in progress.
    ///
    /// - Parameter reason: Why, for the decision trace: "the device is gone".
    func removeDevice(because reason: String, at time: Timestamp) {
        view.removeDevice(because: reason, at: time)
        interception?.dropAll()
    }

    /// A few frames of sixty fingers.
    private static let eventsPerTurn = 4096
}
