// Tests of limited log lines with clients that connect endlessly, and of the lines' fields.

import GestureClient
import GestureWire
import Logging
import Server
import Synchronization
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite(.serialized) struct LimitedLogTests {
    @Test("Clients that come and go without end make a few lines, and then one with their number")
    func flood() throws {
        let lines = LogLines()
        lines.logLevel = .info
        let file = try ConfigurationFile("recognizers: []\n")
        let running = try RunningDaemon(Finger.restless(seconds: 60), file: file, lines: lines)
        var count = 0
        while count < 300 {
            // The daemon may not know yet that those before have gone.
            do { withExtendedLifetime(try running.connect()) {} } catch is ServerError { continue }
            count += 1
        }
        running.stop()
        let about = lines.all.filter { $0.hasPrefix("info: peer (") }
        #expect(about.count == 10, "\(about.count)")
        // The first ten of `connected` and `left`, of 300 of each.
        #expect(lines.all.contains { $0.contains("590 more lines of this kind about clients of uid") })
    }

    @Test("Clients of many uids share the lines of their owner", arguments: ["1000", "unknown"])
    func owners(owner: String) throws {
        let lines = LogLines()
        let log = LimitedLog(Logger(label: "test") { _ in lines })
        for user: UInt32 in 100_000..<100_020 {
            var fields = Logger.Metadata.about(.client, user: user)
            fields["GESTURED_PEER_OWNER"] = "\(owner)"
            log.logger.warning("is there", metadata: fields)
        }
        #expect(lines.all.count == 10)
        log.tellDue(at: try #require(log.nextDeadline))
        let whose = owner == "1000" ? "uid 1000" : "users that this system does not know"
        #expect(lines.all.last == "warning: 10 more lines of this kind about clients of \(whose) were left out")
    }

    @Test("The line about a client names the owner of its user where that is somebody else")
    func ownerField() {
        var line = LogLine(.warning, "is there", user: 100_000)
        let owners: [(UInt32, Logger.Metadata.Value?)] = [(100_000, nil), (1000, "1000"), (.max, "unknown")]
        for (owner, field) in owners {
            line.owner = owner
            #expect(line.metadata["GESTURED_PEER_OWNER"] == field && line.metadata["GESTURED_PEER_UID"] == "100000")
        }
    }

    @Test("A line without a client or a device is never left out")
    func others() {
        let lines = LogLines()
        let log = LimitedLog(Logger(label: "test") { _ in lines })
        for _ in 0..<1000 { log.logger.warning("about nobody") }
        #expect(lines.all.count == 1000 && log.nextDeadline == nil)
    }

    @Test("What was left out is due when its time is over, and told once")
    func due() throws {
        let lines = LogLines()
        let log = LimitedLog(Logger(label: "test") { _ in lines })
        for _ in 0..<13 { log.logger.warning("is there", metadata: .about(.device, device: "/dev/input/event4")) }
        #expect(lines.all.count == 10)
        let deadline = try #require(log.nextDeadline)
        log.tellDue(at: deadline)
        #expect(lines.all.last == "warning: 3 more lines of this kind about /dev/input/event4 were left out")
        log.tellDue(at: deadline)
        #expect(lines.all.count == 11 && log.nextDeadline == nil)
    }

    @Test("What a line is about, and where it is from, is passed on; what a logger says of all its lines counts, too")
    func passedOn() throws {
        let events = LogEvents()
        var logger = LimitedLog(Logger(label: "test") { _ in events }).logger
        logger[metadataKey: "surface"] = "table"
        logger[metadataKey: "user"] = "nobody"
        logger.notice("is there", metadata: ["user": "kiosk"], source: "panel", file: "a.swift", function: "f", line: 7)
        let event = try #require(events.all.first)
        #expect(event.metadata == ["surface": "table", "user": "kiosk"])
        #expect(event.source == "panel" && event.file == "a.swift" && event.function == "f" && event.line == 7)
    }

    @Test("A client that a logger names for all its lines is limited like one that a line names")
    func limitedByLogger() {
        let lines = LogLines()
        var logger = LimitedLog(Logger(label: "test") { _ in lines }).logger
        logger[metadataKey: LogField.user] = "1000"
        for _ in 0..<13 { logger.warning("is there") }
        #expect(lines.all.count == 10)
    }

    @Test("Each defect is somebody's", arguments: DeviceDefect.allCases)
    func blame(defect: DeviceDefect) {
        let words = [Blame.kernel: "kernel bug", .device: "device defect", .machine: "overload"]
        #expect(words[defect.blame] == defect.fault.rawValue)
    }
}

/// Keeps what is logged, whole.
private final class LogEvents: LogHandler, Sendable {
    private let events = Mutex<[LogEvent]>([])

    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var all: [LogEvent] { events.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { events.withLock { $0.append(event) } }
}
