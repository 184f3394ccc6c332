// Arbitrary bytes played as a recording: refused with a message, or played like any other.

import Gestures
import Touch

/// The text of a recording, read in each of the formats, and played if it can be.
public struct FuzzedRecording {
    /// Violations; empty when all is well.
    public private(set) var faults: [String] = []

    /// Reads and plays it.
    public init(_ text: [UInt8]) {
        // The first line decides the format.
        for line in ["", "N: a\n", "version: 1\n", "Input device name: \"a\"\n", "add device 1: /dev/input/event1\n"] {
            if let recording = try? Recording(text: Array(line.utf8) + text) { play(recording) }
        }
    }

    private mutating func play(_ recording: Recording) {
        guard case .touchscreen = DeviceVerdict(of: recording.device),
            let surface = Surface(
                name: "panel", device: recording.device, settings: SurfaceSettings(), systemCalibration: nil)
        else { return }
        let assembler = FrameAssembler(
            device: recording.device, surface: surface, serialNumbers: TouchSerialNumbers())
        let engine = GestureEngine(size: surface.size)
        for recognizer in [TapGestureRecognizer(name: "tap"), PanGestureRecognizer(name: "pan")] {
            engine.root.addGestureRecognizer(recognizer)
        }
        let source = RecordingSource(recording)
        var last = Timestamp.zero
        while case .input(let event) = source.next() {
            last = max(last, event.time)
            assembler.process(event) { engine.process($0) }
        }
        assembler.cancelAll(at: last) { engine.process($0) }
        if !assembler.table.all.isEmpty { faults.append("a touch is left") }
        faults += engine.verifyInvariants()
    }
}
