// Tests of gestures on panels with unusual axes, named after the catalogue's rows.

import Configuration
import Diagnosis
import GestureDaemon
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

/// A panel of 200 × 100 mm: X in tenths of a millimetre from 1000, Y in fiftieths from -500.
private let unequal: DeviceDescription = {
    var device = DeviceDescription.touchscreen()
    device.axes[AbsoluteAxis.positionX] = Axis(minimum: 1000, maximum: 3000, fuzz: 12, resolution: 10)
    device.axes[AbsoluteAxis.positionY] = Axis(minimum: -500, maximum: 4500, fuzz: 60, resolution: 50)
    return device
}()

/// Fingers that move through these places, in millimetres along the device's axes, every 10 ms.
private func recording(_ paths: [[(x: Double, y: Double)]], hold: Int = 0) -> Recording {
    var signals: [Signal] = []
    for step in 0..<(paths.map(\.count).max() ?? 0) {
        for (slot, path) in paths.enumerated() where step < path.count {
            signals.append(.slot(Int32(slot)))
            if step == 0 { signals.append(.id(Int32(slot + 1))) }
            signals.append(.x(Int32((1000 + path[step].x * 10).rounded())))
            signals.append(.y(Int32((-500 + path[step].y * 50).rounded())))
        }
        signals.append(.report(Int64(step + 1) * 10_000))
    }
    let end = Int64((paths.map(\.count).max() ?? 0) + 1 + hold) * 10_000
    for slot in paths.indices { signals += [.slot(Int32(slot)), .id(-1)] }
    var recording = Fixtures.recording(signals + [.report(end)])
    recording.device = unequal
    return recording
}

private func received(
    _ recording: Recording, _ rules: [RecognizerRule], _ settings: SurfaceSettings = SurfaceSettings(),
    regions: [RegionRule] = []
) throws -> [GestureNotification] {
    var gestures: [GestureNotification] = []
    let configuration = Configuration(
        surfaces: [SurfaceRule(name: "panel", settings: settings)], regions: regions, recognizers: rules)
    _ = try Replay.run(recording, configuration: configuration) { gestures.append($0) }
    return gestures.filter { $0.state != .failed }
}

private func line(from: (Double, Double), to: (Double, Double), steps: Int) -> [(x: Double, y: Double)] {
    (0...steps).map { step in
        let part = Double(step) / Double(steps)
        return (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
}

@Suite struct DeclaredAxesReplayTests {
    @Test(
        "32. A pan begins from an edge that the panel exceeds, or that is its last unit",
        arguments: [
            ("left", (-3, 50), (40, 50)), ("left", (0, 50), (40, 50)), ("right", (203, 50), (160, 50)),
            ("right", (200, 50), (160, 50)), ("top", (100, -2), (100, 40)), ("bottom", (100, 104), (100, 60)),
            ("bottom", (100, 100), (100, 60)), ("left", (-3, -4), (40, 2)),
        ] as [(String, (Double, Double), (Double, Double))])
    func edges(edge: String, from: (Double, Double), to: (Double, Double)) throws {
        let yaml = """
            recognizers: [{ name: edge, type: screenEdgePan, edges: \(edge), region: whole }]
            regions: [{ name: whole, frame: { x: 0%, y: 0%, width: 100%, height: 100% } }]
            """
        var gestures: [GestureNotification] = []
        _ = try Replay.run(
            recording([line(from: from, to: to, steps: 20)]), configuration: try Configuration(yaml: yaml, file: "file")
        ) { gestures.append($0) }
        #expect(gestures.first?.state == .began && gestures.last?.state == .ended)
    }

    @Test(
        "32. A touch on the last unit of the range, or beyond it, belongs to the region there",
        arguments: [
            (200, 50, "right"), (210, 50, "right"), (0, 50, "left"), (-5, 50, "left"), (200, 100, "right"),
            (99, 120, "left"),
        ]
            as [(Double, Double, String)])
    func regions(x: Double, y: Double, region: String) throws {
        let frames = [("left", 0.0), ("right", 0.5)].map { name, start in
            RegionRule(
                name: name,
                frame: RegionFrame(x: .fraction(start), y: .fraction(0), width: .fraction(0.5), height: .fraction(1)))
        }
        let rules = ["left", "right"].map { RecognizerRule(name: $0, type: .tap, region: $0) }
        let gestures = try received(recording([[(x, y)]]), rules, regions: frames)
        #expect(gestures.map(\.recognizer) == [region])
        #expect(gestures.map(\.region) == [region])
    }

    @Test("33. A swipe moves as people see it, however axes are swapped and mirrored")
    func directions() throws {
        let directions = ["left", "right", "up", "down"]
        let yaml =
            "recognizers: ["
            + directions.map { "{ name: \($0), type: swipe, direction: \($0) }" }.joined(separator: ", ") + "]"
        // A swipe along the device's own X, and its visible direction under each matrix.
        for (matrix, direction) in [
            (AffineMatrix.identity, "right"), (Rotation.clockwise90.transform, "down"),
            (Rotation.half.transform, "left"),
            (Rotation.clockwise270.transform, "up"), (AffineMatrix(0, 1, 0, 1, 0, 0), "down"),
            (AffineMatrix(-1, 0, 1, 0, 1, 0), "left"), (AffineMatrix(1, 0, 0, 0, -1, 1), "right"),
            (AffineMatrix(0, -1, 1, -1, 0, 1), "up"),
        ] {
            var configuration = try Configuration(yaml: yaml, file: "file")
            configuration.surfaces = [SurfaceRule(name: "panel", settings: SurfaceSettings(calibration: matrix))]
            var gestures: [GestureNotification] = []
            _ = try Replay.run(
                recording([line(from: (60, 50), to: (110, 52), steps: 12)]), configuration: configuration
            ) { if $0.state != .failed { gestures.append($0) } }
            #expect(gestures.map(\.recognizer) == [direction])
        }
    }

    @Test("34. Two fingers that turn about each other rotate and do not pinch, although X and Y have other units")
    func turning() throws {
        let steps = 30
        func finger(_ sign: Double) -> [(x: Double, y: Double)] {
            (0...steps).map { step in
                // A quarter turn, by the rational points of a circle.
                let t = Double(step) / Double(steps)
                let (cosine, sine): (Double, Double) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
                return (100 + sign * 30 * cosine, 50 + sign * 30 * sine)
            }
        }
        let recording = recording([finger(1), finger(-1)])
        #expect(try received(recording, [RecognizerRule(name: "pinch", type: .pinch)]) == [])
        let turn = try received(recording, [RecognizerRule(name: "turn", type: .rotation)])
        guard case .rotation(let rotation, _) = turn.last?.measurement else {
            Issue.record("no rotation")
            return
        }
        #expect(abs(rotation - (90 - 5) * .pi / 180) < 0.02)
    }

    @Test("35. A finger held on a panel that trembles by its fuzz is a long press and a tap, and never a pan")
    func fuzz() throws {
        var numbers = SeededNumbers(seed: 35)
        // Twelve units of X and sixty of Y are 1.2 mm.
        func tremble() -> Double { Double.random(in: -0.6...0.6, using: &numbers) }
        let trembling = (0..<60).map { _ in (x: 100 + tremble(), y: 50 + tremble()) }
        let rules = [RecognizerRule(name: "pan", type: .pan), RecognizerRule(name: "press", type: .longPress)]
        let held = try received(recording([trembling]), rules)
        #expect(held.first?.recognizer == "press" && held.allSatisfy { $0.recognizer == "press" })
        let tapped = try received(
            recording([Array(trembling.prefix(20))]),
            [RecognizerRule(name: "pan", type: .pan), RecognizerRule(name: "tap", type: .tap)])
        #expect(tapped.map(\.recognizer) == ["tap"])
    }
}
