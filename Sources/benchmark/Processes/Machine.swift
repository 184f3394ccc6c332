// Description of the machine and its load.

import Glibc

/// The machine that the benchmark runs on.
enum Machine {
    /// Prints the facts needed to compare the figures with others.
    static func describe(toolchain: String) {
        let processor =
            ProcessFigures.text("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
            .flatMap { $0.split(separator: ":").last }.map { $0.drop { $0 == " " } } ?? "unknown processor"
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let kernel = ProcessFigures.text("/proc/sys/kernel/osrelease").split(separator: "\n").first ?? "?"
        print("Machine: \(cores) cores (\(processor)), Linux \(kernel), \(toolchain)")
        print("Load before: \(load.fixed(2))" + (load > 0.5 ? " - other processes disturb: mind p99" : ""))
    }

    /// Raises the descriptor limit of this process and its children to the maximum; returns that.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// The number of processes that wanted to run in the last minute.
    static var load: Double {
        ProcessFigures.text("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) } ?? 0
    }
}

extension Double {
    /// The number with this many decimals, for people.
    func fixed(_ decimals: Int) -> String {
        guard isFinite, magnitude < 1e12 else { return "-" }
        var unit = 1
        for _ in 0..<decimals { unit *= 10 }
        let scaled = Int((magnitude * Double(unit)).rounded())
        let sign = self < 0 && scaled != 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let fraction = String(scaled % unit)
        return sign + String(scaled / unit) + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}
