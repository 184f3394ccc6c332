// Tests of defects of panels and drivers that no other file covers, named after the catalogue's rows.

import Foundation
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
    /// Recordings of fingers on panels with slots, which send both.
    static let recordings = ["ed-ep0430m09-2f-touch", "ed-atmel-mxt-4f-down", "ed-isdv4e6-2fg-tap"]

    @Test("13. With slots, contacts are the same whether BTN_TOUCH is there or not", arguments: recordings)
    func withoutButton(name: String) throws {
        let recording = try RecordingCatalogue.recording(name)
        let without = recording.without(EventType.key, recording.device.codes[EventType.key] ?? [])
        #expect(without.events.count < recording.events.count)
        #expect(DeviceVerdict(of: without.device) == DeviceVerdict(of: recording.device))
        #expect(!words(of: recording).isEmpty && words(of: without) == words(of: recording))
    }

    @Test(
        "14. With slots, contacts are the same whether the axes of a single touch are there or not",
        arguments: recordings)
    func withoutSingleTouch(name: String) throws {
        let recording = try RecordingCatalogue.recording(name)
        let without = recording.without(
            EventType.absolute, [AbsoluteAxis.x, AbsoluteAxis.y, AbsoluteAxis.singleTouchPressure])
        #expect(without.events.count < recording.events.count)
        #expect(DeviceVerdict(of: without.device) == DeviceVerdict(of: recording.device))
        #expect(!words(of: recording).isEmpty && words(of: without) == words(of: recording))
    }

    @Test("14. An Android driver, which has neither, is used by its slots")
    func android() throws {
        let device = try RecordingCatalogue.recording("xit-nexus4-nobtn").device
        #expect(device.axes[AbsoluteAxis.x] == nil && device.axes[AbsoluteAxis.y] == nil)
        #expect(device.codes[EventType.key]?.contains(KeyCode.touch) != true)
        #expect(DeviceVerdict(of: device) == .touchscreen(.slots, contacts: 10))
    }

    @Test("21. A removed panel cancels its touches, and the same one has new touches when it returns")
    func replugged() {
        let serialNumbers = TouchSerialNumbers()
        let before = Panel(serialNumbers: serialNumbers).send(.id(7), .x(10), .y(20), .report(1)).cancelAll(at: 2)
        #expect(before.words == ["1: 1 began 10,20", "2: 1 cancelled 10,20"])
        let after = Panel(serialNumbers: serialNumbers).send(.x(30), .report(3), .id(7), .x(10), .y(20), .report(4))
        #expect(after.words == ["4: 2 began 10,20"])
    }

    @Test("23. Fingers of one slot and one tracking id on two panels are two independent touches")
    func twoPanels() {
        let serialNumbers = TouchSerialNumbers()
        let (left, right) = (Panel(serialNumbers: serialNumbers), Panel(serialNumbers: serialNumbers))
        left.send(.id(1), .x(10), .y(20), .report(1))
        right.send(.id(1), .x(500), .y(20), .report(2))
        left.send(.id(-1), .report(3))
        right.send(.x(510), .report(4))
        #expect(left.words == ["1: 1 began 10,20", "3: 1 ended 10,20"])
        #expect(right.words == ["2: 2 began 500,20", "4: 2 moved 510,20"])
    }

    @Test("50. Only doctor's test and gestured-output grab a device, while nothing touches: others see every lift")
    func grabs() throws {
        let folder = RecordingCatalogue.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
        let grabbing = try paths.filter { path in
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            return ["EVIOCGRAB", "libevdev_grab", "linux_try_grab", "GrabTrial"].contains { text.contains($0) }
        }
        #expect(
            Set(grabbing) == [
                "CLinux/CLinux.c", "CLinux/include/CLinux.h", "Evdev/GrabTrial.swift",
                "ControlCommands/Doctor/Doctor.swift", "ControlCommands/Doctor/DoctorGrabs.swift",
                "CLinux/Uinput.c", "CLinux/OutputConfinement.c", "OutputProcess/GrabbedPanel.swift",
                // The filter lets gestured let go, and not grab.
                "CLinux/Confinement.c",
            ])
    }

    @Test("56. Contacts whose lifts the firmware lost do not hide later fingers")
    func lostReleases() {
        var rules = ContactRules()
        rules.maximumAge = 10
        let panel = Panel(rules: rules)
        for slot in 0..<4 as Range<Int32> { panel.send(.slot(slot), .id(slot), .x(100 + slot * slot * 50), .y(20)) }
        // Lifted together: two lifts of four are reported.
        panel.send(.report(1000), .slot(0), .id(-1), .slot(1), .id(-1), .report(2000))
        panel.send(.slot(0), .id(4), .x(700), .y(500), .report(1_000_000), .id(-1), .report(1_100_000))
        panel.advance(to: 10_001_000)
        #expect(
            panel.words.suffix(3) == [
                "1000000: 5 began 700,500", "1100000: 5 ended 700,500",
                "10001000: 3 cancelled 300,20; 4 cancelled 550,20",
            ])
        #expect(panel.assembler.unwanted[.stuck] == 2)
        // A contact that remains in a slot counts again once it has lifted.
        panel.send(.slot(2), .x(301), .report(10_100_000), .id(-1), .report(10_200_000))
        panel.send(.id(5), .x(400), .y(30), .report(10_300_000))
        #expect(panel.words.last == "10300000: 6 began 400,30" && panel.words.count == 6)
    }
}
