// Automatic reload: detection of changed configuration files.
//
//     watching ──an event──► waiting ──0.2 s without another event──► looking: reports a change; watches again
//                               └── another event: the 0.2 s start again

internal import Configuration
internal import Logging
internal import Touch

/// The files of a configuration, watched in the event loop.
///
/// Nothing wakes the daemon as long as nothing happens to them.
final class ConfigurationWatch: ReadinessHandler {
    private let loop: EventLoop
    private let logger: Logger
    private let didChange: () -> Void
    private let open: (_ files: [String], _ folder: String?) throws(SystemError) -> PathWatch
    /// The files as they were when they were last read, or were to be.
    private var choice: ConfigurationChoice
    /// Nil when nothing can be watched.
    private var paths: PathWatch?
    /// The time when the files are checked; nil when nothing has happened.
    private(set) var nextDeadline: Timestamp?

    /// Editors write, rename and remove in a row, packages replace several files: time for them to be done, in seconds.
    private static let rest = 0.2

    /// - Parameter choice: The files as they were before they were read: what has changed since then counts, too.
    /// - Parameter open: Begins to watch.
    /// - Parameter didChange: Called on the queue when the configuration must be reloaded.
    init(
        _ choice: ConfigurationChoice, loop: EventLoop, logger: Logger,
        open: @escaping (_ files: [String], _ folder: String?) throws(SystemError) -> PathWatch = PathWatch.init,
        didChange: @escaping () -> Void
    ) {
        (self.choice, self.loop, self.logger) = (choice, loop, logger)
        (self.open, self.didChange) = (open, didChange)
        watch()
        if paths != nil, !choice.again.isAsFound(by: choice) { nextDeadline = MonotonicClock.now }
    }

    /// The descriptor that is readable after a change; nil when nothing can be watched.
    var descriptor: Int32? { paths?.descriptor }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        guard paths?.drain() == true else { return }
        nextDeadline = MonotonicClock.now.adding(seconds: Self.rest)
    }

    /// Advances time.
    func advance(to time: Timestamp) {
        guard let deadline = nextDeadline, deadline <= time else { return }
        nextDeadline = nil
        // First watched, then looked at: what happens in between is noticed, or seen.
        watch()
        let now = choice.again
        guard !now.isAsFound(by: choice) else { return }
        choice = now
        didChange()
    }

    /// Notes that the files were read by a reload request, so that their present state is no change.
    func hasRead(_ choice: ConfigurationChoice) { self.choice = choice }

    /// Notices nothing any more.
    func close() {
        nextDeadline = nil
        if let paths { loop.unwatch(paths.descriptor) }
        paths = nil
    }

    /// Watches the way to the files as it is now.
    private func watch() {
        close()
        let again = choice.again
        var files = again.files.files.map(\.path)
        var folder: String?
        if again.path == nil {
            let main = ConfigurationFiles.vendorPaths + [ConfigurationFiles.systemPath]
            files += main.map { again.root + $0 }
            folder = again.root + ConfigurationFiles.dropInFolder
        }
        do throws(SystemError) {
            let paths = try open(files, folder)
            try loop.watch(paths.descriptor, handler: self)
            self.paths = paths
        } catch {
            logger.warning(
                """
                changes of the configuration are not noticed (\(error)), `systemctl reload gestured` has it read; \
                fs.inotify in sysctl says how much one user can watch
                """)
        }
    }
}
