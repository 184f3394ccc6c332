// A panel's events on their way to its clone, as the recognizers of its surface leave them to applications.

public import Gestures
public import Touch

/// Decides for each contact of a panel what its clone has of it.
///
/// ```
///   event ─► process(_:) ─► FrameAssembler ─► willProcess(_:) ─► GestureEngine ─► didPassOn ─► settle()
///                                               │ no recognizer may keep any of the frame: the clone has it at once
///                                               └ otherwise it has the rest, when recognizers have seen the frame
/// ```
/// The fate of a contact that is a touch is the touch's: the engine tells which touches have begun for applications,
/// have ended, or were cancelled. Of other contacts applications have nothing; one that may become a touch waits for
/// that. A contact whose touch was cancelled stays away from them until it lifts, or is another touch. Engines of
/// connections can take touches, too: then all engines decide together (`CombinedFates`).
public final class InterceptedTouches: TouchStreamObserver {
    /// A touch, and its contacts: mostly one, several of a flick that the panel has lost and found again.
    private struct Entry {
        let touch: Touch
        var contacts: [Int] = []
        var isReleased = false
        var isEnded = false
        var isCancelled = false
    }

    private let send: ([OutputEvent]) -> Void
    // The marked ones are used for every frame, on one queue: no run-time exclusivity check, as in `Touch`.
    @exclusivity(unchecked) private var stream: CloneStream
    @exclusivity(unchecked) private var assembler: FrameAssembler
    @exclusivity(unchecked) private unowned var engine: GestureEngine
    /// Further engines whose recognizers take touches; mostly none.
    @exclusivity(unchecked) private var others: [GestureEngine] = []
    /// The fates of touches that began while there were others.
    @exclusivity(unchecked) private var combined = CombinedFates<ObjectIdentifier>()
    /// Nil as soon as the driver has sent a lift.
    @exclusivity(unchecked) private var buttonLifts: ButtonLifts?
    /// The events of the panel's frame that the clone's stream has not taken yet.
    @exclusivity(unchecked) private var report: [InputEvent] = []
    @exclusivity(unchecked) private var entries: [Entry] = []
    /// Touches that began with a contact of this slot, until the clone's stream has taken the report.
    @exclusivity(unchecked) private var newcomers: [(slot: Int, touch: Touch)] = []
    /// Contacts that may or may not become touches.
    @exclusivity(unchecked) private var undecided: [(slot: Int, contact: Int)] = []
    /// Whether a recognizer may keep some of the report.
    private var isReportKept = false
    /// Whether the fates of touches have changed since the last event for the clone.
    private var isUnsettled = false
    /// Whether recognizers take touches also while nobody listens to them.
    public let takesUnsubscribed: Bool
    private var isSwallowing = false
    /// The time of the last report that the clone's stream has taken.
    private var lastReport = Timestamp.zero

    /// Begins with a panel that nobody touches.
    ///
    /// - Parameters:
    ///   - takesUnsubscribed: Whether recognizers take touches also while nobody listens to them.
    ///   - send: Gets whole frames for the clone, as soon as they are due.
    public init(
        to device: ClonedDevice, _ assembler: FrameAssembler, _ engine: GestureEngine, takesUnsubscribed: Bool = true,
        send: @escaping ([OutputEvent]) -> Void
    ) {
        stream = CloneStream(to: device)
        buttonLifts = ButtonLifts(slotCount: device.slotCount)
        (self.assembler, self.engine, self.takesUnsubscribed, self.send) = (assembler, engine, takesUnsubscribed, send)
        engine.applicationObserver = self
    }

    /// Continues with another assembler and engine, in the place of those that are gone; applications have nothing more
    /// of what is down.
    public func use(_ assembler: FrameAssembler, _ engine: GestureEngine) {
        share(with: [])
        dropAll()
        (self.assembler, self.engine) = (assembler, engine)
        engine.applicationObserver = self
    }

    /// Has the recognizers of these further engines take touches that begin from now on.
    ///
    /// Other engines take nothing any more, and withhold nothing; what they have taken stays away from applications.
    /// Each must be given every frame after the first engine, and before `settle()`.
    public func share(with engines: [GestureEngine]) {
        for engine in others where !engines.contains(where: { $0 === engine }) {
            engine.applicationObserver = nil
            for (touch, phase) in combined.remove(ObjectIdentifier(engine)) { note(phase, of: touch) }
        }
        for engine in engines where engine.applicationObserver !== self { engine.applicationObserver = self }
        others = engines
    }

    /// Whether applications see no contact.
    public var isCloneEmpty: Bool { stream.clone.isEmpty }

    /// Whether nothing touches the panel, and applications see no contact.
    public var isAtRest: Bool { isCloneEmpty && stream.isPanelEmpty }

    // MARK: - Frames

    /// The panel's next event, before the assembler has it.
    public func process(_ event: InputEvent) {
        // No panel says so much at once; the clone has it when the frame is complete.
        if report.count == Self.maximumReport { pass(isFree: false) }
        guard buttonLifts != nil else { return report.append(event) }
        buttonLifts?.process(event) { report.append($0) }
        if event.isReport, buttonLifts?.isNeeded == false { buttonLifts = nil }
    }

    /// Events were lost: what the panel has now takes the place of those of the report.
    ///
    /// - Parameters:
    ///   - currentSlot: The slot that the next events are about.
    ///   - state: The panel's value of a slot and code.
    public func resynchronize(
        at time: Timestamp, currentSlot: Int, _ state: (_ slot: Int, _ code: UInt16) -> Int32
    ) {
        buttonLifts?.resume(inSlot: currentSlot)
        let isStart = stream.isPanelEmpty
        report = stream.events(
            to: { slot, code in
                let value = state(slot, code)
                guard code == AbsoluteAxis.trackingID, buttonLifts != nil else { return value }
                return buttonLifts?.adopt(value, ofSlot: slot, isStart: isStart) ?? value
            }, at: time)
        report.append(
            InputEvent(time: time, type: EventType.absolute, code: AbsoluteAxis.slot, value: Int32(currentSlot)))
        report.append(
            InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0))
        isReportKept = true
    }

    /// The engine is about to have a frame.
    public func willProcess(_ frame: TouchFrame) {
        if isUnsettled { settleFates() }
        if frame.beganMask != 0 {
            for touch in frame.began {
                entries.append(Entry(touch: touch))
                if !others.isEmpty {
                    combined.begin(touch.id, decidedBy: ([engine] + others).map { ObjectIdentifier($0) })
                }
                if let slot = touch.slot, !bindWaiting(in: slot, to: touch) { newcomers.append((slot, touch)) }
            }
        }
        let mayIntercept = engine.mayIntercept(frame) || others.contains { $0.mayIntercept(frame) }
        guard !isReportKept, !mayIntercept, frame.endedMask == 0 || !hasBriefContact else {
            return isReportKept = true
        }
        guard report.last?.isReport == true else { return }
        if frame.beganMask != 0 {
            for index in entries.indices where frame.began.contains(entries[index].touch) {
                entries[index].isReleased = true
            }
        }
        pass(isFree: true)
        flush()
    }

    /// Whether a contact landed in the report, besides one that lifted: it may be the same.
    private var hasBriefContact: Bool {
        report.contains { $0.type == EventType.absolute && $0.code == AbsoluteAxis.trackingID && $0.value >= 0 }
    }

    /// The clone has what it may have; after each frame of the panel, and whenever time has passed for recognizers.
    public func settle() {
        if isUnsettled { settleFates() }
        if report.last?.isReport == true {
            pass(isFree: false)
            isReportKept = false
            if !undecided.isEmpty || isUnsettled { settleFates() }
        }
        flush()
    }

    /// Has the clone's stream take the report.
    private func pass(isFree: Bool) {
        let wasTouched = !stream.isPanelEmpty
        if let last = report.last { lastReport = last.time }
        if !isFree { endContinued() }
        stream.doubtedSlots = assembler.doubtedSlots
        for event in report {
            stream.process(event) {
                fate(ofContact: $1, inSlot: $0)
            } withholdsLift: {
                isFree ? false : withholdsLift(ofContact: $0)
            }
        }
        report.removeAll(keepingCapacity: true)
        if isSwallowing, wasTouched, stream.isPanelEmpty { isSwallowing = false }
        guard !newcomers.isEmpty else { return }
        // Touches of contacts that were others before, or were waited for.
        for (slot, touch) in newcomers where !isSwallowing {
            guard let contact = stream.restart(inSlot: slot) else { continue }
            bind(contact, to: touch)
            undecided.removeAll { $0.contact == contact }
            isUnsettled = true
        }
        newcomers.removeAll(keepingCapacity: true)
    }

    /// A touch that goes on with another contact has lifted the one before.
    private func endContinued() {
        for entry in entries where !entry.touch.isOver && !entry.contacts.isEmpty {
            guard let slot = entry.touch.slot, case .touch(let touch) = assembler.standing(ofSlot: slot),
                touch === entry.touch, stream.contact(inSlot: slot).map(entry.contacts.contains) != true
            else { continue }
            stream.endLifts { entry.contacts.contains($0) }
        }
    }

    private func fate(ofContact contact: Int, inSlot slot: Int) -> ContactFate {
        if isSwallowing { return .dropped }
        if let index = newcomers.firstIndex(where: { $0.slot == slot }) {
            let touch = newcomers.remove(at: index).touch
            bind(contact, to: touch)
            return fate(of: touch)
        }
        switch assembler.standing(ofSlot: slot) {
        case .touch(let touch):
            bind(contact, to: touch)
            return fate(of: touch)
        case .undecided:
            undecided.append((slot, contact))
            return .withheld
        case .leftOut: return .dropped
        }
    }

    private func fate(of touch: Touch) -> ContactFate {
        guard let entry = entries.first(where: { $0.touch === touch }), !entry.isCancelled else { return .dropped }
        return entry.isReleased ? .passed : .withheld
    }

    private func bind(_ contact: Int, to touch: Touch) {
        guard let index = entries.firstIndex(where: { $0.touch === touch }) else { return }
        if !entries[index].contacts.contains(contact) { entries[index].contacts.append(contact) }
    }

    /// Binds a contact that was waited for to the touch that time alone has made of it, without a report of the panel.
    private func bindWaiting(in slot: Int, to touch: Touch) -> Bool {
        guard report.last?.isReport != true, let index = undecided.firstIndex(where: { $0.slot == slot }) else {
            return false
        }
        bind(undecided.remove(at: index).contact, to: touch)
        isUnsettled = true
        return true
    }

    private func withholdsLift(ofContact contact: Int) -> Bool {
        guard let entry = entries.first(where: { $0.contacts.contains(contact) }), !entry.isEnded else { return false }
        // The lift of a touch that is over for recognizers is withheld by one of them; a lift may also be held back.
        return entry.touch.isOver || engine.mayIntercept(entry.touch)
            || others.contains { $0.mayIntercept(entry.touch) }
    }

    // MARK: - Fates

    /// The fates of touches, as recognizers leave them.
    public func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        for step in touches {
            if combined.contains(step.id) {
                let phase = combined.receive(step.phase, of: step.id, from: ObjectIdentifier(engine))
                if let phase { note(phase, of: step.id) }
            } else if engine === self.engine {
                note(step.phase, of: step.id)
            }
        }
    }

    private func note(_ phase: TouchPhase, of touch: Int) {
        // What one engine has cancelled, others may still pass on.
        guard let index = entries.firstIndex(where: { $0.touch.id == touch }), !entries[index].isCancelled else {
            return
        }
        switch phase {
        case .began:
            // It is there already when no recognizer could keep it.
            if entries[index].isReleased { return }
            entries[index].isReleased = true
        case .ended: entries[index].isEnded = true
        case .cancelled: entries[index].isCancelled = true
        case .moved, .stationary: return
        }
        isUnsettled = true
    }

    private func settleFates() {
        isUnsettled = false
        for (slot, contact) in undecided { decide(contact, slot) }
        let entries = entries
        func isAny(_ contact: Int, _ condition: (Entry) -> Bool) -> Bool {
            entries.contains { condition($0) && $0.contacts.contains(contact) }
        }
        stream.drop { isAny($0, \.isCancelled) }
        stream.release {
            isAny($0, \.isReleased)
        } withholdsLift: {
            !isAny($0, \.isEnded)
        }
        stream.endLifts { isAny($0, \.isEnded) }
        self.entries.removeAll { entry in
            let isOver = entry.isEnded || entry.isCancelled
            let isExpected = newcomers.contains { $0.touch === entry.touch }
            return isOver && !isExpected && !entry.contacts.contains(where: stream.tracks)
        }
    }

    private func decide(_ contact: Int, _ slot: Int) {
        let isDown = stream.contact(inSlot: slot) == contact
        switch isDown ? assembler.standing(ofSlot: slot) : .leftOut {
        case .undecided: return
        case .touch(let touch): bind(contact, to: touch)
        case .leftOut: stream.drop { $0 == contact }
        }
        undecided.removeAll { $0.contact == contact }
    }

    private func flush() {
        guard stream.clone.output.last?.isReport == true else { return }
        send(stream.clone.output)
        stream.clone.output.removeAll(keepingCapacity: true)
    }

    /// The time by which applications get the lifts that recognizers still withhold; nil while a finger is down.
    ///
    /// A recognizer may wait for more fingers for long. Fingers that nobody has on the glass must not rest on the
    /// clone.
    public var liftDeadline: Timestamp? {
        !stream.clone.isEmpty && stream.isPanelEmpty ? lastReport.adding(seconds: Self.longestLift) : nil
    }

    /// Applications get all lifts that recognizers withhold.
    public func endLifts() {
        stream.endLifts { _ in true }
        flush()
    }

    /// Keeps the fingers that are down, or if there are none the next ones, from applications until all have lifted.
    public func swallow() {
        dropAll()
        isSwallowing = true
    }

    /// Applications have nothing more of what is down, nor of what was withheld.
    public func dropAll() {
        stream.dropAll()
        entries = []
        combined.removeAll()
        newcomers = []
        undecided = []
        isUnsettled = false
        flush()
    }

    /// The time for which lifts are withheld when no finger is down, in seconds; gestured-output is patient for longer.
    private static let longestLift = 0.5
    /// More events than a frame of all contacts has.
    private static let maximumReport = ClonedDevice.maximumEvents
}
