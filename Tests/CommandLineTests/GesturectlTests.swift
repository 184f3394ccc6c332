// Tests of gesturectl's offline verbs and of its usage errors.

import Foundation
import Testing

@Suite struct GesturectlTests {
    private func configuration(_ text: String) throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        return (folder, try folder.write(text, to: "gestured.yaml"))
    }

    @Test("Replay prints the lines of a subscriber, the same bytes every time")
    func replay() throws {
        let (folder, file) = try configuration("recognizers: [{ name: select, type: tap }]")
        let arguments = (config: file, recording: recording("ed-atmel-mxt-1f-fasttaps"))
        let once = try Program.gesturectl.run("replay", "--json", "--config", arguments.config, arguments.recording)
        let twice = try Program.gesturectl.run("replay", "--json", "--config", arguments.config, arguments.recording)
        #expect(once.status == 0)
        #expect(once.lines.count == 9)
        #expect(once.output == twice.output)
        #expect(
            once.lines.first?.hasPrefix(
                #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"select","type":"tap","#
            ) == true)
        withExtendedLifetime(folder) {}
    }

    @Test("Replay for people prints one line per event, without colour unless to a terminal")
    func words() throws {
        let (folder, file) = try configuration("recognizers: [{ name: select, type: tap }]")
        let outcome = try Program.gesturectl.run("replay", "--config", file, recording("ed-atmel-mxt-1f-fasttaps"))
        #expect(outcome.lines.count == 9)
        #expect(outcome.lines.allSatisfy { $0.contains("select") && $0.hasSuffix("1 tap") })
        #expect(!outcome.output.contains("\u{1b}"))
        withExtendedLifetime(folder) {}
    }

    @Test("With --touches the touches come before the gestures of their event, as JSON or as text")
    func touches() throws {
        let (folder, file) = try configuration("recognizers: [{ name: select, type: tap }]")
        let arguments = ["replay", "--touches", "--config", file, recording("ed-isdv4e6-single-tap-center")]
        let json = try Program.gesturectl.run(arguments + ["--json"])
        let messages = try json.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(messages.map { $0["method"] as? String } == ["touch", "touch", "gesture"])
        let phases = messages.prefix(2).map { message in
            let touches = (message["params"] as? [String: Any])?["touches"] as? [[String: Any]]
            return touches?.first?["phase"] as? String
        }
        #expect(phases == ["began", "cancelled"])
        #expect(json.output == (try Program.gesturectl.run(arguments + ["--json"]).output))
        let words = try Program.gesturectl.run(arguments)
        #expect(words.lines.count == 3)
        #expect(words.lines[0].contains("  touch 1             began     ") && words.lines[0].hasSuffix("  root"))
        #expect(words.lines[1].contains("  touch 1             cancelled ") && words.lines[2].contains("  select  "))
        withExtendedLifetime(folder) {}
    }

    @Test("Explain says why a slow touch of two fingers is not a tap, the same every time")
    func explain() throws {
        let (folder, file) = try configuration(
            "recognizers: [{ name: select, type: tap, numberOfTouchesRequired: 2 }, { name: move, type: pan }]")
        let arguments = ["explain", "--config", file, "--recognizer", "sel*", recording("ed-atmel-mxt-2f-touch")]
        let outcome = try Program.gesturectl.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("Surface atmel-maxtouch-touchscreen: "))
        #expect(outcome.lines.contains("Sequence 1: touches 1 and 2, 0.824 s from 0.000: move"))
        #expect(outcome.lines.last == "  select  failed at 0.233: move was recognized first")
        #expect(!outcome.output.contains("  move  "))
        #expect(outcome.errors.contains("does not report its size"))
        #expect(outcome.output == (try Program.gesturectl.run(arguments).output))
        withExtendedLifetime(folder) {}
    }

    @Test("Explain with --json prints an object a line: surface, fingers, steps, outcomes, warnings")
    func explainAsJSON() throws {
        let output = try Program.gesturectl.run("explain", "--json", recording("ed-atmel-mxt-2f-touch"))
        #expect(output.status == 0)
        let lines = output.lines
        #expect(lines.first?.hasPrefix(#"{"what":"surface","name":"atmel-maxtouch-touchscreen","unit":"pt","#) == true)
        #expect(lines.contains { $0.hasPrefix(#"{"what":"fingers","time":0."#) })
        #expect(lines.contains { $0.contains(#""step":"failed","words":"failed: touched with 2 fingers, 1 allowed""#) })
        #expect(lines.contains { $0.hasPrefix(#"{"what":"outcome","sequence":1,"recognizer":"tap","#) })
        #expect(lines.last?.hasPrefix(#"{"what":"warning","words":"\""#) == true)
    }

    @Test("Explain shows that a tap waited for the double tap that its configuration requires to fail")
    func waited() throws {
        let (folder, file) = try configuration(
            """
            recognizers:
              - { name: open, type: tap, numberOfTapsRequired: 2 }
              - { name: select, type: tap, requireToFail: [open] }
            """)
        let output = try Program.gesturectl.run("explain", "--config", file, recording("ed-isdv4e6-single-tap-center"))
            .output
        #expect(output.contains("  select  is ready; waits for open to fail\n"))
        #expect(output.contains("  open    failed: no other tap within 0.350 s\n"))
        #expect(output.contains("  select  recognized, after waiting 0.350 s for open to fail\n"))
        withExtendedLifetime(folder) {}
    }

    @Test("Explain with an unused device ends with status 1 and the reason, with an unknown recognizer with status 64")
    func notExplained() throws {
        let pen = try Program.gesturectl.run("explain", recording("neg-dellcanvas-pen"))
        #expect(pen.status == 1 && pen.output.isEmpty)
        #expect(pen.errors.contains("neg-dellcanvas-pen.evemu: \"Wacom ISD-V4 Pen\" is not used: a pen, not touch"))
        let (folder, file) = try configuration("recognizers: [{ name: select, type: tap }]")
        let unknown = try Program.gesturectl.run(
            "explain", "--config", file, "--recognizer", "selct", recording("ed-atmel-mxt-2f-touch"))
        #expect(unknown.status == 64)
        #expect(unknown.errors == "gesturectl: no recognizer is called `selct`; there are: select\n")
        withExtendedLifetime(folder) {}
    }

    @Test("Every command has help")
    func help() throws {
        let all = try Program.gesturectl.run("--help").output
        for (command, option) in [
            ("devices", "--json"), ("monitor", "--surface"), ("replay", "--touches"), ("explain", "--recognizer"),
        ] {
            #expect(all.contains("  \(command) "))
            let help = try Program.gesturectl.run(command, "--help")
            #expect(help.status == 0 && help.output.contains(option))
        }
    }

    @Test(
        "An unknown command is wrong usage, with the nearest one",
        arguments: [
            ("monitr", "`monitr` is not a command; did you mean `monitor`?"), ("Doctor", "did you mean `doctor`?"),
            ("hlep", "did you mean `help`?"), ("frobnicate", "there are devices, monitor, run,"), ("", "there are "),
        ])
    func unknownCommand(argument: String, words: String) throws {
        let outcome = try Program.gesturectl.run(argument, "--json")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words))
        #expect(outcome.errors.contains("Usage: gesturectl <subcommand>"))
    }

    @Test("Help for an unknown command is wrong usage; help for a known one, or for all, is not")
    func helpOfUnknownCommand() throws {
        let outcome = try Program.gesturectl.run("help", "monitr")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("`monitr` is not a command; did you mean `monitor`?"))
        for arguments in [["help"], ["help", "monitor"], ["help", "help"], ["help", "--version"]] {
            #expect(try Program.gesturectl.run(arguments).status == 0, "\(arguments)")
        }
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
        let (folder, file) = try configuration("recognizers: [{ name: tap, type: tap }, { name: pan, type: pan }]")
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

    @Test("Several recordings are played one after the other; an unusable one is named")
    func several() throws {
        let outcome = try Program.gesturectl.run(
            "replay", recording("ed-isdv4e6-single-tap-center"), recording("neg-cypress-3f-tap"))
        #expect(outcome.output.contains("== "))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("neg-cypress-3f-tap.evemu: \"CyPS/2 Cypress Trackpad\" is not used"))
    }

    @Test("Without a daemon, monitor ends with status 69 and says what to do")
    func unreachable() throws {
        let outcome = try Program.gesturectl.run("monitor", environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("/nonexistent/socket") && outcome.errors.contains("systemctl"))
    }

    @Test("Monitor prints the daemon's lines; with globs, those of matching recognizers, and the globs that match none")
    func monitor() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let monitor = try RunningProgram(
            .gesturectl, ["monitor", "--json", "--recognizer", "ta?", "--recognizer", "tpa", "--socket", daemon.socket])
        let words = RunningProgram.read(monitor.errors) { $0.contains("no recognizer") }
        #expect(words.contains("`tpa` matches no recognizer now; did you mean `tap`?"))
        let lines = RunningProgram.read(monitor.output) { $0.count { $0 == "\n" } >= 2 }
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains(#""recognizer":"tap""#) })
        daemon.stop()
        #expect(monitor.wait() == 69)
    }

    @Test("When the daemon is killed during a pan, the pan and its touch are closed by `cancelled`")
    func killedDaemon() throws {
        let daemon = try PlayingDaemon(
            "../clients/finger-that-goes-on",
            configuration: "recognizers: [{ name: pan, type: pan, cancelsTouchesInView: false }]\n")
        let monitor = try RunningProgram(
            .gesturectl, ["monitor", "--json", "--touches", "--socket", daemon.socket])
        let before = RunningProgram.read(monitor.output) { $0.contains(#""state":"began""#) && $0.hasSuffix("\n") }
        daemon.kill()
        #expect(monitor.wait() == 69)
        let after = String(decoding: monitor.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(!before.contains("cancelled"))
        let closing = after.split(separator: "\n").filter { $0.contains("cancelled") }
        #expect(closing.count == 2)
        #expect(closing.first?.contains(#""seq":0,"recognizer":"pan""#) == true)
        #expect(closing.last?.contains(#""phase":"cancelled""#) == true)
    }

    @Test("Devices of a daemon are listed with the reason, for people and as JSON")
    func devices() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let people = try Program.gesturectl.run("devices", "--socket", daemon.socket)
        #expect(people.output.contains("\"Atmel maXTouch Touchscreen\""))
        #expect(people.output.contains("protocol B, 10 slots\n    surface atmel-maxtouch-touchscreen, "))
        let json = try Program.gesturectl.run("devices", "--json", "--socket", daemon.socket)
        let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(list?.first?["used"] as? Bool == true)
        daemon.stop()
    }
}
