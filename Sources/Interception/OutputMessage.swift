// The messages between gestured and the process that writes to clones.

/// What gestured asks of the output process; each is one datagram of a sequenced-packet socket.
///
/// ```
///   byte 0: the kind; bytes 2 and 3: the number of a panel, which gestured chooses; then
///   intercept (1): the path of the panel's node        frames (2): events of 8 bytes: type, code, value
///   release (3): nothing
/// ```
/// Numbers have the byte order of the machine.
public enum OutputRequest: Equatable, Sendable {
    /// Grab a panel and make its clone.
    case intercept(panel: UInt16, path: String)
    /// Write whole frames to the clone.
    case frames(panel: UInt16, [OutputEvent])
    /// Remove the clone and give the panel back.
    case release(panel: UInt16)

    /// The longest request.
    public static let maximumLength = headerLength + FrameCheck.maximumEvents * eventLength
    static let headerLength = 4
    static let eventLength = 8
    /// The longest path of a node.
    static let maximumPath = 255

    /// Reads a datagram; nil when it is no request.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerLength, bytes.count <= Self.maximumLength, bytes[1] == 0 else { return nil }
        let panel = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        let content = UnsafeRawBufferPointer(rebasing: bytes[Self.headerLength...])
        switch bytes[0] {
        case 1:
            guard (1...Self.maximumPath).contains(content.count), !content.contains(0) else { return nil }
            self = .intercept(panel: panel, path: String(decoding: content, as: UTF8.self))
        case 2:
            guard content.count >= Self.eventLength, content.count.isMultiple(of: Self.eventLength) else { return nil }
            self = .frames(
                panel: panel,
                stride(from: 0, to: content.count, by: Self.eventLength).map { OutputEvent(content, at: $0) })
        case 3 where content.isEmpty: self = .release(panel: panel)
        default: return nil
        }
    }

    /// Writes whole frames for a clone as one datagram, without allocating.
    ///
    /// - Parameter buffer: Has room for `maximumLength` bytes.
    /// - Returns: The length; nil when these are too many events.
    public static func write(
        frames events: ArraySlice<OutputEvent>, panel: UInt16, to buffer: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let length = headerLength + events.count * eventLength
        guard events.count <= FrameCheck.maximumEvents, buffer.count >= length else { return nil }
        writeHeader(2, panel, buffer)
        var offset = headerLength
        for event in events {
            event.write(to: buffer, at: offset)
            offset += eventLength
        }
        return length
    }

    /// The request as one datagram.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.maximumLength) { buffer, count in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            switch self {
            case .intercept(let panel, let path):
                Self.writeHeader(1, panel, raw)
                let text = path.utf8.prefix(Self.maximumPath)
                for (index, byte) in text.enumerated() { raw[Self.headerLength + index] = byte }
                count = Self.headerLength + text.count
            case .frames(let panel, let events):
                count = Self.write(frames: events[...], panel: panel, to: raw) ?? 0
            case .release(let panel):
                Self.writeHeader(3, panel, raw)
                count = Self.headerLength
            }
        }
    }

    private static func writeHeader(_ kind: UInt8, _ panel: UInt16, _ buffer: UnsafeMutableRawBufferPointer) {
        (buffer[0], buffer[1]) = (kind, 0)
        buffer.storeBytes(of: panel, toByteOffset: 2, as: UInt16.self)
    }
}

/// What the output process says; each is one datagram.
public enum OutputReply: Equatable, Sendable {
    /// The panel is grabbed; its descriptor comes with this datagram.
    case intercepted(panel: UInt16)
    /// The panel is not grabbed, or not any more, for this reason.
    case released(panel: UInt16, reason: String)

    /// The longest reply.
    public static let maximumLength = 512

    /// Reads a datagram; nil when it is no reply.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard (4...Self.maximumLength).contains(bytes.count), bytes[1] == 0 else { return nil }
        let panel = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        switch bytes[0] {
        case 1 where bytes.count == 4: self = .intercepted(panel: panel)
        case 2: self = .released(panel: panel, reason: String(decoding: bytes[4...], as: UTF8.self))
        default: return nil
        }
    }

    /// The reply as one datagram.
    public var bytes: [UInt8] {
        let (kind, panel, text): (UInt8, UInt16, String) =
            switch self {
            case .intercepted(let panel): (1, panel, "")
            case .released(let panel, let reason): (2, panel, reason)
            }
        return [kind, 0] + withUnsafeBytes(of: panel) { Array($0) } + text.utf8.prefix(Self.maximumLength - 4)
    }
}

extension OutputEvent {
    fileprivate init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        self.init(
            bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self),
            bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self),
            bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self))
    }

    fileprivate func write(to buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
        buffer.storeBytes(of: type, toByteOffset: offset, as: UInt16.self)
        buffer.storeBytes(of: code, toByteOffset: offset + 2, as: UInt16.self)
        buffer.storeBytes(of: value, toByteOffset: offset + 4, as: Int32.self)
    }
}
