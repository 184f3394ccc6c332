// Tests of long recordings in bounded memory.

import Foundation
import Testing

@Suite(.serialized) struct LongRecordingTests {
    /// A recording of so many frames, 10 ms each, made of their events by `lines`.
    private func write(
        _ frames: Int, to folder: TemporaryFolder, _ lines: (Int) -> [(microseconds: Int, events: [String])]
    ) throws -> String {
        let original = try String(contentsOfFile: recording("ed-atmel-mxt-1f-fasttaps"), encoding: .utf8)
        var text = original.split(separator: "\n").prefix { !$0.hasPrefix("E:") }.joined(separator: "\n") + "\n"
        for frame in 0..<frames {
            for (microseconds, events) in lines(frame) {
                let micros = String(frame % 100 * 10_000 + microseconds)
                let time = "E: \(frame / 100)." + String(repeating: "0", count: 6 - micros.count) + micros
                for event in events + ["0000 0000 0"] { text += "\(time) \(event)\n" }
            }
        }
        return try folder.write(text, to: "recording-\(frames)")
    }

    /// A finger that draws, and lifts after each thousand frames.
    private func drawing(_ frame: Int) -> [(Int, [String])] {
        var events = ["0003 0035 \(300 + frame % 500)", "0003 0036 400"]
        if frame % 1000 == 0 { events = ["0003 0039 \(frame / 1000)", "0001 014a 1"] + events }
        if frame % 1000 == 990 { events = ["0003 0039 -1", "0001 014a 0"] + events }
        return [(0, events)]
    }

    /// Touches of two fingers in turn, each of which lands before the other lifts.
    private func overlapping(_ touch: Int) -> [(Int, [String])] {
        let slot = touch % 2
        let landing = [
            "0003 002f \(slot)", "0003 0039 \(touch)", "0003 0035 \(200 + slot * 300)", "0003 0036 \(200 + slot * 100)",
        ]
        return touch == 0
            ? [(0, landing + ["0001 014a 1"])] : [(0, landing), (5000, ["0003 002f \(1 - slot)", "0003 0039 -1"])]
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
        let text = try shell(#"exec python3 -c "$0" "$@""#, [script, Program.gesturectl.url.path] + arguments)
        let numbers = text.dropLast().split(separator: " ")
        return Cost(memory: try #require(Int(numbers[0])), time: try #require(Double(numbers[1])))
    }

    @Test("Ten times the frames take no more memory", arguments: ["replay", "explain"])
    func memory(command: String) throws {
        let folder = try TemporaryFolder()
        let (short, long) = (try write(3000, to: folder, drawing), try write(30_000, to: folder, drawing))
        let config = try folder.write("recognizers: [{ name: pan, type: pan }]", to: "gestured.yaml")
        let peaks = try [short, long].map { try cost([command, "--config", config, $0]).memory }
        // In memory the events of the longer one would take more than a megabyte more.
        #expect(peaks[1] - peaks[0] < 1_000, "\(peaks) kB")
    }

    @Test("With endlessly overlapping fingers, eight times the touches take no more memory, and proportional work")
    func overlapping() throws {
        let folder = try TemporaryFolder()
        let config = try folder.write("{}", to: "gestured.yaml")
        let files = try [1000, 8000].map { try write($0, to: folder, overlapping) }
        let costs = try files.map { try cost(["replay", "--touches", "--config", config, $0]) }
        // Quadratic work would be up to 64 times as much.
        #expect(costs[1].time < 24 * costs[0].time, "\(costs)")
        #expect(costs[1].memory - costs[0].memory < 3_000, "\(costs)")
    }

    @Test("A recording that can be read only once is played", arguments: ["replay", "explain"])
    func pipe(command: String) throws {
        let file = recording("ed-atmel-mxt-1f-fasttaps")
        let direct = try Program.gesturectl.run(command, file)
        let text = try shell(
            #"cat "$1" | "$0" "$2" /dev/stdin 2>/dev/null"#, [Program.gesturectl.url.path, file, command])
        // What can be read only once cannot be seen in the view.
        let expected = direct.output.prefix(
            upTo: direct.output.firstRange(of: "\nTo see it: ")?.lowerBound ?? direct.output.endIndex)
        #expect(text == expected && !text.isEmpty)
    }
}
