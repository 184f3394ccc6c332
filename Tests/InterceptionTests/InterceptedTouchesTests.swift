// Tests of what applications get of touches that recognizers take.

import TouchTesting
import Testing

struct InterceptedTouchesTests {
    @Test("Of random fingers the clone has what recognizers leave, frame by frame, and what they take is cancelled")
    func random() throws {
        for seed in 1...2000 as ClosedRange<UInt64> {
            let run = InterceptionRun(seed: seed)
            try #require(run.faults.isEmpty, "seed \(seed): \(run.faults)")
        }
    }
}
