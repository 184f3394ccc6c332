// Recordings of any length in bounded memory.

import Foundation
import Testing

@Suite(.serialized) struct LongRecordingTests {
    /// A recording of so many frames of a finger that draws and lifts after a thousand.
    private func write(frames: Int, to folder: TemporaryFolder) throws -> String {
        let original = try String(contentsOfFile: recording("ed-atmel-mxt-1f-fasttaps"), encoding: .utf8)
        let head = original.split(separator: "\n").prefix { !$0.hasPrefix("E:") }.joined(separator: "\n") + "\n"
        let file = folder.url.appending(path: "long-\(frames)")
        #expect(FileManager.default.createFile(atPath: file.path, contents: Data(head.utf8)))
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        var text = ""
        for frame in 0..<frames {
            let (second, micros) = (frame / 100, String(frame % 100 * 10_000))
            let time = "E: \(second)." + String(repeating: "0", count: 6 - micros.count) + micros
            switch frame % 1000 {
            case 0: text += "\(time) 0003 0039 \(frame / 1000)\n\(time) 0001 014a 1\n"
            case 990: text += "\(time) 0003 0039 -1\n\(time) 0001 014a 0\n"
            default: break
            }
            text += "\(time) 0003 0035 \(300 + frame % 500)\n\(time) 0003 0036 400\n\(time) 0000 0000 0\n"
            if text.utf8.count > 1 << 20 {
                try handle.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
        return file.path
    }

    /// The largest resident size of a program that prints to nowhere, in kilobytes.
    ///
    /// Python starts it: what the kernel says of a program counts also what the process was that started it, and these
    /// tests are large.
    private func peak(_ arguments: [String]) throws -> Int {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let (python, output) = (Process(), Pipe())
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script, Program.gesturectl.url.path] + arguments
        python.standardOutput = output
        try python.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()
        return try #require(Int(text.dropLast()))
    }

    @Test("Ten times the frames take no more memory", arguments: ["replay", "explain"])
    func memory(command: String) throws {
        let folder = try TemporaryFolder()
        let (short, long) = (try write(frames: 20_000, to: folder), try write(frames: 200_000, to: folder))
        let config = try folder.write("recognizers: [{ name: pan, type: pan }]", to: "gestured.yaml")
        let peaks = try [short, long].map { try peak([command, "--config", config, $0]) }
        // In memory the events of the longer one take nine megabytes more.
        #expect(peaks[1] - peaks[0] < 3_000, "\(peaks) kB")
    }

    @Test("What can be read only once is played all the same", arguments: ["replay", "explain"])
    func pipe(command: String) throws {
        let file = recording("ed-atmel-mxt-1f-fasttaps")
        let direct = try Program.gesturectl.run(command, file)
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "cat '\(file)' | '\(Program.gesturectl.url.path)' \(command) /dev/stdin 2>/dev/null"]
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(text == direct.output && !text.isEmpty)
    }
}
