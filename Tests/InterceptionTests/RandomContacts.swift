// A made panel with random fingers, and what its clone became.

import Interception
import Touch
import TouchTesting

/// The state of a protocol B device, as a reader of its events has it.
struct ReadSlots {
    var slot = 0
    var ids: [Int32]
    var values: [[UInt16: Int32]]

    init(_ count: Int) {
        ids = Array(repeating: -1, count: count)
        values = Array(
            repeating: Dictionary(uniqueKeysWithValues: RandomContacts.sent.map { ($0, 0) }), count: count)
    }

    mutating func take(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteAxis.slot: slot = Int(value)
        case AbsoluteAxis.trackingID: ids[slot] = value
        default: values[slot][code] = value
        }
    }

    /// What is down, and where: by tracking id.
    var contacts: [Int32: [UInt16: Int32]] {
        var all: [Int32: [UInt16: Int32]] = [:]
        for (slot, id) in ids.enumerated() where id >= 0 { all[id] = values[slot] }
        return all
    }
}

/// Random fingers on a panel, with a random fate each, and random releases, cancellations and gestures.
struct RandomContacts {
    static let slots = 5
    static let device = DeviceDescription(
        name: "Panel", bus: 3, properties: [DeviceProperty.direct],
        codes: [
            EventType.key: [KeyCode.touch],
            EventType.absolute: [
                AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.slot, AbsoluteAxis.positionX, AbsoluteAxis.positionY,
                AbsoluteAxis.pressure, AbsoluteAxis.trackingID,
            ],
        ],
        axes: [
            AbsoluteAxis.x: Axis(minimum: 0, maximum: 4095), AbsoluteAxis.y: Axis(minimum: 0, maximum: 4095),
            AbsoluteAxis.slot: Axis(minimum: 0, maximum: Int32(slots) - 1),
            AbsoluteAxis.positionX: Axis(minimum: 0, maximum: 4095),
            AbsoluteAxis.positionY: Axis(minimum: 0, maximum: 4095),
            AbsoluteAxis.pressure: Axis(minimum: 0, maximum: 255),
            AbsoluteAxis.trackingID: Axis(minimum: 0, maximum: 65_535),
        ])
    /// Codes that the made panel sends.
    static let sent = [AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.pressure]

    /// One contact, from its landing to its lift.
    struct Life {
        let id: Int32
        var fate: ContactFate
        var isDown = true
        var wasSeen: Bool
        /// The values at the end of each of its frames.
        var path: [[UInt16: Int32]] = []
        var clonePath: [[UInt16: Int32]] = []
        /// Whether the clone's contact became a palm before it ended.
        var wasCancelled = false
    }

    private(set) var faults: [String] = []
    private(set) var lives: [Int: Life] = [:]
    private var numbers: SeededNumbers
    private var stream: CloneStream
    private var check: FrameCheck
    private var panel = ReadSlots(slots)
    private var clone = ReadSlots(slots)
    private var nextID: Int32 = 1
    private var toolTypes: [Int32: Int32] = [:]

    init(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        let device = try ClonedDevice(of: Self.device)
        (stream, check) = (CloneStream(to: device), FrameCheck(of: device))
    }

    mutating func play(frames: Int) {
        for _ in 0..<frames {
            playFrame()
            meddle()
        }
        // All fingers lift, and nothing withholds them any more.
        var events: [(UInt16, Int32)] = []
        for slot in 0..<Self.slots where panel.ids[slot] >= 0 {
            events += [(AbsoluteAxis.slot, Int32(slot)), (AbsoluteAxis.trackingID, -1)]
        }
        send(events)
        for number in lives.keys where lives[number]?.fate == .withheld { release(number) }
        if !stream.isCloneEmpty || !check.isEmpty { faults.append("a contact of the clone does not end") }
        for (number, life) in lives.sorted(by: { $0.key < $1.key }) { judge(number, life) }
    }

    private mutating func judge(_ number: Int, _ life: Life) {
        let isShown = life.wasSeen && !life.wasCancelled
        if isShown, life.clonePath != life.path {
            faults.append("contact \(number) is \(life.clonePath) on the clone, \(life.path) on the panel")
        }
        if !life.wasSeen, !life.clonePath.isEmpty { faults.append("the clone has seen contact \(number)") }
        let isPalm = toolTypes[life.id] == ToolType.palm
        if isPalm != life.wasCancelled { faults.append("contact \(number) was \(isPalm ? "" : "not ")cancelled") }
    }

    private mutating func playFrame() {
        var events: [(UInt16, Int32)] = []
        var free = panel.ids.count { $0 < 0 }
        for slot in 0..<Self.slots where numbers.isOne(in: 3) {
            events.append((AbsoluteAxis.slot, Int32(slot)))
            if panel.ids[slot] < 0 {
                // One slot remains for what is released.
                guard free > 1 else { continue }
                free -= 1
                events.append((AbsoluteAxis.trackingID, nextID))
                nextID += 1
            } else if numbers.isOne(in: 6) {
                events.append((AbsoluteAxis.trackingID, -1))
                continue
            }
            for code in Self.sent where numbers.isOne(in: 2) {
                let value = Int32.random(in: 0...255, using: &numbers)
                // As the kernel: a value that is as it was is not sent.
                if panel.values[slot][code] != value { events.append((code, value)) }
            }
        }
        send(events)
    }

    private mutating func send(_ events: [(UInt16, Int32)]) {
        var ended: [Int32] = []
        for (code, value) in events {
            if code == AbsoluteAxis.trackingID, value < 0 { ended.append(panel.ids[panel.slot]) }
            panel.take(code, value)
            stream.take(InputEvent(time: .zero, type: EventType.absolute, code: code, value: value)) { _, _ in
                .passed
            } withholdsLift: { _ in
                false
            }
        }
        let all: [ContactFate] = [.passed, .passed, .withheld, .dropped]
        let fates = (0..<Self.slots).map { _ in all.randomElement(using: &numbers) ?? .passed }
        var landed: [(slot: Int, fate: ContactFate)] = []
        stream.take(
            InputEvent(
                time: .zero, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
        ) { slot, _ in
            landed.append((slot, fates[slot]))
            return fates[slot]
        } withholdsLift: { _ in
            false
        }
        for (slot, fate) in landed {
            guard let number = stream.contact(inSlot: slot) else { continue }
            lives[number] = Life(id: panel.ids[slot], fate: fate, wasSeen: fate == .passed)
        }
        for number in lives.keys {
            guard let life = lives[number], life.isDown else { continue }
            if ended.contains(life.id) {
                lives[number]?.isDown = false
            } else if let values = panel.contacts[life.id], life.path.last != values, !life.wasCancelled {
                lives[number]?.path.append(values)
            }
        }
        receive()
    }

    private mutating func meddle() {
        guard let number = lives.keys.sorted().randomElement(using: &numbers), let life = lives[number] else { return }
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0 where life.fate == .withheld: release(number)
        case 1 where life.fate == .withheld || life.isDown: drop(number)
        default: return
        }
    }

    private mutating func release(_ number: Int) {
        stream.release { $0 == number }
        lives[number]?.fate = .passed
        lives[number]?.wasSeen = true
        receive()
    }

    private mutating func drop(_ number: Int) {
        if lives[number]?.fate == .passed { lives[number]?.wasCancelled = true }
        lives[number]?.fate = .dropped
        stream.drop { $0 == number }
        receive()
    }

    /// Reads what the clone says.
    private mutating func receive() {
        let events = stream.output
        stream.output.removeAll(keepingCapacity: true)
        guard !events.isEmpty else { return }
        do throws(FrameFault) { try check.take(events) } catch { faults.append("\(error)") }
        for event in events {
            if event.type == EventType.absolute { clone.take(event.code, event.value) }
            guard event.isReport else { continue }
            for (id, values) in clone.contacts {
                toolTypes[id] = values[AbsoluteAxis.toolType]
                guard let number = lives.first(where: { $0.value.id == id })?.key else { continue }
                let shown = values.filter { Self.sent.contains($0.key) }
                if lives[number]?.clonePath.last != shown { lives[number]?.clonePath.append(shown) }
            }
        }
    }
}
