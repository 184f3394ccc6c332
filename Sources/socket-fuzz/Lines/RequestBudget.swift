// Budget of processor time for one request, measured against a harmless line in the same process.

import Glibc
import GestureWire

/// What one request may cost: as much as 25 harmless lines of the greatest length.
///
/// Such a line takes 0.2 ms in a release build, so that a request may take 5 ms. With sanitizers, or on a slow machine,
/// both take longer.
enum RequestBudget {
    private static let factor = 25

    /// The greatest length of a request, and a name that is far too long.
    private static let harmless: [UInt8] = {
        let name = String(repeating: "a", count: Limits().requestBytes - 60)
        return Array(#"{"jsonrpc":"2.0","id":1,"method":"status","params":{"a":""#.utf8) + Array((name + "\"}}").utf8)
    }()

    /// What a harmless line costs, in nanoseconds: the least of several.
    private static let baseline = (0..<9).map { _ in processorTime { handle(harmless) } }.min() ?? 0

    /// What is wrong with what a line costs; nil if it costs little enough.
    static func fault(of line: [UInt8]) -> String? {
        let limit = factor * baseline
        if processorTime({ handle(line) }) <= limit { return nil }
        // Whatever took the processor meanwhile does so rarely three times.
        let least = (0..<3).map { _ in processorTime { handle(line) } }.min() ?? 0
        if least <= limit { return nil }
        return "a request of \(line.count) bytes takes \(least / 1000) µs, a harmless one \(baseline / 1000) µs"
    }

    /// What the server does with a line before it knows what is meant, and the globs of a subscription after that.
    private static func handle(_ line: [UInt8]) {
        let incoming = IncomingRequest.decode(line[...])
        switch incoming.content {
        case .failure(let error):
            var writer = LineWriter()
            writer.appendError(error, to: incoming.identifier ?? .null)
        case .success(.subscribe(let filter)):
            for name in names { _ = filter.matches(recognizer: name, surface: name) }
        case .success: break
        }
    }

    /// The longest names that a configuration or a device can have, and short ones.
    private static let names = ["tap", String(repeating: "a", count: 64), String(repeating: "ab", count: 32)]

    private static func processorTime(_ work: () -> Void) -> Int {
        let start = now
        work()
        return now - start
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
