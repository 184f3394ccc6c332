// Reports of failures, at most one line per second for each kind.

import Dispatch
import Synchronization
import Touch

/// Reports failures by the rules of ``FailureCounts`` and the clock; used by several threads.
final class FailureReports: Sendable {
    private let counts = Mutex(FailureCounts())
    private let tell: @Sendable (String) -> Void

    init(tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

    /// Reports a failure now, or its number later.
    ///
    /// - Parameters:
    ///   - subject: The failed command, for people.
    ///   - reason: The reason, for people.
    func report(_ subject: String, _ reason: String) {
        let failure = RepeatedFailure(subject.printable, reason)
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
