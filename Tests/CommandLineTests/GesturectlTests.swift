// Tests of gesturectl's offline verbs and of its usage errors.

import Foundation
import Testing

@Suite struct GesturectlTests {
    private let folder: TemporaryFolder
    /// The path of a configuration with one tap recognizer.
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write("recognizers: [{ name: select, type: tap }]", to: "gestured.yaml")
    }

    @Test("Replay prints the lines of a subscriber, the same every time, or a line of text, without colour, per event")
    func replay() throws {
        let taps = recording("ed-atmel-mxt-1f-fasttaps")
        let once = try Program.gesturectl.run("replay", "--json", "--config", file, taps)
        let twice = try Program.gesturectl.run("replay", "--json", "--config", file, taps)
        #expect(once.status == 0 && once.lines.count == 9 && once.output == twice.output)
        #expect(
            once.lines.first?.hasPrefix(
                #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"select","type":"tap","#
            ) == true)
        let words = try Program.gesturectl.run("replay", "--config", file, taps)
        #expect(words.lines.count == 9)
        #expect(words.lines.allSatisfy { $0.contains("select") && $0.hasSuffix("1 tap") && !$0.contains("\u{1b}") })
    }

    @Test("With --touches the touches come before the gestures of their event, as JSON or as text")
    func touches() throws {
        let arguments = ["replay", "--touches", "--config", file, recording("ed-isdv4e6-single-tap-center")]
        let json = try Program.gesturectl.run(arguments + ["--json"])
        #expect(json.lines.map { $0.contains(#""method":"touch""#) } == [true, true, false])
        #expect(json.lines[0].contains(#""phase":"began""#) && json.lines[1].contains(#""phase":"cancelled""#))
        let words = try Program.gesturectl.run(arguments)
        #expect(words.lines.count == 3)
        #expect(words.lines[0].contains("  touch 1             began     ") && words.lines[0].hasSuffix("  root"))
        #expect(words.lines[1].contains("  touch 1             cancelled ") && words.lines[2].contains("  select  "))
    }

    @Test("Explain prints what each recognizer decided, or with --json an object a line")
    func explain() throws {
        let file = try folder.write(
            "recognizers: [{ name: select, type: tap, numberOfTouchesRequired: 2 }, { name: move, type: pan }]",
            to: "two.yaml")
        let arguments = ["explain", "--config", file, "--recognizer", "sel*", recording("ed-atmel-mxt-2f-touch")]
        let outcome = try Program.gesturectl.run(arguments)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Surface atmel-maxtouch-touchscreen: "))
        #expect(outcome.lines.last == "  select  failed at 0.233: move was recognized first")
        #expect(outcome.errors.contains("does not report its size"))
        let json = try Program.gesturectl.run(arguments + ["--json"])
        #expect(json.status == 0)
        let starts = [#"{"what":"surface","name":"atmel-"#, #"{"what":"outcome","#, #"{"what":"warning","words":"\""#]
        for start in starts { #expect(json.lines.contains { $0.hasPrefix(start) }, "\(start)") }
    }

    @Test(
        "An unused device ends with status 1 and the reason, also among several; an unknown recognizer with status 64")
    func notExplained() throws {
        let pen = try Program.gesturectl.run("explain", recording("neg-dellcanvas-pen"))
        #expect(pen.status == 1 && pen.output.isEmpty)
        #expect(pen.errors.contains("neg-dellcanvas-pen.evemu: \"Wacom ISD-V4 Pen\" is not used: a pen, not touch"))
        let unknown = try Program.gesturectl.run(
            "explain", "--config", file, "--recognizer", "selct", recording("ed-atmel-mxt-2f-touch"))
        #expect(unknown.status == 64)
        #expect(unknown.errors == "gesturectl: no recognizer is called `selct`; there are: select\n")
        let several = try Program.gesturectl.run(
            "replay", recording("ed-isdv4e6-single-tap-center"), recording("neg-cypress-3f-tap"))
        #expect(several.status == 1 && several.output.contains("== "))
        #expect(several.errors.contains("neg-cypress-3f-tap.evemu: \"CyPS/2 Cypress Trackpad\" is not used"))
    }

    @Test("Several recordings have one clock, one sequence of lines and one numbering of gestures and touches")
    func clock() throws {
        struct Line: Decodable {
            struct Params: Decodable {
                let seq: Int
                let gesture: Int
                let time: Double
                let touches: [Int]
                let state: String
            }
            let params: Params
        }
        let file = try folder.write(
            "recognizers: [{ name: tap, type: tap }, { name: pan, type: pan }]", to: "both.yaml")
        // The last of them ends while its finger is down.
        let files = [
            recording("ed-isdv4e6-single-tap-center"), recording("mh-tablet-single-touch"),
            recording("../clients/finger-that-goes-on"),
        ]
        let broken = try folder.write(
            String(contentsOfFile: files[2], encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .prefix { !$0.hasPrefix("E: 2") }.joined(separator: "\n") + "\n", to: "broken.evemu")
        let outcome = try Program.gesturectl.run(
            ["replay", "--json", "--config", file, files[0], broken, files[1], files[0]])
        #expect(outcome.status == 0)
        let lines = try outcome.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).params }
        #expect(lines.map(\.seq) == Array(1...lines.count))
        let over = lines.filter { !["began", "changed"].contains($0.state) }
        #expect(over.map(\.state) == ["recognized", "cancelled", "recognized", "recognized"])
        #expect(over.map(\.gesture) == [1, 2, 3, 4] && over.map(\.touches) == [[1], [2], [3], [4]])
        #expect(zip(over, over.dropFirst()).allSatisfy { $0.time + 1 <= $1.time })
        let alone = try Program.gesturectl.run("replay", "--json", "--config", file, files[0])
        #expect(outcome.lines.first == alone.lines.first, "the first has its own times")
    }

    @Test("Monitor prints the daemon's lines; with globs, those that match, and the globs that match none")
    func monitor() throws {
        let daemon = try PlayingDaemon()
        let monitor = try daemon.start(
            "monitor", "--json", "--recognizer", "ta?", "--recognizer", "tpa", "--surface", "atmel-*", "--surface",
            "pannel")
        let messages = monitor.expect("gesturectl: `pannel` matches no surface now\n")
        #expect(messages.contains("`tpa` matches no recognizer now; did you mean `tap`?"))
        let lines = RunningProgram.read(monitor.output) { $0.count { $0 == "\n" } >= 2 }
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains(#""recognizer":"tap""#) })
        daemon.stop()
        #expect(monitor.wait() == 69)
    }

    @Test("Devices of a daemon are listed with the reason, for people and as JSON")
    func devices() throws {
        let daemon = try PlayingDaemon()
        let people = try daemon.gesturectl("devices")
        #expect(people.output.contains("\"Atmel maXTouch Touchscreen\""))
        #expect(people.output.contains("protocol B, 10 slots\n    surface atmel-maxtouch-touchscreen, "))
        let json = try daemon.gesturectl("devices", "--json")
        let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(list?.first?["used"] as? Bool == true)
    }
}
