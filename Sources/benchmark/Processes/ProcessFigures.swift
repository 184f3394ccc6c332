// Resource usage of a process, from /proc.

import Glibc
import Linux

/// Counters of a process at one time; the difference of two describes the time between them.
struct ProcessFigures {
    /// Processor time of all its threads, in nanoseconds.
    let processorTime: Int
    /// How often its threads waited voluntarily.
    let voluntarySwitches: Int
    /// How often its threads were preempted.
    let involuntarySwitches: Int
    /// Calls that allocated memory, all threads.
    let allocations: Int

    init(of process: pid_t, counters: AllocationCounters?) {
        var clock = clockid_t()
        processorTime = clock_getcpuclockid(process, &clock) == 0 ? KernelClock(clock).nanoseconds : 0
        let threads = Self.threads(of: process).map { Self.text("/proc/\(process)/task/\($0)/status") }
        voluntarySwitches = threads.reduce(0) { $0 + Self.number("voluntary_ctxt_switches:", in: $1) }
        involuntarySwitches = threads.reduce(0) { $0 + Self.number("nonvoluntary_ctxt_switches:", in: $1) }
        allocations = counters?.allocations ?? 0
    }

    /// Resident and private dirty memory in kB.
    static func memory(of process: pid_t) -> (resident: Int, privateDirty: Int) {
        (
            number("VmRSS:", in: text("/proc/\(process)/status")),
            number("Private_Dirty:", in: text("/proc/\(process)/smaps_rollup"))
        )
    }

    /// The process that traces it; 0 if none does.
    static func tracer(of process: pid_t) -> Int {
        number("TracerPid:", in: text("/proc/\(process)/status"))
    }

    private static func threads(of process: pid_t) -> [String] {
        guard let folder = opendir("/proc/\(process)/task") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { characters in
                String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Int(name) != nil { names.append(name) }
        }
        return names
    }

    /// The number after a word at the start of a line.
    private static func number(_ word: String, in text: String) -> Int {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(word) }) else { return 0 }
        return line.dropFirst(word.count).split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
    }

    /// The text of a small file of the kernel; empty when it cannot be read.
    static func text(_ path: String) -> String {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC)) else { return "" }
        return String(decoding: file.readToEnd(limit: 1 << 20).bytes, as: UTF8.self)
    }
}
