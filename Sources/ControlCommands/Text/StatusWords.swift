// The daemon's status as text for people.

import Diagnosis
import GestureDaemon
import GestureWire
import Glibc

enum StatusWords {
    /// A heading, then one line for each thing, in columns.
    ///
    /// - Parameters:
    ///   - hands: How pointing and typing stands; nil where nobody wants it.
    ///   - mayKnowTouches: Whether the caller may receive values that grow with every touch; otherwise they are omitted.
    static func lines(
        _ report: StatusReport, _ devices: [DeviceReport] = [], hands: String? = nil, mayKnowTouches: Bool = true
    ) -> [String] {
        let sent = "\(count(report.notifications, "notification")), of which newer ones replaced \(report.merged); "
        let told = (mayKnowTouches ? sent : "") + "\(count(report.lagged, "client")) disconnected: too slow"
        let seen = [
            count(report.frames, "frame"), count(report.touches, "touch", "touches"), count(report.gestures, "gesture"),
        ]
        var rows: [(String, String)] = [
            ("configuration", configuration(report)),
            ("surfaces", "\(report.surfaces), of \(count(report.devices, "input device"))"),
            ("recognizers", recognizers(report)),
            ("clients", "\(report.peers), with \(count(report.subscriptions, "subscription"))"),
        ]
        if mayKnowTouches { rows.append(("seen", seen.joined(separator: ", "))) }
        rows.append(("told", told))
        if mayKnowTouches { rows.append(("latency", latency(report.latency))) }
        let clients = (report.connections ?? []).map { ("process \($0.process)", text($0)) }
        let pointing = hands.map { [("pointing", $0)] } ?? []
        let all = rows + interceptions(devices) + pointing + troubles(devices) + clients
        let width = all.map(\.0.count).max() ?? 0
        return ["\(report.server), running for \(duration(report.uptime))"]
            + all.map { name, words in
                "  \(name.padded(width))  \(words)"
            }
    }

    /// Returns how each surface that is to be intercepted stands.
    private static func interceptions(_ devices: [DeviceReport]) -> [(String, String)] {
        devices.compactMap { device in
            guard let surface = device.surface, let interception = device.interception else { return nil }
            return ("surface \(surface)", DeviceText.text(for: interception))
        }
    }

    /// Returns the defects of devices and the filtered contacts; empty when there are none.
    private static func troubles(_ devices: [DeviceReport]) -> [(String, String)] {
        func sums(_ counts: KeyPath<DeviceReport, [String: Int]>) -> String {
            devices.reduce(into: [String: Int]()) { $0.merge($1[keyPath: counts], uniquingKeysWith: +) }
                .sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        return [("defects", sums(\.defects)), ("filtered", sums(\.unwanted))].filter { !$0.1.isEmpty }
    }

    /// Percentiles in microseconds, in columns.
    static func lines(_ latency: LatencyReport) -> [String] {
        let rows = [
            ("50 %", latency.p50), ("90 %", latency.p90), ("99 %", latency.p99), ("99.9 %", latency.p999),
            ("all", latency.max),
        ]
        return ["\(count(latency.count, "notification")), from the kernel's timestamp to the last write:"]
            + rows.map { name, seconds in
                name.padded(8, right: true) + " within \(GestureLine.number(seconds * 1e6, 0, 8)) µs"
            }
    }

    /// A time of some seconds in its two largest units.
    static func duration(_ seconds: Double) -> String {
        let seconds = seconds.isFinite ? Int64(min(max(seconds, 0), 0x1p53)) : 0
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first...].prefix(2).map { "\($0) \($1)" }.joined(separator: " ")
    }

    private static func configuration(_ report: StatusReport) -> String {
        if report.refused {
            return "\(report.configuration) has problems, so the previous configuration applies; "
                + "`\(ConfigurationChoice.checkCommand(for: report.configuration))` shows them"
        }
        return report.configuration == "standard" ? "standard, as there is no file" : report.configuration
    }

    private static func recognizers(_ report: StatusReport) -> String {
        let resting = report.recognizers - report.awake
        let all = "\(report.recognizers), counted on each surface"
        return resting > 0 ? "\(all); \(resting) of them idle, without subscribers" : all
    }

    private static func latency(_ latency: LatencyReport) -> String {
        guard latency.count > 0 else { return "nothing measured yet" }
        func text(_ seconds: Double) -> String { "\(GestureLine.number(seconds * 1e6)) µs" }
        return "half of them took at most \(text(latency.p50)), 99 of 100 at most \(text(latency.p99)), "
            + "the slowest \(text(latency.max))"
    }

    private static func text(_ connection: ConnectionReport) -> String {
        "\(userName(connection.user)): \(count(connection.subscriptions, "subscription")), "
            + "\(count(connection.attached, "recognizer")) of its own; \(count(connection.waiting, "line")) unread, "
            + "\(connection.merged) replaced by newer ones"
    }

    private static func userName(_ identifier: UInt32) -> String {
        guard let entry = getpwuid(identifier) else { return "user \(identifier)" }
        return String(cString: entry.pointee.pw_name)
    }

    private static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
