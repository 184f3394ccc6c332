// Tests of closing lines for gestures and touches in progress.

import GestureWire
import Testing

@testable import GestureClient

@Suite struct UnderWayTests {
    private func event(_ gesture: GestureNotification) throws -> GestureEvent {
        var writer = LineWriter()
        writer.appendGestureHead(subscription: 1, sequence: 1)
        writer.appendGestureTail(gesture, since: .none)
        return try #require(GestureEvent(try ServerMessage.decode(writer.bytes)))
    }

    private func event(_ frame: TouchNotification) throws -> GestureEvent {
        var writer = LineWriter()
        writer.append(frame, subscription: 1)
        return try #require(GestureEvent(try ServerMessage.decode(writer.bytes)))
    }

    private func texts(_ underWay: inout UnderWay) -> [String] {
        underWay.closingLines(subscription: 2).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Gestures that ended, were cancelled, or are discrete are not closed again",
        arguments: [GestureState.ended, .cancelled])
    func over(state: GestureState) throws {
        var underWay = UnderWay(states: .standard)
        for gesture in [pan(.began), pan(state), pan(.recognized, gesture: 8), pan(.failed, gesture: 0)] {
            underWay.apply(try event(gesture))
        }
        #expect(texts(&underWay).isEmpty)
    }

    @Test("A touch is cancelled at its last place, with its last values; an ended one is not")
    func touches() throws {
        var underWay = UnderWay(states: .standard)
        var moved = touch(.moved, x: 12)
        moved.touches[0].predicted = [TouchPlace(time: 2_000_000, location: .zero)]
        for frame in [touch(.began), moved, touch(.began, id: 4), touch(.ended, id: 4)] {
            underWay.apply(try event(frame))
        }
        #expect(
            texts(&underWay) == [
                #"{"jsonrpc":"2.0","method":"touch","params":{"subscription":2,"surface":"panel","time":1.500000,"#
                    + #""touches":[{"id":3,"phase":"cancelled","location":{"x":12.0,"y":20.0},"#
                    + #""previousLocation":{"x":12.0,"y":20.0},"region":"root","tapCount":1,"force":0.5}]}}"# + "\n"
            ])
        #expect(texts(&underWay).isEmpty)
    }

    @Test("Gestures and touches under way in a snapshot are closed, too")
    func snapshots() {
        for make in [GestureEvent.connected, GestureEvent.reloaded] {
            var underWay = UnderWay(states: .standard)
            underWay.apply(
                make(
                    Snapshot(
                        subscription: 1, surfaces: [], recognizers: [], gestures: [pan(.changed)],
                        touches: [touch(.began)])))
            #expect(texts(&underWay).count == 2)
        }
    }

    @Test("A subscription without every end receives no cancellations, and nothing is kept")
    func withoutEnds() throws {
        for states: GestureStates in [GestureStates(.began), GestureStates([.began, .changed, .ended])] {
            var underWay = UnderWay(states: states)
            for gesture in 1...5000 { underWay.apply(try event(pan(.began, gesture: gesture))) }
            #expect(!underWay.isOverfull)
            #expect(texts(&underWay).isEmpty)
        }
    }

    @Test("A server whose gestures never end is detected")
    func overfull() throws {
        var underWay = UnderWay(states: .standard)
        for gesture in 1...4096 { underWay.apply(try event(pan(.began, gesture: gesture))) }
        #expect(!underWay.isOverfull)
        underWay.apply(try event(pan(.began, gesture: 4097)))
        #expect(underWay.isOverfull)
    }
}
