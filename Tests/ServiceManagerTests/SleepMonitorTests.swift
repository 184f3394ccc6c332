// Tests of a missing or broken system bus.

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

        init(isListening: Bool = true) {
            path = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)").path
            socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
            #expect(SocketAddress(path: path)?.bind(socket.number) == 0)
            if isListening { #expect(listen(socket.number, 1) == 0) }
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
        }

        deinit {
            unlink(path)
            unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
        }

        /// The messages to the connected client.
        func say(_ text: String) -> Int32 {
            let connection = accept(listener, nil, nil)
            _ = write(connection, text, text.utf8.count)
            return connection
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

    @Test("A bus that refuses connections is an error at once")
    func refused() {
        let bus = FalseBus(isListening: false)
        let failure = #expect(throws: BusFailure.self) { try SleepMonitor() }
        #expect(failure?.description.isEmpty == false)
        withExtendedLifetime(bus) {}
    }

    @Test("A silent bus is not waited for beyond a deadline")
    func silent() throws {
        let bus = FalseBus()
        let monitor = try SleepMonitor()
        #expect(outcome(monitor) == nil)
        #expect(monitor.deadline != nil)
        withExtendedLifetime(bus) {}
    }

    @Test("A bus that has answered is ready, and its loss is an error")
    func ready() throws {
        let bus = FalseBus()
        let monitor = try SleepMonitor()
        _ = outcome(monitor)
        #expect(!monitor.isReady)
        let connection = bus.greet()
        #expect(outcome(monitor) == nil)
        #expect(monitor.isReady)
        close(connection)
        #expect(outcome(monitor) != nil)
    }

    @Test("The bus is not asked for messages with descriptors, which anyone could send")
    func descriptors() throws {
        let bus = FalseBus()
        let monitor = try SleepMonitor()
        _ = outcome(monitor)
        let connection = bus.greet()
        #expect(bus.words.contains("AUTH EXTERNAL") && !bus.words.contains("UNIX_FD"), "\(bus.words)")
        close(connection)
    }

    @Test("A bus that sends nonsense, or hangs up, is an error")
    func nonsense() throws {
        for text in ["NONSENSE\r\nNONSENSE\r\nNONSENSE\r\n", "REJECTED\r\n", ""] {
            let bus = FalseBus()
            let monitor = try SleepMonitor()
            _ = outcome(monitor)
            close(bus.say(text))
            #expect(outcome(monitor) != nil, "after \(text)")
        }
    }
}
