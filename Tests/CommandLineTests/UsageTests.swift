// Tests of wrong usage of gestured and gesturectl: the exit status, and what is said.

import Foundation
import Testing

@Suite struct UsageTests {
    /// A command line, the exit status and words of the messages; FILE is a file, FOLDER its folder, `''` is empty.
    private static let wrong = """
        gestured --help → 0
        gestured --bogus → 64
        gestured --loop → 64
        gestured --log-level loud → 64
        gestured stray → 64
        gesturectl monitr --json → 64 `monitr` is not a command; did you mean `monitor`?
        gesturectl Doctor → 64 did you mean `doctor`?
        gesturectl hlep → 64 did you mean `help`?
        gesturectl frobnicate → 64 there are devices, monitor, run,
        gesturectl '' → 64 there are
        gesturectl frobnicate → 64 Usage: gesturectl <subcommand>
        gesturectl help monitr → 64 `monitr` is not a command; did you mean `monitor`?
        gesturectl monitor --max-rate 0 → 64
        gesturectl monitor --max-rate 1001 → 64
        gesturectl monitor --max-rate nan → 64
        gesturectl monitor --state begun → 64
        gesturectl doctor --wait=-1 → 64
        gesturectl doctor --wait=nan → 64
        gesturectl doctor --wait=3601 → 64
        gesturectl doctor --wait=long → 64
        gesturectl status --prometheus --json → 64
        gesturectl run --on tap → 64 after `--`
        gesturectl run -- true → 64 --on
        gesturectl run --on tap:begin -- true → 64 did you mean `began`?
        gesturectl run --on tap --jobs 0 -- true → 64 --jobs
        gesturectl run --on tap -- /nonexistent/program → 64 there is no program /nonexistent/program
        gesturectl run --on tap -- FILE → 64 gesturectl: FILE is not executable; make it so: chmod +x FILE
        gesturectl actions --learn --config a → 64
        gesturectl actions --surface a → 64
        gesturectl actions --socket a → 64
        gesturectl check --root FOLDER x.yaml → 64 give --root or a file
        gesturectl check --root '' → 64 --root is empty; name a folder
        gesturectl config --root '' → 64 --root is empty; name a folder
        gesturectl config --root= → 64
        gesturectl check --root FOLDER/none → 1 gesturectl: --root FOLDER/none: No such file or directory
        gesturectl config --root FILE → 1 FILE: not a folder
        gesturectl check FOLDER/none.yaml → 78
        gesturectl record FILE → 1 gesturectl: FILE: not an input device such as /dev/input/event5
        gesturectl record /dev/input/event9999 → 1 /dev/input/event9999: open: No such file
        gesturectl record panels → 64 no device is called `panels`
        gesturectl help → 0
        gesturectl help monitor → 0
        gesturectl help help → 0
        gesturectl help --version → 0
        """

    @Test("Wrong usage ends with a status for its kind, without output, and says what would be right")
    func wrongUsage() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("#!/bin/sh\n", to: "script")
        for line in Self.wrong.split(separator: "\n") {
            let parts = line.replacing("FILE", with: file).replacing("FOLDER", with: folder.url.path)
                .split(separator: " → ")
            let arguments = parts[0].split(separator: " ").map { $0 == "''" ? "" : String($0) }
            let program = try #require(Program(rawValue: arguments[0]))
            let outcome = try program.run(Array(arguments.dropFirst()))
            let words = parts[1].split(separator: " ", maxSplits: 1)
            #expect("\(outcome.status)" == words[0] && (outcome.status == 0 || outcome.output.isEmpty), "\(line)")
            #expect(words.count < 2 || outcome.errors.contains(words[1]), "\(line): \(outcome.errors)")
        }
    }

    @Test("A file of the path that is not executable is reported, with the command that makes it so")
    func notExecutable() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("#!/bin/sh\n", to: "gestured-script")
        let outcome = try Program.gesturectl.run(
            "run", "--on", "tap", "--", "gestured-script", environment: ["PATH": folder.url.path + ":/usr/bin:/bin"])
        #expect(outcome.status == 64)
        #expect(outcome.errors == "gesturectl: \(file) is not executable; make it so: chmod +x \(file)\n")
    }
}
