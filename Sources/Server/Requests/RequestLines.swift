// Splitting of a peer's bytes into lines, with memory for at most one request.
//
//               bytes        LF: .line
//     ┌─ collecting ─────────────────┐
//     │    │ longer than the limit: .tooLong
//     │    ▼
//     │  discarding ── LF ──► collecting

/// The input of one peer: what has come and was not taken out yet.
///
/// Add bytes only after ``next()`` returned nil; then at most one limit and one addition are held.
struct RequestLines {
    enum Item: Equatable {
        /// A line without its LF.
        case line(ArraySlice<UInt8>)
        /// A line longer than the limit; reported once, its rest is discarded.
        case tooLong
    }

    var limit: Int
    private var buffer: [UInt8] = []
    /// The start of the next line.
    private var start = 0
    /// Up to where there is no LF.
    private var searched = 0
    private var isDiscarding = false

    init(limit: Int) {
        self.limit = limit
    }

    var bytesHeld: Int { buffer.capacity }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(contentsOf: bytes)
    }

    /// Whether ``next()`` has something to look at, which may be an empty line.
    var hasLine: Bool { buffer[searched...].contains(UInt8(ascii: "\n")) }

    /// The next line that is not empty, or nil when more bytes are needed.
    mutating func next() -> Item? {
        while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = buffer[start..<end]
            start = end + 1
            searched = start
            if isDiscarding {
                isDiscarding = false
            } else if line.count > limit {
                return .tooLong
            } else if line.contains(where: { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: " ") }) {
                return .line(line)
            }
        }
        return remainder()
    }

    /// Puts away what is left of the buffer when it holds no whole line.
    private mutating func remainder() -> Item? {
        let isTooLong = !isDiscarding && buffer.count - start > limit
        if isTooLong { isDiscarding = true }
        if isDiscarding || start == buffer.count {
            // An idle peer keeps nothing; a busy one its room.
            buffer.removeAll(keepingCapacity: buffer.capacity <= 4096)
        } else if start > 0 {
            buffer.removeSubrange(..<start)
        }
        start = 0
        searched = buffer.count
        return isTooLong ? .tooLong : nil
    }
}
