// Tests of reconnection to the bus, and of its log lines.

import Testing
import Touch

@testable import GestureDaemon

@Suite struct SleepWatchTests {
    private let buses = FalseBuses<Bool>()

    private func makeWatch() throws -> SleepWatch {
        SleepWatch(loop: try EventLoop(), logger: buses.logger) { [buses] in try buses.connect() }
    }

    @Test("A lost bus is reported once, retried after one second, two, and so on, and listened to again")
    func back() throws {
        let watch = try makeWatch()
        var received: [Bool] = []
        watch.didChange = { received.append($0) }
        buses.send(true, to: watch)
        #expect(received == [true] && watch.nextDeadline == nil)
        buses.isThere = false
        buses.send(gone: true, to: watch)
        var due = try #require(watch.nextDeadline)
        for delay in [2, 4, 8, 16, 32, 60, 60] {
            let last = due
            watch.advance(to: Timestamp(microseconds: last.microseconds - 1))
            #expect(watch.nextDeadline == last)
            watch.advance(to: last)
            due = try #require(watch.nextDeadline)
            #expect(due.microseconds - last.microseconds == Int64(delay) * 1_000_000)
        }
        buses.isThere = true
        watch.advance(to: due)
        #expect(watch.nextDeadline == nil && buses.all.count == 2)
        buses.send(false, to: watch)
        #expect(received == [true, false])
        #expect(
            buses.lines.all == [
                "notice: the message bus is gone (gone); until it is back, gestured does not notice sleep"
            ])
        // A second loss is reported again, and the next attempt comes soon.
        buses.send(gone: true, to: watch)
        #expect(buses.lines.all.count == 2 && watch.nextDeadline != nil)
        watch.close()
        #expect(watch.nextDeadline == nil)
    }

    @Test("A missing bus, or one that never answers, is not a loss: nothing is logged, and nothing waits")
    func never() throws {
        buses.isThere = false
        #expect(try makeWatch().nextDeadline == nil && buses.lines.all.isEmpty)
        (buses.isThere, buses.isReady) = (true, false)
        let mute = try makeWatch()
        buses.send(to: mute)
        buses.send(gone: true, to: mute)
        #expect(mute.nextDeadline == nil && buses.lines.all.isEmpty)
    }
}
