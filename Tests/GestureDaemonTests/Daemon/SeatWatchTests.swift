// Tests of the watch on the active session's user.

import Glibc
import Linux
import Logging
import ServiceManager
import Testing
import Touch

@testable import GestureDaemon

/// A logind that a test controls.
private final class SetLogind: BusListening {
    struct Gone: Error, CustomStringConvertible { let description = "gone" }

    private let own: Descriptor
    var descriptor: Int32 { own.number }
    let isWriting = false
    var isReady = true
    var deadline: Int64?
    var isGone = false
    var news: [SeatOccupant] = []

    init() { own = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) }

    func process() throws -> [SeatOccupant] {
        if isGone { throw Gone() }
        defer { news = [] }
        return news
    }
}

@Suite struct SeatWatchTests {
    private final class Setting {
        let lines = LogLines()
        private(set) var watch: SeatWatch?
        var isThere = true
        var made: [SetLogind] = []
        var received: [SeatOccupant] = []

        init() throws {
            let lines = lines
            watch = SeatWatch(loop: try EventLoop(), logger: Logger(label: "test") { _ in lines }) { [unowned self] in
                guard isThere else { throw SetLogind.Gone() }
                made.append(SetLogind())
                return made[made.count - 1]
            } didChange: { [unowned self] in
                received.append($0)
            }
        }

        /// While it listens, the event loop keeps it, and it the event loop.
        deinit { watch?.close() }

        /// Sends a change by logind.
        func say(_ news: SeatOccupant...) {
            made.last?.news = news
            wake()
        }

        func wake() {
            watch?.ready(made.last?.descriptor ?? -1, Readiness(readable: true, writable: false, hangup: false))
        }
    }

    @Test("Nothing is listened to before anything depends on it, nor after")
    func need() throws {
        let setting = try Setting()
        #expect(setting.made.isEmpty && setting.watch?.nextDeadline == nil)
        setting.watch?.isNeeded = true
        setting.watch?.isNeeded = true
        #expect(setting.made.count == 1)
        setting.say(.user(1000))
        setting.watch?.isNeeded = false
        #expect(setting.received == [.user(1000), .nobody] && setting.watch?.nextDeadline == nil)
        setting.watch?.isNeeded = true
        setting.say(.user(1000))
        #expect(setting.made.count == 2 && setting.received.last == .user(1000))
    }

    @Test("Changes are reported at once, and logged once known")
    func changes() throws {
        let setting = try Setting()
        setting.watch?.isNeeded = true
        setting.say(.asked)
        for occupant: SeatOccupant in [.user(1000), .locked(1000), .user(1000), .user(1001), .greeter, .nobody] {
            setting.say(.asked)
            setting.say(occupant)
        }
        setting.say(.asked)
        setting.say(.nobody)
        #expect(setting.received.count == 15)
        let rests = "what `access` grants by `session: active` has no effect"
        #expect(
            setting.lines.all == [
                "notice: the session of user 1000 is at the screen",
                "notice: the session of user 1000 is locked: \(rests)",
                "notice: the session of user 1000 is at the screen",
                "notice: the session of user 1001 is at the screen",
                "notice: a login screen is at the screen: \(rests)",
                "notice: no session is at the screen: \(rests)",
            ])
    }

    @Test("Without logind no session is active: logged once, retried ever less often, and over when it returns")
    func absence() throws {
        let setting = try Setting()
        setting.isThere = false
        setting.watch?.isNeeded = true
        var due = try #require(setting.watch?.nextDeadline)
        for delay in [2, 4, 8, 16, 32, 60, 60] {
            let last = due
            setting.watch?.advance(to: last)
            due = try #require(setting.watch?.nextDeadline)
            #expect(due.microseconds - last.microseconds == Int64(delay) * 1_000_000)
        }
        #expect(Set(setting.received) == [.unknown("gone")])
        setting.isThere = true
        setting.watch?.advance(to: due)
        setting.say(.user(1000))
        setting.made.last?.isGone = true
        setting.wake()
        #expect(setting.received.last == .unknown("gone"))
        let again = try #require(setting.watch?.nextDeadline)
        #expect(again.microseconds - MonotonicClock.now.microseconds <= 1_000_000, "it was there")
        let warning =
            "warning: logind does not report whose session is at the screen (gone); until it does, what `access` grants by "
            + "`session: active` has no effect"
        #expect(setting.lines.all == [warning, "notice: the session of user 1000 is at the screen", warning])
    }
}
