// Tests of Wayland's messages about windows.

import Testing

@testable import ControlCommands

/// The object of a window.
let window: UInt32 = 0xFF00_0000

/// A text as an argument of ``event(_:_:_:)``.
func text(_ text: String) -> [UInt32] {
    let bytes = Array(text.utf8)
    let words = stride(from: 0, through: bytes.count, by: 4).map { start in
        bytes[start...].prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return [UInt32(bytes.count + 1)] + words
}

/// The bytes of an event, as a compositor sends it.
func event(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]...) -> [UInt8] {
    let words = arguments.flatMap(\.self)
    return ([object, UInt32(8 + 4 * words.count) << 16 | opcode] + words).flatMap { word in
        withUnsafeBytes(of: word) { Array($0) }
    }
}

/// What a compositor says first, whether it tells its windows or not.
func registry(offers: Bool = true) -> [UInt8] {
    let names =
        ["wl_compositor"] + (offers ? ["zwlr_foreign_toplevel_manager_v1", "zwp_virtual_keyboard_manager_v1"] : [])
    let globals = names.enumerated().flatMap { index, name in event(2, 0, [UInt32(index)], text(name), [3]) }
    return globals + event(3, 0, [0])
}

@Suite struct ToplevelMessagesTests {
    @Test("The manager is bound where it is offered")
    func offer() {
        var messages = ToplevelMessages()
        let bound = event(2, 0, [1], text("zwlr_foreign_toplevel_manager_v1"), [3, 4])
        #expect(messages.parse(registry()) == bound)
        #expect(messages.isOffered == true && messages.takesKeys && messages.isListed)
        var others = ToplevelMessages()
        #expect(others.isOffered == nil && !others.isListed)
        #expect(others.parse(registry(offers: false)) == [] && others.isOffered == false && !others.takesKeys)
    }

    @Test("The active window's application is in front, from the event `done` on", arguments: [1, 3, 4, 1000])
    func front(size: Int) {
        let (active, inactive): ([UInt32], [UInt32]) = ([8, 1, 2], [0])
        var messages = ToplevelMessages()
        func take(_ bytes: [UInt8]) -> [UInt8] {
            var (replies, rest) = ([UInt8](), bytes[...])
            while !rest.isEmpty {
                replies += messages.parse(rest.prefix(size)) ?? [1]
                rest = rest.dropFirst(size)
            }
            return replies
        }
        _ = take(registry() + event(4, 0, [window]) + event(window, 1, text("foot")) + event(window, 4, active))
        #expect(messages.front == nil)
        _ = take(event(window, 5))
        #expect(messages.front == "foot")
        _ = take(event(4, 0, [window + 1]) + event(window + 1, 1, text("firefox")) + event(window, 4, inactive))
        _ = take(event(window, 5) + event(window + 1, 4, active) + event(window + 1, 5))
        #expect(messages.front == "firefox")
        #expect(take(event(window + 1, 6)) == event(window + 1, 7), "it is destroyed")
        #expect(messages.front == nil)
    }

    @Test(
        "What is not Wayland, and errors, end the conversation",
        arguments: [
            Array("HTTP/1.1 400 Bad".utf8), [1, 0, 0, 0, 0, 0, 4, 0], [1, 0, 0, 0, 0, 0, 8, 0],
            [2, 0, 0, 0, 0, 0, 12, 0, 1, 0, 0, 0], [4, 0, 0, 0, 0, 0, 12, 0, 1, 0, 0, 0],
        ] as [[UInt8]])
    func hostile(bytes: [UInt8]) {
        var messages = ToplevelMessages()
        #expect(messages.parse(bytes) == nil)
    }
}
