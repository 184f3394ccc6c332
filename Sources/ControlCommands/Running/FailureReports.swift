// Reports of failures, at most one line per second for each kind.

import Dispatch
import Synchronization

/// Reports failures by the rules of ``FailureCounts`` and the clock; used by several threads.
final class FailureReports: Sendable {
    private let counts = Mutex(FailureCounts())
    private let tell: @Sendable (String) -> Void

    init(tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

    /// Reports a failure now, or its number later.
    func report(_ failure: RepeatedFailure) {
        tell(counts.withLock { $0.add(failure) }, then: failure)
    }

    private func tell(_ line: String?, then failure: RepeatedFailure) {
        guard let line else { return }
        tell(line)
        DispatchQueue.global().asyncAfter(deadline: .now() + FailureCounts.pause) { [self] in
            tell(counts.withLock { $0.sum(of: failure) }, then: failure)
        }
    }
}
