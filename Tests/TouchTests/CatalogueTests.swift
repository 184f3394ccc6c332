// Tests of defects of panels and drivers that no other file covers, named after the catalogue's rows.

import Testing
import Touch
import TouchTesting

/// The touches of a recording, frame by frame.
private func words(of recording: Recording) -> [String] {
    var words: [String] = []
    let panel = Panel(recording.device)
    for event in recording.events {
        panel.assembler.process(event) { words.append(FrameNote($0).description) }
    }
    return words
}

extension Recording {
    /// The same panel with a driver that neither declares nor sends these codes.
    fileprivate func without(_ type: UInt16, _ codes: Set<UInt16>) -> Recording {
        var recording = self
        recording.device.codes[type]?.subtract(codes)
        if type == EventType.absolute { for code in codes { recording.device.axes[code] = nil } }
        recording.events.removeAll { $0.type == type && codes.contains($0.code) }
        return recording
    }
}

@Suite struct CatalogueTests {
    private static let recordings = ["ed-ep0430m09-2f-touch", "ed-atmel-mxt-4f-down", "ed-isdv4e6-2fg-tap"]
    private static let singleTouch: Set<UInt16> = [
        AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.singleTouchPressure,
    ]

    @Test(
        "13, 14. With slots, contacts are the same with and without BTN_TOUCH and the axes of a single touch",
        arguments: recordings, [EventType.key, EventType.absolute])
    func without(name: String, type: UInt16) throws {
        let recording = try RecordingCatalogue.recording(name)
        let without = recording.without(
            type, type == EventType.key ? recording.device.codes[type] ?? [] : Self.singleTouch)
        #expect(without.events.count < recording.events.count)
        #expect(DeviceVerdict(of: without.device) == DeviceVerdict(of: recording.device))
        #expect(!words(of: recording).isEmpty && words(of: without) == words(of: recording))
    }
}
