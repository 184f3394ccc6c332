// Tests of `gesturectl plot`, and of the line by which `explain` leads to a picture.

import Foundation
import Testing

@Suite struct PlotCommandTests {
    private let pinch = recording("ed-atmel-mxt-2f-touch")

    @Test("Plot prints one SVG picture, the same bytes every time, and the device's problems as messages")
    func prints() throws {
        let once = try Program.gesturectl.run("plot", pinch)
        #expect(once.status == 0)
        #expect(
            once.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && once.output.hasSuffix("</svg>\n"))
        #expect(once.output.contains(">failed at 0.055: touched with 2 fingers, 1 allowed</text>"))
        #expect(once.errors.contains("does not report its size"))
        #expect(once.output == (try Program.gesturectl.run("plot", pinch).output))
    }

    @Test("Plot has the options of explain, and draws single sequences")
    func options() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "recognizers: [{ name: select, type: tap }, { name: move, type: pan }]", to: "gestured.yaml")
        let arguments = ["plot", "--config", file, recording("ed-atmel-mxt-1f-fasttaps")]
        let picture = try Program.gesturectl.run(arguments + ["--recognizer", "sel*", "--sequence", "9"])
        #expect(picture.status == 0)
        #expect(picture.output.contains("<title>Sequence 9: ") && !picture.output.contains("<title>Sequence 8: "))
        #expect(picture.output.contains("<title>select: ") && !picture.output.contains("<title>move: "))
        let beyond = try Program.gesturectl.run(arguments + ["--sequence", "10"])
        #expect(beyond.status == 64 && beyond.output.isEmpty)
        #expect(beyond.errors.contains("there is no sequence 10; there are 9 sequences of touches\n"))
        let none = try Program.gesturectl.run(arguments + ["--sequence", "0"])
        #expect(none.status == 64 && none.errors.contains("--sequence must be 1 or more, not 0"))
        let unknown = try Program.gesturectl.run(arguments + ["--recognizer", "selct"])
        #expect(unknown.status == 64)
        #expect(unknown.errors == "gesturectl: no recognizer is called `selct`; there are: select, move\n")
    }

    @Test("Plot of an unused device or of no file ends with status 1 and the reason, and without a picture")
    func failures() throws {
        let pen = try Program.gesturectl.run("plot", recording("neg-dellcanvas-pen"))
        #expect(pen.status == 1 && pen.output.isEmpty)
        #expect(pen.errors.contains("neg-dellcanvas-pen.evemu: \"Wacom ISD-V4 Pen\" is not used: a pen, not touch"))
        let missing = try Program.gesturectl.run("plot", "/nonexistent.evemu")
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(missing.errors.contains("/nonexistent.evemu: No such file"))
    }

    @Test("`-` is standard input", arguments: ["plot", "explain", "replay"])
    func standardInput(command: String) throws {
        let direct = try Program.gesturectl.run(command, "/dev/stdin", input: pinch)
        let dash = try Program.gesturectl.run(command, "-", input: pinch)
        #expect(dash.status == 0 && !dash.output.isEmpty && dash.output == direct.output)
    }

    @Test("Explain ends with how to see the recording, where the view can show the same")
    func leads() throws {
        #expect(try Program.gesturectl.run("explain", pinch).lines.last == "To see it: gesturectl view \(pinch)")
        let folder = try TemporaryFolder()
        let spaced = try folder.write(String(contentsOfFile: pinch, encoding: .utf8), to: "it's one.evemu")
        let quoted = spaced.replacing("'", with: "'\\''")
        #expect(try Program.gesturectl.run("explain", spaced).lines.last == "To see it: gesturectl view '\(quoted)'")
        let two = try Program.gesturectl.run("explain", pinch, pinch)
        #expect(two.lines.last == "To see one of them: gesturectl view FILE")
        let file = try folder.write("recognizers: [{ name: select, type: tap }]", to: "gestured.yaml")
        for arguments in [["--json", pinch], ["--config", file, pinch], ["/dev/stdin"]] {
            let output = try Program.gesturectl.run(["explain"] + arguments, input: pinch).output
            #expect(!output.isEmpty && !output.contains("gesturectl view"))
        }
    }
}
