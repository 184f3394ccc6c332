// Tests of notifications to systemd, with a real datagram socket.

import Foundation
import Linux
import ServiceManager
import Testing

/// The manager's end of a notification socket.
private final class Manager {
    private let socket: Descriptor
    let path: String

    init(abstract: Bool) throws {
        let name = "gestured-notify-\(UUID().uuidString)"
        path = abstract ? "@\(name)" : FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        socket = try Descriptor("socket", descriptor)
        #expect(try #require(SocketAddress(notation: path)).bind(descriptor) == 0)
    }

    deinit { unlink(path) }

    func receive() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}

@Suite struct ServiceNotifierTests {
    @Test("Every message arrives as systemd expects it", arguments: [false, true])
    func messages(abstract: Bool) throws {
        let manager = try Manager(abstract: abstract)
        let notifier = ServiceNotifier(path: manager.path)
        notifier.ready(status: "1 touchscreen")
        #expect(manager.receive() == "READY=1\nSTATUS=1 touchscreen")
        notifier.status("2 touchscreens")
        #expect(manager.receive() == "STATUS=2 touchscreens")
        notifier.reloading(at: 12_345_678)
        #expect(manager.receive() == "RELOADING=1\nMONOTONIC_USEC=12345678")
        notifier.isAlive()
        #expect(manager.receive() == "WATCHDOG=1")
        notifier.extendTimeout(by: 30_000_000)
        #expect(manager.receive() == "EXTEND_TIMEOUT_USEC=30000000")
        #expect(notifier.hasReceiver)
        notifier.stopping()
        #expect(manager.receive() == "STOPPING=1")
    }

    @Test(
        "Without a manager, or with an impossible path, nothing happens",
        arguments: [nil, "", String(repeating: "x", count: 500)])
    func nobody(path: String?) {
        let outcome = ServiceNotifier(path: path).ready(status: "")
        #expect(outcome == (path == nil ? .sent : .failed("`NOTIFY_SOCKET` is not the address of a socket")))
        #expect(!ServiceNotifier(path: nil).hasReceiver)
    }
}
