// Tests of `record`, and of the verbs that read recordings, with files and names.

import Foundation
import Testing

/// The path of a file that libinput wrote.
private func libinput(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/libinput/\(name).yml").path
}

@Suite struct RecordTests {
    @Test("Record reports files that are not input devices, and missing files")
    func noDevice() throws {
        let file = try Program.gesturectl.run("record", recording("ed-atmel-mxt"))
        #expect(file.status == 1 && file.output.isEmpty)
        #expect(file.errors.contains("ed-atmel-mxt.evemu: not an input device"))
        let passwords = try Program.gesturectl.run("record", "/etc/passwd")
        #expect(passwords.status == 1)
        #expect(
            passwords.errors == "gesturectl: /etc/passwd: not an input device such as /dev/input/event5\n")
        let nothing = try Program.gesturectl.run("record", "/dev/input/event9999")
        #expect(nothing.status == 1 && nothing.errors.contains("/dev/input/event9999: open: No such file"))
    }

    @Test("Record with a name that no device has ends with status 64")
    func unknown() throws {
        let outcome = try Program.gesturectl.run("record", "no such panel")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("no device is called `no such panel`"))
    }

    @Test("The help says how to report a bug")
    func help() throws {
        let help = try Program.gesturectl.run("record", "--help").output
        #expect(help.contains("sudo gesturectl record > panel.evemu") && help.contains("explain panel.evemu"))
        #expect(try Program.gesturectl.run("--help").output.contains("  record "))
    }

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

    @Test("A faulty recording is reported with file and line")
    func faults() throws {
        let folder = try TemporaryFolder()
        for (text, message) in [
            ("N: a\nE: 0.000000 0003 0039 x\n", ":2: a number cannot be read or is out of range"),
            ("# libinput record\nversion: 1\ndevices:\n- node: x\n  evdev:\n    id: [1]\n", ":6: a number is missing"),
            ("hello\n", ":1: not a recording: no line is of evemu-record"),
        ] {
            let file = try folder.write(text, to: "panel")
            for command in [["replay"], ["explain"]] {
                let outcome = try Program.gesturectl.run(command + [file])
                #expect(outcome.status == 1 && outcome.errors.contains(file + message), "\(outcome.errors)")
            }
            let daemon = try Program.gestured.run("--replay", file, "--socket", folder.url.path + "/s")
            #expect(daemon.status == 1 && daemon.errors.contains(file + message))
        }
    }
}
