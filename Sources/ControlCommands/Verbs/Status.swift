// Verbs that show the daemon's status and its latency.

import Touch
import ArgumentParser
import GestureClient
import GestureWire

struct Status: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Show the daemon's status: configuration, counters and clients.",
        discussion: """
            Counters start when gestured starts. Users with the capability `control` also see each client. When \
            gestured is not running, the exit status is 69.
            """)

    @Flag(help: "Print one line of JSON: the result of gestured's `status`.")
    var json = false

    @Flag(
        help: ArgumentHelp(
            "Print Prometheus' text format 0.0.4, for node_exporter's textfile collector."))
    var prometheus = false

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if json, prometheus { throw ValidationError("--json and --prometheus exclude each other.") }
    }

    func perform() throws {
        let connection = try daemon.connect(patience: 10)
        if json {
            return Output.line(json: String(decoding: try connection.result(of: .status), as: UTF8.self))
        }
        let (status, devices) = (try connection.status(), try connection.devices())
        let mayKnowTouches = connection.hello.capabilities.contains(Capability.touches.rawValue)
        guard !prometheus else {
            let lines = StatusMetrics.lines(status, devices, mayKnowTouches: mayKnowTouches)
            // In one write: a part of the text would be wrong.
            return Output.text(Array(lines.map { $0 + "\n" }.joined().utf8))
        }
        // gestured has no part in it.
        let hands = HandsFacts.examine(for: .examine()).words
        for line in StatusWords.lines(status, devices, hands: hands, mayKnowTouches: mayKnowTouches) {
            Output.line(line.printable)
        }
    }
}

struct Latency: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Show how long gestures take from the kernel to the socket.",
        discussion: """
            The time from the kernel's timestamp of a report to the last write of its notification, in microseconds, \
            for all since gestured started, exact to 5 %.
            """)

    @Flag(help: "Print one line of JSON: `latency` of gestured's `status`, in seconds.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        let latency = try daemon.connect(patience: 10).status().latency
        if json {
            Output.line(json: { $0.append(latency) })
        } else if latency.count == 0 {
            Output.message(
                "nothing was measured yet: gestured has published no gesture since it started, "
                    + "or hides counters from this user (see `touches` in gestured-protocol(7))")
        } else {
            for line in StatusWords.lines(latency) { Output.line(line) }
        }
    }
}
