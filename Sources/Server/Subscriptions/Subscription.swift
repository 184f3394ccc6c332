// A subscription: its filters, and what has been sent to it.

import GestureWire

struct Subscription {
    let number: Int
    let filter: SubscriptionFilter
    /// The form in which it receives gestures whose places it may know.
    private let form: GestureForm
    private(set) var sequence = 0
    /// The `changed` for which it is too early.
    var rate: ChangeRate
    var touches = KnownTouches()

    /// Whether it receives nothing, because its connection lacks a capability at present.
    private(set) var isSilent = false
    /// The touches before this one are another's, and so is what they make.
    private(set) var start = TouchMark.start
    /// Gestures in progress that it does not receive.
    private(set) var hiddenGestures: Set<Int> = []

    /// The last received measurement of gestures whose latest notification this subscription did not get.
    ///
    /// A notification can be passed over because `states` leaves it out, because `maxRate` keeps it waiting, or because
    /// the outbox had no room. What comes next of the same gesture counts its `delta` from here, so that the sum stays
    /// right.
    private var bases: [Int: Measurement] = [:]

    init(number: Int, filter: SubscriptionFilter) {
        self.number = number
        self.filter = filter
        form = filter.form
        rate = ChangeRate(interval: filter.leastInterval)
    }

    /// The cached outcomes of its globs for names: matching costs far more than a look-up, and the client chooses the
    /// globs.
    ///
    /// Each matching glob has a bit, the first the lowest; there are at most ``globsPerSubscription``.
    private var recognizers: [String: UInt32] = [:]
    private var surfaces: [String: UInt32] = [:]
    /// Beyond this number the cache is cleared, so that names cannot make the daemon grow.
    private static let mostOutcomes = 512

    /// Whether it selects the gestures that began last, each in the place of its number's last two bits: names do not
    /// change during a gesture, and to look them up takes longer than all else here.
    private var selections = InlineArray<4, Selection>(repeating: Selection())

    private struct Selection {
        /// 0 for none.
        var gesture = 0
        var isMade = false
    }

    /// Returns whether it selects a gesture, whatever the state.
    mutating func matches(_ notification: GestureNotification) -> Bool {
        let (gesture, place) = (notification.gesture, notification.gesture & 3)
        if notification.state == .changed, selections[place].gesture == gesture {
            return selections[place].isMade && !isSilent
        }
        let isMade = matches(recognizer: notification.recognizer, surface: notification.surface)
        if !isSilent { selections[place] = Selection(gesture: gesture, isMade: isMade) }
        return isMade
    }

    /// Returns whether it selects a recognizer on a surface, whatever the state.
    mutating func matches(recognizer: String, surface: String) -> Bool {
        if isSilent { return false }
        if filter.matchesEverything { return true }
        return names(recognizer: recognizer) && Self.outcome(surface, filter.surfaces, &surfaces) != 0
    }

    /// Whether one of its globs is for a recognizer of this name.
    mutating func names(recognizer: String) -> Bool {
        filter.matchesEverything || Self.outcome(recognizer, filter.recognizers, &recognizers) != 0
    }

    /// The globs for recognizers that match none of these; `*` alone is none of them.
    ///
    /// - Parameter names: The names that its globs match.
    mutating func unmatchedGlobs(amongRecognizers names: some Sequence<String>) -> [UnmatchedGlob] {
        Self.unmatched(filter.recognizers, .recognizer, among: names, &recognizers)
    }

    /// The globs for surfaces that match none of these; `*` alone is none of them.
    ///
    /// - Parameter names: The names that its globs match.
    mutating func unmatchedGlobs(amongSurfaces names: some Sequence<String>) -> [UnmatchedGlob] {
        Self.unmatched(filter.surfaces, .surface, among: names, &surfaces)
    }

    private static func unmatched(
        _ globs: [Glob], _ kind: UnmatchedGlob.Kind, among names: some Sequence<String>,
        _ outcomes: inout [String: UInt32]
    ) -> [UnmatchedGlob] {
        let specific = globs.enumerated().filter { !$0.element.matchesEverything }
        if specific.isEmpty { return [] }
        var matching: UInt32 = 0
        for name in names { matching |= outcome(name, globs, &outcomes) }
        return specific.filter { matching & 1 << $0.offset == 0 }
            .map { UnmatchedGlob(glob: $0.element.pattern, kind: kind) }
    }

    /// Returns the outcome of globs for a name, cached after the first time.
    private static func outcome(_ name: String, _ globs: [Glob], _ outcomes: inout [String: UInt32]) -> UInt32 {
        if let known = outcomes[name] { return known }
        if outcomes.count >= mostOutcomes { outcomes = [:] }
        var matching: UInt32 = 0
        for (index, glob) in globs.enumerated() where glob.matches(name) { matching |= 1 << index }
        outcomes[name] = matching
        return matching
    }

    /// Forgets what its globs have come to for recognizers that its connection has no more.
    mutating func forgetOutcomes(of names: Set<String>) {
        if !recognizers.isEmpty { for name in names { recognizers[name] = nil } }
    }

    func wants(surface: String) -> Bool {
        !isSilent && filter.surfaces.contains { $0.matches(surface) }
    }

    /// Returns whether it selects the touches of a surface; called for every frame.
    mutating func wantsTouches(of surface: String) -> Bool {
        filter.touches && !isSilent
            && (filter.matchesEverything || Self.outcome(surface, filter.surfaces, &surfaces) != 0)
    }

    /// The form in which it receives a notification; alike for all that receive the same.
    ///
    /// - Parameter hasPlaces: Whether its connection was entitled to places when the notification was published.
    private func form(of notification: GestureNotification, hasPlaces: Bool) -> GestureForm {
        guard hasPlaces else { return [] }
        return notification.toRegion == nil ? form.subtracting(.inRegion) : form
    }

    var needs: [Capability] { Request.subscribe(filter).capabilities }

    /// Silences the subscription, after everything in progress has been closed.
    mutating func silence() {
        isSilent = true
        hiddenGestures = []
        rate = ChangeRate(interval: filter.leastInterval)
        bases = [:]
    }

    /// Starts the subscription, without anything that began earlier.
    mutating func begin(after start: TouchMark, hiding gestures: Set<Int>) {
        (isSilent, self.start, hiddenGestures) = (false, start, gestures)
    }

    mutating func hide(_ gesture: Int) { hiddenGestures.insert(gesture) }

    mutating func forget(_ gesture: Int) {
        if !hiddenGestures.isEmpty { hiddenGestures.remove(gesture) }
    }

    /// Returns whether a notification is hidden, because its gesture is hidden or begins with touches of another
    /// session.
    mutating func hides(_ notification: GestureNotification) -> Bool {
        if start == .start, hiddenGestures.isEmpty { return false }
        if hiddenGestures.contains(notification.gesture) { return true }
        // A subscription that received the beginning of a gesture receives its end, whichever fingers join.
        switch notification.state {
        case .changed, .ended, .cancelled: return false
        case .began, .recognized, .failed: break
        }
        guard notification.touches.contains(where: start.isAfter) else { return false }
        if notification.state == .began { hide(notification.gesture) }
        return true
    }

    /// Reduces a frame to the touches that the subscription receives, and notes them.
    mutating func filter(_ frame: TouchNotification, hiding hidden: Set<Int>, into remaining: inout [WireTouch]) {
        touches.filter(
            frame, hiding: hidden, before: start, keepsPredictions: filter.predicted, into: &remaining)
    }

    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// What the line of a notification needs, beside the notification.
    ///
    /// It changes the subscription, so that all of this is done in its place: elsewhere it would be copied.
    ///
    /// - Parameter hasPlaces: Whether its connection was entitled to places when the notification was published.
    /// - Returns: The numbers of the subscription and of the line, the base if that is not the previous measurement, and
    ///   the form.
    mutating func beginLine(
        of notification: GestureNotification, hasPlaces: Bool
    ) -> (number: Int, sequence: Int, base: Measurement?, form: GestureForm) {
        (number, nextSequence(), takeBase(of: notification.gesture), form(of: notification, hasPlaces: hasPlaces))
    }

    /// Remembers that a notification was passed over.
    ///
    /// - Parameter base: The measurement before it.
    mutating func pass(over notification: GestureNotification, since base: Measurement) {
        if !notification.state.isUnderWay {
            bases[notification.gesture] = nil
        } else if bases[notification.gesture] == nil {
            bases[notification.gesture] = base
        }
    }

    /// Records that a queued notification was dropped: the next one counts from the base before it.
    ///
    /// - Parameter isInProgress: Whether more notifications of the gesture follow than the waiting ones.
    mutating func restore(_ base: Measurement, of gesture: Int, isInProgress: Bool) {
        if isInProgress { bases[gesture] = base }
        rate.restore(base, of: gesture)
    }

    /// Returns and removes the base of the next notification, if that is not the previous measurement.
    mutating func takeBase(of gesture: Int) -> Measurement? {
        bases.isEmpty ? nil : bases.removeValue(forKey: gesture)
    }
}
