// The choice of a device by node path, touchscreen name or surface name.

import Evdev
public import GestureWire
import ServiceManager
import Touch

/// Chooses the device that a command is about.
public enum DeviceChoice {
    /// The node that is meant.
    ///
    /// - Parameters:
    ///   - wanted: A path, or a glob for the name of a device or surface; nil for the only touchscreen.
    ///   - surfaces: Asks the daemon for its devices, when no device has that name.
    /// - Throws: `DeviceChoiceError` unless exactly one is meant.
    public static func path(
        for wanted: String?, surfaces: () -> [DeviceReport] = { [] }
    ) throws(DeviceChoiceError) -> String {
        if let wanted, wanted.hasPrefix("/") || wanted.hasPrefix(".") { return wanted }
        let inspections = DeviceMonitor.scan().map { DeviceInspection($0) }
        // A touchscreen that may not be opened is one all the same: opening it says what is lacking.
        let touchscreens = inspections.filter { $0.report.used || $0.failure != nil }.map(\.report)
        return try path(for: wanted, touchscreens: touchscreens, all: inspections.map(\.report), surfaces: surfaces)
    }

    /// Whether applications have a clone in place of the device, which then says nothing to others.
    public static func isIntercepted(_ path: String) -> Bool {
        DeviceMonitor.scan().contains { $0.phys == "gestured\(path)" }
    }

    /// Whether a path is that of an event device, and no other.
    private static func isNode(_ path: String) -> Bool {
        let prefix = "/dev/input/event"
        let digits = path.utf8.dropFirst(prefix.utf8.count)
        return path.hasPrefix(prefix) && (1...9).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The path among devices that are known.
    static func path(
        for wanted: String?, touchscreens: [DeviceReport], all: [DeviceReport], surfaces: () -> [DeviceReport]
    ) throws(DeviceChoiceError) -> String {
        guard let wanted else {
            guard touchscreens.count == 1 else { throw DeviceChoiceError(wanted: nil, choices: touchscreens) }
            return touchscreens[0].path
        }
        let glob = Glob(wanted)
        let isNamed = { (report: DeviceReport) in
            glob.matches(report.name) || glob.matches(report.surface ?? SurfaceFactory.name(from: report.name))
        }
        // Touchscreens before others, so that a panel's pen of the same name is not in the way.
        for candidates in [touchscreens.filter(isNamed), all.filter(isNamed), surfaces().filter(isNamed)] {
            guard let first = candidates.first else { continue }
            guard candidates.count == 1 else { throw DeviceChoiceError(wanted: wanted, choices: candidates) }
            // The last ones are those of a server, which may be anybody; opening some files has effects.
            guard isNode(first.path) else {
                throw DeviceChoiceError(wanted: wanted, choices: [], others: touchscreens, foreignPath: first.path)
            }
            return first.path
        }
        throw DeviceChoiceError(wanted: wanted, choices: [], others: touchscreens)
    }
}

/// It is not clear which device is meant.
public struct DeviceChoiceError: Error, Sendable, CustomStringConvertible {
    /// The name that the user gave; nil for none.
    public let wanted: String?
    /// The possible devices.
    public let choices: [DeviceReport]
    /// The touchscreens there are, when it means none.
    public let others: [DeviceReport]
    /// The path that gestured has for the device, and that is none of an event device.
    public let foreignPath: String?

    init(wanted: String?, choices: [DeviceReport], others: [DeviceReport] = [], foreignPath: String? = nil) {
        self.wanted = wanted
        self.choices = choices
        self.others = others
        self.foreignPath = foreignPath
    }

    /// The problem, and the devices to choose from.
    public var description: String {
        if let wanted, let foreignPath {
            return "gestured has `\(foreignPath.printable)` for `\(wanted.printable)`, which is no /dev/input/event…; "
                + "give the node itself"
        }
        let listed = choices.isEmpty ? others : choices
        guard !listed.isEmpty else {
            let what = wanted.map { "no device is called `\($0.printable)`, and there is" } ?? "there is"
            return "\(what) no visible touchscreen; `gesturectl devices` says more, or give the node itself, "
                + "such as /dev/input/event5"
        }
        let what =
            switch (wanted, choices.isEmpty) {
            case (nil, _): "there are several touchscreens; name one of"
            case (let name?, false): "several devices are called `\(name.printable)`; name one of the nodes"
            case (let name?, true): "no device is called `\(name.printable)`; there are"
            }
        return listed.reduce("\(what):") { $0 + "\n  \($1.path)  \"\($1.name.printable)\"" }
    }
}
