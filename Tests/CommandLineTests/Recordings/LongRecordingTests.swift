// Tests of long recordings in bounded memory.

import Foundation
import Testing

@Suite(.serialized) struct LongRecordingTests {
    /// A recording of this many frames of a finger that draws, and lifts after each thousand.
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

    /// A recording of this many touches of two fingers in turn, each of which lands before the other lifts.
    private func write(overlappingTouches count: Int, to folder: TemporaryFolder) throws -> String {
        let original = try String(contentsOfFile: recording("ed-atmel-mxt-1f-fasttaps"), encoding: .utf8)
        var text = original.split(separator: "\n").prefix { !$0.hasPrefix("E:") }.joined(separator: "\n") + "\n"
        for touch in 0..<count {
            let slot = touch % 2
            for (step, id) in [(0, touch), (1, -1)] where touch > 0 || step == 0 {
                let micros = String(touch % 100 * 10_000 + step * 5000)
                let time = "E: \(touch / 100)." + String(repeating: "0", count: 6 - micros.count) + micros
                text += "\(time) 0003 002f \(step == 0 ? slot : 1 - slot)\n\(time) 0003 0039 \(id)\n"
                if step == 0 {
                    text += "\(time) 0003 0035 \(200 + slot * 300)\n\(time) 0003 0036 \(200 + slot * 100)\n"
                }
                if touch == 0 { text += "\(time) 0001 014a 1\n" }
                text += "\(time) 0000 0000 0\n"
            }
        }
        return try folder.write(text, to: "overlapping-\(count)")
    }

    /// The resources used by a program whose output is discarded.
    private struct Cost {
        /// The largest resident size, in kilobytes.
        var memory: Int
        /// Processor time of its own, in seconds.
        var time: Double
    }

    /// Runs a program and discards its output.
    ///
    /// Python starts it: the kernel's figures for a program include the process that started it, and these tests are
    /// large.
    private func cost(_ arguments: [String]) throws -> Cost {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(usage.ru_maxrss, usage.ru_utime)
            """
        let (python, output) = (Process(), Pipe())
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script, Program.gesturectl.url.path] + arguments
        python.standardOutput = output
        try python.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()
        let numbers = text.dropLast().split(separator: " ")
        return Cost(memory: try #require(Int(numbers[0])), time: try #require(Double(numbers[1])))
    }

    @Test("Ten times the frames take no more memory", arguments: ["replay", "explain"])
    func memory(command: String) throws {
        let folder = try TemporaryFolder()
        let (short, long) = (try write(frames: 3000, to: folder), try write(frames: 30_000, to: folder))
        let config = try folder.write("recognizers: [{ name: pan, type: pan }]", to: "gestured.yaml")
        let peaks = try [short, long].map { try cost([command, "--config", config, $0]).memory }
        // In memory the events of the longer one would take more than a megabyte more.
        #expect(peaks[1] - peaks[0] < 1_000, "\(peaks) kB")
    }

    @Test("With endlessly overlapping fingers, eight times the touches take no more memory, and proportional work")
    func overlapping() throws {
        let folder = try TemporaryFolder()
        let config = try folder.write("{}", to: "gestured.yaml")
        let files = try [1000, 8000].map { try write(overlappingTouches: $0, to: folder) }
        let costs = try files.map { try cost(["replay", "--touches", "--config", config, $0]) }
        // Quadratic work would be up to 64 times as much.
        #expect(costs[1].time < 24 * costs[0].time, "\(costs)")
        #expect(costs[1].memory - costs[0].memory < 3_000, "\(costs)")
    }

    @Test("A recording that can be read only once is played", arguments: ["replay", "explain"])
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
        // What can be read only once cannot be seen in the view.
        let expected = direct.output.prefix(
            upTo: direct.output.firstRange(of: "\nTo see it: ")?.lowerBound ?? direct.output.endIndex)
        #expect(text == expected && !text.isEmpty)
    }
}
