// Tests of what is said of a recording's touches that never lift.

import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct EndlessTouchesTests {
    /// What is proposed after events of a panel.
    private func proposals(_ signals: [Signal]) -> [String] {
        var endless = EndlessTouches()
        let assembler = FrameAssembler(
            device: .touchscreen(),
            surface: Surface(name: "panel", size: Size(width: 2000, height: 1000), deviceToSurface: .identity),
            serialNumbers: TouchSerialNumbers(), rules: ContactRules())
        for (index, signal) in signals.enumerated() {
            let report = signals[index...].lazy.compactMap { if case .report(let time) = $0 { time } else { nil } }
                .first
            assembler.process(signal.event(at: Timestamp(microseconds: report ?? 0))) { endless.process($0) }
        }
        return endless.proposals
    }

    /// A finger that lands, moves for a second, and is down.
    private let stuck: [Signal] = [.id(1), .x(10), .y(20), .report(0), .x(15), .report(1_000_000)]

    /// Another one that taps at a time.
    private func tap(at time: Int64) -> [Signal] {
        [.slot(1), .id(2), .x(500), .y(500), .report(time), .id(-1), .report(time + 100_000)]
    }

    @Test(
        "A touch that never lifts, and no longer changes when another finger lands, gets a proposal of leftoverAfter",
        arguments: [
            (2_500_000, 1, 1), (4_000_000, 3, 2), (7_000_000, 6, 5), (12_000_000, 11, 10), (90_000_000, 89, 10),
        ])
    func proposed(time: Int64, silence: Int, limit: Int) {
        #expect(
            proposals(stuck + tap(at: time)) == [
                "touch 1 never lifts, and had not changed for \(silence) s when another finger landed: if no finger rested "
                    + "there, `contacts: { leftoverAfter: \(limit) }` of the surface cancels such touches"
            ])
    }

    @Test("Touches that lift, change, or are alone get none")
    func none() {
        #expect(proposals(stuck) == [])
        #expect(proposals(stuck + tap(at: 1_900_000)) == [])
        #expect(proposals(stuck + tap(at: 9_000_000) + [.slot(0), .id(-1), .report(10_000_000)]) == [])
        #expect(proposals(stuck + [.x(20), .report(8_500_000)] + tap(at: 9_000_000)) == [])
    }
}
