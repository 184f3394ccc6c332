// The programs, temporary folder and environment of measured processes.

import Glibc
import Linux

/// A private folder for FIFOs, sockets and counters, which also starts processes.
struct Workshop {
    /// This program.
    let program: String
    /// The relay of `Benchmarks/relay.c`.
    let relay: String
    /// The fan-out of `Benchmarks/fanout.c`.
    let fanout: String
    /// The library of `Benchmarks/preload.c`.
    let preload: String
    /// A new private folder.
    let folder: String

    init(helpers: String) throws {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = try BenchmarkError.check("readlink", readlink("/proc/self/exe", &buffer, buffer.count - 1))
        program = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        relay = helpers + "/relay"
        fanout = helpers + "/fanout"
        preload = helpers + "/preload.so"
        for path in [relay, fanout, preload] where access(path, R_OK) != 0 {
            throw BenchmarkError("\(path) is missing; run scripts/measure benchmark")
        }
        var template = Array("/tmp/gestured-benchmark.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("mkdtemp: no folder under /tmp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// An unused path in the folder, without its ending.
    func place(_ name: String) -> String {
        var number = 1
        while access("\(folder)/\(name)-\(number).device", F_OK) == 0 { number += 1 }
        return "\(folder)/\(name)-\(number)"
    }

    /// Removes the folder.
    func close() {
        _ = try? Child(path: "/bin/rm", ["-rf", "--", folder]).wait()
    }

    /// The path of a program with this name; nil when it is not installed.
    func find(_ name: String) -> String? {
        (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}

/// A process that the benchmark started.
final class Child {
    let process: pid_t
    private var hasEnded = false

    /// Starts a program with arguments, and with variables in addition to those of the benchmark.
    init(path: String, _ arguments: [String], variables: [String: String] = [:]) throws {
        var environment: [UnsafeMutablePointer<CChar>?] = []
        var index = 0
        while let variable = environ[index] {
            environment.append(strdup(variable))
            index += 1
        }
        environment += variables.map { strdup("\($0)=\($1)") } + [nil]
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for pointer in environment + words { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, path, nil, nil, words, environment)
        guard failure == 0 else { throw BenchmarkError("cannot start \(path): \(String(cString: strerror(failure)))") }
        self.process = process
    }

    /// Starts a contestant on a processor that the benchmark itself does not use (scripts/measure benchmark keeps it on
    /// the first), so that the scheduler's choice does not affect the figures.
    convenience init(onItsProcessor words: [String], variables: [String: String]) throws {
        try self.init(path: "/usr/bin/taskset", ["--cpu-list", "1"] + words, variables: variables)
    }

    /// Ends the process.
    func terminate(_ signal: Int32 = SIGTERM) {
        guard !hasEnded else { return }
        kill(process, signal)
        _ = wait()
    }

    /// Waits for the end; the status is that of wait(2).
    func wait() -> Int32 {
        var status: Int32 = 0
        _ = SystemCall.uninterrupted { waitpid(process, &status, 0) }
        hasEnded = true
        return status
    }

    /// Whether the process runs.
    var isAlive: Bool {
        if !hasEnded { hasEnded = waitpid(process, nil, WNOHANG) != 0 }
        return !hasEnded
    }
}
