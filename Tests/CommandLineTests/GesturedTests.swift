// Tests of gestured's command line.

import Foundation
import Testing

@Suite struct GesturedTests {
    @Test("Help and version succeed, an unknown option ends with status 64")
    func usage() throws {
        let help = try Program.gestured.run("--help")
        #expect(help.status == 0)
        for option in ["--config", "--socket", "--replay", "--loop", "--log-level", "--check-config"] {
            #expect(help.output.contains(option))
        }
        #expect(try Program.gestured.run("--version").output == "gestured 0.1.0\n")
        #expect(try Program.gestured.run("--bogus").status == 64)
        #expect(try Program.gestured.run("--loop").status == 64)
        #expect(try Program.gestured.run("--log-level", "loud").status == 64)
        #expect(try Program.gestured.run("stray").status == 64)
    }

    @Test("The program is gesturectl when called by that name, and gestured when called by any other or none")
    func names() throws {
        let folder = try TemporaryFolder()
        let link = folder.url.appending(path: "gesturectl")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Program.gestured.url)
        #expect(try version(of: link, calledAs: link.path) == "gesturectl 0.1.0\n")
        #expect(try version(of: Program.gestured.url, calledAs: "gesturectl") == "gesturectl 0.1.0\n")
        for name in ["", "/", "gestured", "gestured.old", "gesturectl-1", "Gesturectl", "a gesturectl", "gesturectl/"] {
            #expect(try version(of: Program.gestured.url, calledAs: name) == "gestured 0.1.0\n", "\(name)")
        }
    }

    /// The output of a program whose caller gives it this name.
    private func version(of program: URL, calledAs name: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", #"exec -a "$1" "$0" --version"#, program.path, name]
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("All problems of a configuration are printed with places, and status 78, by check and run alike")
    func wrongConfiguration() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "recognizers:\n  - { name: a, typ: tap }\n  - { name: b, type: tap, numberOfTapsRequired: many }\n",
            to: "bad.yaml")
        for arguments in [["--check-config", file], ["--config", file, "--socket", folder.url.path + "/s"]] {
            let outcome = try Program.gestured.run(arguments)
            let text = outcome.errors
            #expect(outcome.status == 78)
            #expect(text.hasPrefix("\(file):2:5: error: "))
            #expect(text.contains("\(file):2:16: error: unknown key `typ`"))
            #expect(text.contains("did you mean `type`?"))
            #expect(text.contains("\(file):3:49: error: "))
        }
    }

    @Test("A valid configuration is reported with status 0, a missing one with status 78")
    func goodConfiguration() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("recognizers: [{ name: a, type: tap }]\n", to: "good.yaml")
        let good = try Program.gestured.run("--check-config", file)
        #expect(good.status == 0)
        #expect(good.output == "\(file): no problems: 0 surfaces, 0 regions, 1 recognizer\n")
        let half = try folder.write(
            """
            surfaces: [{ name: panel, match: { name: "ELAN*" } }, { name: other, match: { name: "*" } }]
            regions: [{ name: half, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]
            recognizers: [{ name: a, type: tap, region: half }, { name: b, type: pan }]
            """, to: "regions.yaml")
        #expect(
            try Program.gestured.run("--check-config", half).output
                == "\(half): no problems: 2 surfaces, 1 region, 2 recognizers\n")
        let missing = try Program.gestured.run("--check-config", folder.url.path + "/none.yaml")
        #expect(missing.status == 78)
        #expect(missing.errors.contains("none.yaml"))
    }

    @Test("An invalid recording ends with status 1 and the number of the line")
    func badRecording() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("N: panel\nE: 0.000001 0003 zzzz 1\n", to: "bad.evemu")
        let outcome = try Program.gestured.run("--replay", file, "--socket", folder.url.path + "/s")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "gestured: \(file):2: a number cannot be read or is out of range\n")
    }

    @Test("Several recordings are played to the end of the last; an unreadable one is named")
    func recordings() throws {
        let folder = try TemporaryFolder()
        let files = [recording("ed-isdv4e6-single-tap-center"), recording("ed-atmel-mxt-1f-fasttaps")]
        let socket = ["--socket", folder.url.path + "/s"]
        let played = try Program.gestured.run(["--replay"] + files + socket + ["--log-level", "debug"])
        #expect(played.status == 0)
        for surface in ["wacom-isdv4-e6-finger", "atmel-maxtouch-touchscreen"] {
            #expect(played.errors.contains("\(surface): tap recognized"))
        }
        let missing = try Program.gestured.run(["--replay", files[0], "--replay", "/none.evemu"] + socket)
        #expect(missing.status == 1 && missing.errors.contains("/none.evemu"))
        let pen = try Program.gestured.run(["--replay", files[0], recording("neg-dellcanvas-pen")] + socket)
        #expect(pen.status == 1 && pen.errors.contains("a pen, not touch"))
    }

    @Test("A recorded device's defect is logged once, with the party at fault")
    func defects() throws {
        let folder = try TemporaryFolder()
        let slots = (0..<3).map { "E: 0.00000\($0) 0003 002f 0099\nE: 0.00000\($0) 0000 0000 0000\n" }.joined()
        let text = try String(contentsOfFile: recording("ed-elan-touchscreen"), encoding: .utf8) + "\n" + slots
        let file = try folder.write(text, to: "slots.evemu")
        let outcome = try Program.gestured.run("--replay", file, "--socket", folder.url.path + "/s")
        let received = outcome.errors.split(separator: "\n").filter { $0.contains("kernel bug: ") }
        #expect(outcome.status == 0 && received.count == 1)
        #expect(received.first?.hasSuffix("an event for a slot that the device does not have, ignored") == true)
    }

    @Test("SIGTERM ends the daemon with status 0 and removes the socket")
    func terminate() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-updown")
        #expect(daemon.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    }

    @Test("A second daemon on the same socket is refused and does not disturb the first")
    func second() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-updown")
        let second = try Program.gestured.run(
            "--replay", recording("ed-atmel-mxt-1f-updown"), "--socket", daemon.socket)
        #expect(second.status == 1)
        #expect(second.errors.contains(daemon.socket) && second.errors.contains("already"))
        #expect(try Program.gesturectl.run("devices", "--json", "--socket", daemon.socket).status == 0)
    }
}
