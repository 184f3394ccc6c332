// Tests of `gesturectl check` and `gesturectl config`.

import Foundation
import Testing

@Suite struct ConfigCommandTests {
    private let root: TemporaryFolder
    private var path: String { root.url.path }

    init() throws {
        root = try TemporaryFolder()
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

    @Test("Defaults are printed with --all, one line that names the files with --json")
    func more() throws {
        let all = try Program.gesturectl.run("config", "--all", "--root", path)
        #expect(all.output.contains("\n#    numberOfTapsRequired: 1 "))
        let json = try Program.gesturectl.run("config", "--json", "--root", path)
        #expect(json.lines.count == 1 && (json.json?["files"] as? [String])?.count == 2)
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
        #expect(try Program.gesturectl.run("config", "--help").output.contains("The files are read now"))
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
        let off = try root.write("recognizers: [{ name: tap, enabled: false }]\n", to: "off.yaml")
        for verb in ["replay", "explain"] {
            let played = [verb, "--config", main, recording("ed-atmel-mxt-1f-fasttaps")]
            #expect(
                try Program.gesturectl.run(played).output != Program.gesturectl.run(played + ["--drop-in", off]).output)
            #expect(try Program.gesturectl.run(played + ["--drop-in", path + "/none.yaml"]).status == 78)
        }
        let alone = try Program.gesturectl.run("check", off)
        #expect(alone.status == 78 && alone.errors.contains("give it with --drop-in"))
        let missing = try Program.gesturectl.run("check", "--drop-in", path + "/none.yaml")
        #expect(missing.status == 78 && missing.errors.contains("none.yaml: error: the file cannot be read"))
    }

    @Test("A recording or configuration whose name is not UTF-8 is called that, and not missing")
    func foreignNames() throws {
        let text = try shell(
            #"for verb in "replay" "check" "run --config"; do "$0" $verb $'none\xff' ; echo "status $?"; done"#,
            [Program.gesturectl.url.path], in: root.url)
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
}
