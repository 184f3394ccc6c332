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

    @Test("`monitor` reports a missing surface: its panel may come later")
    func noSuchSurface() throws {
        let program = try PlayingDaemon().start("monitor", "--surface", "atmel-*", "--surface", "pannel")
        #expect(program.errors(to: " now\n").hasSuffix("gesturectl: `pannel` matches no surface now\n"))
    }

    @Test("A command inherits standard input, output and error, and no other descriptors")
    func descriptors() throws {
        let daemon = try PlayingDaemon()
        let script = #"exec 7</dev/null; exec "$0" run --on tap --socket "$1" -- sh -c 'echo $(ls /proc/$$/fd)'"#
        let shell = try RunningProgram(
            URL(filePath: "/bin/sh"), ["-c", script, Program.gesturectl.url.path, daemon.socket])
        let numbers = RunningProgram.read(shell.output) { $0.contains("\n") }.prefix { $0 != "\n" }
            .split(separator: " ")
        #expect(numbers.starts(with: ["0", "1", "2"]))
        // A shell keeps its pipes for itself; descriptor 7 would be inherited.
        #expect(!numbers.contains("7"))
        shell.stop()
        daemon.stop()
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

    @Test("Repeated failures are reported once, and then their number")
    func repeatedFailure() throws {
        let program = try PlayingDaemon("ed-atmel-mxt-1f-updown").start(
            "run", "--on", "pan:changed", and: ["--", "false"])
        let text = RunningProgram.read(program.errors) { $0.contains(" more time") && $0.hasSuffix("\n") }
        let lines = text.split(separator: "\n").filter { $0.contains("false, started for pan,") }
        #expect(lines.first == "--on:1: false, started for pan, failed: exit status 1")
        #expect(lines.last?.firstMatch(of: /failed \d+ more times?: exit status 1$/) != nil)
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
