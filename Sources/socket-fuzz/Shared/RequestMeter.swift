// Processor time of each request, compared with a harmless line in the same process.

import GestureWire
import Glibc
import Linux

/// The longest time that passes between two looks at the server's clock.
///
/// The server looks at its clock before and after each request. Only work within ``measure(_:)`` counts, so that what the
/// fuzzer itself does between two requests does not.
final class RequestMeter {
    /// What a request may take: as much as so many harmless lines of the greatest length, which is 1.3 times what the
    /// costliest known request takes here.
    ///
    /// In a release build that one, 64 regions and a recognizer in each, took 5 ms by `scripts/measure-requests`. With the
    /// sanitizer, assertions and coverage it takes 28 ms, as much as 7.5 harmless lines; so do the others of
    /// Tests/Fixtures/fuzz-socket/lines at most. The ratio stays on slower machines, where milliseconds do not.
    private static let factor = 10

    /// The longest time so far, in nanoseconds of the thread's processor time.
    private(set) var longest = 0
    private var last: Int?

    /// Forgets what was measured.
    func reset() { longest = 0 }

    /// The server's clock: in microseconds, of processor time.
    func look() -> Int64 {
        let now = Self.now
        if let last {
            longest = max(longest, now - last)
            self.last = now
        }
        return Int64(now / 1000)
    }

    /// Lets the daemon do something, whose time counts.
    func measure(_ work: () -> Void) {
        last = Self.now
        work()
        _ = look()
        last = nil
    }

    /// What is wrong with what is played, or with how long a request in it takes; empty when all is well.
    ///
    /// Plays it again when a request takes long, as other processes slow one request down now and then, but rarely four
    /// times in a row by more than they slow down the harmless line after it.
    ///
    /// - Parameter play: Returns its faults, and the longest time that it measured.
    static func faults(_ play: () -> (faults: [String], time: Int)) -> [String] {
        var fault = ""
        for isAgain in [false, true, true, true] {
            let (faults, time) = play()
            let harmless = isAgain ? harmlessTime() : baseline
            if !faults.isEmpty || time <= factor * harmless { return faults }
            fault = "a request takes \(time / 1000) µs, a harmless one \(harmless / 1000) µs"
        }
        return [fault]
    }

    // MARK: - The harmless line

    private static let baseline = harmlessTime()

    /// What a harmless line takes, in nanoseconds: the least of several.
    private static func harmlessTime() -> Int {
        (0..<9).map { _ in
            let start = now
            _ = IncomingRequest.decode(harmless[...])
            return now - start
        }.min() ?? 0
    }

    /// A request of the greatest length, and a name that is far too long.
    private static let harmless: [UInt8] = {
        let name = String(repeating: "a", count: Limits().requestBytes - 60)
        return Array(#"{"jsonrpc":"2.0","id":1,"method":"status","params":{"a":""#.utf8) + Array((name + "\"}}").utf8)
    }()

    private static var now: Int { KernelClock.thread.nanoseconds }
}
