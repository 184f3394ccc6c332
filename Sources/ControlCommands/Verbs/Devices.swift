// Verb that lists input devices, with the reason why each is used or not.

import Touch
import ArgumentParser
import Configuration
import GestureClient
import GestureDaemon
import GestureWire

struct Devices: Verb {
    static let configuration = CommandConfiguration(
        abstract: "List every input device, and why it is used or not.",
        discussion: """
            Asks gestured, which also reports where a panel's size is from, defects of devices and how often they \
            occurred, and which contacts were filtered. When gestured is not running, gesturectl itself looks, which \
            may need more rights.
            """)

    @Flag(help: "Print one line of JSON: the result of gestured's `list`.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        let reports = try reports()
        if json {
            Output.line(json: { $0.append(reports) })
        } else {
            for report in reports { try print(report) }
            if reports.isEmpty { Output.message("no input devices") }
        }
    }

    private func reports() throws -> [DeviceReport] {
        do {
            return try daemon.connect().devices()
        } catch let error as ConnectionError where error.code == .unreachable && daemon.socket == nil {
            Output.message("gestured is not running; this is what it would find")
            // A faulty configuration is not what was asked about.
            return DeviceInspection.reports((try? ConfigurationChoice(path: nil).load()) ?? .standard)
        }
    }

    private func print(_ report: DeviceReport) throws {
        let colour = Output.isColourful
        let mark = report.used ? (colour ? "\u{1b}[32m●\u{1b}[0m" : "*") : " "
        Output.line(
            styled:
                "\(mark) \(report.path.printable)  \"\(report.name.printable)\"  \(report.vendor.fourDigits):\(report.product.fourDigits)"
        )
        for line in DeviceText.lines(report) { Output.line("    \(line.printable)") }
    }
}
