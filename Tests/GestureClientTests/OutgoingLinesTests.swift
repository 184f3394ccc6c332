// Tests of lines that a thread sends.

import Foundation
import GestureWire
import Linux
import Testing

@testable import GestureClient

@Suite struct OutgoingLinesTests {
    /// Lines to a peer, and the peer.
    private func makePair() throws -> (OutgoingLines, ScriptedCaller) {
        var numbers: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
        return (OutgoingLines(Descriptor(owning: numbers[0])), ScriptedCaller(Descriptor(owning: numbers[1])))
    }

    /// A line that no socket has room for.
    private static let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\n")]

    @Test("Lines arrive in their order, also those that are added while the peer does not read")
    func order() throws {
        let (lines, peer) = try makePair()
        lines.add(Array("first\n".utf8))
        #expect(try peer.nextLine() == "first")
        lines.add(Self.long)
        for number in 1...1000 { lines.add(Array("\(number)\n".utf8)) }
        #expect(try peer.nextLine().utf8.count == 1 << 20)
        for number in 1...1000 { #expect(try peer.nextLine() == "\(number)") }
    }

    @Test("Closing ends the connection while the peer does not read, and nothing more is sent")
    func closing() throws {
        let (lines, peer) = try makePair()
        lines.add(Self.long)
        try peer.awaitBytes()
        lines.add(Array("never\n".utf8))
        lines.close()
        lines.add(Array("never\n".utf8))
        #expect(try peer.nextLine() == "")
    }

    @Test("Too many lines for a peer that does not read end the connection")
    func tooMany() throws {
        let (lines, peer) = try makePair()
        lines.add(Self.long)
        try peer.awaitBytes()
        for _ in 0...OutgoingLines.most { lines.add([UInt8(ascii: "\n")]) }
        #expect(try peer.nextLine() == "")
    }
}
