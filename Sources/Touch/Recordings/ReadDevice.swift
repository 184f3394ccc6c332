// The device that a parser reads from a recording: its description, and its events or a summary of them.

package enum EventKeeping: Hashable, Sendable {
    /// The events of every device.
    case all
    /// None: they are only looked at.
    case none
    /// The events of one device, counted from 0 in the order of the file.
    case ofDevice(Int)
}

package struct ReadDevice: Hashable, Sendable {
    package internal(set) var device = DeviceDescription(name: "")
    /// The udev properties in the recording or, without them, those of a device with a keyboard's keys.
    package internal(set) var udev: UdevProperties?
    /// The keys from Esc to S that the device declares, by their codes; no recording contains key events.
    private var keyboardKeys: UInt32 = 0
    /// The index of the device in the recording, from 0.
    package let number: Int
    package internal(set) var events: [InputEvent] = []
    /// The time of the last event, kept or not; nil without events.
    package private(set) var endTime: Timestamp?
    /// Whether the kernel dropped events (SYN_DROPPED).
    package private(set) var hasLosses = false
    private let keepsEvents: Bool

    init(number: Int, keeping: EventKeeping) {
        self.number = number
        keepsEvents =
            switch keeping {
            case .all: true
            case .none: false
            case .ofDevice(let wanted): wanted == number
            }
    }

    /// Takes a code that the device declares, if a recording may hold it.
    mutating func declare(type: UInt16, code: UInt16) {
        if type == EventType.key, (1...31).contains(code) { keyboardKeys |= 1 << UInt32(code) }
        guard type != EventType.synchronization, RecordedCodes.contains(type: type, code: code) else { return }
        device.codes[type, default: []].insert(code)
    }

    /// Whether the device declares all keys from Esc to S, by which udev knows a keyboard.
    var hasKeyboardKeys: Bool { keyboardKeys == ~1 }

    /// Notes what udev would say of a keyboard, where nothing is recorded of udev.
    mutating func completeUdev() {
        if udev == nil, hasKeyboardKeys { udev = UdevProperties(classifying: device, hasKeyboardKeys: true) }
    }

    mutating func append(_ event: InputEvent) {
        guard RecordedCodes.contains(type: event.type, code: event.code) else { return }
        endTime = event.time
        if event.isLoss { hasLosses = true }
        if keepsEvents { events.append(event) }
    }

    mutating func takeEvents() -> [InputEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }
}

extension InputEvent {
    package var isReport: Bool { type == EventType.synchronization && code == SynchronizationCode.report }

    var isLoss: Bool { type == EventType.synchronization && code == SynchronizationCode.dropped }
}

extension String {
    /// A text of a device or of the bus: at most its first 256 bytes; bytes that are not UTF-8 are replaced.
    package init(bounded bytes: some Sequence<UInt8>) {
        self.init(decoding: Array(bytes.prefix(256)), as: UTF8.self)
    }
}
