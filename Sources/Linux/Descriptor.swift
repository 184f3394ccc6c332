// File descriptor with one owner.

import Glibc

/// A file descriptor with one owner, which closes it at the end of its life.
///
/// A debug build traps if other code has closed the number: next time it would be the number of another file.
public struct Descriptor: ~Copyable, Sendable {
    /// The number for system calls; it refers to this file as long as the owner lives.
    public let number: Int32

    /// Takes over an open descriptor.
    public init(owning number: Int32) { self.number = number }

    /// Takes over the result of a call that opens something; nil, with `errno` as it was, when the call failed.
    public init?(_ result: Int32) {
        guard result >= 0 else { return nil }
        number = result
    }

    /// Takes over the result of a call that opens something.
    ///
    /// - Throws: ``SystemError`` with the name of the call and the present `errno` when the call failed.
    public init(_ systemCall: String, _ result: Int32) throws(SystemError) {
        number = try SystemError.check(systemCall, result)
    }

    deinit {
        let isOwn = close(number) == 0 || errno != EBADF
        assert(isOwn, "descriptor \(number) was closed by somebody who does not own it")
    }

    /// Returns the number, which the caller has to close.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Reads from the present place to the end, but at most `limit` bytes; `limit` must not be negative.
    ///
    /// - Returns: The bytes, and the `errno` of a read(2) that failed behind them, 0 when none did.
    public func readToEnd(limit: Int) -> (bytes: [UInt8], errno: Int32) {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<limit])
                let length = SystemCall.uninterrupted { read(number, room.baseAddress, room.count) }
                guard length > 0 else {
                    failure = length < 0 ? errno : 0
                    return
                }
                count += length
            }
        }
        return (bytes, failure)
    }
}

extension Optional where Wrapped == Descriptor {
    /// The number of a descriptor that is there: optional chaining would take it from its owner.
    public var number: Int32? {
        switch self {
        case .some(let descriptor): descriptor.number
        case .none: nil
        }
    }
}
