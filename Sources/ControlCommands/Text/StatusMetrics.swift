// The daemon's status for Prometheus, in the text exposition format 0.0.4.

import Touch
import GestureWire

/// The answer to `status`, and what devices did wrong, as metrics.
enum StatusMetrics {
    /// A family of metrics: its help, its type, and a value for each set of labels.
    private struct Family {
        let name: String
        let help: String
        let type: String
        var samples: [(labels: [(String, String)], value: String)]
        /// Further values of a summary, under its name with a suffix.
        var more: [(ending: String, value: String)] = []
    }

    /// The lines, without their LF.
    ///
    /// - Parameter mayKnowTouches: Whether the caller may receive values that grow with every touch; otherwise they are
    ///   omitted.
    static func lines(_ report: StatusReport, _ devices: [DeviceReport], mayKnowTouches: Bool) -> [String] {
        let latency = mayKnowTouches ? latency(report.latency) : []
        return (states(report) + counters(report, mayKnowTouches) + latency + troubles(devices)).flatMap(lines)
    }

    private static func states(_ report: StatusReport) -> [Family] {
        [
            Family(
                name: "gestured_build_info", help: "The version of the daemon.", type: "gauge",
                samples: [([("version", version(of: report.server))], "1")]),
            gauge("gestured_uptime_seconds", "How long it has been running.", DecimalText.of(report.uptime)),
            gauge(
                "gestured_configuration_refused",
                "Whether the file has problems, so that the previous configuration applies.",
                report.refused ? "1" : "0"),
            gauge("gestured_surfaces", "Touchscreens in use.", String(report.surfaces)),
            gauge("gestured_devices", "Input devices, used or not.", String(report.devices)),
            gauge(
                "gestured_recognizers", "Configured recognizers, counted on each surface.", String(report.recognizers)),
            gauge(
                "gestured_recognizers_awake", "Active recognizers, counted on each surface.",
                String(report.awake)),
            gauge("gestured_peers", "Connected clients.", String(report.peers)),
            gauge("gestured_subscriptions", "Subscriptions of all clients.", String(report.subscriptions)),
        ]
    }

    /// Returns the version number of "gestured 0.1.0".
    private static func version(of server: String) -> String {
        server.split(separator: " ").last.map { String($0) } ?? ""
    }

    private static func counters(_ report: StatusReport, _ mayKnowTouches: Bool) -> [Family] {
        let touched = [
            counter("gestured_frames_total", "Frames of touches.", report.frames),
            counter("gestured_touches_total", "Touches that began.", report.touches),
            counter("gestured_notifications_total", "Lines queued or sent to subscriptions.", report.notifications),
            counter("gestured_notifications_merged_total", "Lines that newer ones replaced.", report.merged),
            counter("gestured_gestures_total", "Gestures of configured recognizers.", report.gestures),
        ]
        return (mayKnowTouches ? touched : []) + [
            counter(
                "gestured_peers_lagged_total", "Clients that were disconnected because they were too slow.",
                report.lagged)
        ]
    }

    private static func latency(_ latency: LatencyReport) -> [Family] {
        let quantiles = [("0.5", latency.p50), ("0.9", latency.p90), ("0.99", latency.p99), ("0.999", latency.p999)]
        // Nothing was measured: a quantile of nothing is no number.
        let samples = quantiles.map { ([("quantile", $0.0)], latency.count > 0 ? DecimalText.of($0.1) : "NaN") }
        return [
            Family(
                name: "gestured_latency_seconds",
                help: "The time from the kernel's timestamp of a report to the last write.",
                type: "summary", samples: samples,
                more: [("_sum", DecimalText.of(latency.sum)), ("_count", String(latency.count))]),
            gauge("gestured_latency_max_seconds", "The longest time.", DecimalText.of(latency.max)),
        ]
    }

    private static func troubles(_ devices: [DeviceReport]) -> [Family] {
        func family(
            _ name: String, _ help: String, _ label: String, _ counts: (DeviceReport) -> [String: Int]
        ) -> Family {
            Family(
                name: name, help: help, type: "counter",
                samples: devices.flatMap { device in
                    counts(device).sorted { $0.key < $1.key }.map { kind, count in
                        ([("device", device.path), ("name", device.name), (label, kind)], String(count))
                    }
                })
        }
        // An alarm detects a change only if there was a value before.
        let defects = devices.flatMap(\.defects.values).reduce(0) { sum, count in
            let (more, isTooMuch) = sum.addingReportingOverflow(count)
            return isTooMuch ? .max : more
        }
        let all = counter("gestured_defects_total", "Defects of all present devices.", defects)
        let each = [
            family(
                "gestured_device_defects_total", "Defects of devices, their drivers or the machine.", "defect",
                \.defects),
            family(
                "gestured_device_unwanted_contacts_total", "Filtered contacts (palm, hover, dead zone and others).",
                "reason", \.unwanted),
        ]
        return [all] + each.filter { !$0.samples.isEmpty }
    }

    private static func gauge(_ name: String, _ help: String, _ value: String) -> Family {
        Family(name: name, help: help, type: "gauge", samples: [([], value)])
    }

    private static func counter(_ name: String, _ help: String, _ value: Int) -> Family {
        Family(name: name, help: help, type: "counter", samples: [([], String(value))])
    }

    private static func lines(_ family: Family) -> [String] {
        ["# HELP \(family.name) \(family.help)", "# TYPE \(family.name) \(family.type)"]
            + family.samples.map { labels, value in
                let list = labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
                return family.name + (list.isEmpty ? "" : "{\(list)}") + " " + value
            } + family.more.map { "\(family.name)\($0.ending) \($0.value)" }
    }

    /// Backslash, quote and LF are the format's own; what a terminal would obey is shown as an escape.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.printableLines.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
