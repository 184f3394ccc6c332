// Tests of `gesturectl run`, also across restarts of the daemon.

import Foundation
import Testing

@Suite struct RunTests {
    @Test("A command runs for each gesture, and run waits for a daemon that starts or restarts")
    func restarts() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let script = "echo $GESTURED_RECOGNIZER $GESTURED_STATE $GESTURED_TAPS $GESTURED_SOCKET"
        let program = try RunningProgram(
            .gesturectl, ["run", "--on", "t?p", "--socket", socket, "--", "sh", "-c", script])
        #expect(program.expect("Trying again.").contains(socket))
        for _ in 1...2 {
            let daemon = try PlayingDaemon(at: socket)
            #expect(program.expect(" is there\n").contains("gestured 0.1.0"))
            let lines = RunningProgram.read(program.output) { $0.count { $0 == "\n" } >= 2 }.split(separator: "\n")
            #expect(lines.count >= 2 && lines.allSatisfy { $0 == "tap recognized 1 \(socket)" })
            daemon.stop()
            #expect(program.expect("Trying again.").contains("closed the connection"))
        }
        #expect(program.stop() == -1, "a signal ends it")
        withExtendedLifetime(folder) {}
    }

    @Test("Gestures beyond the limit are reported, then their number each second; so is a useless name")
    func limit() throws {
        let program = try PlayingDaemon().start(
            "run", "--on", "tap", "--on", "tpa:began", "--jobs", "1", and: ["--", "sleep", "2"])
        let text = RunningProgram.read(program.errors) { $0.contains(" more time") && $0.hasSuffix("\n") }
        #expect(text.contains("--on:2: `tpa` matches no recognizer now; did you mean `tap`?"))
        #expect(text.components(separatedBy: "--on:1: starting sleep failed: 1 command is running\n").count == 2)
        #expect(text.contains(/starting sleep failed \d+ more times?: 1 command is running\n/))
    }

    @Test(
        "A failing command is reported with recognizer and status, after its own standard error",
        arguments: [
            ("echo oops >&2; exit 3", "exit status 3"), ("echo oops >&2; kill -9 $$", "signal 9 (Killed)"),
        ])
    func failure(script: String, end: String) throws {
        let daemon = try PlayingDaemon()
        // Like a parent that ignores how its children end.
        let arguments = ["-c", #"trap '' CHLD; exec "$0" "$@""#, Program.gesturectl.url.path]
        let shell = try RunningProgram(
            URL(filePath: "/bin/sh"),
            arguments + ["run", "--on", "tap", "--socket", daemon.socket, "--", "sh", "-c", script])
        let text = RunningProgram.read(shell.errors) { $0.contains("failed: ") && $0.hasSuffix("\n") }
        shell.stop()
        daemon.stop()
        let received = try #require(text.firstRange(of: "\n--on:1: sh, started for tap, failed: \(end)\n"))
        #expect(text[..<received.lowerBound].hasSuffix("\noops") || text[..<received.lowerBound].contains("\noops\n"))
    }

    @Test("A state that no matching recognizer can have is refused with the possible ones; other states are accepted")
    func impossibleState() throws {
        let daemon = try PlayingDaemon()
        let outcome = try Program.gesturectl.run(
            "run", "--on", "tap:failed", "--on", "t*tap:began", "--socket", daemon.socket, "--", "echo", "started")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("--on:2: this never happens: recognizers of type tap have the states "))
        #expect(outcome.errors.hasSuffix(" recognized, failed\n"))
        let program = try daemon.start(
            "run", "--on", "*:recognized", "--on", "*:changed", and: ["--", "echo", "started"])
        #expect(RunningProgram.read(program.output) { $0.contains("\n") }.hasPrefix("started\n"))
    }
}
