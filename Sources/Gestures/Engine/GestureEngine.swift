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
    /// The observer that recognizers ask; see `GestureRecognizer.asks`.
    public weak var questionObserver: (any GestureQuestionObserver)?
    /// With how many fingers at once a gesture can be made: what the panel reports.
    ///
    /// A recognizer that needs more takes no gesture back, as it will never be recognized.
    public var maximumNumberOfTouches: Int {
        get { arbiter.maximumNumberOfTouches }
        set { arbiter.maximumNumberOfTouches = newValue }
    }
    /// The observer of regions' touches.
    public weak var touchStreamObserver: (any TouchStreamObserver)? { didSet { updateStreams() } }
    /// The observer of the touches that applications under the surface receive; see `GestureRecognizer.intercepts`.
    ///
    /// It receives the begin of each touch that begins for applications, then its end or its cancellation, but no
    /// movements. A touch that is kept from applications is `cancelled` without having begun.
    public weak var applicationObserver: (any TouchStreamObserver)? { didSet { updateStreams() } }
    /// The touches that regions have received and that are not over, as cancelled.
    package var cancelledRegionTouches: [RegionTouch] { streams?.regions?.cancellations ?? [] }
    /// Whether a recognizer or observer here receives touches whose size or pressure alone changes: a recognizer with
    /// `receivesContactChanges`, or the observer of the touch stream.
    ///
    /// Copy it to `TouchTable.deliversContactChanges` before each frame.
    public var asksForContactChanges: Bool { needsContactChanges }
    // The attribute has no effect on access from other modules, hence the private copy.
    private var needsContactChanges = false

    // The marked properties are used for every frame, on the queue that calls the engine: no run-time exclusivity
    // check, as in `GestureRecognizer`.

    /// All recognizers, in the order in which they see an event; for the order of decisions, see `Precedence`.
    @exclusivity(unchecked) private(set) var recognizers: [GestureRecognizer] = []
    /// Those of them that come after others in a sequence, which come first, and those that do not.
    @exclusivity(unchecked) private(set) var successors: [GestureRecognizer] = []
    @exclusivity(unchecked) private var receivers: [GestureRecognizer] = []
    /// The touches of the last frame, for the recognizers that come after others.
    var latestTouches: TouchSet?
    /// What decides which of them begin; it knows them as its participants, in the same order.
    @exclusivity(unchecked) var arbiter = Arbiter()
    /// How far the event is settled.
    @exclusivity(unchecked) var settling = Settling()
    @exclusivity(unchecked) var offers: Offers
    @exclusivity(unchecked) var questions = Questions()
    @exclusivity(unchecked) var interruptions = InterruptedTapRows()
    @exclusivity(unchecked) var streams: TouchStreams?
    @exclusivity(unchecked) var predictions: TouchPredictions?
    /// Whether a recognizer may have a deadline; looked at for every frame.
    var mayHaveDeadlines = false
    /// Its recognizers that are proxies of another engine's.
    @exclusivity(unchecked) private(set) var proxies: [RecognizerProxy] = []
    private var isTraced = false
    /// Whether `Touch.tapCount` is another engine's to set, which is given the same touches before.
    package var leavesTapCount = false

    var time: Timestamp { arbiter.moment.time }
    var endingTouches: UInt64 { arbiter.moment.endingTouches }
    var eventNumber: Int { arbiter.moment.event }

    private let order: RecognizerOrder
    private var isAdding = false
    /// The identity of a recognizer's last engine, which may have been deallocated.
    final class Identity {}
    let identity = Identity()

    /// An engine for a surface of this size in points.
    public init(size: Size, thresholds: Thresholds = .standard, order: RecognizerOrder = .innermostFirst) {
        root = Region(name: "root", size: size)
        self.thresholds = thresholds
        self.order = order
        offers = Offers(thresholds: thresholds)
        root.engine = self
    }

    /// Its recognizers and regions can be added to another engine.
    ///
    /// Observers receive nothing about gestures in progress when the engine is deallocated: call
    /// `cancelAll(because:at:)` first if they need their end. Recognizers keep what they measured until they are added
    /// to another engine.
    deinit {
        root.engine = nil
        questions.close { _ in true }
        for recognizer in recognizers where recognizer.isUnderWay {
            recognizer.attempt.markLeftOver()
        }
    }

    /// The time when `advance(to:)` should be called at the latest, if no frame comes before; nil while nothing waits.
    public var nextDeadline: Timestamp? {
        var first = nextRecognizerDeadline
        if arbiter.mayHaveContentions {
            describeRecognizers()
            if let end = arbiter.nextContentionEnd { first = min(first ?? end, end) }
        }
        if let deadline = questions.nextDeadline { first = min(first ?? deadline, deadline) }
        return first
    }

    /// Takes one frame; deadlines up to its time fire before it.
    ///
    /// The touches of the frame have changed already. So that those deadlines find the fingers as they were, however
    /// late the frame comes, call `advance(to:)` with its time before changing the `TouchTable`.
    public func process(_ frame: TouchFrame) {
        advance(to: frame.time)
        beginEvent(at: frame.time, ending: frame.endedMask | frame.cancelledMask)
        predictions?.take(frame, at: self.time)
        let event = TouchEvent(
            frame.all, arrivedOrGone: frame.beganMask | endingTouches, time: time, engine: self)
        if frame.beganMask != 0 { for touch in frame.began { offer(touch, event) } }
        // A `reset()` or a delegate may have added one while touches were offered: it receives those that it was
        // offered.
        let recognizers = receivers
        recognizers.forEachUncounted { $0.receive(frame, event) }
        if frame.beganMask != 0, questionObserver != nil { askAboutPairs() }
        if !successors.isEmpty { deliverToSuccessors(frame, event) }
        // Their originals may have failed because of a finger that is not theirs.
        for proxy in proxies { proxy.mirror() }
        if frame.endedMask != 0, !leavesTapCount { offers.countTaps(frame) }
        if settling.isNeeded { arbitrate() }
        if streams != nil {
            streams?.forEach { $0.receive(frame, self.recognizers, offers) }
            passOnTouches()
        }
        settle()
        restartInterrupted(frame, event)
        dropTouches(endingTouches)
        endEvent()
    }

    private func beginEvent(at time: Timestamp, ending: UInt64 = 0) {
        // A deadline set for the past is due now: time does not go back.
        arbiter.moment = Arbiter.Moment(
            time: max(self.time, time), event: eventNumber &+ 1, endingTouches: ending)
        settling.isBusy = true
    }

    private func endEvent() {
        arbiter.moment.endingTouches = 0
        settling.isBusy = false
    }

    /// Advances time: every deadline up to `time` fires, the earliest first.
    public func advance(to time: Timestamp) {
        // There is none in every frame in which gestures only continue.
        if mayHaveDeadlines || arbiter.mayHaveContentions || questions.areOpen {
            while let due = nextDeadline, due <= time { fireDeadlines(due) }
        }
        arbiter.moment.time = max(self.time, time)
    }

    private func fireDeadlines(_ due: Timestamp) {
        beginEvent(at: due)
        answerOverdueQuestions()
        fireDeadlines()
        settle()
        finishEvent()
        postponeRepeatedDeadlines()
        endEvent()
    }

    /// Answers a question of a recognizer; nothing happens if it is closed.
    ///
    /// The answer is an event of its own: deadlines up to its time fire before, then what waited for it begins or
    /// fails. One that is given while an event is processed applies when all recognizers have seen that.
    ///
    /// - Parameters:
    ///   - question: A question of a recognizer of this engine.
    ///   - isYes: Whether the recognizer may begin, or receives the touch.
    ///   - time: When, by the events' clock.
    public func answer(_ question: GestureQuestion, with isYes: Bool, at time: Timestamp) {
        if settling.isBusy { return answerSoon(question, with: isYes) }
        advance(to: time)
        guard question.isOpen else { return }
        change(at: time) { answer(question, with: isYes) }
    }

    /// Changes something as an event of its own, or as a part of the one that is being processed.
    ///
    /// Deadlines up to its time fire before.
    func change(at time: Timestamp, _ change: () -> Void) {
        if settling.isBusy { return change() }
        advance(to: time)
        beginEvent(at: self.time)
        change()
        settle()
        finishEvent()
        endEvent()
    }

    /// Lets proxies follow what their originals have done since the last frame or deadline, as an event of its own.
    package func followOriginals() {
        if proxies.isEmpty { return }
        change(at: time) { for proxy in proxies where !proxy.isIdle { proxy.mirror() } }
    }

    /// Whether there is an observer to which a recognizer has this question.
    func asks(_ recognizer: GestureRecognizer, _ question: GestureQuestions) -> Bool {
        recognizer.asks.contains(question) && questionObserver != nil
    }

    /// Ends every gesture at `time`: those that have begun are cancelled, the others fail.
    ///
    /// Deadlines up to that time do not fire. Fingers that are down stay unknown to all recognizers until they lift.
    ///
    /// - Parameters:
    ///   - reason: Why, for the decision trace: "the device is gone".
    ///   - time: When, by the events' clock.
    public func cancelAll(because reason: String, at time: Timestamp) {
        arbiter.moment.time = max(self.time, time)
        cancelAll(because: .all(reason))
    }

    func region(of touch: Touch) -> Region? { offers.region(of: touch) }

    /// The name of the region in which a touch began.
    package func regionName(of touch: Touch) -> String { region(of: touch)?.name ?? root.name }

    /// Adds regions and recognizers, and nothing else: the order of all is found once, and not for each of them.
    package func addTogether(_ add: () -> Void) {
        let wasAdding = isAdding
        isAdding = true
        add()
        isAdding = wasAdding
        structureChanged()
    }

    private func updateStreams() {
        streams = TouchStreams(
            streams, hasRegions: touchStreamObserver != nil, hasApplications: applicationObserver != nil)
        updateContactChanges()
    }

    func updateContactChanges() {
        needsContactChanges = streams?.regions != nil || recognizers.contains(where: \.receivesContactChanges)
    }

    func structureChanged() {
        if isAdding { return }
        recognizers = order.sorted(root.recognizersOfTree())
        for (recognizer, rank) in zip(recognizers, order.ranks(of: recognizers)) {
            recognizer.participant.rules.rank = rank
        }
        proxies = recognizers.compactMap { $0 as? RecognizerProxy }
        successors = recognizers.filter { $0.participant.relations.predecessor != nil }
            .sorted { $0.participant.sequenceDepth < $1.participant.sequenceDepth }
        receivers = successors.isEmpty ? recognizers : recognizers.filter { one in !successors.contains { $0 === one } }
        mayHaveDeadlines = true
        updateContactChanges()
        replaceParticipants()
        for recognizer in recognizers where recognizer.attempt.isLeftOver { recognizer.finish() }
    }

    /// Reports a decision to the observer, if there is one.
    @inline(__always)
    func report(_ recognizer: GestureRecognizer, _ verdict: @autoclosure () -> Decision.Verdict) {
        if isTraced { trace(recognizer, verdict()) }
    }

    @inline(never)
    private func trace(_ recognizer: GestureRecognizer, _ verdict: Decision.Verdict) {
        decisionObserver?.gestureEngine(
            self, didDecide: Decision(time: time, recognizer: recognizer, verdict: verdict))
    }
}
