// Tests of encoding and decoding the daemon's status.

import Testing

@testable import GestureWire

private func line(_ report: StatusReport) -> String {
    var writer = LineWriter()
    writer.appendResult(report, to: .integer(3))
    return String(decoding: writer.bytes, as: UTF8.self)
}

struct StatusReportTests {
    /// The status of the specification's example.
    static let report = StatusReport(
        uptime: 86.25, configuration: "/etc/gestured/gestured.yaml", refused: false, surfaces: 1, devices: 7,
        recognizers: 9, awake: 4, peers: 2, subscriptions: 2, frames: 1200, touches: 14, gestures: 9,
        notifications: 310, merged: 0, lagged: 0,
        latency: LatencyReport(
            count: 310, sum: 0.013516, p50: 0.000041, p90: 0.000052, p99: 0.000086, p999: 0.000120, max: 0.000140))

    @Test("the members are those of the specification, in its order")
    func example() {
        #expect(
            line(Self.report)
                == #"{"jsonrpc":"2.0","id":3,"result":{"server":"gestured 0.1.0","uptime":86.25,"configuration":"#
                + #""/etc/gestured/gestured.yaml","refused":false,"surfaces":1,"devices":7,"recognizers":9,"awake":4,"#
                + #""peers":2,"subscriptions":2,"frames":1200,"touches":14,"gestures":9,"notifications":310,"merged":0,"#
                + #""lagged":0,"latency":{"count":310,"sum":0.013516,"p50":0.000041,"p90":0.000052,"p99":0.000086,"#
                + #""p999":0.00012,"max":0.00014}}}"# + "\n")
    }

    @Test("capable clients receive the connections, others do not even receive the member")
    func connections() throws {
        var report = Self.report
        #expect(!line(report).contains("connections"))
        report.connections = []
        #expect(line(report).hasSuffix(#"},"connections":[]}}"# + "\n"))
        report.connections = [
            ConnectionReport(
                process: 4711, user: .max, group: 1000, subscriptions: 1, attached: 2, waiting: 256, merged: 3)
        ]
        #expect(
            line(report).hasSuffix(
                #"},"connections":[{"pid":4711,"uid":4294967295,"gid":1000,"subscriptions":1,"attached":2,"#
                    + #""waiting":256,"merged":3}]}}"# + "\n"))
        #expect(try ServerMessage.result(of: Array(line(report).utf8), as: StatusReport.self) == report)
    }

    @Test("every member reads back in its own place")
    func readingBack() throws {
        var report = StatusReport(
            server: "s\"", uptime: 0.5, configuration: "standard", refused: true, surfaces: 1, devices: 2,
            recognizers: 3, awake: 4, peers: 5, subscriptions: 6, frames: 7, touches: 8, gestures: 9,
            notifications: 10, merged: 11, lagged: .max,
            latency: LatencyReport(count: 12, sum: 18, p50: 13, p90: 14, p99: 15, p999: 16, max: 17))
        #expect(try ServerMessage.result(of: Array(line(report).utf8), as: StatusReport.self) == report)
        report = StatusReport(uptime: 0, configuration: "")
        #expect(report.server == serverName)
        #expect(try ServerMessage.result(of: Array(line(report).utf8), as: StatusReport.self) == report)
    }

    @Test("values that are not numbers give valid JSON")
    func notANumber() throws {
        let latency = LatencyReport(sum: .nan, p50: .infinity, max: -.nan)
        let odd = StatusReport(uptime: .nan, configuration: "", latency: latency)
        #expect(
            try ServerMessage.result(of: Array(line(odd).utf8), as: StatusReport.self)
                == StatusReport(uptime: 0, configuration: ""))
    }
}
