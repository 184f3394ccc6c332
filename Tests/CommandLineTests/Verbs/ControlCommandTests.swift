// Tests of rotate, swallow, reload and SIGHUP with a running daemon.

import Foundation
import Testing

private let good = "surfaces: [{ name: panel, pixels: 800 x 480 }]\nrecognizers: [{ name: select, type: tap }]\n"

@Suite struct ControlCommandTests {
    @Test("Rotate prints the new surface, for people or as JSON; its sides are exchanged")
    func rotate() throws {
        let daemon = try PlayingDaemon(configuration: good)
        let turned = try daemon.gesturectl("rotate", "panel", "90")
        #expect(turned.status == 0 && turned.output == "panel (480 x 800 px, rotated by 90 degrees)\n")
        let surface = try daemon.gesturectl("rotate", "panel", "0", "--json").json
        #expect(surface?["rotation"] as? Double == 0 && surface?["width"] as? Double == 800)
    }

    @Test("An unknown surface, rotation, or a surface that is not intercepted ends with status 64, and what is valid")
    func wrongUsage() throws {
        let daemon = try PlayingDaemon(configuration: good)
        for degrees in ["45", "left", "90.0", "99999999999999999999", "nan", ""] {
            let outcome = try daemon.gesturectl("rotate", "panel", degrees)
            #expect(outcome.status == 64 && outcome.errors.contains("'0', '90', '180' or '270'"))
        }
        let hint =
            "its entry in the configuration needs `intercept: true`; `gesturectl devices` says whether that works"
        for (arguments, message) in [
            (["rotate", "panle", "90"], "params.surface: no such surface; did you mean `panel`?"),
            (["swallow", "panle"], "params.surface: no such surface; did you mean `panel`?"),
            (["swallow", "panel"], "params.surface: the surface is not intercepted; \(hint)"),
            (["swallow"], "params: no surface is intercepted; \(hint)"),
        ] {
            let outcome = try Program.gesturectl.run(arguments + ["--socket", daemon.socket])
            #expect(outcome.status == 64 && outcome.errors == "gesturectl: \(message)\n")
        }
        daemon.stop()
    }

    @Test("Reload prints the numbers of changes; of a file with problems each with its place, and SIGHUP logs them")
    func reload() throws {
        let daemon = try PlayingDaemon(configuration: good)
        try daemon.write(good.replacing("select", with: "choose"))
        let reloaded = try daemon.gesturectl("reload")
        #expect(reloaded.status == 0 && reloaded.errors.isEmpty)
        #expect(
            reloaded.output
                == "\(daemon.file): 1 surface, 0 regions, 1 recognizer; 1 added, 1 removed, 0 changed; 0 gestures cancelled\n"
        )
        try daemon.write("recognizers:\n  - { name: select, type: tpa }\n")
        let outcome = try daemon.gesturectl("reload")
        #expect(outcome.status == 78 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("\(daemon.file):2:27: error: "))
        #expect(outcome.errors.contains("did you mean `tap`?\n"))
        #expect(outcome.errors.hasSuffix("shows each with its line\n"))
        daemon.program.expect("\(daemon.file):2:27: error: ")
        daemon.program.send(SIGHUP)
        #expect(daemon.program.expect("warning: \(daemon.file):2:27: error: ").contains("still applies"))
        try daemon.write(good.replacing("select", with: "choose"))
        daemon.program.send(SIGHUP)
        #expect(daemon.program.expect("configuration reloaded: ").contains("0 added, 0 removed, 0 changed"))
        #expect(daemon.stop() == 0)
    }
}
