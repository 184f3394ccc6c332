// Tests of the watchdog's interval.

import Glibc
import Testing

@testable import ServiceManager

@Suite struct WatchdogTests {
    @Test("The interval applies to the named process, or to any if none is named")
    func process() {
        #expect(Watchdog.interval("30000000", process: "\(getpid())") == 30_000_000)
        #expect(Watchdog.interval("30000000", process: nil) == 30_000_000)
        #expect(Watchdog.interval("30000000", process: "1") == nil, "a child has inherited the variable")
        #expect(Watchdog.interval("30000000", process: "") == nil)
    }

    @Test(
        "An invalid interval means no watchdog",
        arguments: [nil, "", "0", "-1", "30s", " 30", "99999999999999999999", "1e6"])
    func unusable(_ text: String?) {
        #expect(Watchdog.interval(text, process: nil) == nil)
    }
}
