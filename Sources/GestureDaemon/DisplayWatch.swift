// Search for connected displays, on a thread of its own because graphics drivers may block.

internal import CLinux
internal import Evdev
internal import Glibc
internal import Synchronization
internal import Touch

/// The displays as they were last seen.
///
/// While a driver asks a display for its modes, reads in sysfs block until it has the answer, which takes up to some
/// seconds; fingers on another screen must not wait for that.
final class DisplayWatch: ReadinessHandler {
    /// The result, passed from one thread to the other.
    fileprivate final class Finding: Sendable {
        let displays = Mutex<[Display]>([])
        let descriptor: Int32

        init() throws(SystemError) {
            descriptor = try SystemError.check("eventfd", eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)))
        }

        deinit { Glibc.close(descriptor) }
    }

    /// The displays found by the last look.
    private(set) var displays: [Display]
    /// Called on the pipeline's queue when others are there than before.
    var didChange: () -> Void = {}
    private let loop: EventLoop
    private let read: @Sendable () -> [Display]
    private let finding: Finding
    private var isLooking = false
    /// Whether something may have changed since the present look began.
    private var isOutdated = false

    /// Looks for the first time, at once: that is before anything moves.
    ///
    /// - Parameter read: Asks the kernel.
    init(loop: EventLoop, read: @escaping @Sendable () -> [Display] = { Display.connected() }) throws(SystemError) {
        (self.loop, self.read) = (loop, read)
        finding = try Finding()
        displays = read()
        try loop.watch(finding.descriptor, handler: self)
    }

    /// Looks again; `didChange` receives a changed result.
    func look() {
        guard !isLooking else {
            isOutdated = true
            return
        }
        isOutdated = false
        // When no thread can be started, the previous displays apply until the next look.
        isLooking = Look(read: read, finding: finding).begin()
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        let found = finding.displays.withLock { $0 }
        isLooking = false
        if isOutdated { look() }
        guard found != displays else { return }
        displays = found
        didChange()
    }

    /// Looks no more.
    func close() { loop.unwatch(finding.descriptor) }
}

/// A look on a thread of its own: one of Dispatch's would wait here until there is room for a thread, and writes to
/// the system's log that the unit does not let it set its priority.
private final class Look: Sendable {
    private let read: @Sendable () -> [Display]
    private let finding: DisplayWatch.Finding

    init(read: @escaping @Sendable () -> [Display], finding: DisplayWatch.Finding) {
        (self.read, self.finding) = (read, finding)
    }

    /// Whether it has begun.
    func begin() -> Bool {
        let own = Unmanaged.passRetained(self)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, lookAround, own.toOpaque()) == 0 else {
            own.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    func run() {
        let displays = read()
        finding.displays.withLock { $0 = displays }
        eventfd_write(finding.descriptor, 1)
    }
}

private func lookAround(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Look>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
