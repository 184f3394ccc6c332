// Does gesturectl do what its help says?

import Foundation
import Testing

@Suite struct GesturectlTests {
    private func configuration(_ text: String) throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        return (folder, try folder.write(text, to: "gestured.yaml"))
    }

    @Test("Replay prints the lines of a subscriber, twice the same bytes")
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

    @Test("For people replay prints one line per event, without colour where nobody sees it")
    func words() throws {
        let (folder, file) = try configuration("recognizers: [{ name: select, type: tap }]")
        let outcome = try Program.gesturectl.run("replay", "--config", file, recording("ed-atmel-mxt-1f-fasttaps"))
        #expect(outcome.lines.count == 9)
        #expect(outcome.lines.allSatisfy { $0.contains("select") && $0.hasSuffix("1 tap") })
        #expect(!outcome.output.contains("\u{1b}"))
        withExtendedLifetime(folder) {}
    }

    @Test("Several recordings are played one after the other; one that cannot be is named")
    func several() throws {
        let outcome = try Program.gesturectl.run(
            "replay", recording("ed-isdv4e6-single-tap-center"), recording("neg-cypress-3f-tap"))
        #expect(outcome.output.contains("== "))
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("neg-cypress-3f-tap.evemu: \"CyPS/2 Cypress Trackpad\" is not used"))
    }

    @Test("Without a daemon, monitor is status 69 and says what to do")
    func unreachable() throws {
        let outcome = try Program.gesturectl.run("monitor", environment: ["GESTURED_SOCKET": "/nonexistent/socket"])
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("/nonexistent/socket") && outcome.errors.contains("systemctl"))
    }

    @Test("Monitor prints the daemon's own lines; with a glob, only those of matching recognizers")
    func monitor() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let monitor = try RunningProgram(
            .gesturectl, ["monitor", "--json", "--recognizer", "ta?", "--socket", daemon.socket])
        let lines = RunningProgram.read(monitor.output) { $0.count { $0 == "\n" } >= 2 }
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains(#""recognizer":"tap""#) })
        daemon.stop()
        #expect(monitor.wait() == 69)
    }

    @Test("Devices of a daemon are listed with the reason, for people and as JSON")
    func devices() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-fasttaps")
        let people = try Program.gesturectl.run("devices", "--socket", daemon.socket)
        #expect(people.output.contains("\"Atmel maXTouch Touchscreen\""))
        #expect(people.output.contains("protocol B, 10 slots; surface atmel-maxtouch-touchscreen"))
        let json = try Program.gesturectl.run("devices", "--json", "--socket", daemon.socket)
        let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(list?.first?["used"] as? Bool == true)
        daemon.stop()
    }
}
