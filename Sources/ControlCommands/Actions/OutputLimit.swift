// Limits of what the commands of one action write to the log.

/// Takes the output of an action's commands apart into lines, and leaves out what is too much.
///
/// It knows no clock: times are parameters, in seconds, and never decrease.
struct OutputLimit {
    /// The largest number of lines in a second.
    static let mostLines = 10
    /// The longest line in bytes; the rest of a longer one is left out.
    static let longestLine = 512
    /// The largest number of bytes in a second; a command that writes more waits for the next.
    static let mostBytes = 64 * 1024

    private var line: [UInt8] = []
    private var isOverlong = false
    /// When the present second began.
    private var start = -Double.infinity
    private var (lines, bytes, leftOut) = (0, 0, 0)

    /// Whether more may be read; if not, ``begin(at:)`` at ``nextSecond`` allows it again.
    var mayRead: Bool { bytes < Self.mostBytes }

    /// The time from which more may be read.
    var nextSecond: Double { start + 1 }

    /// Whether a line about what was left out is due once the second has passed.
    var hasLeftOut: Bool { leftOut > 0 }

    /// Takes what was read; returns the lines to log.
    mutating func take(_ read: some Collection<UInt8>, at now: Double) -> [String] {
        var found = begin(at: now)
        bytes += read.count
        for byte in read {
            if byte == UInt8(ascii: "\n") {
                end(&found)
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else {
                isOverlong = true
            }
        }
        return found
    }

    /// Begins a new second when the present one has passed; returns the line about what that left out.
    mutating func begin(at now: Double) -> [String] {
        guard now - start >= 1 else { return [] }
        let words = leftOut == 1 ? "1 line more" : "\(leftOut) lines more"
        let found = leftOut > 0 ? ["… \(words)"] : []
        (start, lines, bytes, leftOut) = (now, 0, 0, 0)
        return found
    }

    private mutating func end(_ found: inout [String]) {
        defer { (line, isOverlong) = ([], false) }
        guard !line.isEmpty else { return }
        guard lines < Self.mostLines else {
            leftOut += 1
            return
        }
        lines += 1
        found.append(String(decoding: line, as: UTF8.self) + (isOverlong ? "…" : ""))
    }
}
