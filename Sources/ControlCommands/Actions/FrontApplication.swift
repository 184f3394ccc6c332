// Name of the application in front, as the compositor tells it.

import Glibc
import Linux
import Synchronization

/// Follows the application in front in a thread of its own, so that no gesture waits for a compositor.
final class FrontApplication: Sendable {
    private enum Compositor {
        case sway(String)
        case hyprland(String)
        /// With wlr-foreign-toplevel-management.
        case wayland(String)
    }

    /// Why nothing tells it.
    static let missing =
        "`app` needs a compositor that tells the application in front: sway, Hyprland, or one with "
        + "wlr-foreign-toplevel-management, such as labwc, Wayfire and phoc"

    private let compositor: Compositor
    private let current = Mutex<String?>(nil)

    /// The one of this session; nil where no compositor tells.
    ///
    /// Asks the compositor, for two seconds at most.
    static var ofSession: FrontApplication? {
        let folder = variable("XDG_RUNTIME_DIR")
        if let path = variable("SWAYSOCK") { return FrontApplication(.sway(path)) }
        if let signature = variable("HYPRLAND_INSTANCE_SIGNATURE"), let folder {
            return FrontApplication(.hyprland("\(folder)/hypr/\(signature)/.socket2.sock"))
        }
        guard let display = variable("WAYLAND_DISPLAY") else { return nil }
        let path = display.hasPrefix("/") ? display : "\(folder ?? "")/\(display)"
        return offersWindows(path) ? FrontApplication(.wayland(path)) : nil
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
                follow()
                current.withLock { $0 = nil }
                sleep(1)
            }
        }
    }

    private func follow() {
        switch compositor {
        case .sway(let path):
            var messages = SwayMessages()
            let requests =
                SwayMessages.request(SwayMessages.subscribe, #"["window"]"#)
                + SwayMessages.request(SwayMessages.getTree)
            Self.converse(path, saying: requests) { bytes in
                guard let found = messages.take(bytes) else { return nil }
                for case .application(let name) in found.map(SwayMessages.front) { current.withLock { $0 = name } }
                return []
            }
        case .hyprland(let path):
            var line: [UInt8] = []
            Self.converse(path, saying: []) { bytes in
                for byte in bytes {
                    if byte == UInt8(ascii: "\n") {
                        if let name = HyprlandEvents.activeWindow(String(decoding: line, as: UTF8.self)) {
                            current.withLock { $0 = name.isEmpty ? nil : name }
                        }
                        line = []
                    } else if line.count < 65_536 {
                        line.append(byte)
                    }
                }
                return []
            }
        case .wayland(let path):
            var messages = ToplevelMessages()
            Self.converse(path, saying: ToplevelMessages.start) { bytes in
                let replies = messages.take(bytes)
                current.withLock { $0 = messages.front }
                return messages.isOffered == false ? nil : replies
            }
        }
    }

    private static func offersWindows(_ path: String) -> Bool {
        var messages = ToplevelMessages()
        converse(path, saying: ToplevelMessages.start, patience: 2) { bytes in
            let replies = messages.take(bytes)
            return messages.isOffered == nil ? replies : nil
        }
        return messages.isOffered == true
    }

    /// Reads a socket to its end, or until the receiver wants no more.
    ///
    /// - Parameters:
    ///   - patience: How many seconds may pass between two reads; nil for any number.
    ///   - receive: Returns what to send; nil to end.
    private static func converse(
        _ path: String, saying request: [UInt8], patience: Int? = nil, _ receive: (ArraySlice<UInt8>) -> [UInt8]?
    ) {
        guard let address = SocketAddress(path: path),
            let stream = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        else { return }
        let number = stream.number
        if let patience {
            var time = timeval(tv_sec: patience, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] { setsockopt(number, SOL_SOCKET, option, &time, size) }
        }
        guard address.connect(number) == 0, say(request, to: number) else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = SystemCall.uninterrupted { recv(number, &bytes, bytes.count, 0) }
            guard count > 0, let replies = receive(bytes[..<count]), say(replies, to: number) else { break }
        }
        // It is open until here.
        _ = consume stream
    }

    private static func say(_ bytes: [UInt8], to number: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                SystemCall.uninterrupted { send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
