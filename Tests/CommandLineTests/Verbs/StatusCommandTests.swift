// Tests of status, latency, enable, disable and monitor with a running daemon.

import Foundation
import Testing

@Suite struct StatusCommandTests {
    @Test("Status prints text for people, and the daemon's own result for programs")
    func status() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let people = try Program.gesturectl.run("status", "--socket", daemon.socket)
        #expect(people.status == 0)
        #expect(people.output.hasPrefix("gestured 0.1.0, running for "))
        #expect(people.lines.contains("  surfaces       1, of 1 input device"))
        #expect(people.output.contains("\n  process "), "the user who runs the daemon also receives the clients")
        let json = try Program.gesturectl.run("status", "--json", "--socket", daemon.socket)
        let members = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(members?["surfaces"] as? Int == 1 && members?["jsonrpc"] == nil && json.lines.count == 1)
        daemon.stop()
    }

    @Test("Latency says that nothing was measured, later percentiles")
    func latency() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let nothing = try Program.gesturectl.run("latency", "--socket", daemon.socket)
        #expect(nothing.status == 0 && nothing.output.isEmpty && nothing.errors.contains("nothing was measured yet"))
        let monitor = try RunningProgram(.gesturectl, ["monitor", "--socket", daemon.socket])
        // The second gesture is sent after the first was counted.
        _ = RunningProgram.read(monitor.output) { $0.count { $0 == "\n" } >= 2 }
        let people = try Program.gesturectl.run("latency", "--socket", daemon.socket)
        #expect(people.status == 0 && people.lines.count == 6 && people.lines[1].hasPrefix("    50 % within "))
        let json = try Program.gesturectl.run("latency", "--json", "--socket", daemon.socket)
        let members = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Double]
        #expect(members?["count"] ?? 0 >= 1 && members?["max"] ?? 0 > 0)
        monitor.stop()
        daemon.stop()
    }

    @Test("A disabled recognizer recognizes nothing until it is enabled")
    func enabling() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        for (command, isEnabled) in [("disable", false), ("enable", true)] {
            let outcome = try Program.gesturectl.run(command, "tap", "--socket", daemon.socket)
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
            let monitor = try RunningProgram(
                .gesturectl, ["monitor", "--recognizer", "tap", "--json", "--socket", daemon.socket])
            let summary = RunningProgram.read(monitor.errors) { $0.contains("\n") }
            #expect(summary.contains("recognizers: tap"))
            if isEnabled { #expect(RunningProgram.read(monitor.output) { $0.contains("\n") }.contains(#""tap""#)) }
            monitor.stop()
            if !isEnabled { #expect(RunningProgram.read(monitor.output) { _ in false } == "") }
        }
        let unknown = try Program.gesturectl.run("disable", "tpa", "--socket", daemon.socket)
        #expect(unknown.status == 64 && unknown.errors.contains("did you mean `tap`?"))
        daemon.stop()
    }

    @Test("Monitor prints touches and the requested states, and nothing else")
    func options() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let monitor = try RunningProgram(
            .gesturectl,
            ["monitor", "--json", "--touches", "--state", "failed", "--max-rate", "20", "--socket", daemon.socket])
        let lines = RunningProgram.read(monitor.output) { $0.contains(#""method":"touch""#) && $0.contains("failed") }
            .split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains(#""method":"touch""#) || $0.contains(#""state":"failed""#) })
        monitor.stop()
        daemon.stop()
        for arguments in [["--max-rate", "0"], ["--max-rate", "1001"], ["--max-rate", "nan"], ["--state", "begun"]] {
            #expect(try Program.gesturectl.run(["monitor"] + arguments).status == 64)
        }
    }

    @Test("Monitor with --reconnect waits for a daemon, and says so")
    func reconnecting() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let monitor = try RunningProgram(.gesturectl, ["monitor", "--reconnect", "--json", "--socket", socket])
        #expect(RunningProgram.read(monitor.errors) { $0.contains("Trying again.") }.contains(socket))
        let daemon = try RunningProgram(
            .gestured, ["--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop", "--socket", socket])
        #expect(RunningProgram.read(monitor.output) { $0.contains("\n") }.contains(#""method":"gesture""#))
        daemon.stop()
        #expect(
            RunningProgram.read(monitor.errors) { $0.contains("Trying again.") }.contains("closed the connection"))
        monitor.stop()
        withExtendedLifetime(folder) {}
    }

    @Test(
        "Without a daemon each command ends with status 69",
        arguments: [["status"], ["latency"], ["enable", "a"], ["disable", "a"]])
    func unreachable(arguments: [String]) throws {
        let outcome = try Program.gesturectl.run(arguments, environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69 && outcome.errors.contains("systemctl") && outcome.output.isEmpty)
    }

    @Test("All commands are listed in the help and have help")
    func help() throws {
        let all = try Program.gesturectl.run("--help").output
        for (command, word) in [
            ("status", "exit status is 69"), ("latency", "microseconds"), ("enable", "reload"),
            ("disable", "root and the user that gestured"), ("run", "GESTURED_JSON"),
        ] {
            #expect(all.contains("  \(command) "))
            let help = try Program.gesturectl.run(command, "--help")
            #expect(help.status == 0 && help.output.contains(word))
        }
    }
}
