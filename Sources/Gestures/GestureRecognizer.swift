// What is a recognizer? The base class of all gestures, in UIKit's shape.

public import Touch

/// Watches the touches of a region and decides whether they are its gesture.
///
/// Subclass it to make your own.
///
/// A subclass overrides the touch methods, calls `super` in each, and sets `state`. Discrete gestures go from
/// `possible` to `recognized`; continuous ones through `began` and `changed` to `ended` or `cancelled`. Actions run
/// after all recognizers have seen the event; `reset()` follows, and only then is the state `possible` again.
///
/// All of it happens on the queue that calls the engine.
open class GestureRecognizer {
    /// How configuration and clients call this recognizer.
    public let name: String
    /// The region that it watches.
    public internal(set) final weak var region: Region?
    /// The engine of that region.
    ///
    /// Not counted, as it is asked for every frame; the engine clears it when it goes.
    final unowned(unsafe) var engine: GestureEngine?
    private var actions: [(GestureRecognizer) -> Void] = []

    // The properties below are read and written for every frame. They belong to the queue that calls the engine, so
    // the run-time exclusivity check, which tripled the cost of a frame, is off for them and for nothing else.

    /// When the recognizer is to hear of it although no touch changes: `deadlineReached(at:)` is called at that event
    /// time, before any later event.
    ///
    /// It dies with the attempt that set it.
    @exclusivity(unchecked) public final var deadline: Timestamp?
    /// The time of the event that is being delivered, or was last.
    @exclusivity(unchecked) public internal(set) final var eventTime = Timestamp.zero
    /// The touches of the current attempt in the order in which they joined; see `numberOfTouches`.
    @exclusivity(unchecked) final var involved: [Touch] = []
    /// The places of the tracked touches in their table.
    @exclusivity(unchecked) final var trackedMask: UInt64 = 0
    @exclusivity(unchecked) final var currentState = State.possible
    @exclusivity(unchecked) final var notices: Notices = []
    /// Whether its actions are running.
    @exclusivity(unchecked) final var isActing = false
    /// Whether `began` has been told and its end has not.
    @exclusivity(unchecked) final var hasBegun = false
    @exclusivity(unchecked) private final var lastLocation = Point.zero

    /// A recognizer without actions, enabled, that belongs to no region yet.
    public init(name: String = "") {
        self.name = name
        involved.reserveCapacity(TouchTable.capacity)
    }

    // MARK: - State

    /// Where the recognizer stands.
    ///
    /// Subclasses set it; others only read it.
    ///
    /// Only the changes that `State.canBecome(_:)` allows are legal; another one traps in a debug build and is ignored
    /// in a release build. Leaving `possible` is an attempt: it holds unless another recognizer prevents it before the
    /// event is over, in which case the state is `failed`.
    public final var state: State {
        get { currentState }
        set {
            guard !notices.contains(.resetting) else { return }
            guard currentState.canBecome(newValue) else {
                assertionFailure("\(name): a recognizer cannot go from \(currentState) to \(newValue)")
                return
            }
            // Nobody would reset a recognizer that has been removed, perhaps by itself a moment ago.
            guard let engine else { return }
            if currentState == .possible, newValue != .failed { notices.insert(.attempt) }
            switch newValue {
            case .began: notices.insert(.began)
            case .changed: notices.insert(.changed)
            case .possible, .ended, .cancelled, .failed: notices.insert(.final)
            }
            currentState = newValue
            engine.settleSoon()
        }
    }

    /// Whether the recognizer gets touches.
    ///
    /// Switching it off cancels a gesture that has begun, and the fingers that are down then stay unknown to it.
    public final var isEnabled = true {
        didSet { if oldValue, !isEnabled { engine?.abandon(self) } }
    }

    /// Runs `action` at every recognition: once for a discrete gesture; at began, each change, and at ended or
    /// cancelled for a continuous one.
    ///
    /// Actions run in the order in which they were added.
    public final func addAction(_ action: @escaping (GestureRecognizer) -> Void) {
        actions.append(action)
    }

    final func sendActions() {
        for action in actions { action(self) }
    }

    // MARK: - For subclasses: touches

    /// Fingers came down; only the new ones are in `touches`.
    ///
    /// Call `super`.
    open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}

    /// Fingers moved; only those are in `touches`.
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
    open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}

    /// The `deadline` that this recognizer set has come; it is nil again.
    open func deadlineReached(at time: Timestamp) {}

    /// Forget the attempt.
    ///
    /// The engine calls it when the state is final, just before it becomes `possible`; touches that are still down are
    /// not delivered again. Call `super`.
    open func reset() {}

    /// Takes no more notice of this touch, for as long as it lives: the way to leave extra fingers to others.
    public final func ignore(_ touch: Touch, for event: TouchEvent) {
        guard let index = involved.firstIndex(of: touch) else { return }
        involved.remove(at: index)
        trackedMask &= ~touch.mask
    }

    // MARK: - For subclasses: other recognizers

    /// Whether this gesture, once recognized, keeps `other` from being recognized on the same touches.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

    /// Whether `other`, once recognized, keeps this gesture from being recognized on the same touches.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

    // MARK: - Where

    /// How many fingers are in the gesture, those that lift in this event included.
    public final var numberOfTouches: Int { involved.count }

    /// How many of them are still down.
    public final var numberOfTouchesDown: Int {
        var count = 0
        for touch in involved where !touch.isOver { count += 1 }
        return count
    }

    /// The centroid of the fingers in a region's coordinates, the surface's when `region` is nil; the last one when no
    /// finger is left.
    ///
    /// Points.
    public final func location(in region: Region?) -> Point {
        region?.convert(centroid) ?? centroid
    }

    /// Where one finger is, counted from 0 in the order in which they joined; nil when there is no such finger.
    public final func location(ofTouch index: Int, in region: Region?) -> Point? {
        involved.indices.contains(index) ? involved[index].location(in: region) : nil
    }

    /// The serial numbers of the fingers, in the order in which they joined.
    public final var touchIDs: some Sequence<Int> { involved.lazy.map(\.id) }

    final var centroid: Point {
        guard !involved.isEmpty else { return lastLocation }
        var sum = Vector.zero
        for touch in involved { sum += touch.location - .zero }
        return .zero + sum * (1 / Double(involved.count))
    }

    /// What the gesture measures; subclasses of known types say it.
    open var measurement: GestureMeasurement { .none }

    /// Whether lifted fingers stay in `numberOfTouches` until the attempt is over, as taps need it.
    var keepsLiftedTouches: Bool { false }
}

// MARK: - For the engine

extension GestureRecognizer {
    /// What is to be done for a recognizer before an event is over.
    struct Notices: OptionSet {
        let rawValue: UInt8
        /// It wants to leave `possible`, and nobody has decided yet.
        static let attempt = Notices(rawValue: 1)
        /// Its `began` has not been told.
        static let began = Notices(rawValue: 2)
        /// A change has not been told.
        static let changed = Notices(rawValue: 4)
        /// Its final state has not been told.
        static let final = Notices(rawValue: 8)
        /// `reset()` is running: no state change.
        static let resetting = Notices(rawValue: 16)
    }

    final func join(_ touch: Touch) {
        involved.append(touch)
        trackedMask |= touch.mask
    }

    /// Whether any of these touches is tracked, and something can still come of it.
    final func wants(_ touches: TouchSet) -> Bool { touches.mask & trackedMask != 0 && !currentState.isFinal }

    /// The tracked ones of these touches.
    final func own(_ touches: TouchSet) -> TouchSet { touches.masked(by: trackedMask) }

    /// Lets go of touches that are over, once their event is.
    final func dropTouches(_ gone: UInt64) {
        guard trackedMask & gone != 0 else { return }
        lastLocation = centroid
        trackedMask &= ~gone
        if !keepsLiftedTouches { dropLiftedTouches() }
    }

    final func dropLiftedTouches() {
        involved.removeAll(where: \.isOver)
    }

    /// Whether there is anything to break off or to forget.
    final var isUnderWay: Bool { trackedMask != 0 || deadline != nil || currentState != .possible }

    /// Breaks the attempt off: cancelled when the gesture has begun for others to see, else failed.
    final func breakOff() {
        guard hasBegun || notices.contains(.attempt) || !currentState.isFinal else { return }
        currentState = hasBegun ? .cancelled : .failed
        notices = .final
        deadline = nil
    }

    /// `reset()`, then possible, then nothing of the old touches.
    final func finish() {
        notices = .resetting
        reset()
        notices = []
        deadline = nil
        lastLocation = centroid
        involved.removeAll(keepingCapacity: true)
        trackedMask = 0
        currentState = .possible
    }
}
