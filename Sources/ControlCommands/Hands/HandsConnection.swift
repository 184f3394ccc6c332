// Connection to gestured-hands, which points and types.

import CLinux
import Configuration
import Glibc
import Hands
import Interception
import Linux

/// A program's devices at gestured-hands; what they hold is released when this goes.
final class HandsConnection {
    /// Why there is none, or not any more.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Descriptor
    private var numbers: [HandsDevice: UInt8] = [:]

    /// The path of the socket.
    static var path: String { environmentVariable("GESTURED_HANDS_SOCKET") ?? "/run/gestured/hands.sock" }

    /// Whether its socket is there.
    static var isEnabled: Bool { access(path, F_OK) == 0 }

    /// Whether gestured-hands points for this user; it is asked.
    static var pointing: ActionReview.Availability {
        do throws(Failure) {
            return try HandsConnection().refusal(within: 0.3).map(ActionReview.Availability.missing) ?? .available
        } catch {
            return .missing(error.description)
        }
    }

    /// Whether gestured-hands types keys for this user; it is asked.
    static func availability(_ keys: [KeyCombination]) -> ActionReview.Availability {
        do {
            try HandsConnection().open(.keyboard)
            let keyboard = try SessionKeyboard()
            for each in keys { _ = try keyboard.frames(each) }
            return .available
        } catch {
            return .missing("\(error)")
        }
    }

    /// Connects.
    ///
    /// - Throws: `Failure` when gestured-hands is not there.
    init() throws(Failure) {
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard let address = SocketAddress(path: Self.path),
            let socket = Descriptor(Glibc.socket(AF_UNIX, kind, 0))
        else {
            throw Failure(description: "connect to \(Self.path): \(String(cString: strerror(errno)))")
        }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { setsockopt(socket.number, SOL_SOCKET, option, &limit, size) }
        let failure = address.connect(socket.number)
        guard failure == 0 else { throw Failure(description: Self.advice(failure)) }
        self.socket = socket
    }

    /// Why connecting fails, and what to do.
    private static func advice(_ failure: Int32) -> String {
        switch failure {
        case ENOENT, ECONNREFUSED:
            "gestured-hands, which points and types, is not enabled: sudo systemctl enable --now gestured-hands.socket"
        default: "connect to \(path): \(String(cString: strerror(failure)))"
        }
    }

    /// Becomes readable when gestured-hands refuses or is gone, as it says nothing else by itself.
    var descriptor: Int32 { socket.number }

    /// Why it has ended the connection; nil while it says nothing.
    var refusal: String? { refusal(within: 0) }

    /// Why it does not serve this user; nil when it says nothing of that in time.
    func refusal(within seconds: Double) -> String? {
        var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        guard SystemCall.uninterrupted({ poll(&wait, 1, Int32(seconds * 1000)) }) > 0 else { return nil }
        do throws(Failure) {
            _ = try receive()
            return nil
        } catch {
            return error.description
        }
    }

    /// Has a device made, unless this was done.
    ///
    /// - Returns: Whether it is new to this connection: compositors may need a moment until they read it.
    /// - Throws: `Failure` when it is refused.
    @discardableResult
    func open(_ device: HandsDevice) throws(Failure) -> Bool {
        if numbers[device] != nil { return false }
        let number = UInt8(numbers.count)
        try send(.open(number, device))
        guard case .opened(number) = try receive() else {
            throw Failure(description: "gestured-hands does not answer as it should")
        }
        numbers[device] = number
        return true
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
        // Why it has closed the connection is there to be read.
        guard count == bytes.count else {
            _ = try receive()
            throw Self.gone
        }
    }

    private func receive() throws(Failure) -> HandsReply {
        let reply = withUnsafeTemporaryAllocation(byteCount: HandsReply.maximumLength, alignment: 1) { buffer in
            var count = SystemCall.uninterrupted { recv(socket.number, buffer.baseAddress, buffer.count, 0) }
            // So says the kernel first when a request was not read; why is behind that.
            if count < 0, errno == ECONNRESET { count = recv(socket.number, buffer.baseAddress, buffer.count, 0) }
            return count > 0 ? HandsReply(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
        guard let reply else { throw Self.gone }
        if case .refused = reply { throw Self.failure(reply) }
        return reply
    }

    private static let gone = Failure(description: "gestured-hands has closed the connection")

    private static func failure(_ reply: HandsReply) -> Failure {
        if case .refused(let reason) = reply { Failure(description: "gestured-hands refuses: \(reason)") } else { gone }
    }
}
