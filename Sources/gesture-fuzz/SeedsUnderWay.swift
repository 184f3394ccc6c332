// The seeds being tried, printed when the process traps.

import Glibc

/// The seed that each task tries.
///
/// A trap ends the process, so a signal handler prints them, with async-signal-safe calls only.
enum SeedsUnderWay {
    private static let capacity = 256
    private static let none = UInt64.max
    /// One for each task, which alone writes it.
    private nonisolated(unsafe) static let seeds: UnsafeMutablePointer<UInt64> = {
        let seeds = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
        seeds.initialize(repeating: none, count: capacity)
        return seeds
    }()

    /// Installs the handler that prints them when the process traps.
    static func watch() {
        // Created here: a handler must not allocate.
        seeds[0] = none
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
            signal(number) { number in
                for lane in 0..<SeedsUnderWay.capacity where SeedsUnderWay.seeds[lane] != SeedsUnderWay.none {
                    SeedsUnderWay.say(SeedsUnderWay.seeds[lane])
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Sets the seed of a task.
    static func set(_ lane: Int, to seed: UInt64) {
        if lane < capacity { seeds[lane] = seed }
    }

    private static func say(_ seed: UInt64) {
        let start: StaticString = "Trapped while at seed "
        _ = write(STDERR_FILENO, start.utf8Start, start.utf8CodeUnitCount)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            var (place, rest) = (23, seed)
            text[place] = 10
            repeat {
                place -= 1
                text[place] = UInt8(48 + rest % 10)
                rest /= 10
            } while rest > 0
            _ = write(STDERR_FILENO, text.baseAddress?.advanced(by: place), 24 - place)
        }
    }
}
