// Tests of messages that are put together of frames.

import NIOCore
import NIOWebSocket
import Testing

@testable import GestureWeb

struct MessageTests {
    private func frame(
        _ opcode: WebSocketOpcode, _ text: String = "", final: Bool = true, masked: Bool = true
    ) -> WebSocketFrame {
        guard masked else { return WebSocketFrame(fin: final, opcode: opcode, data: ByteBuffer(string: text)) }
        let key: WebSocketMaskingKey = [1, 2, 3, 254]
        var data = ByteBuffer(string: text)
        data.webSocketMask(key)
        return WebSocketFrame(fin: final, opcode: opcode, maskKey: key, data: data)
    }

    /// What frames complete.
    private func events(_ frames: WebSocketFrame...) throws(Closing) -> [Message.Event] {
        var message = Message(), events: [Message.Event] = []
        for frame in frames { if let event = try message.add(frame) { events.append(event) } }
        return events
    }

    private func closing(_ frames: WebSocketFrame...) -> Closing? {
        var message = Message()
        do throws(Closing) {
            for frame in frames { _ = try message.add(frame) }
            return nil
        } catch {
            return error
        }
    }

    private func line(_ text: String) -> Message.Event { .line(ByteBuffer(string: text)) }

    @Test("A text is a line, whole or in fragments, with control frames in between")
    func lines() throws {
        #expect(try events(frame(.text, "a"), frame(.text)) == [line("a"), line("")])
        #expect(
            try events(
                frame(.text, "a", final: false), frame(.ping, "1"), frame(.continuation, "", final: false),
                frame(.pong), frame(.continuation, "b"), frame(.text, "c"))
                == [.ping(ByteBuffer(string: "1")), line("ab"), line("c")])
        #expect(try events(frame(.connectionClose)) == [.close])
    }

    @Test("What RFC 6455 forbids a client closes with its code")
    func forbidden() {
        #expect(closing(frame(.text, "a", masked: false)) == .frames)
        #expect(closing(frame(.ping, masked: false)) == .frames)
        #expect(closing(frame(.continuation, "a")) == .frames)
        #expect(closing(frame(.text, "a", final: false), frame(.text, "b")) == .frames)
        #expect(closing(frame(.text, "a"), frame(.continuation, "b")) == .frames)
        #expect(closing(frame(WebSocketOpcode(encodedWebSocketOpcode: 3)!)) == .frames)
        #expect(closing(frame(WebSocketOpcode(encodedWebSocketOpcode: 11)!)) == .frames)
        var reserved = frame(.text, "a")
        reserved.rsv2 = true
        #expect(closing(reserved) == .frames)
        #expect(closing(frame(.binary, "a")) == .binary)
        #expect(closing(frame(.binary, "a", final: false)) == .binary)
        // Half a code, and 888; Tests/Web/bridge has the others, which are no UTF-8.
        #expect(closing(frame(.connectionClose, "x")) == .frames)
        #expect(closing(frame(.connectionClose, "\u{3}x")) == .frames)
    }

    @Test("A line feed in a message closes, in whatever fragment", arguments: ["\n", "a\nb", "a\n", "\r\n"])
    func lineFeeds(text: String) {
        #expect(closing(frame(.text, text)) == .lines)
        #expect(closing(frame(.text, "a", final: false), frame(.continuation, text, final: false)) == .lines)
    }

    @Test("The largest message is passed on, and one byte more closes")
    func sizes() {
        let largest = String(repeating: "a", count: Limits.message)
        #expect(closing(frame(.text, largest)) == nil)
        #expect(closing(frame(.text, largest + "a")) == .large)
        #expect(closing(frame(.text, largest, final: false), frame(.continuation)) == nil)
        #expect(closing(frame(.text, largest, final: false), frame(.continuation, "a", final: false)) == .large)
    }

    @Test("A close frame has room for each reason", arguments: [Closing.gone, .absent, .forbidden, .large, .longLine])
    func reasons(closing: Closing) {
        #expect(closing.frame.data.readableBytes <= 125)
    }

    @Test("A close frame has the code and the reason")
    func closeFrame() {
        let frame = Closing.gone.frame
        #expect(frame.opcode == .connectionClose && frame.fin)
        #expect(frame.data == ByteBuffer(bytes: [0x03, 0xF5] + Array("gestured closed the connection".utf8)))
    }
}
