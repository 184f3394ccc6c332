// The allocation counters of a process, in a file that its preload library maps.

import Glibc

/// The `struct counters` of `Benchmarks/counters.h`, shared with one process.
final class AllocationCounters {
    let path: String
    private let words: UnsafeMutablePointer<UInt64>
    private static let wordCount = 3

    init(path: String) throws {
        self.path = path
        let size = Self.wordCount * MemoryLayout<UInt64>.stride
        let descriptor = try BenchmarkError.check("open", open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        defer { close(descriptor) }
        try BenchmarkError.check("ftruncate", ftruncate(descriptor, size))
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw BenchmarkError("mmap: \(String(cString: strerror(errno)))") }
        words = memory.bindMemory(to: UInt64.self, capacity: Self.wordCount)
    }

    deinit { munmap(words, Self.wordCount * MemoryLayout<UInt64>.stride) }

    /// Calls that allocated since the process began; exact while the process waits.
    var allocations: Int { Int(words[0]) }

    /// Whether the process prints the call stack of each allocation on standard error.
    var isTracing: Bool {
        get { words[2] != 0 }
        set { words[2] = newValue ? 1 : 0 }
    }
}
