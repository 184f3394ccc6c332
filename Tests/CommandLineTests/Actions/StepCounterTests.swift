// Tests of counted steps of lengths, angles and scales.

import Configuration
import Testing

@testable import ControlCommands

@Suite struct StepCounterTests {
    private func counter(_ member: String, _ every: String) throws -> StepCounter {
        let yaml = "actions: [{ on: a, step: { member: \(member), every: \(every) }, up: [b] }]"
        guard case .steps(let steps)? = try ActionsFile(yaml: yaml, file: "file").actions.first?.effect else {
            throw NoSteps()
        }
        return StepCounter(steps)
    }

    private struct NoSteps: Error {}

    @Test("A finger that trembles on a border between steps causes one step")
    func trembling() throws {
        var counter = try counter("translation.x", "10")
        let steps = [0.0, 9.9, 10.1, 9.9, 10.1, 9.9, 19.9, 20.2].map { counter.take($0, of: 1, counts: true) }
        #expect(steps == [0, 0, 1, 0, 0, 0, 0, 1])
    }

    @Test("A step of a scale is a factor, in both directions")
    func scale() throws {
        var counter = try counter("scale", "1.5")
        #expect([1, 1.5, 3.375, 2.25, 1, 0.66].map { counter.take($0, of: 1, counts: true) } == [0, 1, 2, -1, -2, -1])
    }

    @Test("Clockwise is up")
    func rotation() throws {
        var counter = try counter("rotation", "90deg")
        #expect([0, 1.6, -1.6].map { counter.take($0, of: 1, counts: true) } == [0, 1, -2])
    }

    @Test("Values that are no numbers, or far away, cause no steps", arguments: [Double.nan, .infinity, -1e300, 1e300])
    func hostile(value: Double) throws {
        for member in ["translation.x", "scale"] {
            var counter = try counter(member, "2")
            _ = counter.take(1, of: 1, counts: true)
            #expect(counter.take(value, of: 1, counts: true) <= 1000)
        }
        var lengths = try counter("translation.y", "1")
        _ = lengths.take(0, of: 1, counts: true)
        #expect(lengths.take(1e300, of: 1, counts: true) == 0)
        #expect(lengths.take(nil, of: 1, counts: true) == 0)
    }

    @Test("An ended gesture is forgotten")
    func ended() throws {
        var counter = try counter("translation.x", "10")
        for number in 1...100 {
            _ = counter.take(0, of: number, counts: true)
            counter.end(of: number)
        }
        #expect(counter.count == 0)
    }
}
