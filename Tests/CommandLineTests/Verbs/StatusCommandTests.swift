// Tests of status, latency, enable, disable and monitor with a running daemon.

import Foundation
import Testing

@Suite struct StatusCommandTests {
    @Test("Status prints text for people, and the daemon's own result for programs")
    func status() throws {
        let daemon = try PlayingDaemon()
        let people = try daemon.gesturectl("status")
        #expect(people.status == 0)
        #expect(people.output.hasPrefix("gestured 0.1.0, running for "))
        #expect(people.lines.contains("  surfaces       1, of 1 input device"))
        #expect(people.output.contains("\n  process "), "the user who runs the daemon also receives the clients")
        let json = try daemon.gesturectl("status", "--json")
        #expect(json.json?["surfaces"] as? Int == 1 && json.json?["jsonrpc"] == nil && json.lines.count == 1)
    }

    @Test("Latency says that nothing was measured, later percentiles")
    func latency() throws {
        let daemon = try PlayingDaemon()
        let nothing = try daemon.gesturectl("latency")
        #expect(nothing.status == 0 && nothing.output.isEmpty && nothing.errors.contains("nothing was measured yet"))
        let monitor = try daemon.start("monitor")
        // The second gesture is sent after the first was counted.
        _ = RunningProgram.read(monitor.output) { $0.count { $0 == "\n" } >= 2 }
        let people = try daemon.gesturectl("latency")
        #expect(people.status == 0 && people.lines.count == 6 && people.lines[1].hasPrefix("    50 % within "))
        let members = try daemon.gesturectl("latency", "--json").json as? [String: Double]
        #expect(members?["count"] ?? 0 >= 1 && members?["max"] ?? 0 > 0)
        monitor.stop()
    }

    @Test("A disabled recognizer recognizes nothing until it is enabled")
    func enabling() throws {
        let daemon = try PlayingDaemon()
        for (command, isEnabled) in [("disable", false), ("enable", true)] {
            let outcome = try daemon.gesturectl(command, "tap")
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
            let monitor = try daemon.start("monitor", "--recognizer", "tap", "--json")
            #expect(monitor.errors(to: "\n").contains("recognizers: tap"))
            if isEnabled { #expect(RunningProgram.read(monitor.output) { $0.contains("\n") }.contains(#""tap""#)) }
            monitor.stop()
            if !isEnabled { #expect(RunningProgram.read(monitor.output) { _ in false } == "") }
        }
        let unknown = try daemon.gesturectl("disable", "tpa")
        #expect(unknown.status == 64 && unknown.errors.contains("did you mean `tap`?"))
    }

    @Test("Monitor prints touches and the requested states, and nothing else")
    func options() throws {
        let monitor = try PlayingDaemon().start(
            "monitor", "--json", "--touches", "--state", "failed", "--max-rate", "20")
        let lines = RunningProgram.read(monitor.output) { $0.contains(#""method":"touch""#) && $0.contains("failed") }
            .split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains(#""method":"touch""#) || $0.contains(#""state":"failed""#) })
    }

    @Test("Monitor with --reconnect waits for a daemon, and says so")
    func reconnecting() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let monitor = try RunningProgram(.gesturectl, ["monitor", "--reconnect", "--json", "--socket", socket])
        #expect(monitor.expect("Trying again.").contains(socket))
        let daemon = try PlayingDaemon(at: socket)
        #expect(RunningProgram.read(monitor.output) { $0.contains("\n") }.contains(#""method":"gesture""#))
        daemon.stop()
        #expect(monitor.expect("Trying again.").contains("closed the connection"))
        withExtendedLifetime(folder) {}
    }

    @Test(
        "Without a daemon each command ends with status 69, and says what to do",
        arguments: [
            ["status"], ["latency"], ["enable", "a"], ["disable", "a"], ["rotate", "panel", "90"], ["swallow"],
            ["reload"],
            ["monitor"],
        ])
    func unreachable(arguments: [String]) throws {
        let outcome = try Program.gesturectl.run(arguments, environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("systemctl") && outcome.errors.contains("/nonexistent/socket"))
    }

    @Test(
        "All commands are listed in the help and have help",
        arguments: [
            ("status", "exit status is 69"), ("latency", "microseconds"), ("enable", "reload"),
            ("disable", "root and the user that gestured"), ("rotate", "root and the user that gestured"),
            ("swallow", "root and the user that gestured"), ("reload", "root and the user that gestured"),
            ("run", "GESTURED_JSON"), ("devices", "--json"), ("monitor", "--surface"), ("replay", "--touches"),
            ("explain", "--recognizer"), ("record", "sudo gesturectl record > panel.evemu"),
            ("config", "/etc/gestured/gestured.yaml.d/*.yaml"),
        ])
    func help(command: String, words: String) throws {
        #expect(try Program.gesturectl.run("--help").output.contains("  \(command) "))
        let help = try Program.gesturectl.run(command, "--help")
        #expect(help.status == 0 && help.output.contains(words))
    }
}
