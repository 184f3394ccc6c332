// A message bus and its setting for tests of watches.

import Glibc
import Linux
import Logging

@testable import GestureDaemon

/// A bus that a test controls.
final class FalseBus<News>: BusListening {
    struct Gone: Error, CustomStringConvertible { let description = "gone" }

    private let own = Descriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var descriptor: Int32 { own.number }
    let isWriting = false
    var isReady = true
    var deadline: Int64?
    var isGone = false
    var news: [News] = []

    func process() throws -> [News] {
        if isGone { throw Gone() }
        defer { news = [] }
        return news
    }
}

/// The buses that a watch has connected to, and its log.
final class FalseBuses<News> {
    let lines = LogLines()
    var logger: Logger { Logger(label: "test") { [lines] _ in lines } }
    /// Whether there is a bus to connect to, and whether it answers.
    var (isThere, isReady) = (true, true)
    private(set) var all: [FalseBus<News>] = []

    func connect() throws -> FalseBus<News> {
        guard isThere else { throw FalseBus<News>.Gone() }
        let bus = FalseBus<News>()
        bus.isReady = isReady
        all.append(bus)
        return bus
    }

    /// Sends this on the last bus, or nothing when it is gone.
    func send(_ news: News..., gone: Bool = false, to watch: BusWatch<News>?) {
        guard let bus = all.last else { return }
        (bus.news, bus.isGone) = (news, gone)
        watch?.ready(bus.descriptor, Readiness(readable: true, writable: false, hangup: false))
    }
}
