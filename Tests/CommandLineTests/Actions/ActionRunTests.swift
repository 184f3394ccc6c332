// Tests of `gesturectl run --config`, `check` and `actions`, with real commands.

import Foundation
import Testing

@Suite struct ActionRunTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ entries: String) throws -> String {
        try folder.write("actions:\n" + entries, to: "actions.yaml")
    }

    @Test("Actions run while one command hangs, one fails and one floods the log")
    func independence() throws {
        let daemon = try PlayingDaemon()
        let out = folder.url.path + "/out"
        let path = try file(
            """
            - { on: tap, command: exec sleep 20 }
            - { on: tap, command: exit 3 }
            - { on: tap, command: "yes flood" }
            - { on: tap, command: 'echo "$GESTURED_TAPS" >> \(out)' }
            - { on: tap, command: echo last }
            """)
        let program = try daemon.start("run", "--config", path)
        // The last of five taps: more than hanging commands may run at a time.
        let text = RunningProgram.read(program.errors) { text in
            text.contains("4 commands are running") && text.contains("lines more")
                && text.components(separatedBy: "\(path):6: last\n").count > 5
        }
        for line in [
            "gesturectl: gestured 0.1.0 is there; 5 actions of \(path)",
            "\(path):2: starting sh failed: 4 commands are running",
            "\(path):3: sh, started for tap, failed: exit status 3", "\(path):4: flood", "\(path):6: last",
        ] {
            #expect(text.contains(line + "\n"))
        }
        program.stop()
        daemon.stop()
        let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= 5 && lines.allSatisfy { $0 == "1" })
    }

    @Test("Actions run while nobody reads the messages; those that are lost are counted")
    func unread() throws {
        let daemon = try PlayingDaemon()
        let out = folder.url.path + "/out"
        #expect(mkfifo(out, 0o600) == 0)
        // Also for writing, so that it has no end.
        let reader = try FileHandle(forUpdating: URL(filePath: out))
        let path = try file(
            """
            - { on: tap, command: 'echo > \(out)' }
            - { on: tap, command: exit 3, jobs: 1 }
            - { on: tap, command: 'printf "%0500d\\n" 1 2 3 4 5' }
            """)
        let program = try daemon.start("run", "--config", path)
        let pipeSize: Int32 = 1031  // F_SETPIPE_SZ
        #expect(fcntl(program.errors.fileHandleForReading.fileDescriptor, pipeSize, 4096) == 4096)
        // Far more than when the pipe is full.
        var runs = 0
        var ready = pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while runs < 40, poll(&ready, 1, 50_000) == 1 { runs += reader.availableData.count }
        #expect(runs >= 40)
        #expect(program.errors(to: " messages, which are lost\n").contains("gesturectl: nobody has read "))
    }

    @Test("SIGHUP loads the file again; one with mistakes, or that cannot be used, changes nothing")
    func reload() throws {
        let daemon = try PlayingDaemon()
        let path = try folder.write("actions: []\n", to: "actions.yaml")
        let program = try daemon.start("run", "--config", path)
        program.expect("is there; 0 actions of \(path)\n")
        _ = try file("- { on: tap, command: [echo, before] }\n")
        program.send(SIGHUP)
        program.expect(":2: before\n")
        _ = try file("- { on: tap, comand: [echo] }\n")
        program.send(SIGHUP)
        let refusal = program.expect("gesturectl: the file was not loaded; the previous actions stay in force\n")
        #expect(refusal.contains("\(path):2:14: error: unknown key `comand`\n"))
        program.expect(":2: before\n")
        _ = try file(String(repeating: "- { on: tap, command: [echo, after] }\n", count: 100))
        try program.allowDescriptors(100)
        program.send(SIGHUP)
        #expect(
            program.expect("stay in force\n").contains("gesturectl: pipe2: Too many open files; allow more open files"))
        program.expect(":2: before\n")
        try program.allowDescriptors(1024)
        program.send(SIGHUP)
        program.expect("loaded again: 100 actions")
        program.expect(": after\n")
    }

    @Test("A wrong file is refused with every place and status 78, also by `check`")
    func wrongFile() throws {
        let path = try file("- { on: tap, kye: a }\n- { key: b }\n")
        for arguments in [["run", "--config", path], ["check", path], ["actions", "--config", path]] {
            let outcome = try Program.gesturectl.run(arguments)
            #expect(outcome.status == 78, "\(arguments)")
            #expect(outcome.errors.contains("\(path):2:14: error: unknown key `kye`\n"))
            #expect(outcome.errors.contains("\(path):3:3: error: an action needs `on`\n"))
        }
    }

    @Test("`check` finds names, states and commands that are not there")
    func check() throws {
        let path = try file(
            """
            - { on: tpa, command: [true] }
            - { on: "tap:began", command: [true] }
            - { on: tap, command: [/nonexistent/program] }
            - { on: tap, command: nonexistent-program "$GESTURED_X" }
            - { on: tap, command: 'if true; then exit 1; fi' }
            """)
        let configuration = try folder.write("recognizers: [{ name: tap, type: tap }]", to: "gestured.yaml")
        let outcome = try Program.gesturectl.run("check", "--actions", path, configuration)
        #expect(outcome.status == 78)
        for words in [
            "checked against \(configuration)\n", "\(path):2:9: error: no recognizer is called `tpa`\n",
            "did you mean `tap`?",
            "\(path):3:9: error: this never happens: ",
            "\(path):4:23: error: there is no program /nonexistent/program\n",
            "\(path):5:23: error: there is no program nonexistent-program\n",
        ] {
            #expect(outcome.errors.contains(words))
        }
        #expect(!outcome.errors.contains("\(path):6:"))
        let right = try file("- { on: tap, command: [true] }\n")
        let success = try Program.gesturectl.run("check", "--actions", right, configuration)
        #expect(success.status == 0)
        #expect(success.output == "\(right): no problems: 1 action, checked against \(configuration)\n")
        _ = try folder.write("recognizers: 3", to: "gestured.yaml")
        let unchecked = try Program.gesturectl.run("check", "--actions", right, configuration)
        #expect(unchecked.status == 78 && unchecked.output.isEmpty && unchecked.errors.contains("`recognizers`"))
        let misspelled = try folder.write("action:\n- { on: tap, command: [true] }\n", to: "actions.yaml")
        let words = try Program.gesturectl.run("check", misspelled).errors
        #expect(words.contains("\(misspelled):1:1: error: unknown key `action`") && words.contains("`actions`?"))
    }

    @Test("`check` compares actions with the configuration of the daemon that runs, and says so")
    func checkAgainstDaemon() throws {
        let daemon = try PlayingDaemon(configuration: "recognizers: [{ name: mine, type: tap }]")
        let path = try file("- { on: mine, command: [true] }\n")
        let running = try Program.gesturectl.run("check", path, environment: ["GESTURED_SOCKET": daemon.socket])
        #expect(
            running.output == "\(path): no problems: 1 action, checked against \(daemon.file), "
                + "the running gestured's files as they are now\n",
            "\(running)")
        let nowhere = ["GESTURED_SOCKET": folder.url.path + "/none"]
        let none = try Program.gesturectl.run("check", path, environment: nowhere)
        #expect(none.status == 78 && none.errors.contains("no recognizer is called `mine`"))
        #expect(none.errors.hasPrefix("checked against "))
    }

    @Test("`run --verbose` says what runs, and for which recognizer", arguments: [true, false])
    func verbose(isOfFile: Bool) throws {
        let daemon = try PlayingDaemon()
        let path = try file("- { on: tap, command: [true, 'a b'] }\n")
        let program =
            try isOfFile
            ? daemon.start("run", "--verbose", "--config", path)
            : daemon.start("run", "--verbose", "--on", "tap", and: ["--", "true", "a b"])
        program.expect((isOfFile ? "\(path):2" : "--on:1") + ": tap: runs true 'a b'\n")
    }

    @Test("Keys need the program of the session, and `check` says which")
    func keys() throws {
        let path = try file("- { on: tap, key: alt+Left }\n")
        let configuration = try folder.write("recognizers: [{ name: tap, type: tap }]", to: "gestured.yaml")
        for (wayland, display, words) in [
            ("", "", ":2:19: warning: keys need a display"),
            ("wayland-0", ":0", "error: keys under Wayland need wtype: there is no program wtype\n"),
            ("", ":0", "keys under X11 need xdotool: there is no program xdotool"),
        ] {
            let outcome = try Program.gesturectl.run(
                "check", "--actions", path, configuration,
                environment: ["WAYLAND_DISPLAY": wayland, "DISPLAY": display, "PATH": folder.url.path])
            #expect(outcome.errors.contains(words))
        }
    }

    @Test("`actions` lists what the file does; `--learn` prints an entry for a gesture")
    func list() throws {
        let path = try file("- { on: tap, command: [echo, a b] }\n")
        let outcome = try Program.gesturectl.run("actions", "--config", path)
        #expect(outcome.output == "\(path):2: tap recognized or ended: echo 'a b'\n")
        let daemon = try PlayingDaemon()
        let program = try daemon.start("actions", "--learn")
        let text = RunningProgram.read(program.output) { $0.contains("notify-send") && $0.hasSuffix("\n") }
        #expect(text.hasPrefix("actions:\n  # tap (tap) on "))
        #expect(text.contains("\n  - on: tap\n    command: [notify-send, tap]\n"))
    }

    @Test(
        "Without a file, the user's is read, by one process at a time; without that, the message says where it belongs")
    func userFile() throws {
        let daemon = try PlayingDaemon()
        let home = folder.url.path
        let environment = ["XDG_CONFIG_HOME": home, "XDG_RUNTIME_DIR": home]
        let missing = try Program.gesturectl.run("run", environment: environment)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("\(home)/gestured/actions.yaml: there is no such file; copy one of"))
        _ = try folder.write("actions: [{ on: tap, command: [echo, a] }]", to: "gestured/actions.yaml")
        let listed = try Program.gesturectl.run("actions", environment: environment)
        #expect(listed.output.contains("/gestured/actions.yaml:1: tap"))
        let first = try RunningProgram(.gesturectl, ["run", "--socket", daemon.socket], environment: environment)
        first.expect(" is there; ")
        for path in [[], ["--config", "\(home)/../\(folder.url.lastPathComponent)/gestured/actions.yaml"]] {
            let second = try Program.gesturectl.run(
                ["run", "--socket", daemon.socket] + path, environment: environment)
            #expect(second.status == 75 && second.errors.contains("/gestured/actions.yaml already\n"))
        }
        first.stop()
        daemon.stop()
    }
}
