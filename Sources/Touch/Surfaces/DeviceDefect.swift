// Known defects of devices and drivers, with their descriptions and counters.

/// A defect of a device, its driver or the machine that gestured corrects; `explanation` describes each.
public enum DeviceDefect: Int, Hashable, Sendable, CaseIterable {
    case slotOutOfRange
    case trackingIDReplaced
    case liftWithoutContact
    case buttonWithoutLift
    case contactWithoutPosition
    case contactJumped
    case wrongPlace
    case contactLeftOver
    case flickSplit
    case positionOutOfRange
    case rowOfContacts
    case timeWentBack
    case tooManyContacts
    case fellSilent
    case eventsLost
    case readLate

    /// The component at fault, with its name in messages.
    public enum Fault: String, Sendable {
        /// The driver's.
        case kernel = "kernel bug"
        /// The panel's.
        case device = "device defect"
        /// The machine's, which did not get to it in time.
        case machine = "overload"
    }

    /// The component at fault.
    public var fault: Fault { facts.fault }

    /// The observation and its handling, for messages.
    public var explanation: String { facts.explanation }

    private var facts: (fault: Fault, explanation: String) {
        switch self {
        case .slotOutOfRange: (.kernel, "an event for a slot that the device does not have, ignored")
        case .trackingIDReplaced:
            (.kernel, "a new tracking id in a slot without a lift, handled as a lift and a new finger")
        case .liftWithoutContact: (.kernel, "a lift in a slot without a contact, ignored")
        case .buttonWithoutLift: (.kernel, "BTN_TOUCH is 0 while slots hold contacts, which are cancelled")
        case .contactWithoutPosition: (.device, "a contact without X or Y, filtered")
        case .contactJumped: (.device, "a contact that jumps across the panel, handled as another finger")
        case .wrongPlace: (.device, "a place too far from those before and after it, ignored")
        case .contactLeftOver: (.device, "a contact whose lift was probably lost, cancelled when another landed")
        case .flickSplit: (.device, "a flick that the panel split into two contacts, joined")
        case .positionOutOfRange: (.device, "a position outside the declared range, used as it is")
        case .rowOfContacts: (.device, "a row of contacts that land at once, filtered")
        case .timeWentBack: (.kernel, "a time before that of the previous event, replaced by that")
        case .tooManyContacts: (.device, "more fingers at once than can be tracked, of which the last are ignored")
        case .fellSilent: (.device, "no event while fingers are down, which are cancelled")
        case .eventsLost:
            (.machine, "the kernel dropped events that were not read in time, and its current state was read")
        case .readLate: (.machine, "events that were read more than 20 ms late")
        }
    }

    /// The word by which the wire and scripts know it.
    public var name: String { "\(self)" }
}

/// The reasons for filtering contacts that are not defects of the device; `explanation` describes each.
public enum UnwantedTouch: Int, Hashable, Sendable, CaseIterable {
    case palm
    case large
    case brief
    case aligned
    case samePlace
    case edge
    case hovering
    case deadZone
    case pen
    case stuck
    case unseenStart

    /// The observation and its handling, for messages.
    public var explanation: String {
        switch self {
        case .palm: "a contact that the panel calls a palm, filtered"
        case .large: "a contact as large as a palm, filtered"
        case .brief: "a contact that lifted sooner than a finger can, filtered"
        case .aligned: "a contact in line with another, filtered as noise"
        case .samePlace: "a contact in the same place again and again, filtered as noise"
        case .edge: "a contact on the border that did not move, filtered as noise"
        case .hovering: "a contact that never touched the glass, filtered"
        case .deadZone: "a contact that began in a dead zone, filtered"
        case .pen: "a contact while a pen was near, filtered"
        case .stuck: "a contact that has been down for too long, cancelled"
        case .unseenStart: "a contact that landed before its events were read, ignored until it lifts"
        }
    }

    /// The word by which the wire and scripts know it.
    public var name: String { "\(self)" }
}

/// The number of occurrences of each kind.
public struct Tally<Kind: RawRepresentable & CaseIterable & Hashable>: Sendable where Kind.RawValue == Int {
    private var counts: [Int] = Array(repeating: 0, count: Kind.allCases.count)

    /// Nothing seen.
    public init() {}

    /// The number of occurrences of a kind.
    public subscript(_ kind: Kind) -> Int { counts[kind.rawValue] }

    /// The kinds that were seen, with their numbers, in the order of their declaration.
    public var seen: [(kind: Kind, count: Int)] {
        Kind.allCases.filter { self[$0] > 0 }.map { ($0, self[$0]) }
    }

    /// Counts what another tally counted, too.
    public mutating func add(_ other: Tally) {
        for kind in Kind.allCases { counts[kind.rawValue] += other[kind] }
    }

    /// Counts one, and says whether it is the first.
    mutating func count(_ kind: Kind) -> Bool {
        counts[kind.rawValue] += 1
        return counts[kind.rawValue] == 1
    }
}
