// The keymap that a Wayland compositor gives its programs.

import CLinux
import Glibc
import Linux

/// Asks the compositor of this session for its keymap, as any program with a window does.
///
///     registry ─► wl_seat ─► has it a keyboard? ─► wl_keyboard ─► keymap: a file of its own
enum WaylandKeymap {
    private enum Object {
        static let (display, registry, sync, seat, keyboard): (UInt32, UInt32, UInt32, UInt32, UInt32) = (1, 2, 3, 4, 5)
    }

    /// Seconds until a compositor that does not answer is given up.
    private static let patience = 2.0
    /// A larger keymap is none.
    private static let mostBytes = 1 << 20

    /// The keymap as text; nil without a compositor or a keyboard.
    static var ofSession: String? {
        let end = KernelClock.monotonic.seconds + patience
        guard let path = FrontApplication.waylandPath,
            let stream = FrontApplication.connection(to: path, until: end)
        else { return nil }
        let start = request(Object.display, 1, words(Object.registry)) + request(Object.display, 0, words(Object.sync))
        guard FrontApplication.write(start, to: stream.number, until: end) else { return nil }
        var buffer: [UInt8] = []
        var file: Descriptor?
        var hasSeat = false
        while true {
            var wait = pollfd(fd: stream.number, events: Int16(POLLIN), revents: 0)
            let rest = Int32(max(0, (end - KernelClock.monotonic.seconds) * 1000))
            guard rest > 0, SystemCall.uninterrupted({ poll(&wait, 1, rest) }) > 0 else { return nil }
            var (piece, passed) = ([UInt8](repeating: 0, count: 65_536), [Int32(-1), -1])
            let count = linux_receive_descriptors(stream.number, &piece, piece.count, &passed)
            for number in passed where number >= 0 { file = Descriptor(owning: number) }
            guard count > 0, buffer.count < mostBytes else { return nil }
            buffer += piece[..<count]
            while let event = take(&buffer) {
                switch (event.object, event.opcode) {
                case (Object.display, 0): return nil
                case (Object.registry, 0):
                    // Of several, the first.
                    guard !hasSeat, let seat = bindOfSeat(event.arguments) else { continue }
                    hasSeat = true
                    guard FrontApplication.write(seat, to: stream.number, until: end) else { return nil }
                case (Object.sync, 0): if !hasSeat { return nil }
                case (Object.seat, 0):
                    // Two is a keyboard; without one the request would be an error.
                    guard word(event.arguments) & 2 != 0 else { return nil }
                    let keyboard = request(Object.seat, 1, words(Object.keyboard))
                    guard FrontApplication.write(keyboard, to: stream.number, until: end) else { return nil }
                case (Object.keyboard, 0):
                    guard event.arguments.count >= 8, let number = file.number else { return nil }
                    return text(in: number, size: Int(word(event.arguments.dropFirst(4))))
                default: break
                }
            }
        }
    }

    private static func bindOfSeat(_ global: ArraySlice<UInt8>) -> [UInt8]? {
        let interface = "wl_seat\0".utf8
        guard global.count >= 16, word(global.dropFirst(4)) == interface.count,
            global.dropFirst(8).prefix(interface.count).elementsEqual(interface)
        else { return nil }
        let arguments = words(word(global), UInt32(interface.count)) + interface + words(1, Object.seat)
        return request(Object.registry, 0, arguments)
    }

    private static func text(in file: Int32, size: Int) -> String? {
        guard (1...mostBytes).contains(size) else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard pread(file, &bytes, size, 0) == size else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Removes one whole event; nil while it is not there.
    private static func take(
        _ buffer: inout [UInt8]
    ) -> (object: UInt32, opcode: UInt32, arguments: ArraySlice<UInt8>)? {
        guard buffer.count >= 8 else { return nil }
        let (object, second) = (word(buffer[...]), word(buffer[4...]))
        let size = Int(second >> 16)
        guard size >= 8, size % 4 == 0, buffer.count >= size else { return nil }
        defer { buffer.removeSubrange(..<size) }
        return (object, second & 0xFFFF, buffer[8..<size])
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.count < 4 ? 0 : bytes.prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    private static func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }

    private static func request(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt8]) -> [UInt8] {
        words(object, UInt32(arguments.count + 8) << 16 | opcode) + arguments
    }
}
