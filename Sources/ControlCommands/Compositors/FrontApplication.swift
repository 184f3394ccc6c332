// Name of the application in front, as the compositor reports it.

import Configuration
import Glibc
import Linux
import Synchronization

/// Follows the application in front in a thread of its own, so that no gesture waits for a compositor.
final class FrontApplication: Sendable {
    /// Whether the application in front of a session can be known, and what follows it.
    typealias Session = (availability: ActionReview.Availability, application: FrontApplication?)

    private static let missing =
        "`app` needs a compositor that reports the application in front: one with wlr-foreign-toplevel-management, "
        + "such as sway, Hyprland, labwc, Wayfire and phoc"

    private static let noDisplay =
        "`app` needs the compositor of the session: WAYLAND_DISPLAY is not set; start this in the session of the user"

    private static let noAnswer = "`app` needs the compositor of the session: it did not answer within two seconds"

    /// The path of the compositor's socket.
    private let path: String
    private let current = Mutex<String?>(nil)

    private init(path: String) { self.path = path }

    /// The session of this process; nil for a file without `app`.
    ///
    /// Asks the compositor, for two seconds at most.
    static func session(for file: ActionsFile) -> Session? {
        guard file.actions.contains(where: { !$0.trigger.applications.isEmpty }) else { return nil }
        guard let path = waylandPath else {
            return environmentVariable("DISPLAY") == nil ? (.unknown(noDisplay), nil) : (.missing(missing), nil)
        }
        guard let offer = offer(of: path) else { return (.unknown(noAnswer), nil) }
        return offer.isOffered == true ? (.available, FrontApplication(path: path)) : (.missing(missing), nil)
    }

    /// Whether the compositor of this process takes keys from programs; nil when none answers.
    ///
    /// It is asked once, for two seconds at most.
    static let takesKeys: Bool? = waylandPath.flatMap { offer(of: $0) }?.takesKeys

    /// The socket of the session's compositor; nil without one.
    static var waylandPath: String? {
        environmentVariable("WAYLAND_DISPLAY").map { display in
            display.hasPrefix("/") ? display : "\(environmentVariable("XDG_RUNTIME_DIR") ?? "")/\(display)"
        }
    }

    /// The name; nil while none is known.
    var name: String? { current.withLock { $0 } }

    /// Begins to follow it; when the compositor is gone, once a second again.
    func start() {
        _ = DetachedThread.start { [self] in
            while true {
                var messages = ToplevelMessages()
                Self.converse(path) { bytes in
                    let replies = messages.parse(bytes)
                    current.withLock { $0 = messages.front }
                    return messages.isOffered == false ? nil : replies
                }
                current.withLock { $0 = nil }
                sleep(1)
            }
        }
    }

    /// What a compositor has listed; nil when it does not answer within two seconds.
    private static func offer(of path: String) -> ToplevelMessages? {
        var messages = ToplevelMessages()
        converse(path, until: KernelClock.monotonic.seconds + 2) { bytes in
            let replies = messages.parse(bytes)
            return messages.isListed ? nil : replies
        }
        return messages.isListed ? messages : nil
    }

    /// Asks a compositor for its windows, and reads its socket to its end, until the receiver wants no more, or until
    /// the deadline; nil for none.
    ///
    /// - Parameter receive: Returns what to send; nil to end.
    private static func converse(
        _ path: String, until deadline: Double? = nil, _ receive: (ArraySlice<UInt8>) -> [UInt8]?
    ) {
        guard let stream = connection(to: path, until: deadline) else { return }
        let number = stream.number
        guard write(ToplevelMessages.start, to: number, until: deadline) else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while limit(number, until: deadline) {
            let count = SystemCall.uninterrupted { recv(number, &bytes, bytes.count, 0) }
            guard count > 0, let replies = receive(bytes[..<count]), write(replies, to: number, until: deadline) else {
                break
            }
        }
        // It is open until here.
        _ = consume stream
    }

    /// Lets the next call on a socket wait until the deadline; false when that has passed.
    private static func limit(_ number: Int32, until deadline: Double?) -> Bool {
        guard let deadline else { return true }
        let microseconds = Int((deadline - KernelClock.monotonic.seconds) * 1e6)
        // The kernel takes 0 for no limit.
        guard microseconds > 0 else { return false }
        var time = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        return [SO_RCVTIMEO, SO_SNDTIMEO].allSatisfy { setsockopt(number, SOL_SOCKET, $0, &time, size) == 0 }
    }

    /// A connection to a compositor, whose calls end at the deadline.
    static func connection(to path: String, until deadline: Double?) -> Descriptor? {
        guard let address = SocketAddress(path: path),
            let stream = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)),
            limit(stream.number, until: deadline), address.connect(stream.number) == 0
        else { return nil }
        return stream
    }

    /// Sends bytes to a compositor; false when it does not take them in time.
    static func write(_ bytes: [UInt8], to number: Int32, until deadline: Double?) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard limit(number, until: deadline) else { return false }
            let count = rest.withUnsafeBytes { bytes in
                SystemCall.uninterrupted { send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
