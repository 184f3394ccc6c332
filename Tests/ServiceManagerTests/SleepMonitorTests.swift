// Tests of the connection to the system bus.

import Foundation
import Glibc
import Linux
import ServiceManager
import Testing

@Suite(.serialized) struct SleepMonitorTests {
    /// A socket in place of the system's bus.
    private final class FalseBus {
        private let socket: Descriptor
        private var listener: Int32 { socket.number }
        private let path: String

        init() {
            path = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)").path
            socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
            #expect(SocketAddress(path: path)?.bind(socket.number) == 0)
            #expect(listen(socket.number, 1) == 0)
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
        }

        deinit {
            unlink(path)
            unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
        }

        /// The first bytes of the greeted client.
        private(set) var words = ""

        /// Accepts the client's authentication, and greets it.
        func greet() -> Int32 {
            let connection = accept(listener, nil, nil)
            var received = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &received, received.count, Int32(MSG_DONTWAIT))
            words = String(decoding: received.prefix(max(0, count)), as: UTF8.self)
            // A client that sends its identity only on request must be asked first.
            let isAsked = words.contains("DATA\r\n")
            let bytes = Array((isAsked ? "DATA\r\n" : "").utf8) + Self.greeting
            _ = write(connection, bytes, bytes.count)
            return connection
        }

        /// The answers "authenticated", and to the client's Hello: "you are :1.1".
        private static let greeting: [UInt8] = {
            var bytes = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8)
            // Little endian, a method return, the length of the body, our serial number, the length of the fields.
            bytes += [0x6c, 2, 1, 1, 9, 0, 0, 0, 1, 0, 0, 0, 61, 0, 0, 0]
            // Reply to message 1; the body is a text; destination; sender.
            bytes += [5, 1, 0x75, 0, 1, 0, 0, 0, 8, 1, 0x67, 0, 1, 0x73, 0, 0, 6, 1, 0x73, 0, 4, 0, 0, 0]
            bytes += Array(":1.1\0\0\0\0".utf8)
            bytes += [7, 1, 0x73, 0, 20, 0, 0, 0]
            bytes += Array("org.freedesktop.DBus\0\0\0\0".utf8)
            bytes += [4, 0, 0, 0]
            bytes += Array(":1.1\0".utf8)
            return bytes
        }()
    }

    /// Runs the monitor until nothing remains to be done, or it gives up.
    private func outcome(_ monitor: SleepMonitor) -> BusFailure? {
        for _ in 0..<100 {
            do {
                #expect(try monitor.process().isEmpty)
            } catch {
                return error
            }
            var waiting = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 0) > 0 else { return nil }
        }
        return nil
    }

    @Test("A bus that has answered is ready, and was not asked for messages with descriptors, which anyone could send")
    func ready() throws {
        let bus = FalseBus()
        let monitor = try SleepMonitor()
        #expect(outcome(monitor) == nil)
        #expect(!monitor.isReady && monitor.deadline != nil)
        let connection = bus.greet()
        #expect(outcome(monitor) == nil)
        #expect(monitor.isReady)
        #expect(bus.words.contains("AUTH EXTERNAL") && !bus.words.contains("UNIX_FD"), "\(bus.words)")
        close(connection)
        #expect(outcome(monitor) != nil, "the loss of the bus is an error")
    }
}
