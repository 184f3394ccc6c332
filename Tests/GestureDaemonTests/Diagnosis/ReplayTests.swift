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
    @Test("Nine fast taps are nine taps")
    func nineTaps() throws {
        let gestures = try Fixtures.gestures("ed-atmel-mxt-1f-fasttaps", Fixtures.only("tap", .tap))
        #expect(gestures.map(\.state) == Array(repeating: .recognized, count: 9))
        #expect(gestures.map(\.touches) == (1...9).map { [$0] })
        #expect(gestures.map(\.gesture) == Array(1...9))
    }

    @Test("A finger that moves up and down is one pan that begins once and ends once")
    func onePan() throws {
        let gestures = try Fixtures.gestures("ed-atmel-mxt-1f-updown", Fixtures.only("pan", .pan))
        #expect(gestures.first?.state == .began)
        #expect(gestures.last?.state == .ended)
        #expect(gestures.dropFirst().dropLast().allSatisfy { $0.state == .changed })
        #expect(gestures.count > 100)
    }

    @Test("A phone's panel without BTN_TOUCH gives pans of one, two, three and four fingers")
    func withoutButton() throws {
        let gestures = try Fixtures.gestures("xit-nexus4-nobtn", Fixtures.only("pan", .pan))
        #expect(gestures.filter { $0.state == .began }.count == 4)
        #expect(gestures.filter { $0.state == .ended }.count == 4)
        #expect(Set(gestures.map(\.touches.count)) == [1, 2, 3, 4])
    }

    @Test("Every recorded touchscreen gives its checked replay, always with the same bytes")
    func golden() throws {
        for name in try Fixtures.checkedNames() {
            let lines = try Fixtures.lines(name, .standard)
            #expect(lines == (try Fixtures.checkedLines(name)), "\(name)")
            #expect(lines == (try Fixtures.lines(name, .standard)), "\(name), again")
        }
    }

    @Test("Every usable recorded touchscreen has a checked replay, and no other file has")
    func complete() throws {
        let playable = try RecordingCatalogue.names().filter { name in
            guard try !RecordingCatalogue.recording(name).events.isEmpty else { return false }
            return (try? Fixtures.lines(name, .standard)) != nil
        }
        #expect(playable.count > 15)
        #expect(playable == (try Fixtures.checkedNames()))
    }

    @Test("Every gesture that begins in a recording is closed, once")
    func closed() throws {
        for name in try Fixtures.checkedNames() {
            var open: Set<Int> = []
            for gesture in try Fixtures.gestures(name, .standard) {
                switch gesture.state {
                case .began: #expect(open.insert(gesture.gesture).inserted, "\(name)")
                case .changed: #expect(open.contains(gesture.gesture), "\(name)")
                case .ended, .cancelled: #expect(open.remove(gesture.gesture) != nil, "\(name)")
                case .recognized, .failed: break
                }
            }
            #expect(open.isEmpty, "\(name)")
        }
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
        let text = """
            version: 1
            devices:
            - node: /dev/input/event5
              evdev:
                name: "panel"
                codes:
                  1: [330]
                absinfo:
                  47: [0, 9, 0, 0, 0]
                  53: [0, 719, 0, 0, 0]
                  54: [0, 1279, 0, 0, 0]
                  57: [0, 65535, 0, 0, 0]
                properties: [1]
              udev:
                properties:
                - ID_INPUT_HEIGHT_MM=155
                - ID_INPUT_TOUCHSCREEN=1
                - ID_INPUT_WIDTH_MM=88
            """
        let recording = try Recording(libinput: text.utf8)
        let lines = try Fixtures.explanation(recording, Fixtures.only("tap", .tap))
        #expect(lines.first?.hasPrefix("Surface panel: 88 x 155 mm") == true)
        // The same applies to a recording of it by `gesturectl record`, which is rotated by its calibration as it would
        // be live.
        for (line, size) in [("", "88 x 155 mm"), ("    - LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0", "155 x 88 mm")] {
            let turned = try Recording(evemu: Recording(libinput: (text + "\n" + line).utf8).evemu)
            let head = try Fixtures.explanation(turned, Fixtures.only("tap", .tap)).first
            #expect(head?.hasPrefix("Surface panel: \(size)") == true)
        }
    }

    @Test("A panel whose node has keyboard keys is played, and the first warning says why it is not used live")
    func keyboard() throws {
        let text = String(decoding: try RecordingCatalogue.text(of: "made-phone"), as: UTF8.self)
        let start = try #require(text.range(of: "\nB: 01 00 00 00 00"))
        let keys = text.replacingCharacters(in: start, with: "\nB: 01 fe ff ff ff")
        func warnings(_ text: String) throws -> [String] {
            try Replay.run(Recording(evemu: text.utf8), configuration: .standard) { _ in }.warnings
        }
        let reason = try #require(DeviceNode(path: "", isKeyboard: true).refusal(use: .automatic))
        #expect(
            try warnings(keys).first == "gestured would not use this device: \(reason); the recording is played anyway")
        #expect(try warnings(keys).dropFirst().elementsEqual(warnings(text)))
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
        var gestures: [GestureNotification] = []
        _ = try Replay.run(recording, configuration: Fixtures.only("press", .longPress)) { gestures.append($0) }
        #expect(gestures.filter { $0.state != .failed }.isEmpty)
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

    @Test("A tap that waits for a double tap at the end of the recording is reported when no second tap is possible")
    func waitsOn() throws {
        let configuration = Configuration(recognizers: [
            RecognizerRule(name: "tap", type: .tap),
            RecognizerRule(name: "double-tap", type: .tap, properties: ["numberOfTapsRequired": .count(2)]),
        ])
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center")
        var received: [GestureNotification] = []
        let prepare: EnginePreparation = { engine, _ in
            engine.root.gestureRecognizers[0].require(toFail: engine.root.gestureRecognizers[1])
        }
        _ = try Replay.run(recording, configuration: configuration, prepare: prepare) {
            if $0.state != .failed { received.append($0) }
        }
        #expect(received.map(\.recognizer) == ["tap"])
        #expect(received.first?.time == recording.events.last.map { $0.time.microseconds + 350_000 })
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

    @Test("The configuration's contact rules apply to a replay: a dead zone ignores touches and reports them")
    func rules() throws {
        let zone = RegionFrame(x: .points(0), y: .points(0), width: .fraction(1), height: .fraction(1))
        let surface = SurfaceRule(name: "panel", contacts: ContactsRule(values: ["deadZones": .zones([zone])]))
        let recording = try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps")
        var gestures = 0
        let outcome = try Replay.run(recording, configuration: Configuration(surfaces: [surface])) { _ in gestures += 1
        }
        #expect(gestures == 0)
        #expect(outcome.warnings.last?.hasPrefix("a contact that began in a dead zone, filtered; ") == true)
    }

    @Test("A long press under way at the end of the recording is closed after time has continued")
    func runsOn() throws {
        var recording = try RecordingCatalogue.recording("ed-atmel-mxt-1f-fasttaps")
        // The finger of the first tap never lifts.
        recording.events = Array(recording.events.prefix { $0.time == recording.events[0].time })
        var states: [GestureState] = []
        _ = try Replay.run(recording, configuration: Fixtures.only("hold", .longPress)) { states.append($0.state) }
        #expect(states == [.began, .cancelled])
    }
}
