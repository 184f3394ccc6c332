// Daemon with a large configuration that carries out lines, and the time of each request.

import Configuration
import GestureWire
import Touch

@testable import GestureDaemon

/// One daemon for many lines, each from a client of its own.
final class LineReceiver {
    /// Reading a configuration takes as long as a line, so it is repeated only after a line has changed the daemon.
    nonisolated(unsafe) private static var present: LineReceiver?

    /// Violations by the daemon, including its time; empty when all is well.
    static func faults(of line: [UInt8]) -> [String] {
        RequestMeter.faults {
            let receiver = present ?? LineReceiver()
            defer { present = receiver.isUnchanged ? receiver : nil }
            return receiver.carryOut(line + [0x0A])
        }
    }

    // A reload reads files, whose length no request determines, and only clients with `control` may request it.
    private let parts = DaemonParts(configuration, choice: nil)

    deinit { _ = parts.close() }

    private var isUnchanged: Bool {
        !parts.control.differsFromConfiguration && parts.panel.factory.privateRegions.isEmpty
    }

    private func carryOut(_ lines: [UInt8]) -> (faults: [String], time: Int) {
        parts.meter.reset()
        guard let client = parts.connect() else { return (["nobody can connect"], 0) }
        var isAtRest = parts.settle()
        client.send(lines)
        repeat { isAtRest = parts.settle() && isAtRest } while client.read(atMost: 65_536)
        client.verifyRest()
        client.end()
        isAtRest = parts.settle() && isAtRest
        return (client.faults + (isAtRest ? [] : ["the server is never at rest"]), parts.meter.longest)
    }

    /// Similar names make hints and globs costly.
    private static let configuration: Configuration = {
        let frame = "{ x: 0, y: 0, width: 50%, height: 50% }"
        var text = "regions:\n- { name: private, frame: \(frame), private: false }\n"
        for number in 1..<64 { text += "- { name: \(longName)-\(number), frame: \(frame) }\n" }
        text += "recognizers:\n- { name: tap, type: tap }\n"
        for number in 1..<64 {
            text += "- { name: \(longName)-\(number), type: tap, numberOfTapsRequired: \(number % 9 + 1) }\n"
        }
        do { return try Configuration(yaml: text, file: "file") } catch { fatalError("\(error)") }
    }()

    private static let longName = String(repeating: "a", count: 60)
}
