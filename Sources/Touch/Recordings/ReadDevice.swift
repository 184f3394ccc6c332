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
    /// What gestured said meanwhile.
    package private(set) var notes: [RecordingNote] = []
    private var noteBytes = 0
    /// Further notes are left out: of a client that decides a hundred times a second, these are those of five minutes.
    private static let mostNoteBytes = 16 << 20
    /// The time of the last event, kept or not; nil without events.
    package private(set) var endTime: Timestamp?
    private let keepsEvents: Bool
    /// What its events tell of it, as long as nothing describes it.
    private var traces = DeviceTraces()

    init(number: Int, keeping: EventKeeping) {
        self.number = number
        keepsEvents =
            switch keeping {
            case .all: true
            case .none: false
            case .ofDevice(let wanted): wanted == number
            }
    }

    /// Takes a property of udev, `NAME=value`.
    mutating func declare(udev property: ArraySlice<UInt8>) {
        if udev == nil { udev = UdevProperties() }
        udev?.parse(property)
    }

    mutating func declare(_ axis: Axis, code: UInt16) {
        device.axes[code] = axis
        device.codes[EventType.absolute, default: []].insert(code)
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

    /// Describes it by its events, where the recording does not.
    ///
    /// - Returns: What is assumed; nil where nothing is.
    mutating func completeDescription() -> String? {
        guard !isDescribed else { return nil }
        return traces.describe(&device)
    }

    private var isDescribed: Bool { !device.codes.isEmpty }

    var isTouchscreen: Bool { if case .touchscreen = DeviceVerdict(of: device) { true } else { false } }

    var isPen: Bool { !isTouchscreen && (udev ?? UdevProperties(classifying: device)).isPen }

    mutating func append(_ event: InputEvent) {
        guard RecordedCodes.contains(type: event.type, code: event.code) else { return }
        endTime = event.time
        if !isDescribed { traces.record(event) }
        if keepsEvents { events.append(event) }
    }

    mutating func append(_ note: RecordingNote) {
        noteBytes += note.text.utf8.count
        if noteBytes <= Self.mostNoteBytes { notes.append(note) }
    }

    mutating func takeEvents() -> [InputEvent] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }
}

/// The devices of a text, in the order in which it describes them.
struct ReadDevices {
    private var devices: [ReadDevice] = []
    /// What is said before the first device, and of those that are passed over.
    private var ignored = ReadDevice(number: -1, keeping: .none)
    /// Their number, including those that were passed over.
    private(set) var count = 0
    private let keeping: EventKeeping
    /// No machine has more; what follows is passed over, so that no text fills the memory.
    private static let maximumCount = 64

    init(keeping: EventKeeping) { self.keeping = keeping }

    /// Begins with another device, and returns its index.
    @discardableResult
    mutating func begin() -> Int {
        defer { count += 1 }
        if count < Self.maximumCount { devices.append(ReadDevice(number: count, keeping: keeping)) }
        return count
    }

    /// A device; for an index that none has, one that is ignored.
    subscript(_ index: Int) -> ReadDevice {
        get { devices.indices.contains(index) ? devices[index] : ignored }
        _modify {
            if devices.indices.contains(index) { yield &devices[index] } else { yield &ignored }
        }
    }

    /// The present one.
    var last: ReadDevice {
        get { self[count - 1] }
        _modify { yield &self[count - 1] }
    }

    /// Whether there is an event of any.
    var hasEvents: Bool { devices.contains { $0.endTime != nil } }

    mutating func takeEvents() -> [InputEvent] {
        var events: [InputEvent] = []
        for index in devices.indices { events += devices[index].takeEvents() }
        return events
    }

    /// Returns the devices that can be played, touchscreens, then pens, or otherwise the first one, and remarks about
    /// what is assumed of them, and about others.
    func finish() -> (devices: [ReadDevice], remarks: [String]) {
        var (all, remarks) = (devices, [String]())
        for index in all.indices {
            if let assumed = all[index].completeDescription() { remarks.append(assumed) }
            all[index].completeUdev()
        }
        let played = all.filter(\.isTouchscreen) + all.filter(\.isPen)
        guard !played.isEmpty else { return (Array(all.prefix(1)), remarks) }
        let ignored = count - played.count
        if ignored > 0 {
            let reason =
                ignored == 1
                ? "is ignored: neither a touchscreen nor a pen" : "are ignored: neither touchscreens nor pens"
            remarks.append("\(ignored) of its \(count) devices \(reason)")
        }
        return (played, remarks)
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
