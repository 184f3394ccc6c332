// Name of the application in front, as the compositor reports it.

import Configuration
import Glibc
import Linux
import Synchronization

/// Follows the application in front in a thread of its own, so that no gesture waits for a compositor.
final class FrontApplication: Sendable {
    private enum Compositor {
        case sway(String)
        /// The folder of its sockets.
        case hyprland(String)
        /// With wlr-foreign-toplevel-management.
        case wayland(String)
    }

    /// The application in front of a session, as far as it can be known.
    enum Session {
        case reported(FrontApplication)
        /// Why nothing reports it.
        case unreported(String)
        /// Why that is not known.
        case unknown(String)
    }

    private static let missing =
        "`app` needs a compositor that reports the application in front: sway, Hyprland, or one with "
        + "wlr-foreign-toplevel-management, such as labwc, Wayfire and phoc"

    private let compositor: Compositor
    private let current = Mutex<String?>(nil)

    private static let noDisplay =
        "`app` needs the compositor of the session: WAYLAND_DISPLAY is not set; start this in the session of the user"

    private static let noAnswer = "`app` needs the compositor of the session: it did not answer within two seconds"

    /// That of this process.
    ///
    /// Asks the compositor, for two seconds at most.
    static var ofSession: Session {
        let deadline = Self.deadline
        let folder = variable("XDG_RUNTIME_DIR")
        // One that does not answer may be of another session, before this one.
        if let path = variable("SWAYSOCK"), connection(to: path, until: deadline) != nil {
            return .reported(FrontApplication(.sway(path)))
        }
        if let signature = variable("HYPRLAND_INSTANCE_SIGNATURE"), let folder {
            let sockets = "\(folder)/hypr/\(signature)"
            if connection(to: sockets + "/.socket2.sock", until: deadline) != nil {
                return .reported(FrontApplication(.hyprland(sockets)))
            }
        }
        guard let path = waylandPath else {
            return variable("DISPLAY") == nil ? .unknown(noDisplay) : .unreported(missing)
        }
        guard let offer = offer(of: path, until: deadline) else { return .unknown(noAnswer) }
        return offer.isOffered == true ? .reported(FrontApplication(.wayland(path))) : .unreported(missing)
    }

    /// Whether the compositor of this process takes keys from programs; nil when none answers.
    ///
    /// It is asked once, for two seconds at most.
    static let takesKeys: Bool? = waylandPath.flatMap { offer(of: $0, until: deadline) }?.takesKeys

    /// In seconds of the monotonic clock: when a compositor that is asked now must have answered.
    private static var deadline: Double { KernelClock.monotonic.seconds + 2 }

    private static var waylandPath: String? {
        variable("WAYLAND_DISPLAY").map { display in
            display.hasPrefix("/") ? display : "\(variable("XDG_RUNTIME_DIR") ?? "")/\(display)"
        }
    }

    private init(_ compositor: Compositor) { self.compositor = compositor }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The name; nil while none is known.
    var name: String? { current.withLock { $0 } }

    /// Begins to follow it; when the compositor is gone, once a second again.
    func start() {
        _ = DetachedThread.start { [self] in
            while true {
                watch()
                current.withLock { $0 = nil }
                sleep(1)
            }
        }
    }

    private func watch() {
        switch compositor {
        case .sway(let path):
            var messages = SwayMessages()
            let question = SwayMessages.request(SwayMessages.getTree)
            let requests = SwayMessages.request(SwayMessages.subscribe, SwayMessages.events) + question
            Self.converse(path, saying: requests) { bytes in
                guard let found = messages.parse(bytes)?.map(SwayMessages.front) else { return nil }
                for case .application(let name) in found { current.withLock { $0 = name } }
                return found.contains(.unknown) ? question : []
            }
        case .hyprland(let folder): watchHyprland(folder)
        case .wayland(let path):
            var messages = ToplevelMessages()
            Self.converse(path, saying: ToplevelMessages.start) { bytes in
                let replies = messages.parse(bytes)
                current.withLock { $0 = messages.front }
                return messages.isOffered == false ? nil : replies
            }
        }
    }

    private func watchHyprland(_ folder: String) {
        var line: [UInt8] = []
        func askForPresent() {
            var answer: [UInt8] = []
            Self.converse(
                folder + "/.socket.sock", saying: HyprlandMessages.request, until: Self.deadline
            ) { bytes in
                answer += bytes
                return answer.count < 1 << 20 ? [] : nil
            }
            current.withLock { $0 = HyprlandMessages.application(inAnswer: answer) }
        }
        Self.converse(folder + "/.socket2.sock", saying: [], connected: askForPresent) { bytes in
            for byte in bytes {
                if byte == UInt8(ascii: "\n") {
                    if let name = HyprlandMessages.activeWindow(String(decoding: line, as: UTF8.self)) {
                        current.withLock { $0 = name.isEmpty ? nil : name }
                    }
                    line = []
                } else if line.count < 65_536 {
                    line.append(byte)
                }
            }
            return []
        }
    }

    /// What a compositor has listed; nil when it does not answer in time.
    private static func offer(of path: String, until deadline: Double) -> ToplevelMessages? {
        var messages = ToplevelMessages()
        converse(path, saying: ToplevelMessages.start, until: deadline) { bytes in
            let replies = messages.parse(bytes)
            return messages.isListed ? nil : replies
        }
        return messages.isListed ? messages : nil
    }

    /// Reads a socket to its end, until the receiver wants no more, or until the deadline; nil for none.
    ///
    /// - Parameters:
    ///   - connected: Called once the socket is connected, and before it is read.
    ///   - receive: Returns what to send; nil to end.
    private static func converse(
        _ path: String, saying request: [UInt8], until deadline: Double? = nil, connected: () -> Void = {},
        _ receive: (ArraySlice<UInt8>) -> [UInt8]?
    ) {
        guard let stream = connection(to: path, until: deadline) else { return }
        let number = stream.number
        connected()
        guard write(request, to: number, until: deadline) else { return }
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

    private static func connection(to path: String, until deadline: Double?) -> Descriptor? {
        guard let address = SocketAddress(path: path),
            let stream = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)),
            limit(stream.number, until: deadline), address.connect(stream.number) == 0
        else { return nil }
        return stream
    }

    private static func write(_ bytes: [UInt8], to number: Int32, until deadline: Double?) -> Bool {
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

extension FrontApplication.Session {
    /// That of a file: a compositor is asked only for actions with `app`.
    static func needed(by file: ActionsFile) -> Self? {
        file.actions.contains { !$0.trigger.applications.isEmpty } ? FrontApplication.ofSession : nil
    }

    var application: FrontApplication? { if case .reported(let application) = self { application } else { nil } }

    var availability: ActionReview.Availability {
        switch self {
        case .reported: .available
        case .unreported(let words): .missing(words)
        case .unknown(let words): .unknown(words)
        }
    }
}
