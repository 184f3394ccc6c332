// Tests of the daemon's status as text for people.

import Testing

@testable import ControlCommands
@testable import GestureWire

@Suite struct StatusWordsTests {
    private static let latency = LatencyReport(
        count: 310, sum: 0.013516, p50: 0.000041, p90: 0.000052, p99: 0.000086, p999: 0.00012, max: 0.00014)

    @Test("Every member has a line, and names are in a column")
    func lines() {
        let report = StatusReport(
            uptime: 86.25, configuration: "/etc/gestured/gestured.yaml", surfaces: 1, devices: 7, recognizers: 9,
            awake: 4, peers: 2, subscriptions: 1, frames: 1200, touches: 1, gestures: 9, notifications: 310, merged: 3,
            lagged: 1,
            latency: Self.latency,
            connections: [
                .init(process: 42, user: 0, group: 0, subscriptions: 1, attached: 2, waiting: 0, merged: 3)
            ])
        #expect(
            StatusWords.lines(report) == [
                "gestured 0.1.0, running for 1 min 26 s",
                "  configuration  /etc/gestured/gestured.yaml",
                "  surfaces       1, of 7 input devices",
                "  recognizers    9, counted on each surface; 5 of them idle, without subscribers",
                "  clients        2, with 1 subscription",
                "  seen           1200 frames, 1 touch, 9 gestures",
                "  told           310 notifications, of which newer ones replaced 3; "
                    + "1 client disconnected: too slow",
                "  latency        half of them took at most 41 µs, 99 of 100 at most 86 µs, the slowest 140 µs",
                "  process 42     root: 1 subscription, 2 recognizers of its own; 0 lines unread, "
                    + "3 replaced by newer ones",
            ])
    }

    @Test("Surfaces that are to be intercepted have a line each")
    func interception() {
        func device(_ surface: String?, _ interception: InterceptionReport?) -> DeviceReport {
            var report = DeviceReport(path: "", name: "", vendor: 1, product: 2)
            (report.surface, report.interception) = (surface, interception)
            return report
        }
        let lines = StatusWords.lines(
            StatusReport(uptime: 1, configuration: "standard"),
            [
                device("panel", InterceptionReport(clone: "input17")), device("wall", nil),
                device("table", InterceptionReport(reason: "no /dev/uinput")),
            ])
        #expect(
            lines.suffix(2) == [
                "  surface panel  intercepted: applications use its clone input17",
                "  surface table  not intercepted: no /dev/uinput",
            ])
    }

    @Test("A user without `touches` gets no counters that look like 0")
    func less() {
        let report = StatusReport(uptime: 1, configuration: "standard", gestures: 9, lagged: 1)
        let lines = StatusWords.lines(report, mayKnowTouches: false)
        #expect(!lines.contains { $0.hasPrefix("  seen") || $0.hasPrefix("  latency") })
        #expect(lines.contains("  told           1 client disconnected: too slow"))
    }

    @Test("A refused file, no file, no measurement and no idle recognizers have words of their own")
    func special() {
        var report = StatusReport(uptime: 0, configuration: "standard", recognizers: 8, awake: 8)
        #expect(StatusWords.lines(report)[1].hasSuffix("  standard, as there is no file"))
        #expect(StatusWords.lines(report)[3].hasSuffix("  8, counted on each surface"))
        #expect(StatusWords.lines(report).last?.hasSuffix("  nothing measured yet") == true)
        (report.configuration, report.refused) = ("/a.yaml", true)
        #expect(StatusWords.lines(report)[1].contains("/a.yaml has problems, so the previous configuration applies"))
        #expect(StatusWords.lines(report)[1].contains("`gesturectl check /a.yaml`"))
    }

    @Test("Times have their two largest units")
    func durations() {
        let seconds: [(Double, String)] = [
            (0.9, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3661, "1 h 1 min"), (90_000, "1 d 1 h"), (-1, "0 s"),
            (.nan, "0 s"), (.infinity, "0 s"), (1e300, "104249991374 d 7 h"),
        ]
        for (seconds, words) in seconds { #expect(StatusWords.duration(seconds) == words) }
    }

    @Test("Latency is printed in microseconds")
    func latency() {
        #expect(
            StatusWords.lines(Self.latency) == [
                "310 notifications, from the kernel's timestamp to the last write:",
                "    50 % within       41 µs", "    90 % within       52 µs", "    99 % within       86 µs",
                "  99.9 % within      120 µs", "     all within      140 µs",
            ])
    }
}
