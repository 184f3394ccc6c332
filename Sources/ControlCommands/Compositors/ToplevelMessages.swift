// Wayland messages of wlr-foreign-toplevel-management, which tell the window in front.

/// Follows the windows of a compositor by the bytes of its socket; knows no descriptor.
///
///     start ──► registry ──► is the manager offered? ──► bound ──► windows come, change, close
///                                     └── no: `isOffered` is false
struct ToplevelMessages {
    /// Whether the compositor tells its windows; nil until it has said what it offers.
    private(set) var isOffered: Bool?
    /// Whether it takes keys from programs, once everything is listed.
    private(set) var takesKeys = false
    /// Whether it has listed everything that it offers.
    private(set) var isListed = false
    /// The application of the active window; nil without one.
    private(set) var front: String?

    /// What to send first: a request for the registry, and for an answer after all it has.
    static let start =
        request(Object.display, 1, words(Object.registry)) + request(Object.display, 0, words(Object.sync))

    private enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let sync: UInt32 = 3
        static let manager: UInt32 = 4
        /// Objects from here on are made by the compositor: windows.
        static let firstWindow: UInt32 = 0xFF00_0000
    }

    private struct Window {
        var application: String?
        var isActive = false
    }

    private static let interface = "zwlr_foreign_toplevel_manager_v1"
    private static let keys = "zwp_virtual_keyboard_manager_v1"
    private static let activated: UInt32 = 2
    private static let destroy: UInt32 = 7
    /// More windows are no session of a person.
    private static let mostWindows = 4096

    private var buffer: [UInt8] = []
    private var windows: [UInt32: Window] = [:]

    /// Parses bytes that were read; returns the bytes to send, or nil for an error or another protocol than Wayland.
    mutating func parse(_ read: some Collection<UInt8>) -> [UInt8]? {
        buffer += read
        var (replies, start) = ([UInt8](), 0)
        defer { buffer.removeSubrange(..<start) }
        while buffer.count - start >= 8 {
            let (object, second) = (Self.word(buffer[start...]), Self.word(buffer[(start + 4)...]))
            let (size, opcode) = (Int(second >> 16), second & 0xFFFF)
            guard size >= 8, size % 4 == 0 else { return nil }
            guard buffer.count - start >= size else { break }
            var reader = Reader(bytes: buffer[(start + 8)..<(start + size)])
            start += size
            guard let reply = obey(object, opcode, &reader) else { return nil }
            replies += reply
        }
        return replies
    }

    /// Takes one event; returns the requests that follow, or nil for an error.
    private mutating func obey(_ object: UInt32, _ opcode: UInt32, _ reader: inout Reader) -> [UInt8]? {
        switch (object, opcode) {
        case (Object.display, 0): return nil
        case (Object.registry, 0):
            guard let name = reader.word(), let interface = reader.text(), let version = reader.word() else {
                return nil
            }
            if interface.utf8.elementsEqual(Self.keys.utf8) { takesKeys = true }
            guard isOffered == nil, interface.utf8.elementsEqual(Self.interface.utf8) else { return [] }
            isOffered = true
            let arguments =
                Self.words(name) + Self.text(Self.interface) + Self.words(min(version, 3), Object.manager)
            return Self.request(Object.registry, 0, arguments)
        case (Object.sync, 0): (isOffered, isListed) = (isOffered ?? false, true)
        case (Object.manager, 0):
            guard let window = reader.word(), window >= Object.firstWindow, windows.count < Self.mostWindows else {
                return nil
            }
            windows[window] = Window()
        case (Object.firstWindow..., _): return obey(window: object, opcode, &reader)
        default: break
        }
        return []
    }

    private mutating func obey(window: UInt32, _ opcode: UInt32, _ reader: inout Reader) -> [UInt8]? {
        guard windows[window] != nil else { return [] }
        switch opcode {
        case 1:
            guard let application = reader.text() else { return nil }
            windows[window]?.application = application
        case 4:
            guard let states = reader.array() else { return nil }
            windows[window]?.isActive = states.contains(Self.activated)
        case 5: front = windows.values.first(where: \.isActive)?.application
        case 6:
            windows[window] = nil
            front = windows.values.first(where: \.isActive)?.application
            return Self.request(window, Self.destroy, [])
        default: break
        }
        return []
    }

    /// The arguments of one event.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func word() -> UInt32? {
            guard bytes.count >= 4 else { return nil }
            defer { bytes = bytes.dropFirst(4) }
            return ToplevelMessages.word(bytes)
        }

        mutating func text() -> String? { block().map { String(decoding: $0.dropLast(), as: UTF8.self) } }

        mutating func array() -> [UInt32]? {
            block().map { block in
                stride(from: block.startIndex, to: block.endIndex - 3, by: 4).map { index in
                    ToplevelMessages.word(block[index...])
                }
            }
        }

        /// Bytes behind their number, up to a multiple of four.
        private mutating func block() -> ArraySlice<UInt8>? {
            guard let length = word(), length <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst((Int(length) + 3) / 4 * 4) }
            return bytes.prefix(Int(length))
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    private static func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        return words(UInt32(bytes.count)) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func request(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt8]) -> [UInt8] {
        words(object, UInt32(8 + arguments.count) << 16 | opcode) + arguments
    }
}
