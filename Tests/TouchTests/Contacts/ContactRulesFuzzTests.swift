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
    private var arrivals: Int32 = 0
    let assembler: FrameAssembler
    static let slots: Int32 = 6

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        var device = DeviceDescription.reporting(distance: Axis(minimum: 0, maximum: 3))
        device.axes[AbsoluteAxis.slot] = Axis(minimum: 0, maximum: Self.slots - 1)
        assembler = Panel(device, rules: Self.rules(&random)).assembler
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
        let sizes: [ContactRules.PalmSize?] = [nil, nil, .maximum, .millimetres(20)]
        rules.palmSize = sizes[.random(in: sizes.indices, using: &random)]
        rules.minimumAge = time(&random, in: 1...40) ?? 0
        rules.silence = time(&random, in: 10...200)
        rules.maximumAge = time(&random, in: 30...500)
        rules.leftoverAfter = time(&random, in: 20...300)
        rules.deadZones = random.isOne(in: 2) ? [] : [.init(origin: .zero, size: Size(width: 300, height: 1000))]
        return rules
    }

    private var now: Timestamp { Timestamp(microseconds: time) }

    private mutating func number(_ range: ClosedRange<Int32>) -> Int32 { .random(in: range, using: &random) }

    private mutating func send(_ signal: Signal) { assembler.process(signal.event(at: now)) { audit.take($0) } }

    mutating func advance() {
        assembler.advance(to: now) { audit.take($0) }
        if let due = assembler.nextDeadline, due <= now { faults.append("\(time): a deadline is left") }
    }

    /// A plausible report about the contact in a slot, which may arrive or lift; not every one has a position.
    mutating func speak() {
        send(.slot(number(0...Self.slots - 1)))
        if random.isOne(in: 6) {
            arrivals += 1
            send(.id(arrivals & 0xffff))
            if !random.isOne(in: 6) { send(.x(random.isOne(in: 5) ? 0 : number(0...1999))) }
            if !random.isOne(in: 6) { send(.y(number(0...999))) }
        }
        if random.isOne(in: 8) { send(.id(-1)) }
        switch number(0...11) {
        case 0...3: send(.x(number(900...1000)))
        case 4...6: send(.y(number(400...500)))
        case 7: send(.tool(random.isOne(in: 4) ? 2 : 0))
        case 8: send(.major(number(0...150)))
        case 9: send(.distance(number(0...3)))
        case 10 where random.isOne(in: 10): send(.pen(random.isOne(in: 2)))
        default: send(.pressure(number(0...100)))
        }
        if random.isOne(in: 50) { disturb() }
        if random.isOne(in: 10) { advance() }
        if random.isOne(in: 3) { report(after: Int64(number(0...30_000))) }
    }

    private mutating func report(after microseconds: Int64) {
        time += microseconds
        advance()
        send(.report(time))
    }

    private mutating func disturb() {
        switch number(0...6) {
        case 0: send(.button(false))
        case 1: send(.dropped)
        case 2:
            let id = number(-1...3)
            assembler.resynchronize(at: now, currentSlot: 0) { _ in
                SlotState(trackingID: id, x: id == 2 ? nil : 950, y: 450)
            } deliver: {
                audit.take($0)
            }
        case 3: assembler.passOver(at: now) { audit.take($0) }
        case 4: assembler.adopt(currentSlot: 1) { _ in SlotState(trackingID: 5, x: 1, y: 2) }
        case 5: assembler.cancelAll(at: now) { audit.take($0) }
        default: assembler.setPen(isNear: random.isOne(in: 2), at: now) { audit.take($0) }
        }
    }

    mutating func liftAll() {
        send(.report(time))
        for slot in 0..<Self.slots {
            send(.slot(slot))
            send(.id(-1))
        }
        report(after: 8000)
        // The assembler may wait for the rest of a flick for a moment.
        time += 50_000
        advance()
    }
}

@Suite struct ContactRulesFuzzTests {
    @Test("With any rules, frames are valid, deadlines pass, and nothing is left when all slots are empty")
    func sound() {
        var touches = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            var contacts = RandomContacts(seed: seed)
            var noted = 0
            contacts.assembler.didCount = { _, _ in noted += 1 }
            for _ in 0..<30 {
                for _ in 0..<100 { contacts.speak() }
                contacts.liftAll()
                #expect(contacts.audit.openCount == 0 && contacts.assembler.nextDeadline == nil, "seed \(seed)")
            }
            #expect(contacts.audit.faults + contacts.faults == [], "seed \(seed)")
            #expect(noted == contacts.assembler.defects.seen.reduce(0) { $0 + $1.count })
            touches += contacts.audit.touches
        }
        #expect(touches > 2000)
    }
}
