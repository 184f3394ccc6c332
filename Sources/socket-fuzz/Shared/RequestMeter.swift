// Processor time of each request, compared with a harmless line in the same process.

import GestureWire
import Glibc
import Linux

/// The longest time between two readings of the server's clock.
///
/// The server reads its clock before and after each request. Only work within ``measure(_:)`` counts, so the fuzzer's
/// own work between requests is excluded.
final class RequestMeter {
    /// The limit for a request: the time of this many harmless lines of maximum length, which is 1.3 times that of the
    /// costliest known request here.
    ///
    /// In a release build that request, 64 regions with a recognizer in each, took 5 ms by `scripts/measure requests`.
    /// With the sanitizer, assertions and coverage it takes 28 ms, as much as 7.5 harmless lines; the requests of
    /// Tests/Fixtures/fuzz-socket/lines take no more. The ratio is the same on slower machines, unlike milliseconds.
    private static let factor = 10

    /// The longest time so far, in nanoseconds of the thread's processor time.
    private(set) var longest = 0
    private var last: Int?

    /// Forgets all measurements.
    func reset() { longest = 0 }

    /// The server's clock: processor time in microseconds.
    func look() -> Int64 {
        let now = Self.now
        if let last {
            longest = max(longest, now - last)
            self.last = now
        }
        return Int64(now / 1000)
    }

    /// Runs the daemon; the time of its requests counts.
    func measure(_ work: () -> Void) {
        last = Self.now
        work()
        _ = look()
        last = nil
    }

    /// Violations by a played input, including the time of its requests; empty when all is well.
    ///
    /// Plays it again when a request takes too long, as other processes sometimes slow down one request, but rarely
    /// four times in a row by more than they slow down the harmless line after it.
    ///
    /// - Parameter play: Returns its faults, and the longest measured time.
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

    /// The time of a harmless line in nanoseconds: the smallest of several.
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
