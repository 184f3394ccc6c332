// How does a recording come from a file?

internal import Glibc
public import Touch

/// A recording could not be read from a file.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line at fault, counted from 1; 0 when it is not a line's fault.
    public let line: Int
    /// What is wrong with it.
    public let reason: String
    /// The `errno` of the call that failed; 0 when the content is at fault.
    public let errno: Int32

    init(path: String, line: Int = 0, reason: String, errno: Int32 = 0) {
        self.path = path
        self.line = line
        self.reason = reason
        self.errno = errno
    }

    /// The place and the reason, as compilers write it.
    public var description: String { line > 0 ? "\(path):\(line): \(reason)" : "\(path): \(reason)" }
}

/// Reads recordings.
public enum RecordingFile {
    /// Larger files are refused: evemu text of half an hour of ten fingers at 120 Hz is half of it.
    static let maximumBytes = 512 << 20

    /// Reads a file of evemu text or of `libinput record`'s YAML: its content says which, not its name.
    ///
    /// - Parameter remark: Is told what was passed over: other devices, a last line that broke off.
    /// - Throws: `RecordingFileError` with the line at fault, or why the file could not be read.
    public static func read(
        _ path: String, remark: (String) -> Void = { _ in }
    ) throws(RecordingFileError) -> Recording {
        do {
            var reader = RecordingReader()
            try content(of: path) { piece in try reader.take(piece) }
            let outcome = try reader.finish()
            for text in outcome.remarks { remark(text) }
            return outcome.recording
        } catch let error as RecordingError {
            throw RecordingFileError(path: path, line: error.line, reason: error.reason)
        } catch let error as RecordingFileError {
            throw error
        } catch {
            throw RecordingFileError(path: path, reason: "\(error)")
        }
    }

    /// Hands over a file piece by piece.
    private static func content(of path: String, _ receive: (ArraySlice<UInt8>) throws -> Void) throws {
        func failure() -> RecordingFileError {
            RecordingFileError(path: path, reason: String(cString: strerror(Glibc.errno)), errno: Glibc.errno)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, Glibc.errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return }
            total += count
            guard total <= maximumBytes else {
                throw RecordingFileError(path: path, reason: "larger than \(maximumBytes >> 20) MiB")
            }
            try receive(buffer[..<count])
        }
    }
}
