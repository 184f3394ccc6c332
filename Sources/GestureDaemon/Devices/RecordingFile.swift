// Recordings from files, whose events are read while they are played.

import Glibc
import Linux
public import Touch

/// A recording in place of a touchscreen, and a name in place of its device node.
public struct NamedRecording: Sendable {
    /// The recording.
    public let recording: any PlayableRecording
    /// The name, mostly that of its file.
    public let name: String

    /// Names a recording.
    public init(_ recording: any PlayableRecording, name: String) {
        (self.recording, self.name) = (recording, name)
    }
}

/// A recording could not be read from a file.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line at fault, counted from 1; 0 when it is not a line's fault.
    public let line: Int
    /// The problem.
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
    public var description: String { path.printable + (line > 0 ? ":\(line)" : "") + ": \(reason)" }
}

/// Reads recordings.
public enum RecordingFile {
    /// Larger files are refused: evemu text of half an hour of ten fingers at 120 Hz is half of it.
    static let maximumBytes = 512 << 20

    /// Reads a file of evemu-record, libinput record, evtest or getevent: its content says which, not its name.
    ///
    /// The whole file is checked; its events are read again, piece by piece, whenever they are played. Only what can be
    /// read once, as a pipe, is kept in memory.
    ///
    /// - Parameter remark: Receives remarks about ignored parts: other devices, foreign lines.
    /// - Throws: `RecordingFileError` with the line at fault, or why the file could not be read.
    public static func read(
        _ path: String, remark: (String) -> Void = { _ in }
    ) throws(RecordingFileError) -> any PlayableRecording {
        do {
            let file = try OpenRecording(path: path)
            var reader = RecordingReader(keeping: file.isRegular ? .none : .all)
            var (buffer, total) = ([UInt8](repeating: 0, count: OpenRecording.pieceBytes), 0)
            while case let count = try file.read(&buffer, at: total), count > 0 {
                total += count
                guard total <= maximumBytes else {
                    throw RecordingFileError(path: path, reason: "larger than \(maximumBytes >> 20) MiB")
                }
                try reader.take(buffer[..<count])
            }
            let outcome = try reader.finish()
            for text in outcome.remarks { remark(text) }
            guard file.isRegular else { return outcome.recording }
            let others = outcome.devices.dropFirst().map { StreamedRecording(file, $0) }
            return StreamedRecording(file, outcome.devices[0], beside: others)
        } catch let error as RecordingError {
            throw RecordingFileError(path: path, line: error.line, reason: error.reason)
        } catch let error as RecordingFileError {
            throw error
        } catch {
            throw RecordingFileError(path: path, reason: "\(error)")
        }
    }
}

/// A file that stays open as long as it may be played.
private final class OpenRecording: Sendable {
    static let pieceBytes = 1 << 16
    private let path: String
    private let file: Descriptor
    /// Whether it can be read again.
    let isRegular: Bool

    init(path: String) throws(RecordingFileError) {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC)) else { throw Self.failure(path) }
        var information = stat()
        isRegular = fstat(file.number, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
        self.path = path
        self.file = file
    }

    /// Reads a piece from a place of the file; a pipe continues where it was.
    ///
    /// - Returns: How many bytes there are; 0 at the end.
    func read(_ buffer: inout [UInt8], at place: Int) throws(RecordingFileError) -> Int {
        let count = SystemCall.uninterrupted {
            isRegular
                ? pread(file.number, &buffer, buffer.count, off_t(place))
                : Glibc.read(file.number, &buffer, buffer.count)
        }
        guard count >= 0 else { throw Self.failure(path) }
        return count
    }

    private static func failure(_ path: String) -> RecordingFileError {
        let number = Glibc.errno
        let reason = number == ENOENT && path.isRepaired ? String.repairedPathAdvice : String(cString: strerror(number))
        return RecordingFileError(path: path, reason: reason, errno: number)
    }
}

/// A recording whose events stay in its file.
private struct StreamedRecording: PlayableRecording {
    let device: DeviceDescription
    let udev: UdevProperties?
    let notes: [RecordingNote]
    let endTime: Timestamp?
    let others: [any PlayableRecording]
    private let file: OpenRecording
    private let number: Int

    init(_ file: OpenRecording, _ device: ReadDevice, beside others: [any PlayableRecording] = []) {
        (self.file, number, self.others) = (file, device.number, others)
        (self.device, udev, notes, endTime) = (device.device, device.udev, device.notes, device.endTime)
    }

    func makeEvents() -> AnyIterator<InputEvent> {
        var reader = RecordingReader(keeping: .ofDevice(number))
        var buffer = [UInt8](repeating: 0, count: OpenRecording.pieceBytes)
        var (events, place, isOver) = ([InputEvent]()[...].makeIterator(), 0, false)
        return AnyIterator {
            while true {
                if let event = events.next() { return event }
                guard !isOver else { return nil }
                // A file that has changed since it was checked ends where it makes no sense any more.
                let count = (try? file.read(&buffer, at: place)) ?? 0
                place += count
                if count > 0 {
                    isOver = (try? reader.take(buffer[..<count])) == nil
                } else {
                    _ = try? reader.finish()
                    isOver = true
                }
                events = reader.takeEvents()[...].makeIterator()
            }
        }
    }
}
