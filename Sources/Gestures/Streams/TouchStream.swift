// The touches of a surface as those who receive them see them: passed on, withheld, released, cancelled.

internal import Touch

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
final class TouchStream {
    private struct Entry {
        let touch: Touch
        let region: Region
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
    }

    private let audience: TouchAudience
    /// Receives what the audience receives.
    weak var observer: (any TouchStreamObserver)?
    private var entries: [Entry] = []
    private var batch: [RegionTouch] = []

    init(to audience: TouchAudience) { self.audience = audience }

    /// The number of lifts that are withheld, between two events.
    var withheldLifts: Int { entries.count(where: \.isLifted) }

    /// The touches that regions have received and that are not over, as cancelled, for an observer that is removed.
    var cancellations: [RegionTouch] {
        entries.filter { $0.isSeen && !$0.isOver }.map { step(.cancelled, $0, at: $0.seenLocation) }
    }

    /// Takes the changes of an event, once its recognizers are decided upon.
    func receive(_ frame: TouchFrame, _ event: TouchEvent, _ engine: GestureEngine) {
        for touch in frame.began {
            // A touch that joins a gesture which has begun is the gesture's from the start.
            guard let region = engine.region(of: touch) else { continue }
            var entry = Entry(touch: touch, region: region, seenLocation: touch.location)
            guard !isClaimed(touch, engine) else {
                cancel(entry, engine)
                continue
            }
            entry.holders = holders(of: touch, engine) { audience.isDelayed(by: $0) }
            let holders = entry.holders
            entries.append(entry)
            if holders.isEmpty { begin(entries.count - 1, engine) }
        }
        // Applications have it from the panel itself.
        if audience == .regions {
            for touch in frame.moved.union(frame.contactChanged) {
                guard let index = index(of: touch), entries[index].isSeen else { continue }
                pass(.moved, index, engine)
            }
        }
        for touch in frame.ended { lift(touch, engine) }
        if !frame.ended.isEmpty { limitWithheldLifts() }
        for touch in frame.cancelled {
            guard let index = index(of: touch) else { continue }
            cancel(entries.remove(at: index), engine)
        }
        release(engine)
    }

    /// Releases touches that no recognizer withholds any more, and passes all of them on.
    func release(_ engine: GestureEngine) {
        for index in entries.indices where entries[index].isWithheld {
            let touch = entries[index].touch
            entries[index].holders.removeAll { !$0.recognizer.withholds(touch, attempt: $0.attempt) }
            guard entries[index].holders.isEmpty else { continue }
            if !entries[index].isSeen {
                begin(index, engine)
                if audience == .regions, touch.location != entries[index].seenLocation { pass(.moved, index, engine) }
                // A lift may be withheld by others than the begin.
                if entries[index].isLifted {
                    entries[index].holders = entries[index].liftHolders.filter {
                        $0.recognizer.withholds(touch, attempt: $0.attempt)
                    }
                }
            }
            guard entries[index].isLifted, entries[index].holders.isEmpty else { continue }
            pass(.ended, index, engine)
            entries[index].isOver = true
        }
        entries.removeAll { $0.isLifted && !$0.isWithheld }
        flush(engine)
    }

    /// Withholds touches for a recognizer that received them late in this event, if the region has not received them.
    func withhold(_ touches: TouchSet, _ recognizer: GestureRecognizer) {
        guard audience.isDelayed(by: recognizer) else { return }
        for index in entries.indices where !entries[index].isSeen && touches.contains(entries[index].touch) {
            guard recognizer.withholds(entries[index].touch, attempt: recognizer.attempt.number) else { continue }
            entries[index].holders.append((recognizer, recognizer.attempt.number))
        }
    }

    /// A recognizer has left a touch to others: it neither withholds it any more, nor will it take it away.
    func forget(_ touch: Touch, _ recognizer: GestureRecognizer) {
        guard let index = index(of: touch) else { return }
        entries[index].holders.removeAll { $0.recognizer === recognizer }
        entries[index].liftHolders.removeAll { $0.recognizer === recognizer }
    }

    /// A gesture was recognized that takes its touches away from their regions.
    func claim(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        guard audience.isCancelled(by: recognizer) else { return }
        entries.removeAll { entry in
            let isHeld = (entry.holders + entry.liftHolders).contains {
                $0.recognizer === recognizer && $0.attempt == recognizer.attempt.number
            }
            let isTracked = recognizer.trackedMask & entry.touch.mask != 0 && !entry.isLifted
            guard isHeld || isTracked else { return false }
            cancel(entry, engine)
            return true
        }
    }

    private func isClaimed(_ touch: Touch, _ engine: GestureEngine) -> Bool {
        engine.recognizers.contains {
            $0.trackedMask & touch.mask != 0 && $0.isRecognized && audience.isCancelled(by: $0)
        }
    }

    private func holders(
        of touch: Touch, _ engine: GestureEngine, _ flag: (GestureRecognizer) -> Bool
    ) -> [(recognizer: GestureRecognizer, attempt: Int)] {
        engine.recognizers.filter {
            $0.trackedMask & touch.mask != 0 && flag($0) && $0.withholds(touch, attempt: $0.attempt.number)
        }.map { ($0, $0.attempt.number) }
    }

    // MARK: - One touch

    private func index(of touch: Touch) -> Int? { entries.firstIndex { $0.touch === touch } }

    /// What keeps touches for applications until they are released is told, too, that one is not.
    private func cancel(_ entry: Entry, _ engine: GestureEngine) {
        if entry.isSeen || audience == .applications { append(.cancelled, entry, engine) }
    }

    private func begin(_ index: Int, _ engine: GestureEngine) {
        entries[index].isSeen = true
        append(.began, entries[index], at: entries[index].seenLocation, engine)
    }

    private func lift(_ touch: Touch, _ engine: GestureEngine) {
        guard let index = index(of: touch) else { return }
        entries[index].isLifted = true
        entries[index].liftHolders = holders(of: touch, engine) { audience.isDelayedAtEnd(by: $0) }
        guard entries[index].isSeen else { return }
        entries[index].holders = entries[index].liftHolders
        guard entries[index].holders.isEmpty else { return }
        pass(.ended, index, engine)
        entries.remove(at: index)
    }

    /// Ceases to withhold the oldest of too many touches that have lifted; `release(_:)` passes them on.
    private func limitWithheldLifts() {
        var excess = withheldLifts - TouchTable.capacity
        for index in entries.indices where excess > 0 && entries[index].isLifted {
            (entries[index].holders, entries[index].liftHolders) = ([], [])
            excess -= 1
        }
    }

    private func pass(_ phase: TouchPhase, _ index: Int, _ engine: GestureEngine) {
        append(phase, entries[index], engine)
        entries[index].seenLocation = entries[index].touch.location
    }

    private func append(_ phase: TouchPhase, _ entry: Entry, at place: Point? = nil, _ engine: GestureEngine) {
        let touch = entry.touch
        // Each touch once in what is passed on together, and no more than a table has places.
        if batch.count == TouchTable.capacity || batch.contains(where: { $0.id == touch.id }) { flush(engine) }
        batch.append(step(phase, entry, at: place ?? touch.location))
    }

    private func step(_ phase: TouchPhase, _ entry: Entry, at place: Point) -> RegionTouch {
        let touch = entry.touch
        return RegionTouch(
            id: touch.id, phase: phase, location: place, previousLocation: entry.seenLocation,
            region: entry.region.name, tapCount: touch.tapCount, majorRadius: touch.majorRadius, force: touch.force,
            slot: touch.slot)
    }

    private func flush(_ engine: GestureEngine) {
        guard !batch.isEmpty else { return }
        observer?.gestureEngine(engine, didPassOn: batch, at: engine.time)
        batch.removeAll(keepingCapacity: true)
    }
}

extension GestureRecognizer {
    /// Whether it may still be recognized, in the attempt in which it began to withhold a touch.
    fileprivate final func withholds(_ touch: Touch, attempt: Int) -> Bool {
        guard self.attempt.number == attempt, mayStillBeRecognized else { return false }
        return touch.isOver ? includesLiftedTouches || self.attempt.isHeld : trackedMask & touch.mask != 0
    }
}
