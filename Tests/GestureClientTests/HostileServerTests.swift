// Tests of a client with servers that send endless or wrong lines.

import Foundation
import GestureWire
import Testing

@testable import GestureClient

@Suite struct HostileServerTests {
    /// Sends these bytes repeatedly until the client has disconnected; returns false when it never does.
    private static func repeatedly(_ bytes: [UInt8], _ count: Int, to caller: ScriptedCaller, pause: Int32) -> Bool {
        for _ in 0..<count {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    send(caller.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent >= 0 else { return true }
                rest = rest.dropFirst(sent)
            }
            // The client sends nothing more, so the next read reports its end.
            var interest = pollfd(fd: caller.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&interest, 1, pause) > 0 { return true }
        }
        return false
    }

    @Test(
        "A greeting and an answer that arrive byte by byte are subject to the time limit",
        arguments: [0, 1])
    func drip(answers: Int) throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = answers > 0 ? try peer.greet() : try peer.accept()
            if answers > 0 { _ = try caller.nextLine() }
            guard !Self.repeatedly([UInt8(ascii: " ")], 500, to: caller, pause: 10) else { return }
            let hello = #"{"method":"hello","params":{"protocol":1,"server":"s","capabilities":[]}}"#
            try caller.say(answers > 0 ? #"{"id":1,"result":{}}"# : hello)
        }
        let error = #expect(throws: ConnectionError.self) {
            let connection = try GestureConnection(path: peer.path, patience: 0.5)
            try connection.setEnabled("tap", true)
        }
        #expect(error?.errorNumber == ETIMEDOUT)
        #expect("\(try #require(error))".contains("did not answer in time"))
    }

    @Test("A server that sends endless lines instead of the answer is disconnected after 32 MiB")
    func flood() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.greet()
            _ = try caller.nextLine()
            let text = String(repeating: "x", count: 1 << 20)
            let line = Array((#"{"method":"later","params":{"x":"\#(text)"}}"# + "\n").utf8)
            guard !Self.repeatedly(line, 48, to: caller, pause: 0) else { return }
            try caller.say(#"{"id":1,"result":{}}"#)
        }
        let connection = try GestureConnection(path: peer.path)
        let error = #expect(throws: ConnectionError.self) { try connection.setEnabled("tap", true) }
        #expect(error?.code == .protocolViolation)
        #expect(error?.context == "it sent 32 MiB instead of an answer")
    }

    @Test("Lines before an answer are kept in order, and are free again once read")
    func keptLines() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.greet()
            let text = String(repeating: "x", count: 1 << 20)
            for round in 1...2 {
                _ = try caller.nextLine()
                for number in 0..<20 {
                    let line = Array((#"{"method":"m\#(number)","params":{"x":"\#(text)"}}"# + "\n").utf8)
                    #expect(!Self.repeatedly(line, 1, to: caller, pause: 0))
                }
                try caller.say(#"{"id":\#(round),"result":{}}"#)
            }
        }
        let connection = try GestureConnection(path: peer.path)
        for _ in 1...2 {
            try connection.setEnabled("tap", true)
            for number in 0..<20 { #expect(try connection.next() == .other(method: "m\(number)")) }
        }
    }
}
