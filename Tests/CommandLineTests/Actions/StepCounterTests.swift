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

    @Test(
        "Steps are lengths, factors or angles, clockwise up; a finger that trembles on a border causes one",
        arguments: [
            ("translation.x", "10", [0, 9.9, 10.1, 9.9, 10.1, 9.9, 19.9, 20.2], [0, 0, 1, 0, 0, 0, 0, 1]),
            ("scale", "1.5", [1, 1.5, 3.375, 2.25, 1, 0.66], [0, 1, 2, -1, -2, -1]),
            ("rotation", "90deg", [0, 1.6, -1.6], [0, 1, -2]), ("translation.y", "1", [0, 1e300, nil], [0, 0, 0]),
        ] as [(String, String, [Double?], [Int])])
    func steps(member: String, every: String, values: [Double?], steps: [Int]) throws {
        var counter = try counter(member, every)
        #expect(values.map { counter.update($0, of: 1, counts: true) } == steps)
    }

    @Test("Values that are no numbers, or far away, cause no steps", arguments: [Double.nan, .infinity, -1e300, 1e300])
    func hostile(value: Double) throws {
        for member in ["translation.x", "scale"] {
            var counter = try counter(member, "2")
            _ = counter.update(1, of: 1, counts: true)
            #expect(counter.update(value, of: 1, counts: true) <= 1000)
        }
    }
}
