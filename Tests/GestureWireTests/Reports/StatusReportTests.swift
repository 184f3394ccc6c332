// Tests of encoding and decoding the daemon's status.

import Testing

@testable import GestureWire

private func line(_ report: StatusReport) -> String {
    written { $0.appendResult(report, to: .integer(3)) }
}

struct StatusReportTests {
    /// The status of the specification's example.
    static let report = StatusReport(
        uptime: 86.25, configuration: "/etc/gestured/gestured.yaml", refused: false, surfaces: 1, devices: 7,
        recognizers: 9, awake: 4, peers: 2, subscriptions: 2, frames: 1200, touches: 14, gestures: 9,
        notifications: 310, merged: 0, lagged: 0,
        latency: LatencyReport(
            count: 310, sum: 0.013516, p50: 0.000041, p90: 0.000052, p99: 0.000086, p999: 0.000120, max: 0.000140))

    @Test("clients without the capability do not even receive the member of connections")
    func connections() throws {
        var report = Self.report
        #expect(!line(report).contains("connections"))
        report.connections = []
        #expect(line(report).hasSuffix(#"},"connections":[]}}"# + "\n"))
    }
}
