// Instructions of a process per frame, counted by Callgrind.

import Glibc

/// Counts instructions of whole processes outside the kernel.
enum Instructions {
    /// That of most panels.
    private static let rate = 125

    /// Per frame while fingers pan; nil without valgrind.
    ///
    /// The difference of two runs, which excludes the start, the subscription and the first frames.
    ///
    /// - Parameter make: Starts a contestant in a tool.
    static func perFrame(
        subscribers: Int, in workshop: Workshop, _ make: (_ tool: [String]) throws -> Contestant
    ) throws -> Double? {
        guard let valgrind = workshop.find("valgrind") else { return nil }
        let (few, many) = (100, 400)
        func total(_ frames: Int) throws -> Double? {
            let log = workshop.folder + "/callgrind"
            let contestant = try make(
                [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=" + log])
            try contestant.crowd.grow(to: subscribers)
            _ = try contestant.round(rate: rate, frames: frames)
            // Work that no subscriber waits for must be finished, too.
            Clock.sleep(seconds: 0.3)
            contestant.child.terminate()
            return collected(in: log)
        }
        guard let less = try total(few), let more = try total(many) else { return nil }
        return (more - less) / Double(many - few)
    }

    /// The total in a log of Callgrind.
    static func collected(in log: String) -> Double? {
        ProcessFigures.text(log).split(separator: "\n").first { $0.contains("Collected :") }
            .flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
    }
}
