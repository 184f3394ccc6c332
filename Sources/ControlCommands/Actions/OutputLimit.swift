// Limits of what the commands of one action write to the log.

/// Splits the output of an action's commands into lines, and drops lines beyond the limits.
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
    /// When the line began.
    private var lineStart = 0.0
    /// When the present second began.
    private var start = -Double.infinity
    private var (lines, bytes, leftOut) = (0, 0, 0)

    /// Whether more may be read; if not, ``begin(at:)`` at ``nextTime`` allows it again.
    var mayRead: Bool { bytes < Self.mostBytes }

    /// When ``begin(at:)`` is due; infinite without a reason.
    var nextTime: Double {
        let second = !mayRead || leftOut > 0 ? start + 1 : .infinity
        // A line waits for its end, which the command may never write.
        return line.isEmpty ? second : min(second, lineStart + 1)
    }

    /// Processes bytes that were read; returns the lines to log.
    mutating func process(_ read: some Collection<UInt8>, at now: Double) -> [String] {
        var found = begin(at: now)
        bytes += read.count
        for byte in read {
            if byte == UInt8(ascii: "\n") {
                end(&found)
            } else if line.count < Self.longestLine {
                if line.isEmpty { lineStart = now }
                line.append(byte)
            } else {
                isOverlong = true
            }
        }
        return found
    }

    /// Begins a new second when the present one has passed; returns the line about what that left out, and a line that
    /// has not ended for a second.
    mutating func begin(at now: Double) -> [String] {
        var found: [String] = []
        if now - start >= 1 {
            reportLeftOut(&found)
            (start, lines, bytes) = (now, 0, 0)
        }
        if !line.isEmpty, now - lineStart >= 1 { end(&found) }
        return found
    }

    /// Returns the last lines, when nobody writes any more.
    mutating func finish() -> [String] {
        var found: [String] = []
        end(&found)
        reportLeftOut(&found)
        return found
    }

    private mutating func reportLeftOut(_ found: inout [String]) {
        if leftOut > 0 { found.append(leftOut == 1 ? "… 1 line more" : "… \(leftOut) lines more") }
        leftOut = 0
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
