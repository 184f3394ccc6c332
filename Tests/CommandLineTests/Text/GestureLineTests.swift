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

    @Test("Time, surface, recognizer, state, place and fingers are in columns")
    func columns() {
        #expect(
            text(gesture(.tap(taps: 1), state: .recognized))
                == "    1234.568  panel         zoom                recognized     512.0    300.5  2f  1 tap")
        #expect(
            text(gesture(.tap(taps: 1), state: .began))
                == "    1234.568  panel         zoom                began          512.0    300.5  2f  1 tap")
    }

    @Test("A name longer than its column is printed whole")
    func longNames() {
        let line = text(gesture(.tap(taps: 1), surface: "a-touch-table", recognizer: "three-finger-double-tap"))
        #expect(line.hasPrefix("    1234.568  a-touch-table  three-finger-double-tap  changed   "))
    }

    @Test("A tap has its count, in the singular for one")
    func tap() {
        #expect(words(.tap(taps: 1)) == "1 tap")
        #expect(words(.tap(taps: 2)) == "2 taps")
    }

    @Test("A long press has its duration")
    func longPress() { #expect(words(.longPress(duration: 0.5)) == "0.50 s") }

    @Test("A swipe has its direction and velocity")
    func swipe() {
        for direction in SwipeDirection.allCases {
            #expect(
                words(.swipe(direction: direction, velocity: Self.speed))
                    == "\(direction.rawValue)  velocity (0, -100)")
        }
    }

    @Test("A pan has its translation and velocity, and its projection only at the end")
    func pan() {
        let pan = { Measurement.pan(translation: Self.way, velocity: Self.speed, projection: $0) }
        let way = "translation (-3.3, 1200.0)  velocity (0, -100)"
        #expect(words(pan(nil)) == way && words(pan(nil), .ended) == way && words(pan(.zero)) == way)
        #expect(words(pan(WirePoint(x: 10, y: -20)), .ended) == way + "  projection (10.0, -20.0)")
    }

    @Test("A screen-edge pan has its edge, and the columns of a pan")
    func screenEdgePan() {
        for edge in ScreenEdge.allCases {
            let pan = Measurement.screenEdgePan(
                edge: edge, translation: Self.way, velocity: Self.speed, projection: WirePoint(x: 10, y: -20))
            let way = "\(edge.rawValue) edge  translation (-3.3, 1200.0)  velocity (0, -100)"
            #expect(words(pan) == way)
            #expect(words(pan, .ended) == way + "  projection (10.0, -20.0)")
        }
    }

    @Test("A pinch has its factor, and its rate per second")
    func pinch() {
        #expect(words(.pinch(scale: 1.2346, velocity: -0.805)) == "scale 1.235  velocity -0.81/s")
    }

    @Test("Angles are in degrees")
    func rotation() {
        #expect(words(.rotation(rotation: .pi / 4, velocity: -.pi)) == "rotation 45.0°  velocity -180°/s")
    }

    @Test("A transform has translation, factor and angle, and its projection at the end")
    func transform() {
        let transform = Measurement.transform(
            translation: Self.way, velocity: Self.speed, projection: WirePoint(x: 10, y: -20), scale: 0.5,
            rotation: -.pi / 2)
        let all = "translation (-3.3, 1200.0)  velocity (0, -100)  scale 0.500  rotation -90.0°"
        #expect(words(transform) == all)
        #expect(words(transform, .ended) == all + "  projection (10.0, -20.0)")
    }

    @Test("A stroke has its name and score")
    func stroke() { #expect(words(.stroke(name: "circle", score: 0.875)) == "circle  score 0.88") }

    @Test("Members of a custom type have their names, each formatted by kind")
    func custom() {
        let members = CustomMembers([
            .init("count", .count(3)), .init("note", .text("as you like")), .init("rest", .number(-0.5)),
            .init("spot", .point(WirePoint(x: 1, y: 2.25))),
        ])
        #expect(
            words(.custom(members)) == "count 3  note \"as you like\"  rest -0.500  spot (1.0, 2.3)")
    }

    @Test("A line of a type without measurements ends with its fingers, without trailing blanks")
    func nothing() {
        #expect(text(gesture(.none)).hasSuffix("  2f"))
        #expect(text(gesture(.custom(CustomMembers([])))).hasSuffix("  2f"))
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

    @Test("Control characters in names and other text are escaped")
    func controls() {
        let hostile = "\u{1b}[2J\u{7}\u{9b}\n"
        let members = CustomMembers([.init("note", .text(hostile))])
        for measurement: Measurement in [.stroke(name: hostile, score: 1), .custom(members)] {
            let line = text(gesture(measurement, surface: hostile, recognizer: hostile))
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            #expect(line.contains(#"\u{1b}[2J\u{7}\u{9b}\u{a}"#))
        }
    }

    @Test("Invalid numbers are printed as a question mark and do not trap")
    func nonsense() {
        #expect(words(.pinch(scale: .nan, velocity: .infinity)) == "scale ?  velocity ?/s")
        #expect(words(.longPress(duration: 1e300)) == "? s")
        #expect(words(.longPress(duration: 9e14)) == "900000000000000.00 s")
        #expect(words(.longPress(duration: -0.001)) == "0.00 s", "no sign of what is nothing")
    }
}
