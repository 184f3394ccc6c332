// The messages between gestured and the process that grabs panels and makes their clones.

/// What gestured asks of the output process; each is one datagram of a sequenced-packet socket.
///
/// ```
///   byte 0: the kind; byte 1: 0; bytes 2 and 3: the number of a panel, which gestured chooses; then
///   intercept (1): milliseconds of the panic hold, 4 bytes, 0 for never; then the path of the panel's node
///   release (2): nothing
/// ```
/// Numbers have the byte order of the machine. A datagram that is none of these ends the connection.
public enum OutputRequest: Equatable, Sendable {
    /// Grab a panel and make its clone, until five fingers are held still for some milliseconds.
    case intercept(panel: UInt16, panicHold: UInt32, path: String)
    /// Remove the clone and give the panel back.
    case release(panel: UInt16)

    /// The longest request.
    public static let maximumLength = headerLength + holdLength + maximumPath
    private static let headerLength = 4
    private static let holdLength = 4
    /// The longest path of a node.
    private static let maximumPath = 255

    /// Reads a datagram; nil when it is no request.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard let panel = Self.readHeader(bytes) else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[Self.headerLength...])
        switch bytes[0] {
        case 1:
            guard (Self.holdLength + 1...Self.holdLength + Self.maximumPath).contains(content.count) else { return nil }
            let path = content[Self.holdLength...]
            guard !path.contains(0) else { return nil }
            self = .intercept(
                panel: panel, panicHold: content.loadUnaligned(as: UInt32.self),
                path: String(decoding: path, as: UTF8.self))
        case 2 where content.isEmpty: self = .release(panel: panel)
        default: return nil
        }
    }

    /// The request as one datagram.
    public var bytes: [UInt8] {
        switch self {
        case .intercept(let panel, let panicHold, let path):
            header(1, panel) + withUnsafeBytes(of: panicHold) { Array($0) } + path.utf8.prefix(Self.maximumPath)
        case .release(let panel): header(2, panel)
        }
    }

    private static func readHeader(_ bytes: UnsafeRawBufferPointer) -> UInt16? {
        guard bytes.count >= headerLength, bytes.count <= maximumLength, bytes[1] == 0 else { return nil }
        return bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
    }
}

private func header(_ kind: UInt8, _ panel: UInt16) -> [UInt8] {
    [kind, 0] + withUnsafeBytes(of: panel) { Array($0) }
}

/// What the output process says; each is one datagram.
///
/// ```
///   byte 0: the kind; byte 1: 0; bytes 2 and 3: the number of the panel; then
///   intercepted (1): the clone's name        released (2): the reason
/// ```
public enum OutputReply: Equatable, Sendable {
    /// The panel is grabbed, and applications have a clone, which is below `/sys/class/input` by this name. The
    /// descriptors of both come with this datagram, the panel's first.
    case intercepted(panel: UInt16, clone: String)
    /// The panel is not grabbed, or not any more, for this reason.
    case released(panel: UInt16, reason: String)

    /// The longest reply.
    public static let maximumLength = 512

    /// Reads a datagram; nil when it is no reply.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard (4...Self.maximumLength).contains(bytes.count), bytes[1] == 0 else { return nil }
        let panel = bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        let text = String(decoding: bytes[4...], as: UTF8.self)
        switch bytes[0] {
        case 1: self = .intercepted(panel: panel, clone: text)
        case 2: self = .released(panel: panel, reason: text)
        default: return nil
        }
    }

    /// The reply as one datagram.
    public var bytes: [UInt8] {
        switch self {
        case .intercepted(let panel, let clone): header(1, panel) + clone.utf8.prefix(Self.maximumLength - 4)
        case .released(let panel, let reason): header(2, panel) + reason.utf8.prefix(Self.maximumLength - 4)
        }
    }
}
