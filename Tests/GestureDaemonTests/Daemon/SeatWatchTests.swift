// Tests of the watch on the active session's user.

import Linux
import ServiceManager
import Testing
import Touch

@testable import GestureDaemon

@Suite struct SeatWatchTests {
    private final class Setting {
        let buses = FalseBuses<SeatOccupant>()
        private(set) var watch: SeatWatch?
        var received: [SeatOccupant] = []

        init() throws {
            watch = SeatWatch(loop: try EventLoop(), logger: buses.logger) { [buses] in
                try buses.connect()
            }
            watch?.didChange = { [unowned self] in received.append($0) }
        }

        /// While it listens, the event loop keeps it, and it the event loop.
        deinit { watch?.close() }

        func say(_ news: SeatOccupant) { buses.send(news, to: watch) }
    }

    @Test("Nothing is listened to before anything depends on it, nor after")
    func need() throws {
        let setting = try Setting()
        #expect(setting.buses.all.isEmpty && setting.watch?.nextDeadline == nil)
        setting.watch?.isNeeded = true
        setting.watch?.isNeeded = true
        #expect(setting.buses.all.count == 1)
        setting.say(.user(1000))
        setting.watch?.isNeeded = false
        #expect(setting.received == [.user(1000), .nobody] && setting.watch?.nextDeadline == nil)
        setting.watch?.isNeeded = true
        setting.say(.user(1000))
        #expect(setting.buses.all.count == 2 && setting.received.last == .user(1000))
    }

    @Test("Changes are reported at once, and logged once known")
    func changes() throws {
        let setting = try Setting()
        setting.watch?.isNeeded = true
        setting.say(.asked)
        for occupant: SeatOccupant in [
            .user(1000), .locked(1000), .user(1000), .user(1001), .greeter, .nobody, .nobody,
        ] {
            setting.say(.asked)
            setting.say(occupant)
        }
        #expect(setting.received.count == 15)
        let rests = "what `access` grants by `session: active` has no effect"
        #expect(
            setting.buses.lines.all == [
                "notice: the session of user 1000 is at the screen",
                "notice: the session of user 1000 is locked: \(rests)",
                "notice: the session of user 1000 is at the screen",
                "notice: the session of user 1001 is at the screen",
                "notice: a login screen is at the screen: \(rests)",
                "notice: no session is at the screen: \(rests)",
            ])
    }

    @Test("Without logind no session is active: logged once, retried, and over when it returns")
    func absence() throws {
        let setting = try Setting()
        setting.buses.isThere = false
        setting.watch?.isNeeded = true
        for _ in 0..<3 { setting.watch?.advance(to: try #require(setting.watch?.nextDeadline)) }
        #expect(setting.received == Array(repeating: .unknown("gone"), count: 4))
        setting.buses.isThere = true
        setting.watch?.advance(to: try #require(setting.watch?.nextDeadline))
        setting.say(.user(1000))
        setting.buses.send(gone: true, to: setting.watch)
        #expect(setting.received.last == .unknown("gone"))
        let again = try #require(setting.watch?.nextDeadline)
        #expect(again.microseconds - MonotonicClock.now.microseconds <= 1_000_000, "it was there")
        let warning =
            "warning: logind does not report whose session is at the screen (gone); until it does, what `access` grants by "
            + "`session: active` has no effect"
        #expect(
            setting.buses.lines.all == [warning, "notice: the session of user 1000 is at the screen", warning])
    }
}
