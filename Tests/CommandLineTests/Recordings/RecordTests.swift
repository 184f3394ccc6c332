// Tests of `record`, and of the verbs that read recordings, with files and names.

import Foundation
import Testing

/// The path of a file that libinput wrote.
private func libinput(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/libinput/\(name).yml").path
}

@Suite struct RecordTests {
    @Test("Recordings by libinput record are replayed and explained, whatever their file name")
    func yaml() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "panel.evemu").path
        try FileManager.default.copyItem(atPath: libinput("pinch-and-tap"), toPath: file)
        let replay = try Program.gesturectl.run("replay", "--json", file)
        #expect(replay.status == 0 && replay.errors.isEmpty)
        #expect(replay.lines.contains { $0.contains(#""type":"pinch""#) && $0.contains(#""state":"ended""#) })
        #expect(replay.lines.last?.contains(#""type":"tap""#) == true)
        let explain = try Program.gesturectl.run("explain", file)
        #expect(explain.output.contains("Surface elan-touchscreen: 331 x 187 mm"))
    }

    @Test("For several devices and for a truncated recording, the part that was used is reported")
    func remarks() throws {
        let several = try Program.gesturectl.run("replay", "--json", libinput("keyboard-and-two-panels"))
        #expect(several.status == 0)
        #expect(
            several.errors.contains(
                "keyboard-and-two-panels.yml: 1 of its 3 devices is ignored: neither a touchscreen nor"))
        let broken = try Program.gesturectl.run("replay", "--json", libinput("broken-off"))
        #expect(
            broken.status == 0 && broken.errors.contains("broken-off.yml: the recording ends in the middle of line 292")
        )
    }

    @Test("A recording without touches is reported as such, where gestures would be printed")
    func noTouches() throws {
        let folder = try TemporaryFolder()
        let head = try String(contentsOfFile: recording("ed-atmel-mxt-1f-fasttaps"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("E:") }.joined(separator: "\n")
        let file = try folder.write(head + "\n", to: "panel.evemu")
        let replay = try Program.gesturectl.run("replay", "--json", file)
        #expect(replay.status == 0 && replay.output.isEmpty)
        #expect(replay.errors.hasSuffix("gesturectl: \(file): it has no touches on this surface\n"))
        #expect(try Program.gesturectl.run("explain", file).errors.contains("no touches"))
        let touched = try Program.gesturectl.run("replay", recording("ed-atmel-mxt-1f-fasttaps"))
        #expect(!touched.errors.contains("no touches"))
    }

    @Test("A faulty recording is reported with file and line, by gestured, too")
    func faults() throws {
        let folder = try TemporaryFolder()
        for (text, message) in [
            ("N: a\nE: 0.000000 0003 0039 x\n", ":2: a number cannot be read or is out of range"),
            ("# libinput record\nversion: 1\ndevices:\n- node: x\n  evdev:\n    id: [1]\n", ":6: a number is missing"),
            ("hello\n", ":1: not a recording: no line is of evemu-record"),
        ] {
            let file = try folder.write(text, to: "panel")
            for (program, arguments) in [
                (Program.gesturectl, ["replay", file]), (.gesturectl, ["explain", file]),
                (.gestured, ["--replay", file, "--socket", folder.url.path + "/s"]),
            ] {
                let outcome = try program.run(arguments)
                #expect(outcome.status == 1 && outcome.errors.contains(file + message), "\(outcome.errors)")
            }
        }
    }
}
