// Tests of gestures on panels with unusual axes, named after the catalogue's rows.

import Configuration
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

/// A finger that moves through these places, in millimetres along the device's axes, every 10 ms.
private func recording(_ path: [(x: Double, y: Double)]) -> Recording {
    var signals: [Signal] = [.slot(0), .id(1)]
    for (step, place) in path.enumerated() {
        signals.append(.x(Int32((1000 + place.x * 10).rounded())))
        signals.append(.y(Int32((-500 + place.y * 50).rounded())))
        signals.append(.report(Int64(step + 1) * 10_000))
    }
    var recording = Fixtures.recording(signals + [.id(-1), .report(Int64(path.count + 1) * 10_000)])
    recording.device = unequal
    return recording
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
        let path = (0...20).map { step in
            let part = Double(step) / 20
            return (x: from.0 + (to.0 - from.0) * part, y: from.1 + (to.1 - from.1) * part)
        }
        let gestures = try Fixtures.gestures(recording(path), Configuration(yaml: yaml, file: "file"))
        #expect(gestures.first?.state == .began && gestures.last?.state == .ended)
    }

    @Test("35. A finger held on a panel that trembles by its fuzz is a long press and a tap, and never a pan")
    func fuzz() throws {
        var numbers = SeededNumbers(seed: 35)
        // Twelve units of X and sixty of Y are 1.2 mm.
        func tremble() -> Double { Double.random(in: -0.6...0.6, using: &numbers) }
        let trembling = (0..<60).map { _ in (x: 100 + tremble(), y: 50 + tremble()) }
        func received(_ count: Int, _ types: RecognizerType...) throws -> Set<String> {
            let configuration = Configuration(
                surfaces: [SurfaceRule(name: "panel")],
                recognizers: types.map { RecognizerRule(name: "\($0)", type: $0) })
            return Set(
                try Fixtures.gestures(recording(Array(trembling.prefix(count))), configuration).map(\.recognizer))
        }
        #expect(try received(60, .pan, .longPress) == ["longPress"])
        #expect(try received(20, .pan, .tap) == ["tap"])
    }
}
