// Connection to gestured-hands, which points and types.

import CLinux
import Configuration
import Glibc
import Hands
import Linux
import Touch

/// A program's devices at gestured-hands; what they hold is released when this goes.
final class HandsConnection {
    /// Why there is none, or not any more.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Descriptor
    private var numbers: [HandsDevice: UInt8] = [:]
    /// When the newest device was made, in seconds of the monotonic clock.
    private var newest = -HandsConnection.moment

    /// The path of the socket.
    static var path: String { environmentVariable("GESTURED_HANDS_SOCKET") ?? "/run/gestured/hands.sock" }

    /// Whether its socket is there.
    static var isEnabled: Bool { access(path, F_OK) == 0 }

    /// Connects.
    ///
    /// - Throws: `Failure` when gestured-hands is not there.
    init(to path: String = HandsConnection.path) throws(Failure) {
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard let address = SocketAddress(path: path),
            let socket = Descriptor(Glibc.socket(AF_UNIX, kind, 0))
        else {
            throw Failure(description: "connect to \(path): \(String(cString: strerror(errno)))")
        }
        var limit = timeval(tv_sec: Int(Self.patience), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { setsockopt(socket.number, SOL_SOCKET, option, &limit, size) }
        let failure = address.connect(socket.number)
        guard failure == 0 else { throw Failure(description: Self.advice(failure, path)) }
        self.socket = socket
    }

    /// Why connecting fails, and what to do.
    private static func advice(_ failure: Int32, _ path: String) -> String {
        switch failure {
        case ENOENT, ECONNREFUSED:
            "gestured-hands, which points and types, is not enabled: sudo systemctl enable --now gestured-hands.socket"
        default: "connect to \(path): \(String(cString: strerror(failure)))"
        }
    }

    /// Becomes readable when it says something by itself.
    var descriptor: Int32 { socket.number }

    /// Whether it serves this user.
    enum Standing: Equatable {
        /// It has not said so yet.
        case asked
        /// Not yet, for this reason.
        case waiting(String)
        case ready
    }
    private(set) var standing = Standing.asked

    /// Takes in what it says by itself.
    ///
    /// - Parameter seconds: How long to wait for that.
    /// - Throws: `Failure` when it refuses to go on, or is gone.
    func listen(within seconds: Double = 0) throws(Failure) {
        var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        guard SystemCall.uninterrupted({ poll(&wait, 1, Int32(seconds * 1000)) }) > 0 else { return }
        switch try receive() {
        case .ready: standing = .ready
        case .waiting(let reason): standing = .waiting(reason)
        case .opened, .refused: throw Self.confused
        }
    }

    /// Waits until it has said whether it serves this user.
    ///
    /// - Throws: `Failure` with the reason when it does not.
    func awaitReady() throws(Failure) {
        try listen(within: Self.patience)
        switch standing {
        case .ready: break
        case .waiting(let reason): throw Failure(description: reason)
        case .asked: throw Self.mute
        }
    }

    /// Has a device made, unless this was done.
    ///
    /// - Throws: `Failure` when it is refused.
    func open(_ device: HandsDevice) throws(Failure) {
        if numbers[device] != nil { return }
        let number = UInt8(numbers.count)
        try send(.open(number, device))
        guard case .opened(number) = try receive() else {
            throw Self.confused
        }
        numbers[device] = number
        newest = KernelClock.monotonic.seconds
    }

    /// Waits until compositors have had the time to read the newest device: they miss what was written before.
    func awaitReaders() {
        let rest = newest + Self.moment - KernelClock.monotonic.seconds
        if rest > 0 { usleep(UInt32(min(rest, Self.moment) * 1e6)) }
    }

    /// Writes frames to a device.
    ///
    /// - Throws: `Failure` when gestured-hands refuses them, or is gone.
    func write(_ frames: HandsFrames) throws(Failure) {
        try open(frames.device)
        try send(.frames(numbers[frames.device] ?? 0, frames.events))
    }

    private func send(_ request: HandsRequest) throws(Failure) {
        let bytes = request.bytes
        let count = SystemCall.uninterrupted {
            Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EAGAIN { throw Self.mute }
        // Why it has closed the connection is there to be read.
        guard count == bytes.count else {
            _ = try receive()
            throw Self.gone
        }
    }

    private func receive() throws(Failure) -> HandsReply {
        var isMute = false
        let reply = withUnsafeTemporaryAllocation(byteCount: HandsReply.maximumLength, alignment: 1) { buffer in
            var count = SystemCall.uninterrupted { recv(socket.number, buffer.baseAddress, buffer.count, 0) }
            // So says the kernel first when a request was not read; why is behind that.
            if count < 0, errno == ECONNRESET { count = recv(socket.number, buffer.baseAddress, buffer.count, 0) }
            isMute = count < 0 && errno == EAGAIN
            return count > 0 ? HandsReply(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
        guard let reply else { throw isMute ? Self.mute : Self.gone }
        if case .refused(let reason) = reply { throw Failure(description: reason) }
        return reply
    }

    /// Seconds until an answer is given up.
    private static let patience = 5.0
    /// Seconds in which compositors read a new device.
    private static let moment = 0.5
    private static let mute = Failure(description: "gestured-hands does not answer")
    private static let gone = Failure(description: "gestured-hands has closed the connection")
    private static let confused = Failure(description: "gestured-hands does not answer as it should")
}
