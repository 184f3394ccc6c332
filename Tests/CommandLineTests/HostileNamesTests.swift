// Tests of printed names with terminal escapes, from recordings, files and the daemon.

import Foundation
import GestureWire
import Testing

@testable import ControlCommands

@Suite struct HostileNamesTests {
    /// A title for the terminal, a colour, a C1 command, text from right to left, and a line separator.
    private static let name = "a\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}txt\u{2028}\u{7f}b"
    private static let shown = "a\\u{1b}]0;owned\\u{7}\\u{1b}[31m\\u{9b}2J\\u{202e}txt\\u{2028}\\u{7f}b"

    /// Whether a terminal would only display the output.
    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A, 0x20..<0x7F: true
            case 0x00..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    private func expectHarmless(_ outcome: Outcome, shows shown: String? = shown) {
        #expect(isHarmless(outcome.output), "standard output")
        #expect(isHarmless(outcome.errors), "standard error")
        if let shown { #expect((outcome.output + outcome.errors).contains(shown)) }
    }

    /// A recording whose device, and whose file, have the name.
    private func hostileRecording(in folder: TemporaryFolder) throws -> String {
        let text = try String(contentsOfFile: recording("ed-atmel-mxt-1f-fasttaps"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("N:") ? "N: \(Self.name)" : String($0) }
        return try folder.write(lines.joined(separator: "\n"), to: Self.name + ".evemu")
    }

    @Test(
        "Replay and explain escape the names of a recording's device and of its file", arguments: ["replay", "explain"])
    func recordings(command: String) throws {
        let folder = try TemporaryFolder()
        let file = try hostileRecording(in: folder)
        expectHarmless(try Program.gesturectl.run(command, file, file))
        let broken = try folder.write("N: x\nE: \(Self.name)\n", to: Self.name)
        expectHarmless(try Program.gesturectl.run(command, broken))
        let useless = try folder.write("N: \(Self.name)\nE: 0.000000 0000 0000 0000\n", to: "useless")
        expectHarmless(try Program.gesturectl.run(command, useless))
    }

    @Test("A configuration with hostile names, in a file with such a name, is checked and printed escaped")
    func configurations() throws {
        let folder = try TemporaryFolder()
        let dropIns = "etc/gestured/gestured.yaml.d"
        let wrong = """
            recognizers: [{ name: "\(Self.name)", type: tap }]  # \(Self.name)
            surfaces: [{ name: a, match: { name: "x\u{202e}y" }, use: x }]
            """.replacing("\u{1b}", with: "").replacing("\u{7}", with: "").replacing("\u{9b}", with: "")
            .replacing("\u{7f}", with: "")
        _ = try folder.write(wrong, to: "\(dropIns)/1\(Self.name).yaml")
        _ = try folder.write("x", to: "\(dropIns)/2\(Self.name)")
        for command in ["check", "config"] {
            let outcome = try Program.gesturectl.run(command, "--root", folder.url.path)
            #expect(outcome.status == 78)
            expectHarmless(outcome)
        }
        _ = try folder.write("surfaces: [{ name: a, match: { name: \"x*\" } }]", to: "\(dropIns)/1\(Self.name).yaml")
        for arguments in [["check"], ["config"], ["config", "--json"]] {
            let outcome = try Program.gesturectl.run(arguments + ["--root", folder.url.path])
            #expect(outcome.status == 0)
            expectHarmless(outcome, shows: nil)
        }
        let daemon = try Program.gestured.run("--check-config", folder.url.path + "/\(dropIns)/2\(Self.name)")
        #expect(daemon.status != 0)
        expectHarmless(daemon)
    }

    @Test("The line under a message shows a caret under the place, whatever stands before it")
    func caret() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "recognizers: [{ name: \"\u{202e}\u{200f}\u{2066}\", type: tapp }]\n", to: "file.yaml")
        let outcome = try Program.gesturectl.run("check", file)
        expectHarmless(outcome, shows: nil)
        let lines = outcome.errors.split(separator: "\n").map { Array($0) }
        let message = try #require(lines.firstIndex { String($0).contains("unknown type") })
        let (excerpt, caret) = (lines[message + 1], try #require(lines[message + 2].firstIndex(of: "^")))
        #expect(String(excerpt).contains("\u{FFFD}\u{FFFD}\u{FFFD}") && excerpt[caret] == "t")
    }

    @Test("Findings of doctor and gestures are printed escaped")
    func lines() {
        let finding = Finding("devices", .ok, "\"\(Self.name)\"", advice: "name: \(Self.name)").lines(width: 8)
        #expect(finding.allSatisfy { isHarmless($0) && $0.contains(Self.shown) })
        let gesture = GestureNotification(
            recognizer: Self.name, type: "tap", gesture: 1, state: .recognized, surface: Self.name, region: "root",
            time: 0, location: WirePoint(x: 0, y: 0), touches: [1], measurement: .stroke(name: Self.name, score: 1))
        let line = GestureLine(isColourful: false).text(gesture)
        #expect(isHarmless(line) && line.contains(Self.shown))
        let coloured = GestureLine(isColourful: true).text(gesture)
        #expect(coloured.unicodeScalars.count { $0 == "\u{1b}" } == 2, "the colour of the state, and its end")
    }

    @Test("Monitor prints a server's text escaped, and its JSON has the same text", arguments: [false, true])
    func monitor(json: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/s"
        let name = #"a\u001b\""# + "\u{9b}31m\u{202e}\u{7f}\u{2028}\u{E0041}b"
        let tap = FalseDaemon.tap(on: name).replacing(#","time""#, with: "\r\t,\"time\"")
        let daemon = FalseDaemon(at: path, saying: [FalseDaemon.snapshot, tap])
        let outcome = try Program.gesturectl.run(["monitor", "--socket", path] + (json ? ["--json"] : []))
        expectHarmless(outcome, shows: json ? #"\u009b31m\u202e\u007f\u2028\udb40\udc41b"# : "\\u{9b}31m\\u{202e}")
        if json {
            let said = try JSONSerialization.jsonObject(with: Data(tap.utf8)) as? NSDictionary
            let printed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? NSDictionary
            #expect(said != nil && printed == said)
        }
        withExtendedLifetime((folder, daemon)) {}
    }

    @Test("The log, status and devices have the name of a recording's device escaped")
    func rewritten() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let file = try hostileRecording(in: folder)
        let daemon = try RunningProgram(.gestured, ["--replay", file, "--loop", "--socket", socket])
        #expect(isHarmless(daemon.expect("ready:")))
        for command in ["status", "devices"] {
            expectHarmless(try Program.gesturectl.run(command, "--socket", socket), shows: nil)
        }
        daemon.stop()
    }
}
