// Tests of the asynchronous sequence: losses, warnings, slow readers.

import Foundation
import GestureWire
import Synchronization
import Testing

@testable import GestureClient

@Suite struct GestureEventsTests {
    @Test("A reconnecting sequence continues after a loss, and disconnects when it is released")
    func reconnecting() async throws {
        let peer = try ScriptedPeer()
        let hasLeft = Handover<Bool>()
        peer.play { peer in
            try peer.admit().say(pan(.began))
            let caller = try peer.admit()
            hasLeft.give(try caller.nextLine() == "")
        }
        var words: [String] = []
        for try await event in try GestureEvents(path: peer.path, reconnects: true) {
            words.append(event.words)
            if words.count == 5 { break }
        }
        #expect(words == ["connected", "began", "cancelled", "disconnected", "connected"])
        #expect(hasLeft.take() == true)
    }

    @Test("Each requested glob that matches nothing causes one warning, also after a loss")
    func warnings() async throws {
        let peer = try ScriptedPeer()
        let unmatched = [
            UnmatchedGlob(glob: "tpa", nearest: "tap"), UnmatchedGlob(glob: "zo?n", nearest: "\u{1B}[2J"),
        ]
        let surfaces = [UnmatchedGlob(glob: "tpa", kind: .surface), UnmatchedGlob(glob: "strange", kind: .surface)]
        let snapshot = Snapshot(
            subscription: 1, surfaces: [], recognizers: [], unmatched: unmatched,
            unmatchedSurfaces: surfaces, gestures: [])
        peer.play { peer in
            for _ in 1...2 { _ = try peer.admit(snapshot) }
        }
        let warnings = Mutex<[String]>([])
        let events = try GestureEvents(
            path: peer.path, recognizers: ["tpa", "zo?n"], surfaces: ["tpa", "pa*"], reconnects: true,
            warn: { text in warnings.withLock { $0.append(text) } })
        var connections = 0
        for try await event in events {
            if case .connected = event { connections += 1 }
            if connections == 2 { break }
        }
        #expect(
            warnings.withLock { $0 } == [
                "`tpa` matches no recognizer now; did you mean `tap`?", "`zo?n` matches no recognizer now",
                "`tpa` matches no surface now",
            ])
    }

    @Test("A cancelled task receives nothing more, also while there is no daemon")
    func cancelled() async throws {
        let events = try GestureEvents(path: ScriptedPeer.newPath(), reconnects: true)
        let (said, word) = AsyncStream<Void>.makeStream()
        let task = Task {
            var count = 0
            for try await _ in events {
                count += 1
                word.yield()
            }
            return count
        }
        for await _ in said { break }
        task.cancel()
        #expect(try await task.value == 1, "disconnected, and then nothing")
    }

    @Test("A program that takes no events stays a few events behind: the server cannot send endlessly")
    func backPressure() async throws {
        let peer = try ScriptedPeer()
        let sent = Handover<Int>()
        peer.play { peer in
            let caller = try peer.admit()
            // Within this time a client that reads takes everything.
            var limit = timeval(tv_sec: 0, tv_usec: 300_000)
            setsockopt(caller.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            let line = Array(
                #"{"jsonrpc":"2.0","method":"filler","params":"\#(String(repeating: "x", count: 60_000))"}"#.utf8)
            var writer = LineWriter()
            writer.appendGestureHead(subscription: 1, sequence: 1)
            writer.appendGestureTail(pan(.recognized), since: .none)
            var total = 0
            while total < 64_000_000 {
                let bytes = line + [UInt8(ascii: "\n")] + writer.bytes
                let count = send(caller.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                total += max(0, count)
                if count < bytes.count { break }
            }
            sent.give(total)
        }
        let events = try GestureEvents(path: peer.path)
        let total = try #require(await Task.detached { sent.take() }.value)
        // 64 gestures with the notifications between them, and the buffers of the socket and the reader.
        #expect(total < 8_000_000, "sent \(total) bytes")
        withExtendedLifetime(events) {}
    }
}
