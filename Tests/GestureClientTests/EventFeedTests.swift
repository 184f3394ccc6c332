// Tests of reconnection: cancelled gestures, new subscription, missed events.

import Foundation
import GestureWire
import Testing

@testable import GestureClient

@Suite struct EventFeedTests {
    /// A feed whose pauses take no time, and are recorded.
    private func makeFeed(
        _ path: String, attaching attachment: Attachments = Attachments(), states: GestureStates = .standard,
        touches: Bool = false, reconnects: Bool = true, pausing: @escaping (Double) -> Void = { _ in }
    ) throws -> EventFeed {
        try EventFeed(
            path: path, filter: SubscriptionFilter(recognizers: ["mo*"], states: states, touches: touches),
            attaching: attachment, reconnects: reconnects, pause: pausing)
    }

    @Test("After a loss, gestures are cancelled and everything is attached and subscribed again, with an event")
    func reconnecting() throws {
        let peer = try ScriptedPeer()
        let received = Handover<[String]>()
        peer.play { peer in
            for round in 1...2 {
                let caller = try peer.greet()
                let requests = [try caller.nextLine()]
                try caller.answer(1, #"{"regions":[],"recognizers":["move"],"surfaces":[]}"#)
                received.give(requests + [try caller.nextLine()])
                try caller.answer(2, .empty)
                // The second time, the client leaves once it has been connected, and receives nothing more.
                if round == 1 { try caller.say(pan(.began)) } else { _ = try caller.nextLine() }
            }
        }
        let feed = try makeFeed(peer.path, attaching: Attachments(recognizers: [.pan("move")]))
        #expect(try feed.next()?.event == .connected(.empty))
        #expect(feed.server == "s 1")
        guard case .gesture(let began)? = try feed.next()?.event else { throw Missing() }
        #expect(began.notification == pan(.began))
        let closing = try #require(try feed.next())
        guard case .gesture(let cancelled) = closing.event else { throw Missing() }
        #expect(cancelled.notification == pan(.cancelled))
        #expect(cancelled.sequence == 0 && cancelled.change == .translation(.zero))
        #expect(String(decoding: closing.line ?? [], as: UTF8.self).contains(#""state":"cancelled""#))
        guard case .disconnected(let error)? = try feed.next()?.event else { throw Missing() }
        #expect(error.code == .disconnected)
        #expect(try feed.next()?.event == .connected(.empty))
        let requests = try #require(received.take())
        #expect(requests == received.take())
        #expect(requests.count == 2 && requests[0].contains(#""type":"pan""#) && requests[1].contains(#"["mo*"]"#))
    }

    @Test("Without a daemon the feed waits, longer and longer, and reports that once")
    func waiting() throws {
        let path = ScriptedPeer.newPath()
        var (pauses, peer): ([Double], ScriptedPeer?) = ([], nil)
        let feed = try makeFeed(path) { seconds in
            pauses.append(seconds)
            guard pauses.count == 8 else { return }
            do {
                peer = try ScriptedPeer(path: path)
                peer?.play { _ = try $0.admit().nextLine() }
            } catch { Issue.record("\(error)") }
        }
        guard case .disconnected(let error)? = try feed.next()?.event else { throw Missing() }
        #expect(error.code == .unreachable && pauses.isEmpty)
        #expect(try feed.next()?.event == .connected(.empty))
        #expect(pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5])
        withExtendedLifetime(peer) {}
    }

    @Test("Without reconnection, gestures under way are cancelled, then the feed ends")
    func withoutReconnection() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.admit()
            try caller.say(pan(.began))
            try caller.say(touch(.began))
        }
        let feed = try makeFeed(peer.path, touches: true, reconnects: false)
        let words = try (0..<7).map { _ in try feed.next()?.event.words }
        #expect(words == ["connected", "began", "touch began", "cancelled", "touch cancelled", nil, nil])
    }

    @Test("A client that was too slow receives that, then the loss, and is connected again")
    func lagged() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.admit()
            var snapshot = Snapshot.empty
            snapshot.gestures = [pan(.changed)]
            try caller.say { [snapshot] in $0.appendLagged(snapshot, dropped: 256) }
            shutdown(caller.descriptor, Int32(SHUT_RDWR))
            _ = try peer.admit().nextLine()
        }
        let feed = try makeFeed(peer.path)
        let words = try (0..<5).map { _ in try feed.next()?.event.words }
        #expect(words == ["connected", "lagged 256", "cancelled", "disconnected", "connected"])
    }

    @Test("A full server is asked again; without reconnection its refusal is thrown unchanged")
    func full() throws {
        let refusal =
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"64 peers are connected already"}}"#
        let peer = try ScriptedPeer()
        peer.play { peer in
            for _ in 1...2 { try peer.accept().say(refusal) }
            _ = try peer.admit().nextLine()
        }
        let error = #expect(throws: ServerError.self) { _ = try makeFeed(peer.path, reconnects: false) }
        #expect(error?.code == -32_000)
        let feed = try makeFeed(peer.path)
        guard case .disconnected(let reason)? = try feed.next()?.event else { throw Missing() }
        #expect(reason.code == .refused && reason.description.contains("64 peers are connected already"))
        #expect(try feed.next()?.event == .connected(.empty))
    }

    @Test("Permanent failures end the feed: another protocol, and an attachment refused a second time")
    func final() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            try peer.accept().say(
                #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":2,"server":"s","capabilities":[]}}"#)
            let caller = try peer.greet()
            _ = try caller.nextLine()
            try caller.answer(1, #"{"regions":[],"recognizers":["move"],"surfaces":[]}"#)
            _ = try caller.nextLine()
            try caller.answer(2, .empty)
            shutdown(caller.descriptor, Int32(SHUT_RDWR))
            let again = try peer.greet()
            _ = try again.nextLine()
            try again.say(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such region"}}"#)
            _ = try again.nextLine()
        }
        let attachment = Attachments(recognizers: [.pan("move")])
        let error = #expect(throws: ConnectionError.self) { try makeFeed(peer.path, attaching: attachment) }
        #expect(error?.code == .protocolViolation)
        let feed = try makeFeed(peer.path, attaching: attachment)
        #expect(try feed.next()?.event == .connected(.empty))
        guard case .disconnected? = try feed.next()?.event else { throw Missing() }
        for _ in 1...2 {
            let refusal = #expect(throws: ServerError.self) { try feed.next() }
            #expect(refusal?.message == "no such region")
        }
    }

    @Test("An invalid line ends the feed with its text, after gestures under way are cancelled")
    func unintelligible() throws {
        let peer = try ScriptedPeer()
        peer.play { peer in
            let caller = try peer.admit()
            try caller.say(pan(.began))
            try caller.say("nonsense")
            #expect(try caller.nextLine() == "", "the client has left")
        }
        let feed = try makeFeed(peer.path)
        let words = try (0..<3).map { _ in try feed.next()?.event.words }
        #expect(words == ["connected", "began", "cancelled"])
        let error = #expect(throws: ConnectionError.self) { try feed.next() }
        #expect(error?.code == .protocolViolation && error?.context == "it said nonsense")
    }

    @Test("An interruption ends the wait for a line and the wait for the next attempt")
    func interrupted() throws {
        let peer = try ScriptedPeer()
        peer.play { _ = try $0.admit().nextLine() }
        for path in [peer.path, ScriptedPeer.newPath()] {
            let interruption = Interruption()
            // A real pause: it would last longer than the test may.
            let feed = try EventFeed(
                path: path, reconnects: true, interruptedBy: interruption, pause: { _ in interruption.pause(1000) })
            _ = try feed.next()
            Thread.detachNewThread { interruption.trigger() }
            #expect(try feed.next() == nil)
            #expect(try feed.next() == nil)
        }
    }
}

/// An expected event has not arrived.
struct Missing: Error {}
