// The doctor's findings about touchscreens and their defects.

import GestureDaemon
import GestureWire

extension DoctorFacts {
    /// A finding for each touchscreen in use, and for what was refused though it might be one; if nothing is used, what
    /// to look at.
    ///
    /// - Parameter isOffline: Whether this process inspected them, possibly without the daemon's rights.
    func deviceFindings(_ devices: [DeviceReport], isOffline: Bool) -> [Finding] {
        let used = devices.filter(\.used)
        var findings = used.map { finding($0, isOffline: isOffline) }
        // Devices that are not touchscreens for udev matter only if there is no touchscreen at all.
        let refused = devices.filter { device in
            !device.used && !Self.expected.contains { device.reason.has($0) }
        }
        let leftOut = refused.filter { $0.reason.has("use: never") }
        for device in refused {
            let isDenied = device.reason.has("ermission denied")
            let mayBeMeant = leftOut.contains { $0.path == device.path } || isOffline && isDenied
            let verdict: Finding.Verdict = used.isEmpty && !mayBeMeant ? .problem : .unknown
            findings.append(
                Finding(
                    "devices", verdict, "\(device.path) \"\(device.name)\": \(device.reason)",
                    advice: advice(isDenied: isDenied, reason: device.reason, isOffline: isOffline)))
        }
        guard used.isEmpty, refused.count == leftOut.count else { return findings }
        let number =
            switch devices.count {
            case 0: "no input device at all"
            case 1: "the only input device is not a touchscreen"
            default: "none of \(devices.count) input devices is a touchscreen"
            }
        findings.append(
            Finding(
                "devices", .problem, "there is no \(leftOut.isEmpty ? "" : "other ")touchscreen: \(number)",
                advice: "is it plugged in? See `gesturectl devices`; for a touchscreen, "
                    + "`udevadm info /dev/input/eventN` must show ID_INPUT_TOUCHSCREEN=1, otherwise it needs `use: always` "
                    + "and a udev rule: see Devices in administer.md"))
        return findings
    }

    /// Words of expected reasons, which are not reported.
    private static let expected = ["ID_INPUT_TOUCHSCREEN", "the clone of a touchscreen"]

    private func advice(isDenied: Bool, reason: String, isOffline: Bool) -> String? {
        // When the installed rule grants no access to a node, the reason itself contains the advice.
        guard isDenied, isOffline || !reason.has("udev rule of your own") else { return nil }
        return isOffline
            ? "sudo gesturectl doctor, which may open it"
            : "is gestured's udev rule installed? sudo udevadm control --reload, then sudo udevadm trigger"
    }

    private func finding(_ device: DeviceReport, isOffline: Bool) -> Finding {
        var words = "\(device.path) \"\(device.name)\""
        if let surface = device.surface { words += " is surface \(surface)" }
        if let size = device.millimetres {
            words += ", \(GestureLine.number(size.width)) x \(GestureLine.number(size.height)) mm"
            if device.assumed { words += " (assumed: its size is unknown)" }
        }
        if device.slots > 0 { words += ", for \(device.slots) finger\(device.slots == 1 ? "" : "s")" }
        let defects = device.defects.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) times" }
        if !defects.isEmpty { words += "; defects seen: \(defects.joined(separator: ", "))" }
        let advice: String? =
            if device.assumed {
                "write its size into the configuration: surfaces: [{ name: panel, match: { name: \"\(device.name)\" }, "
                    + "size: WIDTHmm x HEIGHTmm }]"
            } else if !defects.isEmpty {
                "gesturectl devices explains them"
            } else {
                nil
            }
        return Finding("devices", .ok, words, advice: advice)
    }
}
