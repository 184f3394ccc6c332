// Tests of a gesture's line for people, also on terminals.

import GestureWire
import Testing

@testable import ControlCommands

/// A gesture of two fingers.
private func gesture(
    _ measurement: Measurement, state: GestureState = .changed, surface: String = "panel", recognizer: String = "zoom"
) -> GestureNotification {
    GestureNotification(
        recognizer: recognizer, type: "any", gesture: 7, state: state, surface: surface, region: "root",
        time: 1_234_567_890, location: WirePoint(x: 512, y: 300.46), touches: [3, 4], measurement: measurement)
}

private func text(_ gesture: GestureNotification) -> String { GestureLine(isColourful: false).text(gesture) }

/// The text of the line after the common columns.
private func words(_ measurement: Measurement, _ state: GestureState = .changed) -> String {
    let (line, columns) = (text(gesture(measurement, state: state)), text(gesture(.none, state: state)) + "  ")
    return line.hasPrefix(columns) ? String(line.dropFirst(columns.count)) : "not the columns: " + line
}

@Suite struct GestureLineTests {
    private static let way = WirePoint(x: -3.25, y: 1200)
    private static let speed = WirePoint(x: 0.4, y: -99.6)

    @Test("Time, surface, recognizer, state, place and fingers are in columns; longer names are printed whole")
    func columns() {
        let tap = Measurement.tap(taps: 1)
        #expect(
            text(gesture(tap, state: .recognized))
                == "    1234.568  panel         zoom                recognized     512.0    300.5  2f  1 tap")
        #expect(
            text(gesture(tap, state: .began))
                == "    1234.568  panel         zoom                began          512.0    300.5  2f  1 tap")
        let line = text(gesture(tap, surface: "a-touch-table", recognizer: "three-finger-double-tap"))
        #expect(line.hasPrefix("    1234.568  a-touch-table  three-finger-double-tap  changed   "))
        for measurement in [Measurement.none, .custom(CustomMembers([]))] {
            #expect(text(gesture(measurement)).hasSuffix("  2f"), "without trailing blanks")
        }
    }

    private static let end = WirePoint(x: 10, y: -20)
    private static let pan = "translation (-3.3, 1200.0)  velocity (0, -100)"
    private static let measurements: [(Measurement, String)] = [
        (.tap(taps: 1), "1 tap"), (.tap(taps: 2), "2 taps"), (.longPress(duration: 0.5), "0.50 s"),
        (.swipe(direction: .left, velocity: speed), "left  velocity (0, -100)"),
        (.pan(translation: way, velocity: speed, projection: end), pan),
        (
            .screenEdgePan(edge: .top, translation: way, velocity: speed, projection: end),
            "top edge  \(pan)"
        ), (.pinch(scale: 1.2346, velocity: -0.805), "scale 1.235  velocity -0.81/s"),
        (.rotation(rotation: .pi / 4, velocity: -.pi), "rotation 45.0°  velocity -180°/s"),
        (
            .transform(translation: way, velocity: speed, projection: end, scale: 0.5, rotation: -.pi / 2),
            "\(pan)  scale 0.500  rotation -90.0°"
        ), (.stroke(name: "circle", score: 0.875), "circle  score 0.88"),
        (
            .custom(
                CustomMembers([
                    .init("count", .count(3)), .init("note", .text("as you like")), .init("rest", .number(-0.5)),
                    .init("spot", .point(WirePoint(x: 1, y: 2.25))),
                ])), "count 3  note \"as you like\"  rest -0.500  spot (1.0, 2.3)"
        ),
        // Invalid numbers do not trap.
        (.pinch(scale: .nan, velocity: .infinity), "scale ?  velocity ?/s"), (.longPress(duration: 1e300), "? s"),
        (.longPress(duration: 9e14), "900000000000000.00 s"), (.longPress(duration: -0.001), "0.00 s"),
    ]

    @Test(
        "Each type has its measurements in units for people, and a projection only at the end", arguments: measurements)
    func measurement(measurement: Measurement, expected: String) {
        #expect(words(measurement) == expected)
        #expect(
            words(measurement, .ended) == expected + (expected.contains(Self.pan) ? "  projection (10.0, -20.0)" : ""))
    }

    @Test("The locations of fingers come last, also after nothing else, where they are asked for")
    func fingers() {
        let line = GestureLine(isColourful: false, hasFingers: true)
        var tap = gesture(.tap(taps: 1))
        tap.locations = [WirePoint(x: 480, y: 300.46), WirePoint(x: -0.25, y: 0)]
        #expect(line.text(tap).hasSuffix("  2f  1 tap  fingers (480.0, 300.5) (-0.3, 0.0)"))
        #expect(text(tap).hasSuffix("  2f  1 tap"))
        tap.measurement = .none
        #expect(line.text(tap).hasSuffix("  2f  fingers (480.0, 300.5) (-0.3, 0.0)"))
    }

    @Test("Each state has a colour that keeps the columns aligned; without colours there are no escapes")
    func colours() {
        var colours: Set<Substring> = []
        for state in GestureState.allCases {
            let gesture = gesture(.tap(taps: 1), state: state)
            let line = GestureLine(isColourful: true).text(gesture)
            let parts = line.split(separator: "\u{1b}[", omittingEmptySubsequences: false)
            #expect(parts.count == 3 && parts[2].hasPrefix("0m"))
            colours.insert(parts[1].prefix { $0 != "m" })
            let plain = parts[0] + parts[1].drop { $0 != "m" }.dropFirst() + parts[2].dropFirst(2)
            #expect(plain == text(gesture))
        }
        #expect(colours.count == GestureState.allCases.count)
        #expect(!text(gesture(.tap(taps: 1))).contains("\u{1b}"))
    }
}
