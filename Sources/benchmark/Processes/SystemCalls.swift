// System calls per frame, counted by strace in a pass of its own.

import Glibc

/// Counts system calls of a process that runs already.
enum SystemCalls {
    private static let frames = 500

    /// System calls per frame by name; nil when strace is missing or not permitted.
    static func perFrame(of contestant: Contestant, workshop: Workshop) throws -> [String: Double]? {
        guard let strace = workshop.find("strace") else { return nil }
        let report = workshop.folder + "/strace"
        let process = contestant.child.process
        var isAttached = false
        try contestant.play {
            let child = try Child(path: strace, ["-qq", "-f", "-c", "-o", report, "-p", "\(process)"])
            let deadline = Clock.nanoseconds + 3_000_000_000
            while !isAttached, child.isAlive, Clock.nanoseconds < deadline {
                Clock.sleep(seconds: 0.01)
                isAttached = ProcessFigures.tracer(of: process) != 0
            }
            // Every thread must be attached before the first counted frame.
            Clock.sleep(seconds: 0.1)
            if isAttached { _ = try contestant.measure(frames, rate: 500, step: 3) }
            child.terminate(SIGINT)
        }
        return isAttached ? parse(ProcessFigures.text(report)) : nil
    }

    /// Reads the table: `% time, seconds, usecs/call, calls, errors (if any), syscall`.
    private static func parse(_ table: String) -> [String: Double] {
        var calls: [String: Double] = [:]
        for line in table.split(separator: "\n") {
            let columns = line.split(separator: " ")
            guard columns.count >= 5, let count = Double(columns[3]), let name = columns.last, name != "total" else {
                continue
            }
            // The call that strace interrupts by attaching is not part of a frame.
            if count >= 0.01 * Double(frames) { calls[String(name)] = count / Double(frames) }
        }
        return calls
    }
}
