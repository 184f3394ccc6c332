// Tests of rotate, swallow, reload and SIGHUP with a running daemon.

import Foundation
import Testing

/// A gestured with a configuration of its own, which plays a recording in a loop.
private final class ConfiguredDaemon {
    let file: String
    let socket: String
    let program: RunningProgram
    private let folder = try? TemporaryFolder()

    init(_ text: String) throws {
        let folder = try #require(folder)
        file = try folder.write(text, to: "gestured.yaml")
        socket = folder.url.path + "/s"
        program = try RunningProgram(
            .gestured,
            [
                "--config", file, "--replay", recording("ed-atmel-mxt-1f-fasttaps"), "--loop", "--socket", socket,
            ])
        #expect(waitForLog("ready: 1 touchscreen, configuration \(file)").contains("ready:"))
    }

    deinit { program.stop() }

    func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }

    /// Its output up to a text.
    func waitForLog(_ text: String) -> String { RunningProgram.read(program.errors) { $0.contains(text) } }

    func gesturectl(_ arguments: String...) throws -> Outcome {
        try Program.gesturectl.run(arguments + ["--socket", socket])
    }
}

private let good = "surfaces: [{ name: panel, pixels: 800 x 480 }]\nrecognizers: [{ name: select, type: tap }]\n"

@Suite struct ControlCommandTests {
    @Test("Rotate prints the new surface, for people or as JSON; its sides are exchanged")
    func rotate() throws {
        let daemon = try ConfiguredDaemon(good)
        let turned = try daemon.gesturectl("rotate", "panel", "90")
        #expect(turned.status == 0 && turned.output == "panel (480 x 800 px, rotated by 90 degrees)\n")
        let json = try daemon.gesturectl("rotate", "panel", "0", "--json")
        let surface = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(surface?["rotation"] as? Double == 0 && surface?["width"] as? Double == 800)
    }

    @Test("Rotate with an unknown surface or an invalid rotation ends with status 64 and lists the valid ones")
    func wrongUsage() throws {
        let daemon = try ConfiguredDaemon(good)
        let surface = try daemon.gesturectl("rotate", "panle", "90")
        #expect(surface.status == 64)
        #expect(surface.errors == "gesturectl: params.surface: no such surface; did you mean `panel`?\n")
        for degrees in ["45", "left", "90.0", "99999999999999999999", "nan", ""] {
            let outcome = try daemon.gesturectl("rotate", "panel", degrees)
            #expect(outcome.status == 64 && outcome.errors.contains("'0', '90', '180' or '270'"))
        }
    }

    @Test("Swallow of a surface that is missing or not intercepted ends with status 64, and says what to do")
    func swallow() throws {
        let daemon = try ConfiguredDaemon(good)
        let hint =
            "its entry in the configuration needs `intercept: true`; `gesturectl devices` says whether that works"
        for (arguments, message) in [
            (["panle"], "params.surface: no such surface; did you mean `panel`?"),
            (["panel"], "params.surface: the surface is not intercepted; \(hint)"),
            ([], "params: no surface is intercepted; \(hint)"),
        ] {
            let outcome = try Program.gesturectl.run(["swallow"] + arguments + ["--socket", daemon.socket])
            #expect(outcome.status == 64 && outcome.errors == "gesturectl: \(message)\n")
        }
    }

    @Test("Reload ends when the new configuration applies, and prints the numbers of changes")
    func reload() throws {
        let daemon = try ConfiguredDaemon(good)
        try daemon.write(good.replacing("select", with: "choose"))
        let outcome = try daemon.gesturectl("reload")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.output
                == "\(daemon.file): 1 surface, 0 regions, 1 recognizer; 1 added, 1 removed, 0 changed; 0 gestures cancelled\n"
        )
    }

    @Test("Reload of a file with problems ends with status 78 and prints each with its place; SIGHUP logs them")
    func problems() throws {
        let daemon = try ConfiguredDaemon(good)
        try daemon.write("recognizers:\n  - { name: select, type: tpa }\n")
        let outcome = try daemon.gesturectl("reload")
        #expect(outcome.status == 78 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("\(daemon.file):2:27: error: "))
        #expect(outcome.errors.contains("did you mean `tap`?\n"))
        #expect(outcome.errors.hasSuffix("shows each with its line\n"))
        _ = daemon.waitForLog("\(daemon.file):2:27: error: ")
        daemon.program.send(SIGHUP)
        #expect(daemon.waitForLog("warning: \(daemon.file):2:27: error: ").contains("still applies"))
        try daemon.write(good)
        daemon.program.send(SIGHUP)
        #expect(daemon.waitForLog("configuration reloaded: ").contains("0 added, 0 removed, 0 changed"))
        #expect(daemon.program.stop() == 0)
    }

    @Test(
        "Without a daemon the commands end with status 69",
        arguments: [["rotate", "panel", "90"], ["swallow"], ["reload"]])
    func unreachable(arguments: [String]) throws {
        let outcome = try Program.gesturectl.run(arguments, environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69 && outcome.errors.contains("systemctl"))
    }

    @Test("The commands have help, which says who may use them")
    func help() throws {
        let all = try Program.gesturectl.run("--help").output
        for command in ["rotate", "swallow", "reload"] {
            #expect(all.contains("  \(command) "))
            let help = try Program.gesturectl.run(command, "--help")
            #expect(help.status == 0 && help.output.contains("root and the user that gestured"))
        }
    }
}
