// Tests of looking for displays outside the pipeline's queue.

import Dispatch
import Synchronization
import Testing
import Touch

@testable import GestureDaemon

/// The displays that the kernel reports, and how often it was asked.
private final class Drivers: Sendable {
    private let state = Mutex<(displays: [Display], count: Int)>(([], 0))

    var displays: [Display] {
        get { state.withLock { $0.displays } }
        set { state.withLock { $0.displays = newValue } }
    }

    var count: Int { state.withLock { $0.count } }

    func read() -> [Display] {
        state.withLock {
            $0.count += 1
            return $0.displays
        }
    }
}

@Suite struct DisplayWatchTests {
    private let display = Display(connector: "HDMI-A-1", pixels: Size(width: 1920, height: 1080))

    @Test("The first search is synchronous; a later one reports by the event loop, and only a change")
    func changes() throws {
        let (loop, drivers) = (try EventLoop(), Drivers())
        let watch = try DisplayWatch(loop: loop) { drivers.read() }
        #expect(watch.displays == [] && drivers.count == 1)
        var changes = 0
        watch.didChange = { changes += 1 }
        drivers.displays = [display]
        // The second search is requested during the first, and must not miss changes since then.
        loop.queue.sync {
            watch.look()
            watch.look()
            watch.look()
        }
        var batches = 0
        loop.afterBatch = { [unowned loop] in
            batches += 1
            // The empty batch at the start, then one for each search.
            if batches == 3 { loop.stop() }
        }
        try loop.run()
        #expect(watch.displays == [display] && changes == 1 && drivers.count == 3)
        watch.close()
    }
}
