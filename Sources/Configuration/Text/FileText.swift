// Reading of a configuration file as text, within limits.

import Glibc
import Linux
import Touch

enum FileText {
    /// Larger files are refused, and files that are larger together: 256 recognizers with every property and a comment
    /// to each take a tenth of it.
    static let maximumBytes = 1 << 20

    /// Reads a file.
    ///
    /// - Throws: When it cannot be read, is too large or is not UTF-8.
    /// - Parameter file: Which of the files it is.
    /// - Parameter isNamed: Whether an option names it.
    /// - Parameter bytes: The path itself, if that is not UTF-8.
    static func read(
        path: String, bytes name: [UInt8]? = nil, file: Int, isNamed: Bool
    ) throws(ConfigurationError) -> SourceText {
        let bytes = try bytes(path: path, name: name ?? Array(path.utf8), isNamed: isNamed)
        guard bytes.count <= maximumBytes else { throw tooLarge(file: path) }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw notText(bytes, at: error.byteOffsets.lowerBound, file: path)
        }
        return SourceText(String(decoding: bytes, as: UTF8.self), file: file)
    }

    /// The error for a text over the limit.
    static func tooLarge(file: String) -> ConfigurationError {
        error(file: file, "the file is larger than 1 MiB", hint: "is it a configuration at all?")
    }

    /// The error for the file with which all are over the limit.
    static func tooLargeTogether(file: String) -> ConfigurationError {
        error(
            file: file, "the files of the configuration are larger than 1 MiB together, from this one on",
            hint: "is it a configuration at all?")
    }

    /// An error about a file as a whole.
    static func error(file: String, _ message: String, hint: String?) -> ConfigurationError {
        ConfigurationError(problems: [.init(file: file, place: nil, message: message, hint: hint)])
    }

    /// At most one byte more than the limit.
    private static func bytes(
        path: String, name: [UInt8], isNamed: Bool
    ) throws(ConfigurationError) -> [UInt8] {
        // A pipe or device may block its reader for ever, and the daemon reads while fingers move.
        let characters = name.map { CChar(bitPattern: $0) } + [0]
        guard let file = Descriptor(open(characters, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) else {
            throw unreadable(file: path, code: errno, isNamed: isNamed)
        }
        var information = stat()
        guard fstat(file.number, &information) == 0 else { throw unreadable(file: path, code: errno) }
        guard information.st_mode & S_IFMT != S_IFIFO else { throw unreadable(file: path, code: ESPIPE) }
        let (bytes, failure) = file.readToEnd(limit: maximumBytes + 1)
        guard failure == 0 else { throw unreadable(file: path, code: failure) }
        return bytes
    }

    /// The error for what the system does not let be read.
    ///
    /// - Parameter noun: What it is.
    /// - Parameter isNamed: Whether an option names it; what none names was found where it is.
    static func unreadable(
        file: String, code: Int32, noun: String = "file", isNamed: Bool = false
    ) -> ConfigurationError {
        let hint: String? =
            switch code {
            case ENOENT where file.isRepaired: String.repairedPathAdvice
            case ENOENT where isNamed: "without a file, leave the option out: the standard recognizers need none"
            case ENOENT: "is it a link to a missing file?"
            case ESPIPE: "write the configuration to a file, which can be read again"
            case EACCES: "the user that gestured runs as must be allowed to read it"
            default: nil
            }
        let reason = code == ESPIPE ? "it is a pipe" : String(cString: strerror(code))
        let message = "the \(noun) cannot be read: \(reason)"
        return ConfigurationError(
            problems: [.init(file: file, place: nil, message: message, hint: hint)], systemError: code)
    }

    private static func notText(_ bytes: [UInt8], at offset: Int, file: String) -> ConfigurationError {
        // The text before the byte is valid, so its length is the place.
        let before = SourceText(String(decoding: bytes[..<offset], as: UTF8.self))
        let place = before.place(at: before.scalars.count)
        let excerpt = SourceText(String(decoding: bytes, as: UTF8.self)).excerpt(at: place)
        return ConfigurationError(
            problems: [
                .init(
                    file: file, place: place, message: "the file is not UTF-8 from here on", hint: "save it as UTF-8",
                    excerpt: excerpt)
            ])
    }
}
