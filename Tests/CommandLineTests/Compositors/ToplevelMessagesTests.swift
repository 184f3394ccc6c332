// Tests of Wayland's messages about windows.

import Testing

@testable import ControlCommands

@Suite struct ToplevelMessagesTests {
    private let window: UInt32 = 0xFF00_0000

    private func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }

    private func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        return words(UInt32(bytes.count)) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private func event(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt8] = []) -> [UInt8] {
        words(object, UInt32(8 + arguments.count) << 16 | opcode) + arguments
    }

    /// What a compositor says first, whether it tells its windows or not.
    private func registry(offers: Bool) -> [UInt8] {
        let names =
            ["wl_compositor"]
            + (offers ? ["zwlr_foreign_toplevel_manager_v1", "zwp_virtual_keyboard_manager_v1"] : [])
        let globals = names.enumerated().flatMap { index, name in
            event(2, 0, words(UInt32(index)) + text(name) + words(3))
        }
        return globals + event(3, 0, words(0))
    }

    private func active(_ isActive: Bool) -> [UInt8] { isActive ? words(8, 1, 2) : words(0) }

    @Test("The manager is bound where it is offered")
    func offer() {
        var messages = ToplevelMessages()
        let bound = event(2, 0, words(1) + text("zwlr_foreign_toplevel_manager_v1") + words(3, 4))
        #expect(messages.parse(registry(offers: true)) == bound)
        #expect(messages.isOffered == true && messages.takesKeys && messages.isListed)
        var others = ToplevelMessages()
        #expect(others.isOffered == nil && !others.isListed)
        #expect(others.parse(registry(offers: false)) == [] && others.isOffered == false && !others.takesKeys)
    }

    @Test("The active window's application is in front, from the event `done` on", arguments: [1, 3, 4, 1000])
    func front(size: Int) {
        var messages = ToplevelMessages()
        func take(_ bytes: [UInt8]) -> [UInt8] {
            var (replies, rest) = ([UInt8](), bytes[...])
            while !rest.isEmpty {
                replies += messages.parse(rest.prefix(size)) ?? [1]
                rest = rest.dropFirst(size)
            }
            return replies
        }
        _ = take(registry(offers: true))
        _ = take(event(4, 0, words(window)) + event(window, 1, text("foot")) + event(window, 4, active(true)))
        #expect(messages.front == nil)
        _ = take(event(window, 5))
        #expect(messages.front == "foot")
        _ = take(
            event(4, 0, words(window + 1)) + event(window + 1, 1, text("firefox")) + event(window, 4, active(false))
                + event(window, 5) + event(window + 1, 4, active(true)) + event(window + 1, 5))
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
