// Passed descriptors for tests, a socket whose closing takes an hour, and a closer.

import CLinux
import Glibc
import Linux
import Testing

@testable import Server

/// Sends bytes with descriptors in them (SCM_RIGHTS).
func pass(_ descriptors: [Int32], with text: String, to connection: Int32, flags: Int32 = 0) {
    var control: [UInt8] = []
    withUnsafeBytes(of: 16 + 4 * descriptors.count) { control += $0 }
    for number in [SOL_SOCKET, Int32(SCM_RIGHTS)] + descriptors + [0] {
        withUnsafeBytes(of: number) { control += $0 }
    }
    var text = Array(text.utf8)
    let (length, room) = (text.count, 16 + (4 * descriptors.count + 7) / 8 * 8)
    control += [0, 0, 0, 0]
    let count = text.withUnsafeMutableBytes { text in
        control.withUnsafeMutableBytes { control in
            var bytes = iovec(iov_base: text.baseAddress, iov_len: text.count)
            return withUnsafeMutablePointer(to: &bytes) { bytes in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (bytes, 1)
                (message.msg_control, message.msg_controllen) = (control.baseAddress, room)
                return sendmsg(connection, &message, Int32(MSG_NOSIGNAL) | flags)
            }
        }
    }
    #expect(count == length)
}

/// A TCP socket with SO_LINGER that has more to send than its other end reads.
final class LingeringSocket {
    /// The duration of its last close.
    static let time = Duration.seconds(3600)
    private var own: Descriptor?
    private let reader: Descriptor

    init() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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
        own = Descriptor(owning: descriptor)
        reader = Descriptor(owning: accept(listener, nil, nil))
        close(listener)
        var option = linger(l_onoff: 1, l_linger: Int32(Self.time.components.seconds))
        let length = socklen_t(MemoryLayout<linger>.size)
        #expect(setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, length) == 0)
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// Passes the socket, so that the owner of that message has the last reference.
    func pass(to connection: Int32, flags: Int32 = 0) {
        ServerTests.pass([own.number ?? -1], with: "\n", to: connection, flags: flags)
        own = nil
    }
}

/// Closes only when a test says so.
final class TestCloser: DescriptorCloser {
    private(set) var waiting: [(descriptor: Int32, number: Int)] = []

    init(of server: TestServer) { server.server?.parts.connections.slots.closer = self }

    func close(_ descriptor: Int32, as number: Int) { waiting.append((descriptor, number)) }

    func closeAll(of server: TestServer) {
        let jobs = waiting
        waiting = []
        for job in jobs {
            linux_close_interrupted(job.descriptor)
            server.server?.didClose(job.number)
        }
    }
}
