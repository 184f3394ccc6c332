// The daemon's status for Prometheus, in the text exposition format 0.0.4.

import GestureWire
import Touch

/// The answer to `status`, and what devices did wrong, as metrics.
enum StatusMetrics {
    /// A family of metrics: its help, its type, and values behind what follows its name.
    private struct Family {
        typealias Sample = (ending: String, value: String)

        let name: String
        let help: String
        let type: String
        let samples: [Sample]

        init(_ name: String, _ help: String, _ type: String, _ samples: [Sample]) {
            (self.name, self.help, self.type, self.samples) = ("gestured_\(name)", help, type, samples)
        }

        var lines: [String] {
            ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + samples.map { "\(name)\($0.ending) \($0.value)" }
        }
    }

    /// The lines, without their LF.
    ///
    /// - Parameter mayKnowTouches: Whether the caller may receive values that grow with every touch; otherwise they are
    ///   omitted.
    static func lines(_ report: StatusReport, _ devices: [DeviceReport], mayKnowTouches: Bool) -> [String] {
        let touched = mayKnowTouches ? touched(report) + latency(report.latency) : []
        return (states(report) + touched + troubles(devices, lagged: report.lagged)).flatMap(\.lines)
    }

    private static func states(_ report: StatusReport) -> [Family] {
        let version = report.server.split(separator: " ").last.map { String($0) } ?? ""
        return [
            Family("build_info", "The version of the daemon.", "gauge", [(labels([("version", version)]), "1")]),
            gauge("uptime_seconds", "How long it has been running.", DecimalText.of(report.uptime)),
            gauge(
                "configuration_refused", "Whether the file has problems, so that the previous configuration applies.",
                report.refused ? "1" : "0"),
            gauge("surfaces", "Touchscreens in use.", String(report.surfaces)),
            gauge("devices", "Input devices, used or not.", String(report.devices)),
            gauge("recognizers", "Configured recognizers, counted on each surface.", String(report.recognizers)),
            gauge("recognizers_awake", "Active recognizers, counted on each surface.", String(report.awake)),
            gauge("peers", "Connected clients.", String(report.peers)),
            gauge("subscriptions", "Subscriptions of all clients.", String(report.subscriptions)),
        ]
    }

    private static func touched(_ report: StatusReport) -> [Family] {
        [
            counter("frames_total", "Frames of touches.", report.frames),
            counter("touches_total", "Touches that began.", report.touches),
            counter("notifications_total", "Lines queued or sent to subscriptions.", report.notifications),
            counter("notifications_merged_total", "Lines that newer ones replaced.", report.merged),
            counter("gestures_total", "Gestures of configured recognizers.", report.gestures),
        ]
    }

    private static func latency(_ latency: LatencyReport) -> [Family] {
        let quantiles = [("0.5", latency.p50), ("0.9", latency.p90), ("0.99", latency.p99), ("0.999", latency.p999)]
        // Nothing was measured: a quantile of nothing is no number.
        let samples = quantiles.map { quantile, seconds -> Family.Sample in
            (labels([("quantile", quantile)]), latency.count > 0 ? DecimalText.of(seconds) : "NaN")
        }
        return [
            Family(
                "latency_seconds", "The time from the kernel's timestamp of a report to the last write.", "summary",
                samples + [("_sum", DecimalText.of(latency.sum)), ("_count", String(latency.count))]),
            gauge("latency_max_seconds", "The longest time.", DecimalText.of(latency.max)),
        ]
    }

    private static func troubles(_ devices: [DeviceReport], lagged: Int) -> [Family] {
        func family(
            _ name: String, _ help: String, _ label: String, _ counts: (DeviceReport) -> [String: Int]
        ) -> Family {
            let samples = devices.flatMap { device in
                counts(device).sorted { $0.key < $1.key }.map { kind, count -> Family.Sample in
                    (labels([("device", device.path), ("name", device.name), (label, kind)]), String(count))
                }
            }
            return Family(name, help, "counter", samples)
        }
        // An alarm detects a change only if there was a value before.
        let defects = devices.flatMap(\.defects.values).reduce(0) { sum, count in
            let (more, isTooMuch) = sum.addingReportingOverflow(count)
            return isTooMuch ? .max : more
        }
        let each = [
            family(
                "device_defects_total", "Defects of devices, their drivers or the machine.", "defect", \.defects),
            family(
                "device_unwanted_contacts_total", "Filtered contacts (palm, hover, dead zone and others).", "reason",
                \.unwanted),
        ]
        return [
            counter("peers_lagged_total", "Clients that were disconnected because they were too slow.", lagged),
            counter("defects_total", "Defects of all present devices.", defects),
        ] + each.filter { !$0.samples.isEmpty }
    }

    private static func gauge(_ name: String, _ help: String, _ value: String) -> Family {
        Family(name, help, "gauge", [("", value)])
    }

    private static func counter(_ name: String, _ help: String, _ value: Int) -> Family {
        Family(name, help, "counter", [("", String(value))])
    }

    private static func labels(_ labels: [(name: String, value: String)]) -> String {
        "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// Backslash, quote and LF are the format's own; what a terminal would obey is shown as an escape.
    private static func escaped(_ text: String) -> String {
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
