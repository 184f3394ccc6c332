// Tests of the filter for private areas: the remaining events are those without private contacts.

import Testing
import TouchTesting

@testable import Touch

/// A panel of 2000 by 1000 units that are points, on whose lower half touches are private.
private let axes = [
    AbsoluteAxis.slot: Axis(minimum: 0, maximum: 9), AbsoluteAxis.trackingID: Axis(minimum: 0, maximum: 65_535),
    AbsoluteAxis.positionX: Axis(minimum: 0, maximum: 2000), AbsoluteAxis.positionY: Axis(minimum: 0, maximum: 1000),
    AbsoluteAxis.distance: Axis(minimum: 0, maximum: 10),
]
private let panel = DeviceDescription(
    name: "panel", properties: [DeviceProperty.direct],
    codes: [EventType.key: [KeyCode.touch], EventType.absolute: Set(axes.keys)], axes: axes)
private let surface = Surface(name: "panel", size: Size(width: 2000, height: 1000), deviceToSurface: .identity)
private let lowerHalf = PrivateArea(origin: Point(x: 0, y: 500), size: Size(width: 2000, height: 500))

/// The output of an assembler, in words without the touches' ids.
private final class Notification {
    let assembler: FrameAssembler
    var lines: [String] = []

    init(_ rules: ContactRules, hides: Bool) {
        assembler = FrameAssembler(
            device: panel, surface: surface, serialNumbers: TouchSerialNumbers(), rules: rules,
            seesPrivateTouches: !hides)
        assembler.privateAreas = [lowerHalf]
        assembler.adopt(currentSlot: 0) { _ in .initial }
    }

    func take(_ events: [InputEvent]) {
        for event in events {
            if event.type == EventType.synchronization { pass(to: event.time) }
            assembler.process(event) { note($0) }
        }
    }

    /// Advances time as for a reader that waits for deadlines.
    func pass(to time: Timestamp) {
        while let due = assembler.nextDeadline, due <= time { assembler.advance(to: due) { note($0) } }
    }

    func note(_ frame: TouchFrame) {
        for touch in frame.all where touch.phase != .stationary {
            let place = touch.location
            lines.append("\(frame.time.microseconds) \(touch.id) \(touch.phase) \(place.x),\(place.y)")
        }
    }
}

/// The kernel's events of a panel's contacts: no value is repeated.
private struct Kernel {
    private var values = Array(repeating: [AbsoluteAxis.positionX: Int32(0), AbsoluteAxis.positionY: 0], count: 10)
    private var down: Set<Int32> = []
    var events: [InputEvent] = []

    mutating func send(_ contacts: [Contact], at time: Int64) {
        let start = events.count
        let isDown = !down.isEmpty
        func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
            InputEvent(time: Timestamp(microseconds: time), type: type, code: code, value: value)
        }
        for contact in contacts where (contact.start...contact.end).contains(time) {
            var changes: [(UInt16, Int32)] = []
            if time == contact.start { changes.append((AbsoluteAxis.trackingID, contact.id)) }
            if time == contact.end { changes.append((AbsoluteAxis.trackingID, -1)) }
            let moves = time < contact.end ? contact.values(at: time) : []
            for (code, value) in moves where values[contact.slot][code] ?? 0 != value {
                values[contact.slot][code] = value
                changes.append((code, value))
            }
            if changes.isEmpty { continue }
            if time == contact.end { down.remove(contact.id) } else { down.insert(contact.id) }
            events.append(event(EventType.absolute, AbsoluteAxis.slot, Int32(contact.slot)))
            events += changes.map { event(EventType.absolute, $0.0, $0.1) }
        }
        guard events.count > start else { return }
        if down.isEmpty == isDown { events.append(event(EventType.key, KeyCode.touch, down.isEmpty ? 0 : 1)) }
        events.append(event(EventType.synchronization, SynchronizationCode.report, 0))
    }
}

/// A finger that moves straight, a frame each 10 ms; it may rest or hover at first.
private struct Contact {
    let id: Int32
    let slot: Int
    let start: Int64
    let end: Int64
    let place: (x: Int32, y: Int32)
    let step: (x: Int32, y: Int32)
    let landing: Int64

    var isPrivate: Bool { place.y >= 500 }

    func values(at time: Int64) -> [(UInt16, Int32)] {
        let frames = Int32((time - start) / 10_000)
        return [
            (AbsoluteAxis.positionX, min(max(place.x + step.x * frames, 0), 2000)),
            (AbsoluteAxis.positionY, min(max(place.y + step.y * frames, 0), 1000)),
            (AbsoluteAxis.distance, time < landing ? 5 : 0),
        ]
    }
}

@Suite struct PrivateContactsTests {
    /// Contacts of some seconds; those that are private begin and stay on the lower half.
    private static func contacts(_ random: inout SeededNumbers) -> [Contact] {
        var contacts: [Contact] = []
        var free = Array(repeating: Int64(0), count: 10)
        for id in 1...Int32(30) {
            let slot = Int.random(in: 0..<4, using: &random)
            // Rules depend on places in line with each other, and on resting fingers.
            let isPrivate = random.isOne(in: 2)
            let y = (isPrivate ? 500 : 0) + Int32.random(in: 0..<10, using: &random) * 50
            let start = free[slot] + Int64.random(in: 1...30, using: &random) * 10_000
            let end = start + Int64.random(in: 1...80, using: &random) * 10_000
            let rests = random.isOne(in: 3)
            let step: (x: Int32, y: Int32) =
                rests ? (0, 0) : (.random(in: -60...60, using: &random), isPrivate ? 0 : -3)
            contacts.append(
                Contact(
                    id: id, slot: slot, start: start, end: end,
                    // Not at the origin: of a slot's first contact there the kernel reports no place.
                    place: (Int32.random(in: 1...20, using: &random) * 100, y), step: step,
                    landing: random.isOne(in: 5) ? start + 30_000 : start))
            free[slot] = end
        }
        return contacts
    }

    private static func rules(_ random: inout SeededNumbers) -> ContactRules {
        var rules = ContactRules()
        rules.ignoresRows = !random.isOne(in: 4)
        rules.ignoresAligned = random.isOne(in: 3)
        rules.ignoresSamePlace = random.isOne(in: 3)
        rules.ignoresEdgeNoise = random.isOne(in: 3)
        rules.minimumAge = random.isOne(in: 3) ? 0.025 : 0
        rules.silence = random.isOne(in: 3) ? 0.15 : nil
        rules.maximumAge = random.isOne(in: 4) ? 0.4 : nil
        rules.leftoverAfter = random.isOne(in: 3) ? 0.2 : nil
        rules.joinsFlicks = random.isOne(in: 3)
        return rules
    }

    @Test("With any contact rules, no output depends on private contacts", arguments: 0..<100)
    func differential(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let (contacts, rules) = (Self.contacts(&random), Self.rules(&random))
        var (all, others) = (Kernel(), Kernel())
        let end = contacts.map(\.end).max() ?? 0
        for time in stride(from: Int64(0), through: end, by: 10_000) {
            all.send(contacts, at: time)
            others.send(contacts.filter { !$0.isPrivate }, at: time)
        }
        let (hiding, alone) = (Notification(rules, hides: true), Notification(rules, hides: true))
        hiding.take(all.events)
        alone.take(others.events)
        for received in [hiding, alone] { received.pass(to: Timestamp(microseconds: end + 10_000_000)) }
        #expect(hiding.lines == alone.lines)
        #expect(!alone.lines.isEmpty && all.events.count > others.events.count, "or this tests nothing")
    }

    @Test("All other contacts are reported as if there were no private areas", arguments: 400..<430)
    func others(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let contacts = Self.contacts(&random).filter { !$0.isPrivate }
        var kernel = Kernel()
        for time in stride(from: Int64(0), through: contacts.map(\.end).max() ?? 0, by: 10_000) {
            kernel.send(contacts, at: time)
        }
        let (hiding, plain) = (Notification(ContactRules(), hides: true), Notification(ContactRules(), hides: false))
        for received in [hiding, plain] { received.take(kernel.events) }
        #expect(hiding.lines == plain.lines && !plain.lines.isEmpty)
    }

    private func events(_ all: [(Int64, [(UInt16, Int32)])]) -> [InputEvent] {
        all.flatMap { milliseconds, changes in
            let time = Timestamp(microseconds: milliseconds * 1000)
            return changes.map { InputEvent(time: time, type: EventType.absolute, code: $0.0, value: $0.1) }
                + [InputEvent(time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)]
        }
    }

    private let id = AbsoluteAxis.trackingID
    private let x = AbsoluteAxis.positionX
    private let y = AbsoluteAxis.positionY
    private let distance = AbsoluteAxis.distance

    @Test("A finger is private by where it lands, including the area's edges, and stays so wherever it moves")
    func places() {
        let received = Notification(ContactRules(), hides: true)
        received.take(events([(0, [(id, 1), (x, 10), (y, 500)]), (10, [(y, 100)]), (20, [(id, -1)])]))
        #expect(received.lines.isEmpty)
        received.take(events([(30, [(id, 2), (x, 20), (y, 499)]), (40, [(y, 900)]), (50, [(id, -1)])]))
        #expect(received.lines.count == 3)
        // Made private while it is down, and not for longer.
        received.take(events([(60, [(id, 3), (y, 600)])]))
        received.assembler.privateAreas = []
        received.take(events([(70, [(y, 100)]), (80, [(id, -1)]), (90, [(id, 4), (y, 600)])]))
        #expect(received.lines.count == 4)
    }

    @Test("A finger that lands in one frame with private contacts, in a row with them, is reported")
    func row() {
        var fingers: [(UInt16, Int32)] = []
        for (slot, place) in ([450, 550, 650, 750] as [Int32]).enumerated() {
            fingers += [(AbsoluteAxis.slot, Int32(slot)), (id, Int32(slot)), (x, 500), (y, place)]
        }
        let received = Notification(ContactRules(), hides: true)
        received.take(events([(0, fingers)]))
        #expect(received.lines == ["0 1 began 500.0,450.0"])
    }

    @Test("A finger that hovers elsewhere and lands in a private area is private, and vice versa")
    func hovering() {
        let received = Notification(ContactRules(), hides: true)
        received.take(
            events([(0, [(id, 1), (x, 10), (y, 100), (distance, 5)]), (10, [(y, 600)]), (20, [(distance, 0)])]))
        received.take(events([(30, [(y, 100)]), (40, [(id, -1)])]))
        #expect(received.lines.isEmpty)
        received.take(events([(50, [(id, 2), (y, 600), (distance, 5)]), (60, [(y, 200)]), (70, [(distance, 0)])]))
        #expect(received.lines == ["70000 1 began 10.0,200.0"])
    }

    @Test("A contact whose place comes a frame after its number is reported only when the place is known to be public")
    func unplaced() {
        var rules = ContactRules()
        (rules.ignoresUnplaced, rules.leftoverAfter) = (true, 0.1)
        let received = Notification(rules, hides: true)
        received.take(events([(0, [(id, 1), (x, 10), (y, 100)])]))
        received.take(events([(10, [(AbsoluteAxis.slot, 1), (id, 2), (x, 900), (y, 90)])]))
        received.take(events([(20, [(id, -1)]), (400, [(id, 3)]), (410, [(x, 910), (y, 900)]), (500, [(id, -1)])]))
        received.take(events([(510, [(AbsoluteAxis.slot, 0), (x, 20)]), (520, [(id, -1)])]))
        #expect(
            received.lines == [
                "0 1 began 10.0,100.0", "10000 2 began 900.0,90.0", "20000 2 ended 900.0,90.0",
                "510000 1 moved 20.0,100.0", "520000 1 ended 20.0,100.0",
            ])
    }

    @Test("A contact that jumps into a private area is another finger, and private")
    func jump() {
        let received = Notification(ContactRules(), hides: true)
        received.take(events([(0, [(id, 1), (x, 10), (y, 100)]), (10, [(x, 1900), (y, 900)]), (20, [(x, 1800)])]))
        #expect(received.lines == ["0 1 began 10.0,100.0", "10000 1 cancelled 10.0,100.0"])
    }

    @Test("After events were lost, fingers keep their privacy, and new ones have that of their place")
    func resynchronization() {
        let received = Notification(ContactRules(), hides: true)
        received.take(events([(0, [(id, 1), (x, 10), (y, 600), (AbsoluteAxis.slot, 1), (id, 2), (x, 20), (y, 100)])]))
        let truth = [
            SlotState(trackingID: 1, x: 10, y: 100), SlotState(trackingID: 2, x: 20, y: 700),
            SlotState(trackingID: 3, x: 30, y: 700), SlotState(trackingID: 4, x: 40, y: 200),
        ]
        received.assembler.resynchronize(at: Timestamp(microseconds: 10_000), currentSlot: 0) {
            truth.indices.contains($0) ? truth[$0] : .initial
        } deliver: {
            received.note($0)
        }
        #expect(
            received.lines == ["0 1 began 20.0,100.0", "10000 1 moved 20.0,700.0", "10000 2 began 40.0,200.0"])
    }

    @Test("A private finger at the start stays private, also when it falls silent and moves elsewhere")
    func startOfPrivate() {
        var rules = ContactRules()
        rules.silence = 0.1
        let received = Notification(rules, hides: true)
        received.assembler.adopt(currentSlot: 0) { $0 == 0 ? SlotState(trackingID: 1, x: 10, y: 600) : .initial }
        received.take(events([(10, [(y, 610)]), (500, [(y, 100)]), (510, [(y, 90)])]))
        #expect(received.lines.isEmpty)
    }

    @Test("A key that the kernel repeats in a finger's frame is not mistaken for the machine's sleep")
    func repeated() {
        let received = Notification(ContactRules(), hides: true)
        received.take(events([(0, [(id, 1), (x, 10), (y, 100)])]))
        var frame = events([(10, [(x, 20)])])
        let last = frame.removeLast()
        frame.append(InputEvent(time: last.time, type: EventType.key, code: KeyCode.touch, value: 2))
        frame.append(InputEvent(time: last.time, type: last.type, code: last.code, value: 1))
        received.take(frame)
        #expect(received.lines == ["0 1 began 10.0,100.0", "10000 1 moved 20.0,100.0"])
    }

    @Test("Fingers down at the start are ignored, private or not")
    func start() {
        let received = Notification(ContactRules(), hides: true)
        received.assembler.adopt(currentSlot: 0) { slot in
            slot < 2 ? SlotState(trackingID: Int32(slot), x: 10, y: slot == 0 ? 100 : 600) : .initial
        }
        received.take(events([(10, [(y, 200), (AbsoluteAxis.slot, 1), (y, 200)]), (20, [(id, -1)])]))
        received.take(events([(30, [(AbsoluteAxis.slot, 0), (id, -1)])]))
        #expect(received.lines.isEmpty)
        #expect(received.assembler.unwanted[.unseenStart] == 1)
    }
}
