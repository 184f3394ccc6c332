// The touches of a surface as those who receive them see them: passed on, withheld, released, cancelled.

import Touch

/// The touches of one surface on their way to its regions, or to the applications under it.
///
/// ```
///   began ──► withheld (delaysTouchesBegan) ──all failed──► seen ──► ended
///     │            └── recognized ──► gone, nothing said     │ │
///     └───────────────────────────────────────────────────►──┘ ├──► lifted, withheld (delaysTouchesEnded) ──► ended
///                                                               └──► recognized, or lost ──► cancelled
/// ```
/// A touch is withheld while a recognizer that tracks it, has the flag, and is in the same attempt may still be
/// recognized; once it has lifted, only while it may still be part of that gesture. Fingers that overlap can keep an
/// attempt open without end, so at most as many lifts are withheld as a table has places: the oldest touch goes first.
struct TouchStream {
    private struct Entry {
        let touch: Touch
        /// nil of a touch that no region receives, but applications.
        let region: Region?
        /// The recognizers that withhold it, with their current attempts.
        var holders: [(recognizer: GestureRecognizer, attempt: Int)] = []
        /// The recognizers that withhold its lift, with their attempts at the lift.
        var liftHolders: [(recognizer: GestureRecognizer, attempt: Int)] = []
        var isSeen = false
        var isLifted = false
        var isOver = false
        /// Whether there is something that the region has not received.
        var isWithheld: Bool { !isSeen || isLifted && !isOver }
        /// The location that the region received last.
        var seenLocation: Point
        /// The way to the region's coordinates; of a region that is removed, the last one.
        private(set) var toRegion = AffineMatrix.identity
        /// Whether it lies in another region, so that its coordinates may be others than the surface's.
        private let isInner: Bool

        init(touch: Touch, region: Region?) {
            (self.touch, self.region, seenLocation) = (touch, region, touch.location)
            isInner = region?.parent != nil
        }

        mutating func updatePlace() {
            // Most lie in the root: nothing more is asked about these, in every frame.
            if isInner, let region, region.engine != nil { toRegion = region.fromSurface }
        }
    }

    private let audience: TouchAudience
    private var entries: [Entry] = []
    /// What the audience has not received yet: each touch once, and no more than a table has places.
    private var batch: [RegionTouch] = []
    /// What it received last; its memory is that of the next batch, so that none is allocated for each frame.
    private var received: [RegionTouch] = []
    /// What it has to receive before that.
    private var earlier: [[RegionTouch]] = []

    init(to audience: TouchAudience) { self.audience = audience }

    /// The number of lifts that are withheld, between two events.
    var withheldLifts: Int { entries.count(where: \.isLifted) }

    /// The touches that regions have received and that are not over, as cancelled, for an observer that is removed.
    var cancellations: [RegionTouch] {
        entries.filter { $0.isSeen && !$0.isOver }.map { step(.cancelled, $0, at: $0.seenLocation) }
    }

    /// Takes the changes of an event, once its recognizers are decided upon.
    mutating func receive(_ frame: TouchFrame, _ recognizers: [GestureRecognizer], _ offers: Offers) {
        for touch in frame.began {
            // A touch that joins a gesture which has begun is the gesture's from the start.
            let region = offers.region(of: touch)
            guard region != nil || audience == .applications else { continue }
            var entry = Entry(touch: touch, region: region)
            guard !recognizers.contains(where: { isClaimed(touch, by: $0) }) else {
                cancel(entry)
                continue
            }
            entry.holders = holders(of: touch, among: recognizers) { audience.isDelayed(by: $0) }
            let isHeld = !entry.holders.isEmpty
            entries.append(entry)
            if !isHeld { begin(entries.count - 1) }
        }
        // Applications have it from the panel itself.
        if audience == .regions {
            for touch in frame.moved.union(frame.contactChanged) {
                guard let index = index(of: touch), entries[index].isSeen else { continue }
                pass(.moved, index)
            }
        }
        for touch in frame.ended { lift(touch, recognizers) }
        if !frame.ended.isEmpty { limitWithheldLifts() }
        for touch in frame.cancelled {
            guard let index = index(of: touch) else { continue }
            cancel(entries.remove(at: index))
        }
        release()
    }

    /// Releases touches that no recognizer withholds any more.
    mutating func release() {
        for index in entries.indices where entries[index].isWithheld {
            let touch = entries[index].touch
            entries[index].holders.removeAll { !$0.recognizer.withholds(touch, attempt: $0.attempt) }
            guard entries[index].holders.isEmpty else { continue }
            if !entries[index].isSeen {
                begin(index)
                if audience == .regions, touch.location != entries[index].seenLocation { pass(.moved, index) }
                // A lift may be withheld by others than the begin.
                if entries[index].isLifted {
                    entries[index].holders = entries[index].liftHolders.filter {
                        $0.recognizer.withholds(touch, attempt: $0.attempt)
                    }
                }
            }
            guard entries[index].isLifted, entries[index].holders.isEmpty else { continue }
            pass(.ended, index)
            entries[index].isOver = true
        }
        entries.removeAll { $0.isLifted && !$0.isWithheld }
    }

    /// Withholds touches for a recognizer that received them late in this event, if the region has not received them.
    mutating func withhold(_ touches: TouchSet, _ recognizer: GestureRecognizer) {
        guard audience.isDelayed(by: recognizer) else { return }
        for index in entries.indices where !entries[index].isSeen && touches.contains(entries[index].touch) {
            guard recognizer.withholds(entries[index].touch, attempt: recognizer.attempt.number) else { continue }
            entries[index].holders.append((recognizer, recognizer.attempt.number))
        }
    }

    /// A recognizer has left a touch to others: it neither withholds it any more, nor will it take it away.
    mutating func forget(_ touch: Touch, _ recognizer: GestureRecognizer) {
        guard let index = index(of: touch) else { return }
        entries[index].holders.removeAll { $0.recognizer === recognizer }
        entries[index].liftHolders.removeAll { $0.recognizer === recognizer }
    }

    /// A gesture was recognized that takes its touches away from their regions.
    mutating func claim(_ recognizer: GestureRecognizer) {
        guard audience.isCancelled(by: recognizer) else { return }
        let all = entries
        entries.removeAll(keepingCapacity: true)
        for entry in all {
            let isHeld = (entry.holders + entry.liftHolders).contains {
                $0.recognizer === recognizer && $0.attempt == recognizer.attempt.number
            }
            let isTracked = recognizer.trackedMask & entry.touch.mask != 0 && !entry.isLifted
            if isHeld || isTracked { cancel(entry) } else { entries.append(entry) }
        }
    }

    private func isClaimed(_ touch: Touch, by recognizer: GestureRecognizer) -> Bool {
        recognizer.trackedMask & touch.mask != 0 && recognizer.isRecognized && audience.isCancelled(by: recognizer)
    }

    private func holders(
        of touch: Touch, among recognizers: [GestureRecognizer], _ flag: (GestureRecognizer) -> Bool
    ) -> [(recognizer: GestureRecognizer, attempt: Int)] {
        recognizers.filter {
            $0.trackedMask & touch.mask != 0 && flag($0) && $0.withholds(touch, attempt: $0.attempt.number)
        }.map { ($0, $0.attempt.number) }
    }

    // MARK: - One touch

    private func index(of touch: Touch) -> Int? { entries.firstIndex { $0.touch === touch } }

    /// Observers for applications also receive the cancellation of touches that have not begun for them.
    private mutating func cancel(_ entry: Entry) {
        var entry = entry
        entry.updatePlace()
        if entry.isSeen || audience == .applications { append(.cancelled, entry) }
    }

    private mutating func begin(_ index: Int) {
        entries[index].isSeen = true
        entries[index].updatePlace()
        append(.began, entries[index], at: entries[index].seenLocation)
    }

    private mutating func lift(_ touch: Touch, _ recognizers: [GestureRecognizer]) {
        guard let index = index(of: touch) else { return }
        entries[index].isLifted = true
        entries[index].liftHolders = holders(of: touch, among: recognizers) { audience.isDelayedAtEnd(by: $0) }
        guard entries[index].isSeen else { return }
        entries[index].holders = entries[index].liftHolders
        guard entries[index].holders.isEmpty else { return }
        pass(.ended, index)
        entries.remove(at: index)
    }

    /// Ceases to withhold the oldest of too many touches that have lifted; `release()` passes them on.
    private mutating func limitWithheldLifts() {
        var excess = withheldLifts - TouchTable.capacity
        for index in entries.indices where excess > 0 && entries[index].isLifted {
            (entries[index].holders, entries[index].liftHolders) = ([], [])
            excess -= 1
        }
    }

    private mutating func pass(_ phase: TouchPhase, _ index: Int) {
        entries[index].updatePlace()
        append(phase, entries[index])
        entries[index].seenLocation = entries[index].touch.location
    }

    private mutating func append(_ phase: TouchPhase, _ entry: Entry, at place: Point? = nil) {
        let touch = entry.touch
        if batch.count == TouchTable.capacity || batch.contains(where: { $0.id == touch.id }) {
            earlier.append(batch)
            batch.removeAll()
        }
        batch.append(step(phase, entry, at: place ?? touch.location))
    }

    private func step(_ phase: TouchPhase, _ entry: Entry, at place: Point) -> RegionTouch {
        let touch = entry.touch
        return RegionTouch(
            id: touch.id, phase: phase, location: place, previousLocation: entry.seenLocation,
            region: entry.region?.name ?? "", tapCount: touch.tapCount, majorRadius: touch.majorRadius,
            force: touch.force,
            slot: touch.slot, toRegion: entry.toRegion)
    }

    /// Returns the first of what the audience has not received, which it does now; nil if there is nothing left.
    mutating func takeBatch() -> [RegionTouch]? {
        if !earlier.isEmpty { return earlier.removeFirst() }
        if batch.isEmpty { return nil }
        swap(&batch, &received)
        batch.removeAll(keepingCapacity: true)
        return received
    }
}

extension GestureRecognizer {
    /// Whether it may still be recognized, in the attempt in which it began to withhold a touch.
    fileprivate final func withholds(_ touch: Touch, attempt: Int) -> Bool {
        guard self.attempt.number == attempt, mayStillBeRecognized else { return false }
        return touch.isOver ? includesLiftedTouches || self.attempt.isHeld : trackedMask & touch.mask != 0
    }
}
