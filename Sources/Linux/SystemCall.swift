// Repetition of system calls that signals interrupt.

public import Glibc

/// System calls of the C library, which report a failure by -1 and `errno`.
public enum SystemCall {
    /// Makes a call, again while a signal interrupts it (EINTR).
    ///
    /// It is inlined where it is used: a closure that another module calls costs time, and each frame is read and sent.
    ///
    /// - Returns: The result of the last call, with `errno` as that call left it.
    @inlinable @inline(__always)
    public static func uninterrupted(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Makes a call, again while a signal interrupts it (EINTR); for calls that return a C `int`.
    ///
    /// - Returns: The result of the last call, with `errno` as that call left it.
    @inlinable @inline(__always)
    public static func uninterrupted(_ call: () -> Int32) -> Int32 {
        Int32(truncatingIfNeeded: uninterrupted { Int(call()) })
    }
}
