// A file without a name, for another program.

import Glibc
import NIOCore

/// A file that vanishes with its last descriptor, so that no end of this program leaves it behind.
final class TemporaryFile {
    let descriptor: Int32
    /// The descriptor in the other program.
    let number: Int32

    /// The path at which the other program opens it.
    var path: String { "/dev/fd/\(number)" }

    /// Makes an empty file.
    init(_ number: Int32) throws(Failure) {
        var template = Array("/tmp/gestured-web-XXXXXX".utf8CString)
        let made = mkstemp(&template)
        guard made >= 0 else { throw Self.failure }
        unlink(template)
        // Above all numbers in the other program, so that giving one to it overwrites no other.
        descriptor = fcntl(made, F_DUPFD_CLOEXEC, 16)
        self.number = number
        close(made)
        guard descriptor >= 0 else { throw Self.failure }
    }

    /// Makes a file with a text.
    convenience init(_ number: Int32, _ text: String) throws(Failure) {
        try self.init(number)
        var text = text
        let isWritten = text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest)
                let count = write(descriptor, part.baseAddress, part.count)
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard isWritten else { throw Self.failure }
    }

    deinit { close(descriptor) }

    /// Returns what is in it; nil if it is more than so many bytes.
    func content(_ limit: Int) -> ByteBuffer? { ByteBuffer(contentsOf: descriptor, limit: limit) }

    private static var failure: Failure {
        Failure(description: "no file in /tmp for the recording: \(String(cString: strerror(errno)))")
    }
}
