// Log handler that limits lines about clients and devices.

internal import GestureWire
internal import Logging
internal import Synchronization
internal import Touch

/// Passes log lines on, but for those about a client, a device or the configuration beyond what `LineLimits` lets pass.
///
/// A line's metadata says which client or device it is about; lines without are passed on unlimited.
final class LimitedLog: Sendable {
    private let target: Logger
    private let limits = Mutex(LineLimits())
    private let deadline = Atomic(Int64.max)

    init(_ target: Logger) { self.target = target }

    /// The daemon's logger.
    var logger: Logger { Logger(label: target.label) { _ in Handler(log: self, logLevel: target.logLevel) } }

    /// The time when `tellDue(at:)` is due; nil when no lines were suppressed.
    var nextDeadline: Timestamp? {
        let deadline = deadline.load(ordering: .relaxed)
        return deadline == .max ? nil : Timestamp(microseconds: deadline)
    }

    /// Logs the numbers of suppressed lines whose interval is over.
    func tellDue(at time: Timestamp) {
        let due = limits.withLock { limits in
            var due: [(kind: LineLimits.Kind, count: Int)] = []
            while let next = limits.takeDue(at: time) { due.append(next) }
            deadline.store(limits.nextDeadline?.microseconds ?? .max, ordering: .relaxed)
            return due
        }
        for (kind, count) in due {
            let words = count == 1 ? "line" : "lines"
            target.log(
                level: kind.level, "\(count) more \(words) of this kind about \(kind.subject.words) were left out",
                metadata: kind.subject.metadata)
        }
    }

    fileprivate func take(_ event: LogEvent) {
        if let subject = LineLimits.Subject(event.metadata) {
            let now = MonotonicClock.now
            tellDue(at: now)
            let isAdmitted = limits.withLock { limits in
                let isAdmitted = limits.admit(LineLimits.Kind(subject: subject, level: event.level), at: now)
                deadline.store(limits.nextDeadline?.microseconds ?? .max, ordering: .relaxed)
                return isAdmitted
            }
            guard isAdmitted else { return }
        }
        target.handler.log(event: event)
    }

    private struct Handler: LogHandler {
        let log: LimitedLog
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            guard !metadata.isEmpty else { return log.take(event) }
            var event = event
            event.metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
            log.take(event)
        }
    }
}

extension LineLimits.Subject {
    /// The subject of a line; nil when clients and devices cannot cause the line again and again.
    fileprivate init?(_ metadata: Logger.Metadata?) {
        if let user = metadata?[LogField.owner] ?? metadata?[LogField.user] {
            self = .user(UTF8Key("\(user)"))
        } else if let device = metadata?[LogField.device] {
            self = .device(UTF8Key("\(device)"))
        } else if metadata?[LogField.configuration] != nil {
            self = .configuration
        } else {
            return nil
        }
    }

    private static let unknownOwner = UTF8Key(LogField.unknownOwner)

    fileprivate var words: String {
        switch self {
        case .user(Self.unknownOwner): "clients of users that this system does not know"
        case .user(let number): "clients of uid \(number)"
        case .device(let node): node.text
        case .configuration: "the configuration"
        case .others: "other clients and devices"
        }
    }

    fileprivate var metadata: Logger.Metadata {
        switch self {
        case .configuration, .others, .user(Self.unknownOwner): [:]
        case .user(let number): [LogField.user: "\(number)"]
        case .device(let node): [LogField.device: "\(node)"]
        }
    }
}
