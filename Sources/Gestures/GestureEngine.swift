// The gesture engine, which processes one frame of touches at a time: deliver, resolve, act, reset.

public import Touch

/// The recognizers of one surface.
///
/// Frames and times go in, events come out; the engine knows no clock. One frame is one event:
/// 1. deadlines that are due fire first, each as an event of its own,
/// 2. touches that began are given to the recognizers of their region and of the regions around it,
/// 3. recognizers see their touches, those of inner regions first, then in the order in which they were added,
/// 4. those that want to be recognized are decided upon, wait for others, and prevent others,
/// 5. the regions' own touches are passed on, withheld, released or cancelled,
/// 6. actions run,
/// 7. recognizers that are done are reset; fingers that are still down are not theirs any more.
///
/// The same frames give the same events in the same order. Not thread-safe: one queue calls it.
public final class GestureEngine {
    /// The region that is the whole surface.
    public let root: Region
    /// The thresholds that apply across recognizers.
    public let thresholds: Thresholds
    /// The observer of all gestures.
    @exclusivity(unchecked) public weak var observer: (any GestureObserver)?
    /// The observer of all decisions.
    public weak var decisionObserver: (any DecisionObserver)? {
        didSet { isTraced = decisionObserver != nil }
    }
    /// With how many fingers at once a gesture can be made: what the panel reports.
    ///
    /// A recognizer that needs more takes no gesture back, as it will never be recognized.
    public var maximumNumberOfTouches = TouchTable.capacity
    /// The observer of regions' touches.
    public weak var touchStreamObserver: (any TouchStreamObserver)? {
        didSet {
            stream = touchStreamObserver.map { _ in stream ?? TouchStream() }
            noteWhoAsksForContactChanges()
        }
    }
    /// Whether a recognizer or observer here receives touches whose size or pressure alone changes: a recognizer with
    /// `receivesContactChanges`, or the observer of the touch stream.
    ///
    /// Copy it to `TouchTable.deliversContactChanges` before each frame.
    public var asksForContactChanges: Bool { mustHearOfContacts }
    // The attribute has no effect on access from other modules, hence the private copy.
    @exclusivity(unchecked) private var mustHearOfContacts = false

    // The following properties are read and written for every frame, on the queue that calls the engine: no run-time
    // exclusivity check, as in `GestureRecognizer`.

    /// All recognizers, in the order in which they see an event; for the order of decisions, see `nextCandidate()`.
    @exclusivity(unchecked) private(set) var recognizers: [GestureRecognizer] = []
    @exclusivity(unchecked) private(set) var stream: TouchStream?
    @exclusivity(unchecked) var time = Timestamp(microseconds: .min)
    @exclusivity(unchecked) var isBusy = false
    @exclusivity(unchecked) var mustSettle = false
    /// Whether a recognizer may want to leave `possible` whose requirements have not been asked for yet.
    @exclusivity(unchecked) var mayHaveAttempts = false
    /// Whether all have seen the event, and it is being decided.
    @exclusivity(unchecked) var isResolving = false
    /// Whether a recognizer may be left that has no touches any more.
    @exclusivity(unchecked) var mustTidy = false
    @exclusivity(unchecked) var isTraced = false
    /// The touches that go in this event.
    @exclusivity(unchecked) private(set) var gone: UInt64 = 0
    /// Gestures that were taken back; observers receive their end before anything else.
    @exclusivity(unchecked) var revoked: [GestureRecognizer] = []
    /// Whether a recognizer may wait for a deadline.
    @exclusivity(unchecked) var mayHaveDeadlines = false
    /// The most fingers that any recognizer needs that can be decided now; see `nextCandidate()`.
    @exclusivity(unchecked) var mostFingersWanted = 0
    /// Whether a recognizer may contend with a gesture that has begun.
    @exclusivity(unchecked) var mayHaveContentions = false
    /// The recognizers that were recognized in this event, with their touches, while there are interrupted ones.
    @exclusivity(unchecked) var taken: [(recognizer: GestureRecognizer, touches: UInt64)] = []
    /// The number of the event, so that delegates are asked once per event, and a wait that ends in the same event does
    /// not count.
    @exclusivity(unchecked) var eventNumber = 0
    /// The number of recognizers that wait for others, at least while a decision is due.
    @exclusivity(unchecked) var heldCount = 0
    /// The number of times that the chains of waiting recognizers were computed.
    @exclusivity(unchecked) var waitRound = 0
    /// Recognizers that were between two taps when a finger landed.
    @exclusivity(unchecked) var interrupted: [(recognizer: GestureRecognizer, isWaiting: Bool)] = []
    /// Its recognizers that are proxies of another engine's.
    @exclusivity(unchecked) var standIns: [StandIn] = []
    /// The region of each touch, by the touch's place in its table.
    @exclusivity(unchecked) var regions: [Region?] = Array(repeating: nil, count: TouchTable.capacity)
    @exclusivity(unchecked) var taps: TapCounter
    /// Whether `Touch.tapCount` is another engine's to set, which is given the same touches before.
    @exclusivity(unchecked) package var leavesTapCount = false
    let order: RecognizerOrder
    private var isAdding = false
    /// The identity of a recognizer's last engine, which may have been deallocated.
    final class Identity {}
    let identity = Identity()

    /// An engine for a surface of this size in points.
    public init(size: Size, thresholds: Thresholds = .standard, order: RecognizerOrder = .innermostFirst) {
        root = Region(name: "root", size: size)
        self.thresholds = thresholds
        self.order = order
        taps = TapCounter(thresholds: thresholds)
        root.engine = self
    }

    /// Its recognizers and regions can be added to another engine.
    ///
    /// Observers receive nothing about gestures in progress when the engine is deallocated: call
    /// `cancelAll(because:at:)` first if they need their end. Recognizers keep what they measured until they are added
    /// to another engine.
    deinit {
        root.engine = nil
        for recognizer in recognizers where recognizer.isUnderWay {
            recognizer.isLeftOver = true
            // It must not keep others.
            recognizer.hold = nil
            recognizer.contentions.removeAll()
        }
    }

    /// The time when `advance(to:)` should be called at the latest, if no frame comes before; nil while nothing waits.
    public var nextDeadline: Timestamp? {
        var first: Timestamp?
        if mayHaveDeadlines {
            recognizers.forEachUncounted { recognizer in
                if let deadline = recognizer.deadline, deadline < (first ?? Timestamp(microseconds: .max)) {
                    first = deadline
                }
            }
            mayHaveDeadlines = first != nil
        }
        if mayHaveContentions, let end = nextContentionEnd, end < (first ?? Timestamp(microseconds: .max)) {
            first = end
        }
        return first
    }

    /// Takes one frame; deadlines up to its time fire before it.
    ///
    /// The touches of the frame have changed already. So that those deadlines find the fingers as they were, however
    /// late the frame comes, call `advance(to:)` with its time before changing the `TouchTable`.
    public func process(_ frame: TouchFrame) {
        advance(to: frame.time)
        time = max(time, frame.time)
        isBusy = true
        eventNumber &+= 1
        gone = frame.endedMask | frame.cancelledMask
        let event = TouchEvent(frame, time: time, engine: self)
        if frame.beganMask != 0 { for touch in frame.began { place(touch, event) } }
        // A `reset()` or a delegate may have added one while touches were offered: it receives those that it was offered.
        let recognizers = recognizers
        recognizers.forEachUncounted { $0.receive(frame, event) }
        // Their originals may have failed because of a finger that is not theirs.
        for standIn in standIns { standIn.look() }
        if !leavesTapCount, frame.endedMask != 0 { for touch in frame.ended { taps.note(touch) } }
        if mustSettle { resolve() }
        if let stream { stream.receive(frame, event, self) }
        settle()
        // Twice: recognizers that wait for one that restarts also restart.
        for _ in 0..<2 where !interrupted.isEmpty { beginAnew(frame, event) }
        if !interrupted.isEmpty { interrupted.removeAll(keepingCapacity: true) }
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
        if gone != 0 || mustTidy { letGo(gone) }
        gone = 0
        isBusy = false
    }

    /// Advances time: every deadline up to `time` fires, the earliest first.
    public func advance(to time: Timestamp) {
        // This is the case in every frame in which gestures only continue.
        guard mayHaveDeadlines || mayHaveContentions else { return self.time = max(self.time, time) }
        while let due = nextDeadline, due <= time {
            // A deadline set for the past is due now: time does not go back.
            self.time = max(self.time, due)
            isBusy = true
            eventNumber &+= 1
            for recognizer in recognizers {
                guard let deadline = recognizer.deadline, deadline <= self.time else { continue }
                recognizer.fireDeadline(at: self.time)
                giveUp(recognizer)
            }
            settle()
            finishEvent()
            // A recognizer that sets a deadline of now or earlier again and again must neither stop the time nor loop
            // for ever.
            for recognizer in recognizers {
                guard let again = recognizer.deadline, again <= self.time else { continue }
                recognizer.deadline = self.time.adding(seconds: 1e-3)
            }
            isBusy = false
        }
        self.time = max(self.time, time)
    }

    /// Ends every gesture at `time`: those that have begun are cancelled, the others fail.
    ///
    /// Deadlines up to that time do not fire. Fingers that are down stay unknown to all recognizers until they lift.
    ///
    /// - Parameters:
    ///   - reason: Why, for the decision trace: "the device is gone".
    ///   - time: When, by the events' clock.
    public func cancelAll(because reason: String, at time: Timestamp) {
        self.time = max(self.time, time)
        // All together: no failure of one may let another begin.
        let wasBusy = isBusy
        isBusy = true
        for recognizer in recognizers where recognizer.isUnderWay {
            recognizer.eventTime = self.time
            abandon(recognizer, because: .all(reason))
        }
        isBusy = wasBusy
        if mustSettle { settleSoon() }
    }

    /// The region that a touch of this surface belongs to.
    func region(of touch: Touch) -> Region? { regions[touch.index] }

    /// Adds regions and recognizers, and nothing else: the order of all is found once, and not for each of them.
    package func addTogether(_ add: () -> Void) {
        let wasAdding = isAdding
        isAdding = true
        add()
        isAdding = wasAdding
        structureChanged()
    }

    func noteWhoAsksForContactChanges() {
        mustHearOfContacts = stream != nil || recognizers.contains(where: \.receivesContactChanges)
    }

    /// Recognizers or regions came or went.
    func structureChanged() {
        if isAdding { return }
        recognizers = order.sorted(root.recognizersOfTree())
        for (place, recognizer) in recognizers.enumerated() { recognizer.place = place }
        standIns = recognizers.compactMap { $0 as? StandIn }
        mayHaveDeadlines = true
        noteWhoAsksForContactChanges()
        // It was noted by the places before.
        if isResolving { noteWhoIsAhead() }
        for recognizer in recognizers where recognizer.isLeftOver {
            (recognizer.isLeftOver, recognizer.hasBegun) = (false, false)
            recognizer.finish()
        }
    }
}
