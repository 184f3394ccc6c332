// Tests of gestured's command line.

import Foundation
import Testing

@Suite struct GesturedTests {
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
        try shell(#"exec -a "$1" "$0" --version"#, [program.path, name])
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
        let missing = try Program.gestured.run("--check-config", folder.url.path + "/none.yaml")
        #expect(missing.status == 78)
        #expect(missing.errors.contains("none.yaml"))
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

    @Test("A second daemon on the same socket does not disturb the first, which SIGTERM ends with status 0")
    func second() throws {
        let daemon = try PlayingDaemon("ed-atmel-mxt-1f-updown")
        let second = try Program.gestured.run(
            "--replay", recording("ed-atmel-mxt-1f-updown"), "--socket", daemon.socket)
        #expect(second.status == 1)
        #expect(second.errors.contains(daemon.socket) && second.errors.contains("already"))
        #expect(try daemon.gesturectl("devices", "--json").status == 0)
        #expect(daemon.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    }
}
