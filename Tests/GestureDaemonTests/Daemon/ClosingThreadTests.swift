// Tests of the thread that closes descriptors that linger.

import Glibc
import Testing

@testable import GestureDaemon

@Suite struct ClosingThreadTests {
    /// A TCP socket whose close takes an hour, and its other end.
    private func lingeringSocket() -> (descriptor: Int32, reader: Int32) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(listener, $0, size) == 0 && listen(listener, 1) == 0)
                #expect(getsockname(listener, $0, &size) == 0 && connect(descriptor, $0, size) == 0)
            }
        }
        let reader = accept(listener, nil, nil)
        close(listener)
        var option = linger(l_onoff: 1, l_linger: 3600)
        #expect(setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size)) == 0)
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        return (descriptor, reader)
    }

    @Test("Lingering sockets are closed at once, also when nobody waits for it any more")
    func lingering() throws {
        let start = ContinuousClock.now
        let sockets = (0..<3).map { _ in lingeringSocket() }
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let loop = try EventLoop()
        var closer: ClosingThread? = try ClosingThread(loop: loop) { _ in }
        weak let released = closer
        for (number, socket) in sockets.enumerated() { closer?.close(socket.descriptor, as: number) }
        closer?.close(ends[1], as: 3)
        loop.unwatchAll()
        closer = nil
        #expect(released == nil)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0, "the last of them is closed")
        #expect(ContinuousClock.now - start < .seconds(600))
        for socket in sockets { close(socket.reader) }
        close(ends[0])
    }
}
