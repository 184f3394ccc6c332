// Search for connected displays, on a thread of its own because graphics drivers may block.

import CLinux
import Evdev
import Glibc
import Linux
import Synchronization
import Touch

/// The displays as they were last seen.
///
/// While a driver asks a display for its modes, reads in sysfs block until it has the answer, which takes up to some
/// seconds; fingers on another screen must not wait for that.
final class DisplayWatch: ReadinessHandler {
    /// The result, passed from one thread to the other.
    private final class Finding: Sendable {
        let displays = Mutex<[Display]>([])
        let event: Descriptor

        init() throws(SystemError) {
            event = try Descriptor("eventfd", eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)))
        }
    }

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
    init(loop: EventLoop, read: @escaping @Sendable () -> [Display] = { Display.connected() }) throws(SystemError) {
        (self.loop, self.read) = (loop, read)
        finding = try Finding()
        displays = read()
        try loop.watch(finding.event.number, handler: self)
    }

    /// Looks again; `didChange` receives a changed result.
    func look() {
        guard !isLooking else {
            isOutdated = true
            return
        }
        isOutdated = false
        // When no thread can be started, the previous displays apply until the next look.
        let (read, finding) = (read, finding)
        // One of Dispatch's threads would wait here until there is room for it, and writes to the system's log that the
        // unit does not let it set its priority.
        let failure = DetachedThread.start {
            let displays = read()
            finding.displays.withLock { $0 = displays }
            eventfd_write(finding.event.number, 1)
        }
        isLooking = failure == 0
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

    func close() { loop.unwatch(finding.event.number) }
}
