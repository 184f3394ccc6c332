// The decision for each contact of a complete frame: begin, move or end a touch, or filter the contact.

extension FrameAssembler {
    /// Decides on everything that came since the last frame.
    func commit() {
        if hasTurnover {
            hasTurnover = false
            for index in slots.indices where slots[index].isChanged { settle(&slots[index]) }
            if judge.rules.ignoresRows { refuseRow() }
        }
        for index in slots.indices where slots[index].isChanged {
            slots[index].isChanged = false
            slots[index].hasArrived = false
            slots[index].lastTime = time
            decide(&slots[index])
        }
    }

    /// Ends the contacts that are no longer in the slot.
    private func settle(_ slot: inout ContactSlot) {
        if slot.hasLifted {
            slot.hasLifted = false
            if spots != nil { noteSpot(of: slot) }
            if let touch = slot.touch { lift(touch, slot) } else { noteUndecided(slot) }
            slot.vacate()
        }
        guard let passed = slot.passed else { return }
        slot.passed = nil
        // A contact that came and lifted within this frame is a touch all the same.
        guard let place = location(of: passed) else { return note(.contactWithoutPosition) }
        switch judge.verdict(onPassed: passed, self, at: place) {
        case .wait: _ = unwanted.note(.hovering)
        case .refuse(let cause): _ = unwanted.note(cause)
        case .accept:
            guard let touch = begin(at: place) else { return }
            describe(touch, passed)
            table.end(touch, time: time)
        }
    }

    /// The touch ends where it was in the last frame: some panels send a wrong place along with the lift.
    private func lift(_ touch: Touch, _ slot: ContactSlot) {
        if judge.isPalm(slot.liftedToolType) {
            table.cancel(touch, time: time)
            _ = unwanted.note(.palm)
        } else if !holdBack(touch, slot) {
            table.end(touch, time: time)
        }
    }

    /// Decides about the contact in the slot.
    func decide(_ slot: inout ContactSlot) {
        guard slot.isDown, slot.standing != .refused, let place = location(of: slot) else { return }
        if let touch = slot.touch { return go(on: touch, &slot, place, judge.standing(of: slot.state, self)) }
        if slot.standing == .leftover, !hasMoved(&slot) { return }
        if !judge.isOnGlass(slot.state) { slot.arrival = nil } else if slot.arrival == nil { arrive(&slot) }
        start(&slot, place, judge.verdict(on: slot, self))
    }

    private func arrive(_ slot: inout ContactSlot) {
        slot.arrival = (time, slot.state.x ?? 0, slot.state.y ?? 0)
    }

    private func start(_ slot: inout ContactSlot, _ place: Point, _ verdict: ContactJudge.Verdict) {
        switch verdict {
        case .wait: return
        case .refuse(let cause): refuse(&slot, cause)
        case .accept:
            if judge.isOutside(slot.state) { note(.positionOutOfRange) }
            // A delayed touch is reported where it landed, which matters to edges and regions, and then where it is.
            let landing = slot.arrival.map { location(x: $0.x, y: $0.y) } ?? place
            slot.touch = goOn(from: &slot, at: landing) ?? begin(at: landing)
            slot.standing = slot.touch == nil ? .refused : .accepted
            guard let touch = slot.touch else { return }
            describe(touch, slot.state)
            slot.isBehind = landing != place
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
        case .accept where judge.isJump(from: touch, to: place, at: time):
            note(.contactJumped)
            table.cancel(touch, time: time)
            slot.vacate()
            arrive(&slot)
            start(&slot, place, judge.verdict(on: slot, self))
        case .accept:
            if judge.isOutside(slot.state) { note(.positionOutOfRange) }
            if judge.rules.joinsFlicks, touch.location != place { slot.before = (touch.location, touch.timestamp) }
            table.move(touch, to: place, time: time)
            describe(touch, slot.state)
        }
    }

    private func begin(at place: Point) -> Touch? {
        endLostFlick()
        // A contact that jumps is taken for another one.
        if privateAreas.contains(where: { $0.contains(place) }) { return nil }
        let touch = table.begin(at: place, time: time)
        if touch == nil { note(.tooManyContacts) }
        return touch
    }

    func refuse(_ slot: inout ContactSlot, _ cause: UnwantedTouch) {
        slot.standing = .refused
        _ = unwanted.note(cause)
    }

    /// A contact went before it was a touch.
    func noteUndecided(_ slot: ContactSlot) {
        guard slot.standing == .undecided else { return }
        // On the glass and without an arrival it had no position; above it, it may have had one.
        if slot.arrival == nil, location(of: slot.state) == nil || judge.isOnGlass(slot.state) {
            note(.contactWithoutPosition)
        } else {
            _ = unwanted.note(judge.cause(ofWaiting: slot, at: time))
        }
    }

    private func refuseRow() {
        var newcomers: [Int] = []
        for index in slots.indices where slots[index].hasArrived && slots[index].isChanged && slots[index].isDown {
            newcomers.append(index)
        }
        guard newcomers.count >= ContactJudge.leastOfRow,
            ContactJudge.isRow(newcomers.compactMap { location(of: slots[$0]) }, of: newcomers.count)
        else { return }
        note(.rowOfContacts)
        for index in newcomers { slots[index].standing = .refused }
    }

    private func describe(_ touch: Touch, _ state: SlotState) {
        let pressure = pressureAxis.map { (Double(state.pressure) - Double($0.minimum)) / $0.range } ?? 0
        table.setContact(
            of: touch, majorRadius: Double(state.touchMajor) * radiusScale, force: min(max(pressure, 0), 1))
    }
}
