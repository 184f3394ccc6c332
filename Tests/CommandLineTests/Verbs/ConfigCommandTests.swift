// Tests of `gesturectl check` and `gesturectl config`.

import Foundation
import Testing

@Suite struct ConfigCommandTests {
    private let root: TemporaryFolder
    private var path: String { root.url.path }

    init() throws {
        root = try TemporaryFolder()
        for folder in ["usr/share/gestured", "etc/gestured/gestured.yaml.d"] {
            try FileManager.default.createDirectory(
                at: root.url.appending(path: folder), withIntermediateDirectories: true)
        }
        _ = try root.write(
            "recognizers:\n  - { name: tap, type: tap }\n  - { name: move, type: pan }\n",
            to: "usr/share/gestured/gestured.yaml")
        _ = try root.write("surfaces: [{ name: panel }]\n", to: "etc/gestured/gestured.yaml")
    }

    private func dropIn(_ text: String) throws {
        _ = try root.write(text, to: "etc/gestured/gestured.yaml.d/10-kiosk.yaml")
    }

    @Test("Check reports that all files are valid, and names them")
    func good() throws {
        try dropIn("recognizers: [{ name: more, type: pinch }]\n")
        let outcome = try Program.gesturectl.run("check", "--root", path)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == "\(path)/etc/gestured/gestured.yaml and 1 file of gestured.yaml.d: no problems: "
                + "1 surface, 0 regions, 3 recognizers\n")
        #expect(try Program.gesturectl.run("check", "--root", path + "/").output == outcome.output)
    }

    @Test("Check prints warnings on standard error, with their places, and succeeds")
    func warnings() throws {
        try dropIn("recognizers: [{ name: back, type: swipe }]\n")
        let outcome = try Program.gesturectl.run("check", "--root", path)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix(": valid, 1 warning: 1 surface, 0 regions, 3 recognizers\n"))
        let file = "\(path)/etc/gestured/gestured.yaml.d/10-kiosk.yaml"
        #expect(
            outcome.errors.hasPrefix("\(file):1:23: warning: `move` always prevents `back` with the same fingers: "))
        #expect(outcome.errors.contains("\n    let `move` wait: `blocks: [move]` in `back`, or "))
        let both = try root.write("recognizers: [{ name: a, type: pan }, { name: b, type: swipe }]\n", to: "both.yaml")
        let daemon = try Program.gestured.run("--check-config", both)
        #expect(daemon.status == 0 && daemon.output.contains(": valid, 1 warning: "))
    }

    @Test("Check looks up names of users and groups, but no numbers, and none of an image")
    func accounts() throws {
        let line =
            "access: [{ group: no-such-group, allow: gestures }, { user: root, allow: gestures }, "
            + "{ user: 4000000000, allow: gestures }, { group: '4000000001', allow: gestures }, "
            + "{ user: rooot, allow: gestures }]\n"
        try dropIn(line)
        #expect(try Program.gesturectl.run("check", "--root", path).errors == "")
        let outcome = try Program.gesturectl.run("check", "\(path)/etc/gestured/gestured.yaml.d/10-kiosk.yaml")
        #expect(outcome.status == 0 && outcome.output.contains(": valid, 2 warnings: "))
        #expect(
            outcome.errors.contains("no user called `rooot`") && outcome.errors.contains("    did you mean `root`?\n"))
        #expect(
            outcome.errors.contains(
                ":1:19: warning: this system knows no group called `no-such-group`, so the entry grants nothing\n"))
    }

    @Test("Both print every problem with its own file and line, and status 78", arguments: ["check", "config"])
    func problems(_ command: String) throws {
        try dropIn("recognizers:\n  - { name: tap, numberOfTapsRequired: many }\nlimit: 3\n")
        let outcome = try Program.gesturectl.run(command, "--root", path)
        #expect(outcome.status == 78 && outcome.output.isEmpty)
        let file = "\(path)/etc/gestured/gestured.yaml.d/10-kiosk.yaml"
        #expect(outcome.errors.hasPrefix("\(file):2:40: error: "))
        #expect(outcome.errors.contains("\n\(file):3:1: error: unknown key `limit`\n    limit: 3\n"))
    }

    @Test("The printed configuration has the same meaning: printed, read and printed again, only the places differ")
    func again() throws {
        try dropIn("recognizers: [{ name: move, hysteresis: 3mm }]\n")
        let first = try Program.gesturectl.run("config", "--root", path)
        #expect(first.status == 0)
        let line = try #require(first.lines.first { $0.hasPrefix("    hysteresis: 3mm  ") })
        #expect(line.hasSuffix("  # \(path)/etc/gestured/gestured.yaml.d/10-kiosk.yaml:1"))
        let file = try root.write(first.output, to: "printed.yaml")
        let second = try Program.gesturectl.run("config", file)
        #expect(second.status == 0 && second.output.contains("  # \(file):1\n"))
        func values(_ outcome: Outcome) -> [Substring] { outcome.lines.map { $0.prefix { $0 != "#" } } }
        #expect(values(first) == values(second) && first.lines.count == 16)
    }

    @Test("Defaults are printed with --all, one line that names the files with --json")
    func more() throws {
        let all = try Program.gesturectl.run("config", "--all", "--root", path)
        #expect(all.output.contains("\n#    numberOfTapsRequired: 1 "))
        let json = try Program.gesturectl.run("config", "--json", "--root", path)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(json.lines.count == 1 && (object?["files"] as? [String])?.count == 2)
    }

    @Test(
        "An empty root, as from an unset variable, is wrong usage; a root that is not a folder is an error with its name"
    )
    func noRoot() throws {
        let file = try root.write("", to: "file")
        for command in ["check", "config"] {
            let empty = try Program.gesturectl.run(command, "--root", "")
            #expect(empty.status == 64 && empty.output.isEmpty)
            #expect(empty.errors.contains("--root is empty; name a folder"), "\(empty.errors)")
            #expect(try Program.gesturectl.run(command, "--root=").status == 64)
            let missing = try Program.gesturectl.run(command, "--root", path + "/none")
            #expect(missing.status == 1 && missing.output.isEmpty)
            #expect(missing.errors == "gesturectl: --root \(path)/none: No such file or directory\n")
            #expect(try Program.gesturectl.run(command, "--root", file).errors.contains("\(file): not a folder"))
        }
    }

    @Test("A root has the recognizers for a file of actions; beside the file alone it is wrong usage, with the way out")
    func actions() throws {
        try dropIn("recognizers: [{ name: more, type: pinch }]\n")
        let actions = try root.write("actions: [{ on: more, command: [true] }]\n", to: "actions.yaml")
        let right = try Program.gesturectl.run("check", "--root", path, "--actions", actions)
        #expect(right.status == 0 && right.output.hasPrefix("\(actions): no problems: 1 action, checked against "))
        #expect(right.output.hasSuffix("\(path)/etc/gestured/gestured.yaml and 1 file of gestured.yaml.d\n"))
        let wrong = try Program.gesturectl.run("check", "--root", path, actions)
        #expect(wrong.status == 64 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("give --root or a file; check a file of actions with --actions"))
    }

    @Test("Drop-ins of an option are merged over the files by every command that reads them, in their order")
    func namedDropIns() throws {
        let first = try root.write("recognizers: [{ name: move, hysteresis: 3mm }]\n", to: "1.yaml")
        let second = try root.write(
            "recognizers: [{ name: more, type: pinch }, { name: move, enabled: false }]\n", to: "2.yaml")
        let options = ["--drop-in", first, "--drop-in", second]
        let check = try Program.gesturectl.run(["check", "--root", path] + options)
        let name = "\(path)/etc/gestured/gestured.yaml with drop-in \(first) with drop-in \(second)"
        #expect(check.output == "\(name): no problems: 1 surface, 0 regions, 3 recognizers\n", "\(check)")
        let config = try Program.gesturectl.run(["config", "--root", path] + options)
        #expect(config.output.contains("hysteresis: 3mm ") && config.output.contains("# \(second):1\n"))
        let main = try root.write(
            "recognizers: [{ name: move, type: pan }, { name: tap, type: tap }]\n", to: "main.yaml")
        let daemon = try Program.gestured.run(["--check-config", main] + options)
        #expect(daemon.output.hasPrefix("\(main) with drop-in "), "\(daemon)")
        for verb in ["replay", "explain"] {
            let arguments = [verb, "--config", main, recording("ed-atmel-mxt-1f-fasttaps")]
            let wrong = try root.write("recognizers: [{ name: non, enabled: false }]\n", to: "wrong.yaml")
            #expect(try Program.gesturectl.run(arguments + options).status == 0, "\(verb)")
            #expect(try Program.gesturectl.run(arguments + ["--drop-in", wrong]).status == 78, "\(verb)")
        }
        let off = try root.write("recognizers: [{ name: tap, enabled: false }]\n", to: "off.yaml")
        let played = ["replay", "--config", main, recording("ed-atmel-mxt-1f-fasttaps")]
        #expect(try Program.gesturectl.run(played).output.contains(" tap "))
        #expect(try !Program.gesturectl.run(played + ["--drop-in", off]).output.contains(" tap "))
        let alone = try Program.gesturectl.run("check", off)
        #expect(alone.status == 78 && alone.errors.contains("give it with --drop-in"))
        let missing = try Program.gesturectl.run("check", "--drop-in", path + "/none.yaml")
        #expect(missing.status == 78 && missing.errors.contains("none.yaml: error: the file cannot be read"))
    }

    @Test("A recording or configuration whose name is not UTF-8 is called that, and not missing")
    func foreignNames() throws {
        let copy = Process()
        copy.executableURL = URL(filePath: "/bin/bash")
        copy.currentDirectoryURL = root.url
        let output = Pipe()
        copy.standardError = output
        copy.standardOutput = output
        copy.arguments = [
            "-c", #"for verb in "replay" "check" "run --config"; do "$0" $verb $'none\xff' ; echo "status $?"; done"#,
            Program.gesturectl.url.path,
        ]
        try copy.run()
        copy.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.components(separatedBy: "its name is not UTF-8: rename the file").count == 4, "\(text)")
        #expect(text.matches(of: /status [1-9]/).count == 3, "\(text)")
    }

    @Test("Check notes ignored files among the drop-ins, but no hidden files, and none beside a given file")
    func passedOver() throws {
        try dropIn("limits: { peers: 8 }\n")
        for name in ["x.yml", "README", ".hidden"] {
            _ = try root.write("[", to: "etc/gestured/gestured.yaml.d/\(name)")
        }
        let outcome = try Program.gesturectl.run("check", "--root", path)
        #expect(outcome.status == 0 && outcome.output.contains("and 1 file of gestured.yaml.d: no problems"))
        #expect(
            outcome.errors == "gesturectl: ignored: README (only *.yaml is read)\n"
                + "gesturectl: ignored: x.yml (only *.yaml is read)\n")
        let named = try Program.gesturectl.run("check", path + "/etc/gestured/gestured.yaml.d/10-kiosk.yaml")
        #expect(!named.errors.contains("passed over"))
    }

    @Test("A file and a root together are wrong usage; help says when the files are read, and which")
    func usage() throws {
        #expect(try Program.gesturectl.run("check", "--root", path, "x.yaml").status == 64)
        #expect(try Program.gesturectl.run("check", path + "/none.yaml").status == 78)
        let help = try Program.gesturectl.run("config", "--help").output
        #expect(help.contains("The files are read now") && help.contains("/etc/gestured/gestured.yaml.d/*.yaml"))
    }
}
