// The service manager's notification socket for tests.

import Foundation
import Linux
import ServiceManager
import Testing

/// The manager's end of a notification socket.
final class NotificationSocket: Sendable {
    private let socket: Descriptor
    private var descriptor: Int32 { socket.number }
    private let path = "/tmp/gestured-notify-\(UUID().uuidString)"

    init() throws {
        socket = try Descriptor("socket", Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        try #require(SocketAddress(path: path)?.bind(descriptor) == 0)
    }

    deinit { unlink(path) }

    var notifier: ServiceNotifier { ServiceNotifier(path: path) }

    /// The next message; nil when none arrives within this many milliseconds.
    func next(within milliseconds: Int32 = 0) -> String? {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&interest, 1, milliseconds) } while count < 0 && errno == EINTR
        guard count > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)
    }

    /// All messages that have arrived.
    func all() -> [String] {
        var messages: [String] = []
        while let message = next() { messages.append(message) }
        return messages
    }

    /// Waits for a message.
    func wait(for condition: (String) -> Bool) -> Bool {
        while let message = next(within: 60_000) {
            if condition(message) { return true }
        }
        return false
    }
}
