// Tests of reconnection to the bus, and of its log lines.

import Glibc
import Linux
import Logging
import Testing
import Touch

@testable import GestureDaemon

/// A bus that a test controls.
private final class SetBus: BusListening {
    struct Gone: Error, CustomStringConvertible { let description = "sd_bus_process: gone" }

    private let own: Descriptor
    var descriptor: Int32 { own.number }
    let isWriting = false
    var isReady = true
    var deadline: Int64?
    var isGone = false
    var announcements: [Bool] = []

    init() { own = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) }

    func process() throws -> [Bool] {
        if isGone { throw Gone() }
        defer { announcements = [] }
        return announcements
    }
}

@Suite struct SleepWatchTests {
    /// A watch and the buses that it has connected to.
    private final class Setting {
        let lines = LogLines()
        let watch: SleepWatch
        let made: Made

        init(isReady: Bool = true, isThere: Bool = true) throws {
            let loop = try EventLoop()
            let lines = lines
            let logger = Logger(label: "test") { _ in lines }
            let made = Made()
            (made.isReady, made.isThere, self.made) = (isReady, isThere, made)
            watch = SleepWatch(loop: loop, logger: logger) {
                guard made.isThere else { throw SetBus.Gone() }
                let bus = SetBus()
                bus.isReady = made.isReady
                made.buses.append(bus)
                return bus
            }
        }

        var bus: SetBus? { made.buses.last }
        func wake() {
            watch.ready(bus?.descriptor ?? -1, Readiness(readable: true, writable: false, hangup: false))
        }
    }

    /// Whether there is a bus to connect to, and all earlier ones.
    private final class Made {
        var isReady = true
        var isThere = true
        var buses: [SetBus] = []
    }

    @Test("A lost bus is reported once, retried after one second, two, and so on, and listened to again")
    func back() throws {
        let setting = try Setting()
        var received: [Bool] = []
        setting.watch.didChange = { received.append($0) }
        setting.bus?.announcements = [true]
        setting.wake()
        #expect(received == [true] && setting.watch.nextDeadline == nil)
        setting.made.isThere = false
        setting.bus?.isGone = true
        setting.wake()
        var due = try #require(setting.watch.nextDeadline)
        for delay in [2, 4, 8, 16, 32, 60, 60] {
            let last = due
            setting.watch.advance(to: Timestamp(microseconds: last.microseconds - 1))
            #expect(setting.watch.nextDeadline == last)
            setting.watch.advance(to: last)
            due = try #require(setting.watch.nextDeadline)
            #expect(due.microseconds - last.microseconds == Int64(delay) * 1_000_000)
        }
        setting.made.isThere = true
        setting.watch.advance(to: due)
        #expect(setting.watch.nextDeadline == nil && setting.made.buses.count == 2)
        setting.bus?.announcements = [false]
        setting.wake()
        #expect(received == [true, false])
        #expect(
            setting.lines.all == [
                "notice: the message bus is gone (sd_bus_process: gone); until it is back, gestured does not notice sleep"
            ])
        // A second loss is reported again, and the next attempt comes soon.
        setting.bus?.isGone = true
        setting.wake()
        #expect(setting.lines.all.count == 2 && setting.watch.nextDeadline != nil)
        setting.watch.close()
        #expect(setting.watch.nextDeadline == nil)
    }

    @Test("A missing bus, or one that never answers, is not a loss: nothing is logged, and nothing waits")
    func never() throws {
        let absent = try Setting(isThere: false)
        #expect(absent.watch.nextDeadline == nil && absent.lines.all.isEmpty)
        let mute = try Setting(isReady: false)
        mute.wake()
        mute.bus?.isGone = true
        mute.wake()
        #expect(mute.watch.nextDeadline == nil && mute.lines.all.isEmpty)
    }
}
