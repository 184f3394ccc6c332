// Counts of repeated failures.

/// Failures of one kind: of a command for one recognizer, with one status.
struct RepeatedFailure: Hashable, Sendable {
    /// The failed command, for people.
    let subject: String
    /// The reason, for people.
    let reason: String

    init(_ subject: String, _ reason: String) { (self.subject, self.reason) = (subject, reason) }
}

/// Counts failures between two lines about failures of the same kind.
///
/// It knows no clock: after each line the caller lets ``pause`` pass and then asks for the next.
struct FailureCounts {
    /// The number of seconds between two lines about one kind.
    static let pause = 1.0

    /// The number of failures since the last line, for each kind with a line within the last ``pause``.
    private var unreported: [RepeatedFailure: Int] = [:]

    /// Counts a failure; returns the line about it if it is the first of its kind.
    mutating func add(_ failure: RepeatedFailure) -> String? {
        guard let count = unreported[failure] else {
            unreported[failure] = 0
            return "\(failure.subject) failed: \(failure.reason)"
        }
        unreported[failure] = count + 1
        return nil
    }

    /// The line about what came since the last one; nil if nothing did, so that the next failure is a first one again.
    mutating func sum(of failure: RepeatedFailure) -> String? {
        guard let count = unreported.removeValue(forKey: failure), count > 0 else { return nil }
        unreported[failure] = 0
        return "\(failure.subject) failed \(count) more time\(count == 1 ? "" : "s"): \(failure.reason)"
    }
}
