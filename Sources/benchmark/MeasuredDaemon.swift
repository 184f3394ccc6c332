// What runs in the process that is measured? The daemon as it is, with a configuration as a kiosk's.

import Configuration
import GestureDaemon
import Gestures
import Logging

/// The daemon's role of this program.
enum MeasuredDaemon {
    /// Twelve recognizers, of which the pan wins as soon as fingers move in parallel.
    static let configuration = Configuration(
        surfaces: [],
        recognizers: [
            RecognizerRule(name: "tap", type: .tap),
            RecognizerRule(name: "double-tap", type: .tap, properties: ["numberOfTapsRequired": .count(2)]),
            RecognizerRule(name: "two-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(2)]),
            RecognizerRule(name: "three-finger-tap", type: .tap, properties: ["numberOfTouchesRequired": .count(3)]),
            RecognizerRule(name: "long-press", type: .longPress),
            RecognizerRule(
                name: "two-finger-press", type: .longPress, properties: ["numberOfTouchesRequired": .count(2)]),
            RecognizerRule(name: "swipe", type: .swipe, properties: ["direction": .directions([.left, .right])]),
            RecognizerRule(
                name: "three-finger-swipe", type: .swipe,
                properties: [
                    "numberOfTouchesRequired": .count(3), "direction": .directions([.left, .right, .up, .down]),
                ]),
            RecognizerRule(
                name: "four-finger-swipe", type: .swipe,
                properties: ["numberOfTouchesRequired": .count(4), "direction": .directions([.up, .down])]),
            RecognizerRule(name: "pan", type: .pan),
            RecognizerRule(name: "pinch", type: .pinch),
            RecognizerRule(name: "rotation", type: .rotation),
        ])

    /// Reads a device and serves a socket until SIGTERM.
    static func run(device: String, socket: String) throws {
        var logger = Logger(label: "benchmark")
        logger.logLevel = .warning
        var options = Daemon.Options(configuration: configuration, socketPath: socket)
        options.input = .device(path: device)
        options.stopsOnSignals = true
        try Daemon(options, logger: logger).run()
    }
}
