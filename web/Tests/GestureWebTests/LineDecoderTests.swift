// Tests of the splitting of gestured's stream.

import NIOCore
import NIOEmbedded
import Testing

@testable import GestureWeb

struct LineDecoderTests {
    private let channel = EmbeddedChannel(handler: ByteToMessageHandler(LineDecoder()))

    private func lines(_ parts: String...) throws -> [String] {
        for part in parts { try channel.writeInbound(ByteBuffer(string: part)) }
        var lines: [String] = []
        while let line = try channel.readInbound(as: ByteBuffer.self) { lines.append(String(buffer: line)) }
        return lines
    }

    @Test("Lines come without their line feeds, however they are cut")
    func split() throws {
        #expect(try lines("a\nb\n") == ["a", "b"])
        #expect(try lines("a", "b", "\n", "c\nd", "\n") == ["ab", "c", "d"])
        #expect(try lines("\n", "\n\n") == ["", "", ""])
        #expect(try lines("a\r\n") == ["a\r"])
        #expect(try lines("\u{E9}\0\n") == ["\u{E9}\0"])
        #expect(try lines("abc").isEmpty)
    }

    @Test("Every cut of a text gives the same lines")
    func everyCut() throws {
        let text = "one\n\ntwo three\nfour\n"
        for cut in 0...text.utf8.count {
            let (head, tail) = (String(text.prefix(cut)), String(text.dropFirst(cut)))
            #expect(try lines(head, tail) == ["one", "", "two three", "four"])
        }
    }

    @Test("A line without an end is none")
    func unended() throws {
        #expect(try lines("a\nb") == ["a"])
        _ = try channel.finish()
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }

    @Test("The longest line is passed on, and one byte more is an error")
    func longest() throws {
        let half = ByteBuffer(repeating: 97, count: Limits.line / 2)
        try channel.writeInbound(half)
        try channel.writeInbound(half)
        try channel.writeInbound(ByteBuffer(string: "\n"))
        #expect(try channel.readInbound(as: ByteBuffer.self)?.readableBytes == Limits.line)
        try channel.writeInbound(half)
        try channel.writeInbound(half)
        #expect(throws: LineDecoder.TooLong.self) { try channel.writeInbound(ByteBuffer(string: "a")) }
    }
}
