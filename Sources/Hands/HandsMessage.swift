// The messages between a program that points and types, and the process that does it.

public import Touch

/// What a client asks of gestured-hands; each is one datagram of a sequenced-packet socket.
///
/// ```
///   byte 0: the kind; byte 1: the number of a device, which the client chooses; bytes 2 and 3: 0; then
///   open (1): nothing for the keyboard, for a pointer the name of its surface
///   frames (2): events of 8 bytes: type (2), code (2), value (4)
/// ```
/// Numbers have the byte order of the machine. What is none of these, or not allowed to the device, ends the connection;
/// with it, all keys and buttons that the client holds are released.
public enum HandsRequest: Equatable, Sendable {
    /// Make the device, unless it is there; the number is its own from now on.
    case open(UInt8, HandsDevice)
    /// Write whole frames.
    case frames(UInt8, [OutputEvent])

    /// The largest number of events of a datagram.
    public static let maximumEvents = 256
    /// The longest request.
    public static let maximumLength = headerLength + maximumEvents * eventLength
    private static let headerLength = 4
    private static let eventLength = MemoryLayout<OutputEvent>.size
    /// The longest name of a surface: what a device's name has room for.
    private static let longestName = 60

    /// Reads a datagram; nil when it is no request.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard (Self.headerLength...Self.maximumLength).contains(bytes.count), bytes[2] == 0, bytes[3] == 0 else {
            return nil
        }
        let (device, content) = (bytes[1], UnsafeRawBufferPointer(rebasing: bytes[Self.headerLength...]))
        switch bytes[0] {
        case 1 where content.isEmpty: self = .open(device, .keyboard)
        case 1 where content.count <= Self.longestName:
            let name = String(decoding: content, as: UTF8.self)
            guard Self.isName(name) else { return nil }
            self = .open(device, .pointer(surface: name))
        case 2:
            guard !content.isEmpty, content.count.isMultiple(of: Self.eventLength) else { return nil }
            let events = stride(from: 0, to: content.count, by: Self.eventLength).map {
                content.loadUnaligned(fromByteOffset: $0, as: OutputEvent.self)
            }
            guard events[events.count - 1].isReport else { return nil }
            self = .frames(device, events)
        default: return nil
        }
    }

    /// The request as one datagram.
    public var bytes: [UInt8] {
        switch self {
        case .open(let device, .keyboard): [1, device, 0, 0]
        case .open(let device, .pointer(let surface)): [1, device, 0, 0] + surface.utf8.prefix(Self.longestName)
        case .frames(let device, let events):
            [2, device, 0, 0] + events.prefix(Self.maximumEvents).flatMap { withUnsafeBytes(of: $0) { Array($0) } }
        }
    }

    /// As those of surfaces: printable, without what terminals obey.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// What gestured-hands says; each is one datagram.
///
/// ```
///   byte 0: the kind; byte 1: the number of a device; bytes 2 and 3: 0; then
///   opened (1), ready (3): nothing        refused (2), waiting (4): the reason
/// ```
/// As soon as logind has said whose session is at the screen, it says `ready` or `waiting`; after `waiting` it says `ready`
/// when the user may. It reads nothing before.
public enum HandsReply: Equatable, Sendable {
    /// The device is there. Compositors need a moment until they read it.
    case opened(UInt8)
    /// Why this client may not point and type, or not any more; the connection ends.
    case refused(String)
    /// This client may point and type.
    case ready
    /// Why this client may not point and type yet.
    case waiting(String)

    /// The longest reply.
    public static let maximumLength = 256

    /// Reads a datagram; nil when it is no reply.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard (4...Self.maximumLength).contains(bytes.count), bytes[2] == 0, bytes[3] == 0 else { return nil }
        switch bytes[0] {
        case 1 where bytes.count == 4: self = .opened(bytes[1])
        case 2: self = .refused(String(decoding: bytes[4...], as: UTF8.self))
        case 3 where bytes.count == 4: self = .ready
        case 4: self = .waiting(String(decoding: bytes[4...], as: UTF8.self))
        default: return nil
        }
    }

    /// The reply as one datagram.
    public var bytes: [UInt8] {
        switch self {
        case .opened(let device): [1, device, 0, 0]
        case .refused(let reason): [2, 0, 0, 0] + reason.utf8.prefix(Self.maximumLength - 4)
        case .ready: [3, 0, 0, 0]
        case .waiting(let reason): [4, 0, 0, 0] + reason.utf8.prefix(Self.maximumLength - 4)
        }
    }
}
