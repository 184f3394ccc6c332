// Tests of touches that wait for a peer: the places of merged and dropped lines.

import GestureWire
import Testing

@testable import Server

/// Moves of touches, by their ids and places, at a time.
private func moves(_ time: Int64, _ touches: (id: Int, x: Double)..., phase: WireTouchPhase = .moved)
    -> TouchNotification
{
    TouchNotification(
        surface: "panel", time: time,
        touches: touches.map {
            let place = WirePoint(x: $0.x, y: 0)
            return WireTouch(id: $0.id, phase: phase, location: place, previousLocation: place, region: "root")
        })
}

/// A touch in words, as in `1 at 30: 10@1 20@2, 3 lost`.
private func words(_ touches: [WireTouch]) -> [String] {
    touches.map { touch in
        let places = touch.coalesced.map { " \(Int($0.location.x))@\($0.time)" }.joined()
        return "\(touch.id) at \(Int(touch.location.x)):" + places + (touch.lost > 0 ? ", \(touch.lost) lost" : "")
    }
}

struct CoalescingTests {
    private func waiting(_ notification: TouchNotification) -> WaitingTouches {
        WaitingTouches(subscription: 1, notification: notification)
    }

    private func lines(_ outbox: Outbox) -> [[String]] {
        outbox.lines.compactMap { line in
            switch line {
            case .touches(let touches): words(touches.notification.touches)
            case .attempt(let touches): words(touches.touches)
            default: nil
            }
        }
    }

    @Test("moves that wait are merged up to a beginning or an end, with the places of each finger in order")
    func merged() {
        var outbox = Outbox(limit: 256)
        for notification in [
            moves(1, (1, 10)), moves(2, (1, 20), (2, 5)), moves(3, (1, 30)), moves(4, (3, 0), phase: .began),
            moves(5, (2, 6)), moves(6, (2, 7), (3, 1)),
        ] {
            #expect(outbox.append(waiting(notification)) == .queued)
        }
        #expect(
            lines(outbox) == [["1 at 30: 10@1 20@2", "2 at 5:"], ["3 at 0:"], ["2 at 7: 6@5", "3 at 1:"]])
        #expect(outbox.merged == 3)
    }

    @Test("of more than 16 places those go that change the path least: a corner stays, and the rest is counted")
    func bounded() throws {
        var outbox = Outbox(limit: 256)
        for time in 0...200 as ClosedRange<Int64> {
            let x = Double(time < 77 ? time : 154 - time)
            #expect(outbox.append(waiting(moves(time, (1, x)))) == .queued)
        }
        guard case .touches(let touches)? = outbox.removeFirst() else {
            Issue.record("no touches wait")
            return
        }
        let touch = try #require(touches.notification.touches.first)
        #expect(touch.coalesced.count == coalescedPlaces && touch.lost == 200 - coalescedPlaces)
        #expect(touch.coalesced.contains { $0.time == 77 } && touch.coalesced.first?.time == 0)
        #expect(touch.coalesced.map(\.time) == touch.coalesced.map(\.time).sorted())
        #expect(outbox.isEmpty && outbox.bytes == 0)
    }

    @Test("moves of an attempt are merged, too, and never dropped; the merged line is answered if one of them must be")
    func attempts() {
        func attempt(_ number: Int, _ change: Int, mustAnswer: Bool = false, _ moves: TouchNotification)
            -> AttemptTouches
        {
            AttemptTouches(
                recognizer: "it", attempt: number, change: change, mustAnswer: mustAnswer, surface: "panel",
                time: moves.time, touches: moves.touches)
        }
        var outbox = Outbox(limit: 4)
        #expect(outbox.append(attempt(1, 1, moves(1, (1, 0), phase: .began))) == .queued)
        #expect(outbox.append(attempt(1, 2, mustAnswer: true, moves(2, (1, 10)))) == .queued)
        #expect(outbox.append(attempt(2, 1, moves(2, (1, 10)))) == .queued)
        #expect(outbox.append(attempt(1, 3, moves(3, (1, 20)))) == .queued)
        #expect(outbox.append(attempt(1, 4, moves(4, (1, 20), phase: .ended))) == .queued)
        #expect(outbox.append(attempt(2, 2, moves(4, (1, 20), phase: .ended))) == .overflow)
        #expect(lines(outbox) == [["1 at 0:"], ["1 at 10:"], ["1 at 20: 10@2"], ["1 at 20:"]])
        let answered = outbox.lines.compactMap { line in
            if case .attempt(let touches) = line { "\(touches.change) \(touches.mustAnswer)" } else { nil }
        }
        #expect(answered == ["1 false", "1 false", "3 true", "4 false"])
    }
}

final class SlowTouchesTests: ServedClientTests {
    /// The touches that have arrived, and the previous location of each.
    private func received() throws -> [String] {
        try client.messages().flatMap { message -> [String] in
            guard case .touch(let received) = message else { return [] }
            let touches = received.notification.touches
            return zip(words(touches), touches).map { "\(Int($1.previousLocation.x)) to \($0)" }
        }
    }

    @Test("a client that falls behind gets every place, or the number of those that had no room, and goes on")
    func slow() throws {
        try client.subscribe(#"{"touches":true}"#)
        let peer = try #require(server.peers.first)
        server.publish(moves(1, (1, 0), phase: .began))
        for number in 1...100_000 where peer.outbox.isEmpty { server.publish(tap(number)) }
        server.publish(moves(2, (1, 10)))
        server.publish(moves(3, (1, 20)))
        #expect(Array(try received().suffix(1)) == ["0 to 1 at 20: 10@2"])

        for number in 1...100_000 where peer.outbox.isEmpty { server.publish(tap(number)) }
        server.publish(moves(4, (1, 30)))
        server.publish(moves(5, (1, 40)))
        for number in 1...256 where peer.outbox.lines.contains(where: \.isDroppable) { server.publish(tap(number)) }
        _ = try received()
        server.publish(moves(6, (1, 50)))
        #expect(try received() == ["20 to 1 at 50:, 2 lost"])
        server.publish(moves(7, (1, 60)))
        #expect(try received() == ["50 to 1 at 60:"])
    }

    @Test("only subscriptions that ask for predicted places get them, and no snapshot has them")
    func predicted() throws {
        try client.subscribe(#"{"touches":true,"predicted":true}"#)
        try client.subscribe(#"{"touches":true}"#)
        #expect(server.server?.wantsPredictions(surface: "panel", own: nil) == true)
        var frame = moves(1, (1, 0), phase: .began)
        frame.touches[0].predicted = [TouchPlace(time: 17, location: .zero)]
        server.publish(frame)
        let counts = try client.messages().compactMap { message in
            if case .touch(let touches) = message { touches.notification.touches.map(\.predicted.count) } else { nil }
        }
        #expect(counts == [[1], [0]])
        let snapshot = try client.subscribe(#"{"touches":true,"predicted":true}"#)
        #expect(snapshot.touches?.first?.touches.first?.predicted == [])
        for number in 1...3 { client.request("unsubscribe", #"{"subscription":\#(number)}"#) }
        #expect(server.server?.wantsPredictions(surface: "panel", own: nil) == false)
    }
}
