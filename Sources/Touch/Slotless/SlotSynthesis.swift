// Conversion of events of all devices to those of a correct driver of protocol B, with slots.

/// Turns the events of a device that does not number its contacts into those of one that does.
///
///     protocol A    ─► ContactList ─► ListedContacts ──┐
///                                                      ├─► EmittedSlots ─► ABS_MT_SLOT, ABS_MT_TRACKING_ID, …, SYN_REPORT
///     single touch  ─► SingleContact ──────────────────┘
///     slots         ─► ButtonLifts until the driver has sent a lift, then unchanged
///
/// The output is what a correct kernel driver sends: a tracking id comes only into an empty slot, along with both
/// coordinates, and -1 when the contact is gone. A contact that the device lists again is emitted again even when
/// nothing changed, because that shows that it is still down. Every SYN_REPORT is emitted, with its time and value, so
/// a frame without contacts is an empty frame. Keys other than the touch button are passed on at once, and so are all
/// key repetitions; all other events (relative axes, `MSC_TIMESTAMP`, axes that are not a contact's) are dropped.
///
/// `SYN_DROPPED` is emitted, too, and empties its frame. Earlier contacts continue until the device reports something
/// else.
///
/// The report with value 1 that the kernel sends when the machine goes to sleep comes out first, then all contacts
/// lift in a frame of their own: the kernel has released the button, which is no finger's lift, and what the device
/// lists after sleep are other contacts. One that cuts a list, which the kernel sends when a frame is longer than it
/// expects of the device, does not come out.
struct SlotSynthesis {
    /// One of them, or none.
    private var list: ListedContacts?
    private var single: SingleContact?
    private var lifts: ButtonLifts?
    /// Whether there is none, so that events are unchanged; which costs more to ask of them, for every event.
    private var isPlain = false
    /// Whether events were lost since the last SYN_REPORT, so that the frame's rest says nothing.
    private var isTorn = false
    /// Whether a key was repeated since the last SYN_REPORT, which then has the value 1 as well.
    private var isKeyRepeat = false

    let slotCount: Int

    init(_ contactProtocol: ContactProtocol, device: DeviceDescription) {
        slotCount = min(max(contactProtocol.contactCount(of: device), 1), DeviceVerdict.maximumSlots)
        switch contactProtocol {
        case .slots:
            lifts = device.hasKey(KeyCode.touch) ? ButtonLifts(slotCount: slotCount) : nil
            isPlain = lifts == nil
        case .trackedContacts, .anonymousContacts:
            let readsTrackingIDs = contactProtocol == .trackedContacts
            list = ListedContacts(readsTrackingIDs: readsTrackingIDs, reach: FingerReach(device: device))
        case .singleTouch: single = SingleContact(device: device)
        }
    }

    /// The number of contacts dropped because their frame listed more than `ListedContacts.capacity`.
    ///
    /// It only grows; callers compare it before and after a SYN_REPORT.
    var surplusContacts: Int { list?.surplus ?? 0 }

    /// The number of contacts dropped because they had no position; it only grows.
    var contactsWithoutPosition: Int { list?.withoutPosition ?? single?.withoutPosition ?? 0 }

    /// The number of contacts that were passed over because they were there before; it only grows.
    var unseenStarts: Int { list?.unseenStarts ?? 0 }

    /// Whether an event stays as it is, and need not be processed; asked for every event.
    @inline(__always)
    mutating func passes(_ event: InputEvent) -> Bool { isPlain || lifts?.passes(event) ?? false }

    mutating func process(_ event: InputEvent, emit: (InputEvent) -> Void) {
        if isPlain { return emit(event) }
        if lifts != nil { return processUntilLift(event, emit) }
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.dropped):
            isTorn = true
            list?.dropFrame()
            single?.dropFrame()
            emit(event)
        case (EventType.synchronization, SynchronizationCode.report):
            completeFrame(event, emit)
        case _ where isTorn:
            break
        default:
            if event.type == EventType.key, event.value == 2 { isKeyRepeat = true }
            // One after the other, as both are changed where they are.
            let isListed = list?.process(event) ?? false
            if !isListed, !(single?.process(event) ?? false), event.type == EventType.key { emit(event) }
        }
    }

    private mutating func processUntilLift(_ event: InputEvent, _ emit: (InputEvent) -> Void) {
        lifts?.process(event, emit: emit)
        if event.isReport, lifts?.isNeeded == false { (lifts, isPlain) = (nil, true) }
    }

    /// Forgets all contacts, because events were lost or the device was cancelled.
    ///
    /// It emits nothing: the reader of the slots clears its own. Knowledge about the device's behaviour is kept.
    mutating func reset() {
        (isTorn, isKeyRepeat) = (false, false)
        list?.reset(passesOver: false)
        single?.reset()
        if lifts != nil { lifts = ButtonLifts(slotCount: slotCount) }
    }

    /// The next events are about this slot, as the kernel says that was asked for its state.
    mutating func resume(inSlot slot: Int) { lifts?.resume(inSlot: slot) }

    /// Returns the kernel's state of a slot, with the tracking id that is used from now on.
    mutating func adopt(_ truth: SlotState, inSlot slot: Int, isStart: Bool) -> SlotState {
        var state = truth
        if let id = lifts?.adopt(truth.trackingID, ofSlot: slot, isStart: isStart) { state.trackingID = id }
        if slot == 0, list != nil || single != nil { state.trackingID = reset(to: truth, isStart: isStart) }
        return state
    }

    /// Resets, and continues with the present contact of a single-touch device.
    ///
    /// With protocol A only a button knows whether something touches; the next list tells which contacts, and they are
    /// ignored until they lift if they were down before the device was opened.
    ///
    /// - Parameters:
    ///   - truth: What is true of the first slot: of protocol A whether something touches.
    ///   - isStart: Whether the device has just been opened.
    /// - Returns: The contact's tracking id; -1 when there is none, and of protocol A.
    private mutating func reset(to truth: SlotState, isStart: Bool) -> Int32 {
        let passesOver = truth.trackingID >= 0 && (isStart || list?.isPassingOver ?? false)
        reset()
        list?.reset(passesOver: passesOver)
        return single?.reset(to: truth) ?? -1
    }

    private mutating func completeFrame(_ report: InputEvent, _ emit: (InputEvent) -> Void) {
        // With the same report the kernel cuts a list that is longer than it expects of the device; the rest follows.
        if report.value == 1, !isKeyRepeat, list?.isUnderWay ?? false { return }
        let isSleep = report.value == 1 && !isKeyRepeat
        if isSleep {
            emit(report)
            list?.dropFrame()
            list?.lift(all: report.time, emit)
            single?.lift(all: report.time, emit)
        } else if !isTorn {
            list?.completeFrame(at: report.time, emit)
            single?.completeFrame(at: report.time, emit)
        }
        (isTorn, isKeyRepeat) = (false, false)
        emit(InputEvent(time: report.time, type: report.type, code: report.code, value: isSleep ? 0 : report.value))
    }
}
