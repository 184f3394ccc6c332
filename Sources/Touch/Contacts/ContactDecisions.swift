// The decision for one contact: begin, move or end a touch, or filter the contact.

/// Decides what becomes of the contact in a slot, by the rules.
///
/// ```
///   new tracking id ─► undecided ──accept──► accepted: a touch ──lift──► the touch ended
///                          │                   │ │ └─ off the glass, or silent ─► released ──accept──► accepted
///                          │                   │ └─ forgotten by the panel ─► leftover ──moves──► released
///                          └──refuse──► refused ◄┘ the touch cancelled
/// ```
/// `ContactSlot.Standing` explains the words. A touch ends when its contact was seen to leave the glass, and is
/// cancelled otherwise.
final class ContactDecisions {
    let table: TouchTable
    let judge: ContactJudge
    let tallies: DeviceTallies
    let scale: ContactScale

    // The marked ones are changed for every frame, on one queue: no run-time exclusivity check, as in `Touch`.

    private(set) var time = Timestamp(microseconds: .min)
    /// Whether a touch was reported where it landed, and has moved since.
    private(set) var isBehind = false
    /// The touch whose lift is held back, until its continuation comes or the time for that is over.
    @exclusivity(unchecked) private(set) var flick: LostFlick?
    @exclusivity(unchecked) var pen = PenPresence()
    /// Nil when the rules do not ask for it.
    @exclusivity(unchecked) private var spots: NoisySpots?
    /// The believed places of contacts by slot; empty when all places are believed.
    @exclusivity(unchecked) private var trails: [SampleTrail] = []

    init(
        table: TouchTable, judge: ContactJudge, tallies: DeviceTallies, scale: ContactScale,
        slotCount: Int
    ) {
        (self.table, self.judge, self.tallies, self.scale) = (table, judge, tallies, scale)
        spots = judge.rules.ignoresSamePlace ? NoisySpots() : nil
        if judge.outliers != nil { trails = Array(repeating: SampleTrail(at: .zero, time: .zero), count: slotCount) }
    }

    /// Decides at this time from now on; it does not go back.
    func advance(to time: Timestamp) { self.time = max(self.time, time) }

    func settle(_ slot: inout ContactSlot) {
        if slot.hasLifted {
            slot.hasLifted = false
            if spots != nil { recordSpot(of: slot) }
            if !trails.isEmpty { countWrongPlaces(trails[slot.number].end()) }
            if let touch = slot.touch { lift(touch, slot) } else { countUndecided(slot) }
            slot.vacate()
        }
        guard let passed = slot.passed else { return }
        slot.passed = nil
        // A contact that came and lifted within this frame is a touch all the same.
        guard let place = scale.location(of: passed) else { return tallies.count(.contactWithoutPosition) }
        switch judge.verdict(onPassed: passed, self, at: place) {
        case .wait: tallies.count(.hovering)
        case .refuse(let cause): tallies.count(cause)
        case .accept:
            guard let touch = begin(at: place, in: slot.number) else { return }
            describe(touch, passed)
            table.end(touch, time: time)
        }
    }

    /// The touch ends where it was in the last frame: some panels send a wrong place along with the lift.
    private func lift(_ touch: Touch, _ slot: ContactSlot) {
        if judge.isPalm(slot.liftedToolType) {
            table.cancel(touch, time: time)
            tallies.count(.palm)
        } else if judge.rules.joinsFlicks, table.all.count == 1,
            let lost = LostFlick(touch, from: slot.before, at: time)
        {
            flick = lost
        } else {
            table.end(touch, time: time)
        }
    }

    /// Ends the touch whose lift is held back at the time of the lift, which is reported with the next frame.
    func endFlick() {
        guard let flick else { return }
        self.flick = nil
        table.end(flick.touch, time: flick.time)
    }

    /// - Parameter isReported: Whether the device has said anything of the contact, and not only time has passed.
    func decide(_ slot: inout ContactSlot, isReported: Bool = true) {
        guard slot.isDown, slot.standing != .refused, let place = location(of: slot) else { return }
        if let touch = slot.touch { return go(on: touch, &slot, place, judge.verdict(ofState: slot.state, self)) }
        if slot.standing == .leftover, !hasMoved(&slot) { return }
        if !judge.isOnGlass(slot.state) {
            slot.arrival = nil
        } else if slot.arrival == nil {
            arrive(&slot)
        } else if isReported, track(slot.number, to: place) == .landedElsewhere {
            slot.arrival?.x = slot.state.x ?? 0
            slot.arrival?.y = slot.state.y ?? 0
        }
        start(&slot, place, judge.verdict(on: slot, self))
    }

    private func arrive(_ slot: inout ContactSlot) {
        slot.arrival = (time, slot.state.x ?? 0, slot.state.y ?? 0)
        if !trails.isEmpty, let place = scale.location(of: slot.state) {
            trails[slot.number] = SampleTrail(at: place, time: time)
        }
    }

    private func start(_ slot: inout ContactSlot, _ place: Point, _ verdict: ContactJudge.Verdict) {
        switch verdict {
        case .wait: return
        case .refuse(let cause): refuse(&slot, cause)
        case .accept:
            if judge.isOutside(slot.state) { tallies.count(.positionOutOfRange) }
            // A delayed touch is reported where it landed, which matters to edges and regions, and then where it is.
            let landing = slot.arrival.map { scale.location(x: $0.x, y: $0.y) } ?? place
            slot.touch = continueTouch(from: &slot, at: landing) ?? begin(at: landing, in: slot.number)
            slot.standing = slot.touch == nil ? .refused : .accepted
            guard let touch = slot.touch else { return }
            describe(touch, slot.state)
            slot.isBehind = landing != believed(place, slot.number)
            isBehind = isBehind || slot.isBehind
        }
    }

    private func go(on touch: Touch, _ slot: inout ContactSlot, _ place: Point, _ verdict: ContactJudge.Verdict) {
        switch verdict {
        case .refuse(let cause):
            // Never a lift: the movement was not intended.
            table.cancel(touch, time: time)
            slot.vacate()
            refuse(&slot, cause)
        case .wait:
            // The finger is off the glass, though it is seen.
            table.end(touch, time: time)
            slot.release()
        case .accept:
            switch track(slot.number, to: place) {
            case .believed: break
            case .doubted: return
            case .landedElsewhere: return startAnew(touch, &slot, place)
            }
            if judge.isJump(from: touch, to: place, at: trails.isEmpty ? time : trails[slot.number].seen) {
                tallies.count(.contactJumped)
                return startAnew(touch, &slot, place)
            }
            if judge.isOutside(slot.state) { tallies.count(.positionOutOfRange) }
            if judge.rules.joinsFlicks, touch.location != place { slot.before = (touch.location, touch.timestamp) }
            table.move(touch, to: place, time: time)
            describe(touch, slot.state)
        }
    }

    /// The touch was none, or another finger's.
    private func startAnew(_ touch: Touch, _ slot: inout ContactSlot, _ place: Point) {
        table.cancel(touch, time: time)
        slot.vacate()
        arrive(&slot)
        start(&slot, place, judge.verdict(on: slot, self))
    }

    private func begin(at place: Point, in slot: Int) -> Touch? {
        endFlick()
        let touch = table.begin(at: place, time: time)
        if let touch { touch.slot = slot } else { tallies.count(.tooManyContacts) }
        return touch
    }

    func refuse(_ slot: inout ContactSlot, _ cause: UnwantedTouch) {
        slot.standing = .refused
        tallies.count(cause)
    }

    /// A contact went before it was a touch.
    private func countUndecided(_ slot: ContactSlot) {
        guard slot.standing == .undecided else { return }
        // On the glass and without an arrival it had no position; above it, it may have had one.
        if slot.arrival == nil, scale.location(of: slot.state) == nil || judge.isOnGlass(slot.state) {
            tallies.count(.contactWithoutPosition)
        } else {
            tallies.count(judge.cause(ofWaiting: slot, at: time))
        }
    }

    func expire(_ slot: inout ContactSlot, lastReport: Timestamp?) {
        if let touch = slot.touch, judge.isStuck(touch, at: time) {
            table.cancel(touch, time: time)
            slot.vacate()
            refuse(&slot, .stuck)
        } else if judge.isSilent(since: lastReport, at: time) {
            endSilent(&slot)
        } else {
            slot.lastTime = time
            // An incomplete frame says nothing yet; its end decides.
            if !slot.isChanged { decide(&slot, isReported: false) }
        }
    }

    /// Lifts the contact of a device that was silent for too long.
    ///
    /// It may come back without a new tracking id, as the device never said that it went.
    private func endSilent(_ slot: inout ContactSlot) {
        if let touch = slot.touch {
            if judge.rules.silence != nil {
                table.end(touch, time: time)
            } else {
                tallies.count(.fellSilent)
                table.cancel(touch, time: time)
            }
        } else {
            countUndecided(slot)
        }
        slot.release()
    }

    /// Moves touches that were reported where they landed to where they are.
    func catchUp(_ slots: inout [ContactSlot]) {
        isBehind = false
        for index in slots.indices where slots[index].isBehind {
            slots[index].isBehind = false
            guard let touch = slots[index].touch, let place = scale.location(of: slots[index].state) else { continue }
            table.move(touch, to: believed(place, index), time: time)
        }
    }

    /// Whether a contact that was left over is somewhere else now, and so a finger after all.
    private func hasMoved(_ slot: inout ContactSlot) -> Bool {
        if let arrival = slot.arrival, slot.state.x == arrival.x, slot.state.y == arrival.y { return false }
        slot.release()
        return true
    }

    /// Continues the lost touch with the contact in this slot, if they match.
    private func continueTouch(from slot: inout ContactSlot, at place: Point) -> Touch? {
        guard let flick, flick.isContinued(at: place, time: time) else { return nil }
        self.flick = nil
        let touch = flick.touch
        tallies.count(.flickSplit)
        slot.before = (touch.location, touch.timestamp)
        touch.slot = slot.number
        table.move(touch, to: place, time: time)
        return touch
    }

    private func describe(_ touch: Touch, _ state: SlotState) {
        let contact = scale.contact(of: state)
        table.setContact(of: touch, majorRadius: contact.majorRadius, force: contact.force)
    }

    /// Returns the location of a contact; nil while a coordinate is unknown, also while only the place of the contact
    /// before it is known, if that is not enough or there was none.
    ///
    /// Inlined, as it would get a copy of the whole slot.
    @inline(__always)
    func location(of slot: ContactSlot) -> Point? {
        if !slot.isPlaced, slot.standing == .undecided, judge.rules.ignoresUnplaced || slot.state.isAtOrigin {
            return nil
        }
        return scale.location(of: slot.state)
    }

    // MARK: - Wrong places

    /// The slots, one bit each, of contacts that are not where the device says.
    var doubtedSlots: UInt64 {
        var slots: UInt64 = 0
        for (slot, trail) in trails.enumerated().prefix(UInt64.bitWidth) where trail.doubts > 0 {
            slots |= 1 &<< UInt64(slot)
        }
        return slots
    }

    private func track(_ slot: Int, to place: Point) -> SampleTrail.Verdict {
        guard let limits = judge.outliers else { return .believed(wrong: 0) }
        let verdict = trails[slot].add(place, at: time, limits)
        switch verdict {
        case .believed(let wrong): countWrongPlaces(wrong)
        case .doubted: break
        case .landedElsewhere: countWrongPlaces(1)
        }
        return verdict
    }

    private func countWrongPlaces(_ count: Int) {
        for _ in 0..<count { tallies.count(.wrongPlace) }
    }

    /// Where a contact is believed to be that the device reports at this place.
    private func believed(_ place: Point, _ slot: Int) -> Point { trails.isEmpty ? place : trails[slot].place }

    // MARK: - Noisy spots

    /// Whether the panel reports contacts at this place again and again.
    func isNoisy(_ place: Point) -> Bool { spots?.isNoisy(at: place, time: time) ?? false }

    /// The contact in the slot has lifted, whatever it was.
    private func recordSpot(of slot: ContactSlot) {
        guard let arrival = slot.arrival else { return }
        let landing = scale.location(x: arrival.x, y: arrival.y)
        guard let place = slot.touch?.location ?? scale.location(of: slot.state), NoisySpots.isSame(landing, place)
        else { return }
        spots?.record(landing, from: arrival.time, to: time)
    }
}
