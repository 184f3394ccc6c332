// All limits of what pages and strangers can use.

/// What one server uses at most, whatever is sent to it.
///
/// Together they bound its memory: 400 MiB for recordings, 64 MiB for pages, 1 MiB for each other connection.
enum Limits {
    // MARK: Connections

    /// Connections at a time that have shown no token; a further one ends the oldest.
    static let strangers = 128
    /// WebSockets at a time.
    ///
    /// Each is a connection to gestured, which allows 16 of one user; pages leave four to the user's other programs.
    static let webSockets = 12
    /// Connections that wait to be accepted.
    static let backlog = 128
    /// Seconds until a request has come wholly, and again until its answer is taken wholly.
    static let requestTime: Int64 = 30
    /// Seconds in which a peer takes the last of a WebSocket, and then closes its side.
    static let closeTime: Int64 = 5

    // MARK: Requests

    /// Bytes of one header field, and of all; and the number of fields.
    static let header = 16_384, headers = 65_536, headerFields = 100
    /// Bytes of a recording and its configuration.
    static let recording = 16 * 1024 * 1024
    /// Recordings at a time; they are played one after the other.
    static let recordings = 4

    // MARK: Messages

    /// Bytes of a page's message: the longest request of the protocol.
    static let message = 65_536
    /// Bytes of a line of gestured, which sends no longer ones.
    static let line = 16 * 1024 * 1024

    // MARK: gesturectl

    /// Seconds of each of the three runs for a recording.
    static let playTime = 10
    /// Bytes of the address space of a run.
    static let playMemory = 2 * 1024 * 1024 * 1024
    /// Bytes that a run prints.
    static let output = 16 * 1024 * 1024
    /// Bytes that are read of its errors.
    static let errors = 16_384

    // MARK: Pages

    /// Bytes of a file, files, and bytes of all files: a wrong folder must not fill the memory.
    static let file = 4 * 1024 * 1024, files = 500, pages = 64 * 1024 * 1024
    /// Folders within each other.
    static let depth = 8
}
