// Fuzz tests of contact rules with random rules and events.

import Testing
import Touch
import TouchTesting

/// Random rules, a device that reports everything, and the invariants.
private struct RandomContacts {
    var random: SeededNumbers
    var time: Int64 = 0
    var audit = FrameAudit()
    var faults: [String] = []
    /// The number of contacts that arrived.
    var arrivals = 0
    let panel: Panel
    let slots: Int32

    init(seed: UInt64, slots: Int32) {
        random = SeededNumbers(seed: seed)
        self.slots = slots
        var device = DeviceDescription.reporting(distance: Axis(minimum: 0, maximum: 3))
        device.axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: slots - 1)
        panel = Panel(device, rules: Self.rules(&random))
    }

    private static func rules(_ random: inout SeededNumbers) -> ContactRules {
        func time(_ random: inout SeededNumbers, in range: ClosedRange<Int>) -> Double? {
            random.isOne(in: 2) ? nil : Double(Int.random(in: range, using: &random)) / 1000
        }
        var rules = ContactRules()
        for path in [
            \ContactRules.ignoresPalms, \.ignoresHovering, \.ignoresRows, \.ignoresUnplaced, \.ignoresAligned,
            \.ignoresEdgeNoise, \.ignoresSamePlace, \.joinsFlicks, \.yieldsToPen,
        ] {
            rules[keyPath: path] = random.isOne(in: 2)
        }
        rules.palmSize = random.isOne(in: 2) ? nil : random.isOne(in: 4) ? .maximum : .millimetres(20)
        rules.minimumAge = time(&random, in: 1...40) ?? 0
        rules.silence = time(&random, in: 10...200)
        rules.maximumAge = time(&random, in: 30...500)
        rules.leftoverAfter = time(&random, in: 20...300)
        rules.deadZones = random.isOne(in: 2) ? [] : [.init(origin: .zero, size: Size(width: 300, height: 1000))]
        return rules
    }

    mutating func send(_ signal: Signal) {
        panel.assembler.process(signal.event(at: Timestamp(microseconds: time))) { audit.take($0) }
    }

    mutating func advance() {
        let now = Timestamp(microseconds: time)
        panel.assembler.advance(to: now) { audit.take($0) }
        if let due = panel.assembler.nextDeadline, due <= now { faults.append("\(time): a deadline is left") }
    }

    mutating func report(after microseconds: Int64) {
        time += microseconds
        advance()
        send(.report(time))
    }

    /// A plausible report about the contact in a slot.
    mutating func speak() {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: send(.x(.random(in: 900...1000, using: &random)))
        case 4...6: send(.y(.random(in: 400...500, using: &random)))
        case 7: send(.tool(random.isOne(in: 4) ? 2 : 0))
        case 8: send(.major(.random(in: 0...150, using: &random)))
        case 9: send(.distance(.random(in: 0...3, using: &random)))
        case 10 where random.isOne(in: 10): send(.pen(random.isOne(in: 2)))
        default: send(.pressure(.random(in: 0...100, using: &random)))
        }
    }

    /// A contact arrives, or seems to: not every one has a position.
    mutating func arrive() {
        arrivals += 1
        send(.id(Int32(truncatingIfNeeded: arrivals & 0xffff)))
        if !random.isOne(in: 6) { send(.x(random.isOne(in: 5) ? 0 : .random(in: 0...1999, using: &random))) }
        if !random.isOne(in: 6) { send(.y(.random(in: 0...999, using: &random))) }
    }

    mutating func liftAll() {
        for slot in 0..<slots {
            send(.slot(slot))
            send(.id(-1))
        }
        report(after: 8000)
    }
}

@Suite struct ContactRulesFuzzTests {
    @Test("With any rules, frames are valid, deadlines pass, and nothing is left when all slots are empty")
    func sound() {
        var touches = 0
        for seed in 1...20 {
            var contacts = RandomContacts(seed: UInt64(seed), slots: 6)
            var noted = 0
            contacts.panel.assembler.didCount = { _, _ in noted += 1 }
            for _ in 0..<30 {
                for _ in 0..<100 {
                    contacts.send(.slot(.random(in: 0..<6, using: &contacts.random)))
                    if contacts.random.isOne(in: 6) { contacts.arrive() }
                    if contacts.random.isOne(in: 8) { contacts.send(.id(-1)) }
                    contacts.speak()
                    if contacts.random.isOne(in: 50) { disturb(&contacts) }
                    if contacts.random.isOne(in: 10) { contacts.advance() }
                    if contacts.random.isOne(in: 3) {
                        contacts.report(after: .random(in: 0...30_000, using: &contacts.random))
                    }
                }
                contacts.send(.report(contacts.time))
                contacts.liftAll()
                // The assembler may wait for the rest of a flick for a moment.
                contacts.time += 50_000
                contacts.advance()
                #expect(contacts.audit.openCount == 0, "seed \(seed)")
                #expect(contacts.panel.assembler.nextDeadline == nil, "seed \(seed)")
            }
            #expect(contacts.audit.faults + contacts.faults == [], "seed \(seed)")
            #expect(noted == contacts.panel.assembler.defects.seen.reduce(0) { $0 + $1.count })
            touches += contacts.audit.touches
        }
        #expect(touches > 2000)
    }

    private func disturb(_ contacts: inout RandomContacts) {
        let now = Timestamp(microseconds: contacts.time)
        let assembler = contacts.panel.assembler
        switch Int.random(in: 0..<7, using: &contacts.random) {
        case 0: contacts.send(.button(false))
        case 1: contacts.send(.other(type: 0, code: SynchronizationCode.dropped, value: 0))
        case 2:
            let id = Int32.random(in: -1...3, using: &contacts.random)
            assembler.resynchronize(at: now, currentSlot: 0) { _ in
                SlotState(trackingID: id, x: id == 2 ? nil : 950, y: 450)
            } deliver: {
                contacts.audit.take($0)
            }
        case 3: assembler.passOver(at: now) { contacts.audit.take($0) }
        case 4: assembler.adopt(currentSlot: 1) { _ in SlotState(trackingID: 5, x: 1, y: 2) }
        case 5: assembler.cancelAll(at: now) { contacts.audit.take($0) }
        default:
            let isNear = contacts.random.isOne(in: 2)
            assembler.setPen(isNear: isNear, at: now) { contacts.audit.take($0) }
        }
    }
}
