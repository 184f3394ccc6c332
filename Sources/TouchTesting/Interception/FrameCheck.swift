// Check of what a clone is told: contacts, frame by frame, and nothing else.

public import Interception
public import Touch

/// Why events are no frames of a clone.
public enum FrameFault: Error, Hashable, Sendable {
    /// Not of a type and code that a clone has.
    case code(OutputEvent)
    /// Beyond what its axis declares.
    case value(OutputEvent)
    /// A tracking id that another contact has, or the end of a contact that is not there.
    case trackingID(OutputEvent)
    /// The last event does not end a frame.
    case incomplete
}

/// Follows a clone's contacts, and refuses what is no valid frame of protocol B, as a panel would never send it.
///
/// A refused list changes nothing.
public struct FrameCheck: Sendable {
    /// What each code of `EV_ABS` may have as values; nil where the clone has no such axis.
    private let ranges: [ClosedRange<Int32>?]
    /// The contact in each slot; -1 for none.
    public private(set) var trackingIDs: [Int32]
    /// The slot that the next events are about.
    public private(set) var slot = 0
    /// Both after the events that are being checked.
    private var draft: (trackingIDs: [Int32], slot: Int)

    /// A clone without contacts.
    public init(of device: ClonedDevice) {
        var axes = device.axes
        axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: Int32(device.slotCount) - 1)
        ranges = (0...AbsoluteAxis.lastOfContacts).map { code in axes[code].map { $0.minimum...$0.maximum } }
        trackingIDs = [Int32](repeating: -1, count: device.slotCount)
        draft = (trackingIDs, 0)
    }

    /// Whether no contact is down.
    public var isEmpty: Bool { trackingIDs.allSatisfy { $0 < 0 } }

    /// Takes in whole frames.
    ///
    /// - Throws: `FrameFault`; then nothing has changed.
    public mutating func take(_ events: [OutputEvent]) throws(FrameFault) {
        guard events.last?.isReport == true else { throw .incomplete }
        draft.slot = slot
        for index in trackingIDs.indices { draft.trackingIDs[index] = trackingIDs[index] }
        for event in events { try check(event) }
        slot = draft.slot
        swap(&trackingIDs, &draft.trackingIDs)
    }

    private mutating func check(_ event: OutputEvent) throws(FrameFault) {
        switch (event.type, event.code) {
        case (EventType.synchronization, SynchronizationCode.report):
            guard event.value == 0 else { throw .value(event) }
        case (EventType.key, KeyCode.touch):
            guard event.value == 0 || event.value == 1 else { throw .value(event) }
        case (EventType.absolute, AbsoluteAxis.trackingID): try checkID(event)
        case (EventType.absolute, let code):
            guard code < ranges.count, let range = ranges[Int(code)] else { throw .code(event) }
            guard range.contains(event.value) else { throw .value(event) }
            if code == AbsoluteAxis.slot { draft.slot = Int(event.value) }
        default: throw .code(event)
        }
    }

    private mutating func checkID(_ event: OutputEvent) throws(FrameFault) {
        guard event.value >= 0 else {
            guard event.value == -1, draft.trackingIDs[draft.slot] >= 0 else { throw .trackingID(event) }
            return draft.trackingIDs[draft.slot] = -1
        }
        guard draft.trackingIDs[draft.slot] < 0, !draft.trackingIDs.contains(event.value) else {
            throw .trackingID(event)
        }
        draft.trackingIDs[draft.slot] = event.value
    }
}
