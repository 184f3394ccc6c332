// Tests of what several engines leave to applications.

import Interception
import Testing
import Touch

struct CombinedFatesTests {
    /// What applications receive of touch 1 and 2, which the engines a and b decide, after these steps: "a began 1", "b
    /// left".
    private func received(_ steps: String) -> [String] {
        var fates = CombinedFates<Substring>()
        for touch in [1, 2] { fates.begin(touch, decidedBy: ["a", "b"]) }
        let phases: [Substring: TouchPhase] = ["began": .began, "ended": .ended, "cancelled": .cancelled]
        return steps.split(separator: ", ").flatMap { step -> [String] in
            let words = step.split(separator: " ")
            guard words.count == 3, let touch = Int(words[2]), let phase = phases[words[1]] else {
                return fates.remove(words[0]).map { "\($0.phase) \($0.touch)" }
            }
            return fates.receive(phase, of: touch, from: words[0]).map { ["\($0) \(touch)"] } ?? []
        }
    }

    @Test(
        "A touch begins and ends for applications when all engines say so, and is cancelled when any does",
        arguments: [
            ("a began 1", ""), ("a began 1, a began 1", ""), ("a began 1, b began 2", ""),
            ("a began 1, b began 1", "began 1"),
            ("a began 1, a ended 1, b began 1", "began 1"),
            ("a began 1, a ended 1, b began 1, b ended 1", "began 1, ended 1"),
            ("a began 1, b cancelled 1", "cancelled 1"),
            ("a began 1, b began 1, a cancelled 1", "began 1, cancelled 1"),
            ("a cancelled 1, b began 1, b ended 1, b cancelled 1", "cancelled 1"),
            ("a began 1, b began 1, a ended 1, b ended 1, a cancelled 1", "began 1, ended 1"),
            ("a began 1, b began 1, a ended 1, b cancelled 1", "began 1, cancelled 1"),
            ("b left", ""), ("a began 1, b left", "began 1"), ("b left, a began 1", "began 1"),
            ("a began 1, a ended 1, a began 2, b left", "began 1, ended 1, began 2"),
            ("a began 1, b began 1, a ended 1, b left", "began 1, ended 1"),
            ("b cancelled 1, b left, a began 1, a ended 1", "cancelled 1"),
            ("a left, b left", "began 1, ended 1, began 2, ended 2"),
        ])
    func combined(steps: String, received expected: String) {
        #expect(received(steps).joined(separator: ", ") == expected)
    }
}
