// The report about a device as text for people.

public import GestureWire
import Touch

/// The lines below a device's name in `gesturectl devices`.
public enum DeviceText {
    /// Returns the report about the device, line by line.
    public static func lines(_ report: DeviceReport) -> [String] {
        var lines = [report.reason]
        if report.slots > 0 { lines[0] += "; \(self.protocol(of: report))" }
        if let surface = report.surface {
            var parts = ["surface \(surface)"]
            if let size = report.millimetres {
                let source = report.sizeFrom.map { " (\(text(forSource: $0)))" } ?? ""
                parts.append("\(whole(size.width)) x \(whole(size.height)) mm\(source)")
            }
            if let rate = report.rate, rate > 0 { parts.append("\(whole(rate)) Hz") }
            lines.append(parts.joined(separator: ", "))
        }
        if let interception = report.interception { lines.append(text(for: interception)) }
        let match = [
            ("bus", report.match.bus), ("path", report.match.path), ("phys", report.match.phys),
            ("serial", report.match.serial),
        ]
        let known = match.filter { !$0.1.isEmpty }
        if !known.isEmpty {
            lines.append("match: { " + known.map { "\($0): \"\($1)\"" }.joined(separator: ", ") + " }")
        }
        if let matrix = report.matrix {
            lines.append("to the unit square: [" + matrix.map(short).joined(separator: ", ") + "]")
        }
        for (name, count) in report.defects.sorted(by: { $0.key < $1.key }) { lines.append(defect(name, count)) }
        if !report.unwanted.isEmpty {
            let counts = report.unwanted.sorted { $0.key < $1.key }.map { "\($0) \($1)" }
            lines.append("filtered contacts: " + counts.joined(separator: ", "))
        }
        return lines
    }

    /// Returns whether applications use a clone of the touchscreen, or why not.
    package static func text(for interception: InterceptionReport) -> String {
        if let clone = interception.clone { return "intercepted: applications use its clone \(clone)" }
        return "not intercepted" + (interception.reason.map { ": \($0)" } ?? "")
    }

    /// Returns the words for the source of a size.
    static func text(forSource name: String) -> String {
        switch SizeSource.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) {
        case .resolution: "from the kernel"
        case .system: "from udev"
        case .display: "from the display"
        // A daemon may be newer than this program.
        case .settings, .guess, nil: name
        }
    }

    /// Returns the device's protocol, with the number of contacts only if it has slots.
    static func `protocol`(of report: DeviceReport) -> String {
        let hasSlots = report.protocol == ContactProtocol.slots.name
        return "protocol \(report.protocol)"
            + (hasSlots ? ", \(report.slots) slot\(report.slots == 1 ? "" : "s")" : "")
    }

    private static func defect(_ name: String, _ count: Int) -> String {
        let times = count == 1 ? "once" : "\(count) times"
        // A daemon may be newer than this program.
        guard let defect = DeviceDefect.allCases.first(where: { $0.name == name }) else { return "\(times): \(name)" }
        return "\(defect.fault.rawValue), \(times): \(defect.explanation)"
    }

    private static func whole(_ number: Double) -> String { "\(Int(min(max(number.rounded(), -1e9), 1e9)))" }

    /// Returns nine decimals, enough to distinguish a panel's units.
    private static func short(_ number: Double) -> String {
        number != 0 && number.isFinite ? "\((number * 1e9).rounded() / 1e9)" : "0"
    }
}
