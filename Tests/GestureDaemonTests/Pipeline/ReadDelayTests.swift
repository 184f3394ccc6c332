// Tests that contact rules decide alike however late a panel is read: live, and in a replay.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// What a panel led to, one line for each frame, gesture and reason.
private struct Outcome: Equatable {
    var lines: [String] = []
    var reasons: [String] = []
}

/// Random fingers on random panels, with random rules that have deadlines.
private struct RandomPanel {
    private var random: SeededNumbers
    private(set) var rules = ContactRules()
    private(set) var recording: Recording

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        recording = Recording(device: .touchscreen(slots: 2), events: [])
        makeRules()
        playSlots()
    }

    private mutating func chance(_ count: Int) -> Bool { random.isOne(in: count) }

    private mutating func seconds(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range, using: &random)) / 1000
    }

    private mutating func makeRules() {
        if chance(2) { rules.minimumAge = seconds(1...60) }
        if chance(2) { rules.maximumAge = seconds(20...200) }
        if chance(3) { rules.silence = seconds(20...100) }
        if chance(3) { rules.leftoverAfter = seconds(20...200) }
        (rules.joinsFlicks, rules.ignoresEdgeNoise, rules.ignoresSamePlace) = (chance(2), chance(3), chance(3))
    }

    /// Reports whose events have one time, or a few microseconds between them, as old kernels stamp them.
    private mutating func playSlots() {
        var (time, nextID) = (0 as Int64, 0 as Int32)
        var isDown = [false, false]
        for _ in 0..<60 {
            time += Int64.random(in: 1...80, using: &random) * 1000
            let slot = Int.random(in: 0...1, using: &random)
            var signals: [Signal] = [.slot(Int32(slot))]
            if isDown[slot], chance(2) {
                signals.append(.id(-1))
                isDown[slot] = false
            } else {
                if !isDown[slot] { signals.append(.id(nextID)) }
                (nextID, isDown[slot]) = (nextID + 1, true)
                // Often fast, and sometimes on the border.
                signals.append(.x(chance(4) ? 0 : Int32.random(in: 0...1999, using: &random)))
                signals.append(.y(Int32.random(in: 400...500, using: &random)))
            }
            send(signals, at: &time)
        }
    }

    private mutating func send(_ signals: [Signal], at time: inout Int64) {
        let gap: Int64 = chance(4) ? 700 : 0
        for signal in signals {
            recording.events.append(signal.event(at: Timestamp(microseconds: time)))
            time += gap
        }
        recording.events.append(Signal.report(time).event(at: Timestamp(microseconds: time)))
    }
}

@Suite struct ReadDelayTests {
    /// Plays a recording as `read` reads it, which gets the pipeline and its source.
    private func outcome(
        of panel: RandomPanel, read: (SurfacePipeline, RecordingSource) -> Void
    ) throws -> Outcome {
        let types: [RecognizerType] = [.tap, .longPress, .pan, .pinch]
        let configuration = Configuration(
            surfaces: Fixtures.inPoints, recognizers: types.map { RecognizerRule(name: "\($0)", type: $0) })
        let factory = SurfaceFactory(configuration: configuration)
        var result = try factory.make(recorded: panel.recording.device)
        result.rules = panel.rules
        let source = RecordingSource(panel.recording)
        var outcome = Outcome()
        let pipeline = SurfacePipeline(
            source: source, result: result, engine: factory.makeEngine(for: result), configuration: configuration,
            numbers: SurfacePipeline.Numbers(), listeners: SoleListener { outcome.lines.append("\($0)") })
        pipeline.willProcess = { outcome.lines.append(FrameNote($0).description) }
        read(pipeline, source)
        source.limit = Timestamp(microseconds: .max)
        pipeline.removeDevice(because: "the recording is over", at: pipeline.playToEnd(of: source))
        outcome.reasons = pipeline.observations
        return outcome
    }

    @Test("Whenever a panel is read, and timers fire, frames, gestures and reasons are the same as in a replay")
    func delays() throws {
        var reasons: Set<String> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            let panel = RandomPanel(seed: seed)
            let replayed = try outcome(of: panel) { _, _ in }
            let punctual = try outcome(of: panel) { pipeline, source in
                while let next = source.nextTime {
                    while let deadline = pipeline.nextDeadline, deadline < next {
                        source.limit = deadline
                        _ = pipeline.advance(to: deadline)
                    }
                    source.limit = next
                    _ = pipeline.read()
                }
            }
            #expect(punctual == replayed, "seed \(seed)")
            var random = SeededNumbers(seed: seed)
            let late = try outcome(of: panel) { pipeline, source in
                var now: Int64 = 0
                while source.nextTime != nil {
                    now += Int64.random(in: 0...150_000, using: &random)
                    source.limit = Timestamp(microseconds: now)
                    if random.isOne(in: 2) { _ = pipeline.advance(to: source.limit) } else { _ = pipeline.read() }
                }
            }
            #expect(late == replayed, "seed \(seed)")
            reasons.formUnion(replayed.reasons.compactMap { $0.split(separator: ",").first.map(String.init) })
        }
        // The rules have had something to decide.
        #expect(reasons.count >= 5, "\(reasons)")
    }
}
