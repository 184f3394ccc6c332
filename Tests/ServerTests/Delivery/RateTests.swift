// Tests of `maxRate`.

import GestureWire
import Testing

@testable import Server

final class RateTests: ServedClientTests {
    private func publish(_ state: GestureState, x: Double, at milliseconds: Int64, gesture: Int = 1) {
        var notification = pan(state, x: x, gesture: gesture)
        notification.time = milliseconds * 1000
        server.publish(notification)
    }

    private func steps() throws -> [Double] { try client.gestures().map(\.step) }

    @Test("an early change is merged into the next, the last one is sent in its time, and the end at once")
    func merging() throws {
        try client.subscribe(#"{"maxRate":10}"#)
        publish(.began, x: 1, at: 1000)
        publish(.changed, x: 2, at: 1010)
        #expect(try steps() == [1, 1])
        #expect(server.server?.nextDeadline == nil)
        publish(.changed, x: 4, at: 1020)
        publish(.changed, x: 7, at: 1109)
        #expect(try steps() == [] && server.server?.nextDeadline == 1_110_000)
        server.server?.advance(to: 1_109_999)
        #expect(try steps() == [])
        server.server?.advance(to: 1_110_000)
        #expect(try steps() == [5] && server.server?.nextDeadline == nil)
        publish(.changed, x: 8, at: 1150)
        publish(.changed, x: 9, at: 1210)
        #expect(try steps() == [2], "its time has come before the timer")
        publish(.changed, x: 12, at: 1220)
        publish(.ended, x: 13, at: 1230)
        let last = try client.gestures()
        #expect(last.map(\.step) == [4] && last.map(\.sequence) == [5])
        server.server?.advance(to: 9_000_000)
        #expect(try steps() == [])
    }

    @Test("a subscription without ends still receives the last change in its time")
    func endNotSelected() throws {
        try client.subscribe(#"{"states":["changed"],"maxRate":10}"#)
        publish(.began, x: 1, at: 1000)
        publish(.changed, x: 2, at: 1001)
        publish(.changed, x: 5, at: 1002)
        publish(.ended, x: 6, at: 1003)
        #expect(try steps() == [2] && server.server?.nextDeadline == 1_101_000)
        server.server?.advance(to: 1_101_000)
        #expect(try steps() == [3] && server.server?.nextDeadline == nil)
    }

    @Test("neither a clock at its end nor a peer that is gone keeps the timer busy")
    func edges() throws {
        try client.subscribe(#"{"maxRate":0.000001}"#)
        publish(.began, x: 1, at: .max / 1000)
        publish(.changed, x: 2, at: .max / 1000)
        publish(.changed, x: 3, at: .max / 1000)
        #expect(server.server?.nextDeadline == .max)
        do { _ = try TestClient(server) }
        client.request("unsubscribe", #"{"subscription":1}"#)
        #expect(server.server?.nextDeadline == nil)
    }
}
