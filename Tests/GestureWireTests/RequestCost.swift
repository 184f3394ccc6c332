// Measurement of the processor time that reading a request takes.

import Glibc
import GestureWire

/// The longest line that is read.
let longestLine = Limits().requestBytes

/// The processor time of reading a line and writing the refusal, in nanoseconds: the smallest of several.
func cost(of line: [UInt8], times: Int = 5) -> Int {
    (0..<times).map { _ in
        processorTime {
            guard case .failure(let error) = IncomingRequest.decode(line[...]).content else { return }
            var writer = LineWriter()
            writer.appendError(error, to: .null)
        }
    }.min() ?? 0
}

/// The processor time of a piece of work, in nanoseconds.
func processorTime(_ work: () -> Void) -> Int {
    let start = threadTime()
    work()
    return max(threadTime() - start, 1)
}

private func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A line of a certain length: a prefix, a text repeated as often as there is room, a suffix, and blanks.
func line(_ before: String, _ repeated: String, _ after: String, bytes: Int = longestLine) -> [UInt8] {
    let room = (bytes - before.utf8.count - after.utf8.count) / repeated.utf8.count
    let text = Array((before + String(repeating: repeated, count: room) + after).utf8)
    return text + [UInt8](repeating: UInt8(ascii: " "), count: bytes - text.count)
}
