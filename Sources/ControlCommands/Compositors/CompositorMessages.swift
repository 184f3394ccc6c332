// Messages of sway and Hyprland about the window in front.

import FoundationEssentials

/// Splits the bytes of sway's socket into messages (sway-ipc(7)).
struct SwayMessages {
    /// A message of a type.
    struct Message: Equatable {
        let type: UInt32
        let payload: [UInt8]
    }

    private static let magic = Array("i3-ipc".utf8)
    private static let header = magic.count + 8
    /// A tree of a thousand windows takes 2 MB.
    private static let longest = 16 << 20
    private var buffer: [UInt8] = []

    static let subscribe: UInt32 = 2
    static let getTree: UInt32 = 4
    static let workspaceEvent: UInt32 = 0x8000_0000
    static let windowEvent: UInt32 = 0x8000_0003
    /// The events that ``front(_:)`` reads: no window has the focus on an empty workspace.
    static let events = #"["window","workspace"]"#

    /// A request.
    static func request(_ type: UInt32, _ payload: String = "") -> [UInt8] {
        magic + bytes(UInt32(payload.utf8.count)) + bytes(type) + Array(payload.utf8)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    /// Parses bytes that were read; returns the complete messages, or nil when they are not sway's.
    mutating func parse(_ read: some Collection<UInt8>) -> [Message]? {
        buffer += read
        var found: [Message] = []
        while buffer.count >= Self.header {
            guard buffer.starts(with: Self.magic) else { return nil }
            let (length, type) = (number(at: Self.magic.count), number(at: Self.magic.count + 4))
            guard length <= Self.longest else { return nil }
            let end = Self.header + Int(length)
            guard buffer.count >= end else { break }
            found.append(Message(type: type, payload: Array(buffer[Self.header..<end])))
            buffer.removeSubrange(..<end)
        }
        return found
    }

    private func number(at index: Int) -> UInt32 {
        buffer[index..<(index + 4)].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    /// The news of the application in front.
    enum Front: Equatable {
        case application(String?)
        /// Only the tree has it.
        case unknown
        case unchanged
    }

    /// Reads a message.
    static func front(_ message: Message) -> Front {
        let data = Data(message.payload)
        switch message.type {
        case getTree:
            guard let root = try? JSONDecoder().decode(Node.self, from: data) else { return .unchanged }
            return .application(root.focusedNode?.application)
        case windowEvent:
            guard let event = try? JSONDecoder().decode(WindowEvent.self, from: data) else { return .unchanged }
            if event.change == "focus" { return .application(event.container.application) }
            // Without another window, no focus follows; "move" is also that to the scratchpad.
            return event.change == "close" || event.change == "move" ? .unknown : .unchanged
        case workspaceEvent: return .unknown
        default: return .unchanged
        }
    }

    private struct WindowEvent: Decodable {
        let change: String
        let container: Node
    }

    private struct Node: Decodable {
        struct Properties: Decodable {
            let `class`: String?
        }

        private enum CodingKeys: String, CodingKey {
            case identifier = "app_id"
            case properties = "window_properties"
            case focused
            case nodes
            case floatingNodes = "floating_nodes"
        }

        let identifier: String?
        let properties: Properties?
        let focused: Bool?
        let nodes: [Node]?
        let floatingNodes: [Node]?

        /// Under Wayland the application's id, of X11 windows their class.
        var application: String? { identifier ?? properties?.class }

        var focusedNode: Node? {
            if focused == true { return self }
            for node in (nodes ?? []) + (floatingNodes ?? []) {
                if let found = node.focusedNode { return found }
            }
            return nil
        }
    }
}

/// Lines of Hyprland's second socket, and the question for the present on its first.
enum HyprlandMessages {
    /// Asks for the active window, as `hyprctl -j activewindow` does.
    static let request = Array("j/activewindow".utf8)

    /// The class in the answer; nil without a window.
    static func application(inAnswer bytes: [UInt8]) -> String? {
        let name = (try? JSONDecoder().decode(Window.self, from: Data(bytes)))?.class
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    private struct Window: Decodable {
        let `class`: String?
    }

    /// The class of the active window; nil for lines about something else, "" without a window.
    static func activeWindow(_ line: some StringProtocol) -> String? {
        let prefix = "activewindow>>"
        guard line.utf8.starts(with: prefix.utf8) else { return nil }
        return String(line.dropFirst(prefix.count).prefix { $0 != "," })
    }
}
