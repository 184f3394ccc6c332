// Tests of `status --prometheus`, with a strict reader of the text format 0.0.4.

import Testing

@testable import ControlCommands
@testable import GestureWire

/// The rules of the text format: HELP and TYPE once before the samples of a family, which are consecutive; valid names;
/// no duplicate samples; counters that end in `_total`; quantiles only in summaries.
private struct Exposition {
    var types: [Substring: Substring] = [:]
    var values: [Substring: Double] = [:]
    var mistakes: [String] = []

    init(_ lines: [String]) {
        var family: Substring = ""
        for line in lines {
            if line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) [^\n]+/) != nil { continue }
            if let match = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|summary)/) {
                family = match.1
                if types.updateValue(match.2, forKey: family) != nil { mistakes.append("twice: \(line)") }
                if (match.2 == "counter") != family.hasSuffix("_total") { mistakes.append("wrong name: \(line)") }
                continue
            }
            let sample =
                /(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)+\})?) (NaN|[0-9]+(\.[0-9]+)?)/
            let isSummary = types[family] == "summary"
            guard let match = line.wholeMatch(of: sample),
                match.2 == family || isSummary && ["\(family)_sum", "\(family)_count"].contains(match.2)
            else {
                mistakes.append("no sample of \(family): \(line)")
                continue
            }
            let isQuantile = match.3?.contains("{quantile=") ?? false
            if isQuantile != (isSummary && match.2 == family) { mistakes.append("wrong quantile: \(line)") }
            if values.updateValue(Double(match.6) ?? .nan, forKey: match.1) != nil { mistakes.append("twice: \(line)") }
        }
    }
}

struct StatusMetricsTests {
    private let report = StatusReport(
        uptime: 86.25, configuration: "standard", refused: true, surfaces: 1, devices: 7, recognizers: 9, awake: 4,
        peers: 2, subscriptions: 3, frames: 1200, touches: 14, gestures: 9, notifications: 310, merged: 5, lagged: 1,
        latency: LatencyReport(
            count: 310, sum: 0.013_516, p50: 0.000_041, p90: 0.000_052, p99: 0.000_086, p999: 0.000_12, max: 0.000_14))
    private let device = DeviceReport(
        path: "/dev/input/event4", name: "a\\b\"c\nd", used: true, reason: "", vendor: 1, product: 2, protocol: "B",
        slots: 10, defects: ["contactJumped": 3], unwanted: ["palm": 2])

    @Test("Every line is valid in the format, and every number is present in base units")
    func whole() {
        let exposition = Exposition(StatusMetrics.lines(report, [device], mayKnowTouches: true))
        #expect(exposition.mistakes.isEmpty)
        let expected: [Substring: Double] = [
            #"gestured_build_info{version="0.1.0"}"#: 1, "gestured_uptime_seconds": 86.25,
            "gestured_configuration_refused": 1, "gestured_surfaces": 1, "gestured_devices": 7,
            "gestured_recognizers": 9, "gestured_recognizers_awake": 4, "gestured_peers": 2,
            "gestured_subscriptions": 3, "gestured_frames_total": 1200, "gestured_touches_total": 14,
            "gestured_gestures_total": 9, "gestured_notifications_total": 310,
            "gestured_notifications_merged_total": 5, "gestured_peers_lagged_total": 1,
            #"gestured_latency_seconds{quantile="0.5"}"#: 0.000_041,
            #"gestured_latency_seconds{quantile="0.9"}"#: 0.000_052,
            #"gestured_latency_seconds{quantile="0.99"}"#: 0.000_086,
            #"gestured_latency_seconds{quantile="0.999"}"#: 0.000_12,
            "gestured_latency_seconds_sum": 0.013_516, "gestured_latency_seconds_count": 310,
            "gestured_defects_total": 3, "gestured_latency_max_seconds": 0.000_14,
            #"gestured_device_defects_total{device="/dev/input/event4",name="a\\b\"c\nd",defect="contactJumped"}"#: 3,
            #"gestured_device_unwanted_contacts_total{device="/dev/input/event4",name="a\\b\"c\nd",reason="palm"}"#: 2,
        ]
        #expect(exposition.values == expected)
    }

    @Test("A user without `touches` gets no counters that look like 0, and unmeasured values are NaN")
    func less() {
        let report = StatusReport(uptime: 0, configuration: "x")
        let less = Exposition(StatusMetrics.lines(report, [], mayKnowTouches: false))
        let hidden: [Substring] = ["touches", "frames", "gestures", "notifications", "notifications_merged"]
        #expect(less.mistakes.isEmpty && hidden.allSatisfy { less.values["gestured_\($0)_total"] == nil })
        #expect(!less.values.keys.contains { $0.contains("latency") })
        let lines = StatusMetrics.lines(report, [], mayKnowTouches: true)
        #expect(Exposition(lines).mistakes.isEmpty)
        #expect(lines.contains(#"gestured_latency_seconds{quantile="0.5"} NaN"#))
        #expect(lines.contains("gestured_latency_seconds_sum 0") && lines.contains("gestured_latency_seconds_count 0"))
        #expect(!lines.contains { $0.contains("device_defects") }, "a family without samples is left out")
        #expect(lines.contains("gestured_defects_total 0"), "an alarm notices the first one by the change from 0")
    }

    @Test("The answer of a real daemon is valid")
    func real() throws {
        let daemon = try PlayingDaemon()
        let outcome = try daemon.gesturectl("status", "--prometheus")
        let exposition = Exposition(outcome.lines.map { String($0) })
        #expect(outcome.status == 0 && exposition.mistakes.isEmpty && exposition.values["gestured_surfaces"] == 1)
        daemon.stop()
    }
}
