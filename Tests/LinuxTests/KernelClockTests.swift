// Clocks of the kernel.

import Dispatch
import Linux
import Testing

struct KernelClockTests {
    @Test("the clock of the thread advances only while it has a processor")
    func thread() {
        let (before, start) = (KernelClock.thread.nanoseconds, KernelClock.monotonic.nanoseconds)
        waitForAnotherThread(spending: 20_000_000)
        let (after, end) = (KernelClock.thread.nanoseconds, KernelClock.monotonic.nanoseconds)
        #expect(after >= before && end - start >= 20_000_000 && after - before < end - start)
    }

    /// Blocks until another thread has used this many nanoseconds of processor time.
    private func waitForAnotherThread(spending nanoseconds: Int) {
        let isDone = DispatchSemaphore(value: 0)
        let failure = DetachedThread.start {
            let start = KernelClock.thread.nanoseconds
            while KernelClock.thread.nanoseconds - start < nanoseconds {}
            isDone.signal()
        }
        #expect(failure == 0)
        if failure == 0 { isDone.wait() }
    }
}
