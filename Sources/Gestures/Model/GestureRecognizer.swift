// The base class of all recognizers, modelled on UIKit's `UIGestureRecognizer`.

public import Touch

/// Watches the touches of a region and decides whether they are its gesture.
///
/// Subclass it to make your own.
///
/// A subclass overrides the touch methods, calls `super` in each, and sets `state`, for which its file imports
/// `GestureRecognizerSubclass`. Discrete gestures go from
/// `possible` to `recognized`; continuous ones through `began` and `changed` to `ended` or `cancelled`. Actions run
/// after all recognizers have seen the event; `reset()` follows, and only then is the state `possible` again.
///
/// All of it happens on the queue that calls the engine.
open class GestureRecognizer {
    /// The recognizer's name in the configuration and for clients.
    public final let name: String
    /// The profile that its defaults come from.
    public final let thresholds: Thresholds
    /// The region that it watches.
    public internal(set) final weak var region: Region?
    /// The delegate that answers its questions; see `GestureRecognizerDelegate`.
    public final weak var delegate: (any GestureRecognizerDelegate)? {
        didSet { hasDelegate = delegate != nil }
    }
    /// The event time at which the recognizer receives `deadlineReached(at:)` although no touch changes: it is called
    /// at that event time, before any later event.
    ///
    /// One that is past is due at once; one that is set to the past again, when it has come, a millisecond later. It
    /// dies with the attempt that set it.
    public final var deadline: Timestamp? {
        get { participant.deadline }
        set {
            participant.deadline = newValue
            if newValue != nil { engine?.mayHaveDeadlines = true }
        }
    }
    /// The time of the event that is being delivered, or was last.
    @exclusivity(unchecked) public internal(set) final var eventTime = Timestamp.zero

    /// A recognizer without actions, enabled, that belongs to no region yet.
    public init(name: String = "", thresholds: Thresholds = .standard) {
        self.name = name
        self.thresholds = thresholds
        participant = Participant(thresholds: thresholds)
    }

    /// The name of this type of gesture for clients; by default the name of the class.
    open var typeName: String { String(describing: type(of: self)) }

    // MARK: - State

    /// The recognizer's state.
    ///
    /// Subclasses set it: a file with `import GestureRecognizerSubclass` can, as with UIKit's header of that name.
    /// While an attempt to leave `possible` is not decided, because others that are required to fail have not, the
    /// recognizer itself reads the state that it has set, and all others read `possible`.
    @_disfavoredOverload  // Where the settable one of that module is imported, that one is meant.
    public package(set) final var state: State {
        get { shownState }
        set { setState(newValue) }
    }

    /// What `state` reads: its own state from within its methods, otherwise the one that others see.
    package final var shownState: State { isInside ? attempt.state : attempt.visibleState }

    package final func setState(_ next: State) {
        guard !attempt.isResetting else { return }
        guard ownState.canBecome(next) else {
            assertionFailure("\(name): a recognizer cannot go from \(ownState) to \(next)")
            return
        }
        // A recognizer that has been removed, perhaps by itself a moment ago, would never be reset.
        guard let engine, isEnabled else { return }
        if next == .failed { engine.report(self, .failed(.rule(reason))) }
        if next == .cancelled, attempt.hasBegun { engine.report(self, .cancelled(.rule(reason))) }
        attempt.move(to: next)
        if attempt.isAsking { engine.arbiter.mayHaveAttempts = true }
        if trackedMask == 0 { engine.settling.mustCleanUp = true }
        engine.settleSoon()
    }

    /// Why the next state is set, for the decision trace.
    public final var reason: Reason?

    /// Sets `state` to `failed`, and says why.
    @_disfavoredOverload
    package final func fail(because reason: Reason) {
        self.reason = reason
        setState(.failed)
    }

    /// What it asks the engine's `questionObserver`, which answers later.
    ///
    /// UIKit's delegate has the same questions, and answers at once: it is asked before. Asked whether it may begin, a
    /// recognizer waits for the answer as for others to fail. Asked whether it receives a touch, it works with the
    /// touch and waits when it wants to begin; if the answer is no, it starts again without it. A touch that is one
    /// more than it takes, or lands when it has begun, joins it after the answer.
    public final var asks: GestureQuestions = []
    /// The time, in seconds, after which the answer to its next question is yes.
    public final var answerTimeout = 0.1

    /// Whether the recognizer gets touches.
    ///
    /// Switching it off cancels a gesture that has begun, and the fingers that are down then stay unknown to it.
    @exclusivity(unchecked) public final var isEnabled = true {
        didSet {
            participant.rules.isEnabled = isEnabled
            guard oldValue, !isEnabled, let engine else { return }
            engine.closeQuestions(of: self)
            engine.cancel(self, because: .disabled)
        }
    }

    /// Whether `touchesMoved(_:with:)` is also called for fingers that do not move while their size or pressure
    /// changes.
    ///
    /// UIKit always does so. False by default, because a finger's pressure changes almost constantly. Set it for
    /// gestures of force.
    @exclusivity(unchecked) public final var receivesContactChanges = false {
        didSet { engine?.updateContactChanges() }
    }

    // MARK: - The touches of others

    /// Whether recognition cancels the gesture's touches for the region; see `TouchStreamObserver`.
    public final var cancelsTouchesInView = true
    /// Whether the region receives no touches while the recognizer may still be recognized.
    public final var delaysTouchesBegan = false
    /// Whether the region receives no lifts while the recognizer may still be recognized.
    ///
    /// Pan, pinch, rotation and transform go on with the fingers that are down: they withhold lifts only while they
    /// wait for others to fail. No more than 64 lifts of a surface are withheld; then the oldest touch ends.
    public final var delaysTouchesEnded = true

    /// Whether it keeps its touches from the applications under the surface, too; see
    /// `GestureEngine.applicationObserver`.
    ///
    /// Lifts are withheld as `delaysTouchesEnded` says.
    public final var intercepts = InterceptionMode.never

    // MARK: - Actions

    /// The smoothing of location and measurement for observers of the engine; nil for none.
    @exclusivity(unchecked) public final var smoothing: Smoothing? {
        didSet { smoother = smoothing.map(Smoother.init) }
    }

    /// Runs `action` at every recognition: once for a discrete gesture; at began, each change, and at ended or
    /// cancelled for a continuous one.
    ///
    /// Actions run in the order in which they were added. One whose identifier is there already is not added again.
    public final func addAction(identifier: String? = nil, _ action: @escaping (GestureRecognizer) -> Void) {
        if let identifier, actions.contains(where: { $0.identifier == identifier }) { return }
        actions.append((identifier, action))
    }

    /// Removes the action with this identifier; all actions when it is nil.
    public final func removeAction(identifier: String? = nil) {
        actions.removeAll { identifier == nil || $0.identifier == identifier }
    }

    final var hasActions: Bool { !actions.isEmpty }

    final func sendActions() {
        for action in actions { action.run(self) }
    }

    // MARK: - For subclasses: touches

    /// Fingers came down; only the new ones are in `touches`.
    ///
    /// Call `super`.
    open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}

    /// Fingers moved; only those are in `touches`, and those of which only size or pressure changed if
    /// `receivesContactChanges`.
    ///
    /// Call `super`.
    open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {}

    /// Fingers lifted; they still count in `numberOfTouches`.
    ///
    /// Call `super`.
    open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}

    /// Touches are over without a lift: the device went, or events were lost.
    ///
    /// Set `failed`, or `cancelled` once the gesture has begun. Call `super`.
    open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        if endsWithLostTouch { endWithoutLift() }
    }

    /// The `deadline` that this recognizer set has come; it is nil again.
    open func deadlineReached(at time: Timestamp) {}

    /// Forget the attempt.
    ///
    /// The engine calls it when the state is final, just before it becomes `possible`; touches that are still down are
    /// not delivered again. Calling it oneself does no harm: it changes no state. Call `super`.
    open func reset() {}

    /// Takes no more notice of this touch, for as long as it lives: the way to leave extra fingers to others.
    public final func ignore(_ touch: Touch, for event: TouchEvent) { leaveToOthers(touch) }

    final func leaveToOthers(_ touch: Touch) {
        guard involved.contains(touch) else { return }
        leave(touch)
        if let number = engine?.eventNumber { notes[number].ignored |= touch.mask }
        engine?.report(self, .ignored(touch))
        engine?.streams?.forEach { $0.forget(touch, self) }
        guard let engine else { return }
        // No recognizer waits for one that has no touch left, and no question about this one matters.
        if trackedMask == 0 || engine.questions.areOpen { engine.settling.mustCleanUp = true }
        engine.settleSoon()
    }

    // MARK: - For subclasses: other recognizers

    /// Whether this gesture, once recognized, keeps `other` from being recognized on the same touches.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

    /// Whether `other`, once recognized, keeps this gesture from being recognized on the same touches.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

    /// Whether this recognizer has to wait until `other` fails; asked once for each pair and attempt.
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

    /// Whether `other` has to wait until this recognizer fails; asked once for each pair and attempt.
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

    /// With how many fingers the gesture can be made.
    ///
    /// A gesture that began while fingers were landing is cancelled when a recognizer that needs more fingers than the
    /// gesture has is recognized.
    open var numberOfTouchesAccepted: ClosedRange<Int> { 1...Int.max }

    // MARK: - Where

    /// The number of fingers in the gesture, including those that lift in this event.
    public final var numberOfTouches: Int { involved.count }

    /// The number of its fingers that are still down.
    public final var numberOfTouchesDown: Int {
        (trackedMask & ~(engine?.endingTouches ?? 0)).nonzeroBitCount
    }

    /// The centroid of the fingers in a region's coordinates, the surface's when `region` is nil; the last one when no
    /// finger is left.
    ///
    /// Points. A gesture that had to wait for others to fail, or for an answer, is where it would have begun when it
    /// begins.
    public final func location(in region: Region?) -> Point {
        let place = isActing ? attempt.hold?.location ?? centroid : centroid
        return region?.convert(place) ?? place
    }

    /// Returns the location of a finger, counted from 0 in the order in which they joined; nil when there is no such
    /// finger.
    public final func location(ofTouch index: Int, in region: Region?) -> Point? {
        involved.indices.contains(index) ? involved[index].location(in: region) : nil
    }

    /// The serial numbers of the fingers, in the order in which they joined.
    public final var touchIDs: some Sequence<Int> { involved.lazy.map { $0.id } }

    package final func hasTouches(_ ids: [Int]) -> Bool {
        guard involved.count == ids.count else { return false }
        for index in ids.indices where involved[index].id != ids[index] { return false }
        return true
    }

    /// Calls a function with the location of each finger on the surface, in the order in which they joined.
    package final func forEachLocation(_ body: (Point) -> Void) {
        // By index, as in the centroid.
        for index in involved.indices { body(involved[index].location) }
    }

    final var centroid: Point {
        guard !involved.isEmpty else { return lastLocation }
        var sum = Vector.zero
        // By index: a touch is not counted for that, as it would be in a loop over the touches.
        for index in involved.indices { sum += involved[index].location - .zero }
        return .zero + sum * (1 / Double(involved.count))
    }

    /// The least distance, in points, that fingers have moved when it is recognized; nil if they need not move.
    package var leastMovement: Double? { nil }

    /// The measurement of the gesture; subclasses override it.
    open var measurement: GestureMeasurement { .none }

    /// Whether lifted fingers stay in `numberOfTouches` until the attempt is over, as taps need it.
    var keepsLiftedTouches: Bool { false }

    /// Whether touches that have lifted may be part of the gesture that is recognized later, as the taps of a row are.
    ///
    /// False for gestures of the fingers that are down, which go on with other fingers.
    var includesLiftedTouches: Bool { true }

    /// Whether it has as many fingers as it takes, so that one that lands as the last of them lifts is of another
    /// gesture.
    ///
    /// False for gestures that go on with other fingers.
    var hasAllFingers: Bool { false }

    /// Whether a finger too many fails it before it has begun, and so also while it waits to begin.
    ///
    /// False for gestures that leave such a finger to others.
    var failsWithTooManyTouches: Bool { false }

    /// Whether it fails, or is cancelled once it has begun, as soon as one of its touches is over without a lift.
    var endsWithLostTouch: Bool { false }

    /// Whether a gesture of more fingers may take this one back while fingers land.
    var canBeTakenBack: Bool { true }

    /// The number of taps that it counts, if it counts taps and nothing else; 0 otherwise.
    var countedTaps: Int { 0 }

    /// Whether its outcome is decided elsewhere, so that it is decided first.
    var isDecidedElsewhere: Bool { false }

    // MARK: - For the engine

    // The marked properties, here and above, are read or changed for every frame. They belong to the queue that calls
    // the engine, so the run-time exclusivity check, which tripled the cost of a frame, is off for them, and for what
    // the recognizers of this module measure.

    /// The engine of that region.
    ///
    /// Not counted, as it is asked for every frame; the engine clears it when it goes.
    @exclusivity(unchecked) final unowned(unsafe) var engine: GestureEngine? {
        didSet {
            participant.rules.isPresent = engine != nil
            guard let engine, engine.identity !== notedEngine else { return }
            isIdle = false
            // Notes about events of the last engine do not apply to this engine's events with the same numbers.
            notes = EventNotes()
            notedEngine = engine.identity
        }
    }
    /// The engine of whose events `notes` are, also while it belongs to none.
    private final var notedEngine: GestureEngine.Identity?
    /// What arbitration knows of it.
    final let participant: Participant
    /// What it has asked about others in this attempt.
    final var pairQuestions: [PairQuestion] = []
    final var isInside = false
    final var isActing = false
    /// What its delegate answered in the last event, and which touches it ignored.
    final var notes = EventNotes()
    /// The centroid when the last finger was dropped.
    final var lastLocation = Point.zero
    /// Whether it is idle and receives no touches because no observer needs it; see
    /// `GestureEngine.makeIdle(takes:except:)`.
    package internal(set) final var isIdle = false
    /// Whether it may take touches from applications, as `intercepts` says.
    final var takesTouches = true
    /// What it takes from applications now.
    final var interception: InterceptionMode { takesTouches ? intercepts : .never }
    /// Whether there is a delegate; quicker than to ask for it.
    final var hasDelegate = false
    @exclusivity(unchecked)
    private final var actions: [(identifier: String?, run: (GestureRecognizer) -> Void)] = []
    final var smoother: Smoother?
}
