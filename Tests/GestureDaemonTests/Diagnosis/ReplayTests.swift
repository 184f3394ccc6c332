// Tests of the gestures of recorded panels.

import Configuration
import Diagnosis
import Evdev
import Foundation
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct ReplayTests {
    @Test("Every usable recorded touchscreen gives its checked replay, the same bytes each time; no other file has one")
    func golden() throws {
        var playable: [String] = []
        for name in try RecordingCatalogue.names() where try !RecordingCatalogue.recording(name).events.isEmpty {
            guard let lines = try? Fixtures.lines(name, .standard) else { continue }
            playable.append(name)
            #expect(lines == (try Fixtures.checkedLines(name)), "\(name)")
            #expect(lines == (try Fixtures.lines(name, .standard)), "\(name), again")
        }
        #expect(try playable.count > 15 && playable == Fixtures.checkedNames())
    }

    @Test("A device that gestured would not use is played, and the first warning has the reason of its report")
    func notLive() throws {
        let reason = try #require(DeviceNode(path: "", isTouchscreen: false).refusal(use: .automatic))
        let warning = "gestured would not use this device: \(reason); the recording is played anyway"
        let recording = try RecordingCatalogue.recording("made-not-live")
        func warnings(_ recording: Recording, _ surfaces: [SurfaceRule] = []) throws -> [String] {
            var configuration = Fixtures.only("tap", .tap)
            configuration.surfaces = surfaces
            var gestures: [String] = []
            let outcome = try Replay.run(recording, configuration: configuration) { gestures.append($0.recognizer) }
            #expect(gestures == ["tap"])
            return outcome.warnings
        }
        #expect(try warnings(recording) == [warning])
        #expect(try Fixtures.explanation(recording, Fixtures.only("tap", .tap))[1] == warning)
        var used = SurfaceRule(name: "panel")
        used.use = .always
        #expect(try warnings(recording, [used]) == [])
        // The recorded udev properties take precedence over those that udev would give now.
        var other = recording
        other.udev = UdevProperties(isTouchscreen: true, isKeyboard: false, isIgnored: false)
        #expect(try warnings(other) == [])
        other.udev = UdevProperties(isTouchscreen: true, isKeyboard: true, isIgnored: false)
        #expect(try warnings(other).first?.contains("ID_INPUT_KEYBOARD") == true)
        other.udev = UdevProperties(isTouchscreen: true, isKeyboard: false, isIgnored: true)
        #expect(try warnings(other).first?.contains("LIBINPUT_IGNORE_DEVICE") == true)
    }

    @Test("A recorded panel without a resolution has the size that udev reported where it was recorded")
    func systemSize() throws {
        for (calibration, size) in [
            (nil, "88 x 155 mm"), (AffineMatrix(calibration: 0, -1, 1, 1, 0, 0), "155 x 88 mm"),
        ] {
            var recording = Fixtures.recording([])
            recording.udev = UdevProperties(
                isTouchscreen: true, isKeyboard: false, isIgnored: false, millimetres: Size(width: 88, height: 155),
                calibration: calibration)
            // As `gesturectl record` writes it.
            let read = try Recording(text: recording.evemu)
            let head = try Fixtures.explanation(read, Fixtures.only("tap", .tap)).first
            #expect(head?.hasPrefix("Surface touchscreen: \(size)") == true, "\(head ?? "")")
        }
    }

    @Test(
        "A device that is not a touchscreen is refused with the reason",
        arguments: [
            (
                "neg-cypress-3f-tap",
                "\"CyPS/2 Cypress Trackpad\" is not used: a touchpad or touch tablet, not a touchscreen"
            ),
            ("neg-dellcanvas-pen", "\"Wacom ISD-V4 Pen\" is not used: a pen, not touch"),
        ])
    func refused(name: String, reason: String) throws {
        let error = #expect(throws: ReplayError.self) { try Fixtures.gestures(name, .standard) }
        #expect(error?.description == reason)
    }

    @Test("1. A finger whose lift was lost is not held until the loss was seen")
    func lostLift() throws {
        let recording = Fixtures.recording([
            .id(1), .x(10), .y(20), .report(0), .other(type: 0, code: 3, value: 0), .report(900_000), .slot(0), .id(-1),
            .report(900_000),
        ])
        #expect(try Fixtures.gestures(recording, Fixtures.only("press", .longPress)).isEmpty)
    }

    @Test("25. The configuration's `use` applies to a device's recordings, too")
    func use() throws {
        func gestures(_ name: String, _ use: SurfaceUse) throws -> [GestureNotification] {
            return try Fixtures.gestures(
                name,
                Configuration(
                    surfaces: [SurfaceRule(name: "panel", use: use)],
                    recognizers: [RecognizerRule(name: "tap", type: .tap)]))
        }
        #expect(throws: ReplayError.self) { try gestures("neg-cypress-3f-tap", .automatic) }
        #expect(throws: Never.self) { try gestures("neg-cypress-3f-tap", .always) }
        let error = #expect(throws: ReplayError.self) { try gestures("xit-nexus4-nobtn", .never) }
        #expect(error?.description.hasSuffix("excluded by the configuration (use: never)") == true)
    }

    @Test("Problems of surface and regions are reported once each")
    func warnings() throws {
        let frame = RegionFrame(x: .points(5000), y: .points(0), width: .points(10), height: .points(10))
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center")
        let outcome = try Replay.run(
            recording, configuration: Configuration(regions: [RegionRule(name: "beyond", frame: frame)])
        ) { _ in }
        #expect(outcome.warnings.count == 3)
        #expect(outcome.warnings[0].contains("does not report its size"))
        #expect(outcome.warnings[1].contains("the region \"beyond\" lies outside"))
        #expect(outcome.warnings[2].hasSuffix(" at most 2 fingers: three-finger-pan can never begin on it"))
        #expect(outcome.surface == "wacom-isdv4-e6-finger")
    }

    @Test("Defects and filtered contacts are reported, each kind once with its number, or else nothing")
    func observations() throws {
        var recording = try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps")
        let sound = try Replay.run(recording, configuration: .standard) { _ in }
        let start = try #require(recording.events.first?.time)
        // Each is put before the one before it.
        for (code, value) in [
            (AbsoluteAxis.slot, Int32(0)), (AbsoluteAxis.trackingID, -1), (AbsoluteAxis.trackingID, -1),
            (AbsoluteAxis.slot, 3),
        ] {
            recording.events.insert(
                InputEvent(time: start, type: EventType.absolute, code: code, value: value), at: 0)
        }
        let outcome = try Replay.run(recording, configuration: .standard) { _ in }
        #expect(
            outcome.warnings == sound.warnings + ["kernel bug: a lift in a slot without a contact, ignored; 2 times"])
        let explained = try Explanation.run(recording, configuration: .standard) { _ in }
        #expect(explained.warnings == outcome.warnings)
    }
}
