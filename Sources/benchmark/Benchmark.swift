// The benchmark's command line: measure everything, or be one of the measured processes.

import Glibc

/// The command line.
///
///     benchmark --helpers FOLDER [--short] [--only PART] [--toolchain TEXT]
///                                                               measures; status 1 when a budget is missed
///     benchmark --helpers FOLDER --trace-allocations            prints where the daemon allocates while a pan changes
///     benchmark daemon SITUATION DEVICE... SOCKET               is the daemon
///     benchmark engine TOUCHES RECOGNIZERS FRAMES SITUATION     runs the engine alone, for callgrind
@main
struct Benchmark {
    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            let message = Array("benchmark: \(error)\n".utf8)
            _ = write(STDERR_FILENO, message, message.count)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        switch arguments.first {
        case "daemon" where arguments.count >= 4:
            guard let situation = Situation(rawValue: arguments[1]) else { return 64 }
            try MeasuredDaemon.run(
                situation, devices: Array(arguments[2..<arguments.count - 1]), socket: arguments[arguments.count - 1])
            return 0
        case "engine" where numbers.count == 3 && arguments.count == 5:
            guard let situation = EngineStage.Situation(rawValue: arguments[4]) else { return 64 }
            EngineStage(touches: numbers[0], recognizers: numbers[1], situation: situation).run(frames: numbers[2])
            return 0
        default:
            return try Session(arguments).run() ? 0 : 1
        }
    }
}

/// The reason why nothing was measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns a system call's result; a negative one becomes an error.
    @discardableResult
    static func check<Result: SignedInteger>(_ call: String, _ result: Result) throws -> Result {
        guard result >= 0 else { throw BenchmarkError("\(call): \(String(cString: strerror(errno)))") }
        return result
    }
}
