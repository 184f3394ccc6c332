// Does nothing suffer where the system's bus is not there, or not itself? With logind it is in the system test.

import Foundation
import Glibc
import ServiceManager
import Testing

@Suite(.serialized) struct SleepMonitorTests {
    /// A socket in the place of the system's bus.
    private final class FalseBus {
        let listener: Int32
        private let path: String

        init(isListening: Bool = true) {
            path = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)").path
            listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
            }
            precondition(bound == 0)
            if isListening { precondition(listen(listener, 1) == 0) }
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
        }

        deinit {
            close(listener)
            unlink(path)
            unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
        }

        /// What whoever has connected is told.
        func say(_ text: String) -> Int32 {
            let connection = accept(listener, nil, nil)
            _ = write(connection, text, text.utf8.count)
            return connection
        }
    }

    /// Lets the monitor work until nothing more is to be done, or it gives up.
    private func outcome(_ monitor: SleepMonitor) -> SleepMonitor.Failure? {
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

    @Test("Without a bus it says so at once")
    func none() {
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
        defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
        let failure = #expect(throws: SleepMonitor.Failure.self) { try SleepMonitor() }
        #expect(failure?.description.isEmpty == false)
    }

    @Test("A bus that nobody answers for is an error")
    func refused() {
        let bus = FalseBus(isListening: false)
        #expect(throws: SleepMonitor.Failure.self) { try SleepMonitor() }
        withExtendedLifetime(bus) {}
    }

    @Test("A bus that says nothing is not waited for, and a time comes when that is enough")
    func silent() throws {
        let bus = FalseBus()
        let monitor = try SleepMonitor()
        #expect(outcome(monitor) == nil)
        #expect(monitor.deadline != nil)
        withExtendedLifetime(bus) {}
    }

    @Test("A bus that talks nonsense, or hangs up, is an error")
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
