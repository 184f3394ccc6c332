// How does a recording come from a file?

internal import Glibc
public import Touch

/// A recording could not be read from a file.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let reason: String
    /// The `errno` of the call that failed; 0 when the content is at fault.
    public let errno: Int32

    /// The file and the reason.
    public var description: String { "\(path): \(reason)" }
}

/// Reads recordings.
public enum RecordingFile {
    /// Larger files are refused: an hour of ten fingers at 120 Hz is half of it.
    static let maximumBytes = 512 << 20

    /// Reads a file of evemu text.
    ///
    /// - Throws: `RecordingFileError` with the line at fault, or why the file could not be read.
    public static func read(_ path: String) throws(RecordingFileError) -> Recording {
        let bytes = try content(of: path)
        do {
            return try Recording(evemu: bytes)
        } catch {
            throw RecordingFileError(path: path, reason: "\(error)", errno: 0)
        }
    }

    private static func content(of path: String) throws(RecordingFileError) -> [UInt8] {
        func failure() -> RecordingFileError {
            RecordingFileError(path: path, reason: String(cString: strerror(Glibc.errno)), errno: Glibc.errno)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, Glibc.errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= maximumBytes else {
                throw RecordingFileError(path: path, reason: "larger than \(maximumBytes >> 20) MiB", errno: 0)
            }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
