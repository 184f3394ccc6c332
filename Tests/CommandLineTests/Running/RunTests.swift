// Tests of `gesturectl run`, also across restarts of the daemon.

import Foundation
import Testing

@Suite struct RunTests {
    private func daemon(at socket: String) throws -> RunningProgram {
        let daemon = try RunningProgram(
            .gestured, ["--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop", "--socket", socket])
        #expect(RunningProgram.read(daemon.errors) { $0.contains("ready:") }.contains("ready:"))
        return daemon
    }

    @Test("A command runs for each gesture, and run waits for a daemon that starts or restarts")
    func restarts() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let program = try RunningProgram(
            .gesturectl,
            [
                "run", "--on", "t?p", "--socket", socket, "--", "sh", "-c",
                "echo $GESTURED_RECOGNIZER $GESTURED_STATE $GESTURED_TAPS $GESTURED_SOCKET",
            ])
        #expect(RunningProgram.read(program.errors) { $0.contains("Trying again.") }.contains(socket))
        for _ in 1...2 {
            let daemon = try daemon(at: socket)
            #expect(RunningProgram.read(program.errors) { $0.contains(" is there\n") }.contains("gestured 0.1.0"))
            let lines = RunningProgram.read(program.output) { $0.count { $0 == "\n" } >= 2 }.split(separator: "\n")
            #expect(lines.count >= 2 && lines.allSatisfy { $0 == "tap recognized 1 \(socket)" })
            daemon.stop()
            #expect(
                RunningProgram.read(program.errors) { $0.contains("Trying again.") }.contains("closed the connection"))
        }
        #expect(program.stop() == -1, "a signal ends it")
        withExtendedLifetime(folder) {}
    }

    @Test("Gestures beyond the limit are reported, then their number each second; so is a useless name")
    func limit() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let program = try RunningProgram(
            .gesturectl,
            ["run", "--on", "tap", "--on", "tpa:began", "--jobs", "1", "--socket", daemon.socket, "--", "sleep", "2"])
        let text = RunningProgram.read(program.errors) { $0.contains(" more time") && $0.hasSuffix("\n") }
        #expect(text.contains("--on:2: `tpa` matches no recognizer now; did you mean `tap`?"))
        #expect(text.components(separatedBy: "--on:1: starting sleep failed: 1 command is running\n").count == 2)
        #expect(text.contains(/starting sleep failed \d+ more times?: 1 command is running\n/))
        program.stop()
        daemon.stop()
    }

    @Test("`monitor` reports a missing surface: its panel may come later")
    func noSuchSurface() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let program = try RunningProgram(
            .gesturectl, ["monitor", "--surface", "atmel-*", "--surface", "pannel", "--socket", daemon.socket])
        let text = RunningProgram.read(program.errors) { $0.contains(" now\n") }
        #expect(text.hasSuffix("gesturectl: `pannel` matches no surface now\n"))
        program.stop()
        daemon.stop()
    }

    @Test("A command inherits standard input, output and error, and no other descriptors")
    func descriptors() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let (shell, output) = (Process(), Pipe())
        shell.executableURL = URL(filePath: "/bin/sh")
        let script = #"exec 7</dev/null; exec "$0" run --on tap --socket "$1" -- sh -c 'echo $(ls /proc/$$/fd)'"#
        shell.arguments = ["-c", script, Program.gesturectl.url.path, daemon.socket]
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let numbers = RunningProgram.read(output) { $0.contains("\n") }.prefix { $0 != "\n" }.split(separator: " ")
        shell.terminate()
        shell.waitUntilExit()
        #expect(numbers.starts(with: ["0", "1", "2"]))
        // A shell keeps its pipes for itself; descriptor 7 would be inherited.
        #expect(!numbers.contains("7"))
        daemon.stop()
    }

    @Test(
        "A failing command is reported with recognizer and status, after its own standard error",
        arguments: [
            ("echo oops >&2; exit 3", "exit status 3"), ("echo oops >&2; kill -9 $$", "signal 9 (Killed)"),
        ])
    func failure(script: String, end: String) throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        // Like a parent that ignores how its children end.
        let arguments = ["-c", #"trap '' CHLD; exec "$0" "$@""#, Program.gesturectl.url.path]
        let (shell, errors) = (Process(), Pipe())
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = arguments + ["run", "--on", "tap", "--socket", daemon.socket, "--", "sh", "-c", script]
        shell.standardError = errors
        try shell.run()
        let text = RunningProgram.read(errors) { $0.contains("failed: ") && $0.hasSuffix("\n") }
        shell.terminate()
        shell.waitUntilExit()
        let received = try #require(text.firstRange(of: "\n--on:1: sh, started for tap, failed: \(end)\n"))
        #expect(text[..<received.lowerBound].hasSuffix("\noops") || text[..<received.lowerBound].contains("\noops\n"))
        daemon.stop()
    }

    @Test("Repeated failures are reported once, and then their number")
    func repeatedFailure() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-updown")
        let program = try RunningProgram(
            .gesturectl, ["run", "--on", "pan:changed", "--socket", daemon.socket, "--", "false"])
        let text = RunningProgram.read(program.errors) { $0.contains(" more time") && $0.hasSuffix("\n") }
        program.stop()
        daemon.stop()
        let lines = text.split(separator: "\n").filter { $0.contains("false, started for pan,") }
        #expect(lines.first == "--on:1: false, started for pan, failed: exit status 1")
        #expect(lines.last?.firstMatch(of: /failed \d+ more times?: exit status 1$/) != nil)
    }

    @Test("A state that no matching recognizer can have is refused with the possible ones; other states are accepted")
    func impossibleState() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let command = ["--socket", daemon.socket, "--", "echo", "started"]
        let outcome = try Program.gesturectl.run(["run", "--on", "tap:failed", "--on", "t*tap:began"] + command)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("--on:2: this never happens: recognizers of type tap have the states "))
        #expect(outcome.errors.hasSuffix(" recognized, failed\n"))
        let program = try RunningProgram(
            .gesturectl, ["run", "--on", "*:recognized", "--on", "*:changed"] + command)
        #expect(RunningProgram.read(program.output) { $0.contains("\n") }.hasPrefix("started\n"))
        program.stop()
        daemon.stop()
    }

    @Test("A file that is not executable is reported, with the command that makes it so")
    func notExecutable() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("#!/bin/sh\n", to: "gestured-script")
        for (command, path) in [(file, "/usr/bin:/bin"), ("gestured-script", folder.url.path + ":/usr/bin:/bin")] {
            let outcome = try Program.gesturectl.run(
                "run", "--on", "tap", "--", command, environment: ["PATH": path])
            #expect(outcome.status == 64)
            #expect(outcome.errors == "gesturectl: \(file) is not executable; make it so: chmod +x \(file)\n")
        }
        withExtendedLifetime(folder) {}
    }

    @Test(
        "Wrong usage ends with status 64 and says what is missing",
        arguments: [
            (["--on", "tap"], "after `--`"), (["--", "true"], "--on"),
            (["--on", "tap:begin", "--", "true"], "did you mean `began`?"),
            (["--on", "tap", "--jobs", "0", "--", "true"], "--jobs"),
            (["--on", "tap", "--", "/nonexistent/program"], "there is no program /nonexistent/program"),
        ])
    func usage(arguments: [String], words: String) throws {
        let outcome = try Program.gesturectl.run(["run"] + arguments)
        #expect(outcome.status == 64 && outcome.errors.contains(words))
    }
}
