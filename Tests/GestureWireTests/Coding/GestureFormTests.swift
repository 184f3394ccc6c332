// Tests of the forms of a gesture's line: coordinates of the region, and locations of fingers.

import GestureWire
import Testing

struct GestureFormTests {
    /// To a region that is turned a quarter to the left, twice as fine, and lies elsewhere.
    private static let map = RegionMap(a: 0, b: -2, c: 2, d: 0, tx: -100, ty: 50)
    private static let pan = MeasurementEncodingTests.pan
    private static let base = Measurement.pan(
        translation: MeasurementEncodingTests.before, velocity: .zero, projection: nil)

    private static func gesture(
        _ type: String, _ measurement: Measurement, _ state: GestureState = .changed
    ) -> GestureNotification {
        var gesture = sample(type: type, state: state, measurement)
        gesture.locations = [WirePoint(x: 480, y: 300.5), WirePoint(x: 544, y: 300.5)]
        gesture.toRegion = map
        return gesture
    }

    /// The line from `location` on, as a subscription with this form receives it.
    private func tail(
        _ gesture: GestureNotification, _ form: GestureForm, since base: Measurement = .none
    ) -> Substring {
        let line = line(gesture, since: base, form: form)
        return line.firstRange(of: #""time":1234.567890"#).map { line[$0.upperBound...] } ?? line[...]
    }

    @Test("in the coordinates of a region, places go through the whole map, paths and velocities only through its turn")
    func region() {
        #expect(
            tail(Self.gesture("pan", Self.pan, .ended), [.places, .inRegion], since: Self.base)
                == #","location":{"x":501.0,"y":-974.0},"touches":[3,4],"translation":{"x":-8.0,"y":-21.0},"#
                + #""delta":{"x":-6.0,"y":-5.0},"velocity":{"x":0.0,"y":240.5},"projection":{"x":-97.875,"y":-148.0}}}"#
                + "\n")
        let swipe = Measurement.swipe(direction: .left, velocity: MeasurementEncodingTests.velocity)
        #expect(
            tail(Self.gesture("swipe", swipe, .recognized), [.places, .inRegion]).hasSuffix(
                #","direction":"left","velocity":{"x":0.0,"y":240.5}}}"# + "\n"))
    }

    @Test("the locations of the fingers follow their ids, in the same coordinates as the gesture")
    func fingers() {
        let surface = #"{"x":480.0,"y":300.5},{"x":544.0,"y":300.5}"#
        #expect(
            tail(Self.gesture("tap", .tap(taps: 1), .recognized), [.places, .fingers])
                == #","location":{"x":512.0,"y":300.5},"touches":[3,4],"locations":[\#(surface)],"taps":1}}"# + "\n")
        let region = #"{"x":501.0,"y":-910.0},{"x":501.0,"y":-1038.0}"#
        #expect(
            tail(Self.gesture("tap", .tap(taps: 1), .recognized), [.places, .inRegion, .fingers])
                == #","location":{"x":501.0,"y":-974.0},"touches":[3,4],"locations":[\#(region)],"taps":1}}"# + "\n")
        var failed = Self.gesture("tap", .none, .failed)
        (failed.touches, failed.locations) = ([], [])
        #expect(tail(failed, [.places, .fingers]).hasSuffix(#","touches":[],"locations":[]}}"# + "\n"))
    }

    @Test("the predicted translation of a pan is read as it is written, in either coordinates; its end has none")
    func predicted() throws {
        var pan = Self.gesture("pan", Self.pan)
        let ahead = try #require(pan.predictedTranslation)
        for form in [[.places, .predicted], [.places, .predicted, .inRegion]] as [GestureForm] {
            let line = line(pan, since: .none, form: form)
            guard case .gesture(let read) = try ServerMessage.decode(Array(line.utf8)) else { continue }
            let expected = form.contains(.inRegion) ? Self.map.vector(ahead) : ahead
            let translation = try #require(read.notification.predictedTranslation)
            #expect(abs(translation.x - expected.x) <= 0.0005 && abs(translation.y - expected.y) <= 0.0005)
        }
        #expect(!tail(pan, .places).contains("predicted"))
        pan.state = .ended
        #expect(!tail(pan, [.places, .predicted]).contains("predicted"))
    }

    @Test("points of custom types, scales and angles are as the recognizer says, in any coordinates")
    func untouched() {
        let measurements: [(String, Measurement)] = [
            ("pinch", .pinch(scale: 2, velocity: 1)), ("rotation", .rotation(rotation: 1, velocity: 2)),
            ("own", .custom(CustomMembers([.init("spot", .point(WirePoint(x: 1, y: 2)))]))),
        ]
        for (type, measurement) in measurements {
            let gesture = Self.gesture(type, measurement)
            let members = tail(gesture, .places).split(separator: #""touches":[3,4]"#)[1]
            #expect(tail(gesture, [.places, .inRegion]).hasSuffix(members))
        }
    }

    @Test("without places there are no locations of fingers either, whatever the subscription asks for")
    func bare() {
        for form: GestureForm in [[], [.fingers], [.inRegion, .fingers]] {
            #expect(tail(Self.gesture("pan", Self.pan, .ended), form) == "}}\n")
        }
        var received = Self.gesture("pan", Self.pan)
        received.location = nil
        #expect(tail(received, [.places, .inRegion, .fingers]) == "}}\n")
    }

    @Test("deltas add up to the translation in a region that rests, to the last digit")
    func sums() throws {
        let map = RegionMap(a: 0.8660254, b: -0.5, c: 0.5, d: 0.8660254, tx: 3, ty: -7)
        var (sum, last) = (WirePoint.zero, Measurement.none)
        for step in 1...200 {
            let way = WirePoint(x: Double(step) * 1.0007, y: Double(step * step) * 0.0313)
            var gesture = sample(type: "pan", .pan(translation: way, velocity: .zero, projection: nil))
            gesture.toRegion = map
            let read = try #require(try received(line(gesture, since: last, form: [.places, .inRegion])))
            guard case .translation(let delta)? = read.change,
                case .pan(let translation, _, _) = read.notification.measurement
            else {
                Issue.record("not a pan")
                return
            }
            sum = WirePoint(x: sum.x + delta.x, y: sum.y + delta.y)
            #expect(abs(sum.x - translation.x) < 1e-6 && abs(sum.y - translation.y) < 1e-6)
            last = gesture.measurement
        }
    }

    @Test("received locations read back as written, and are empty without the option")
    func reading() throws {
        func read(_ form: GestureForm) throws -> GestureNotification? {
            try received(line(Self.gesture("pan", Self.pan), form: form))?.notification
        }
        #expect(try read([.places, .fingers])?.locations == Self.gesture("pan", Self.pan).locations)
        #expect(try read(.places)?.locations == [])
    }

    @Test("a snapshot writes its gestures in its form, but those without places")
    func snapshot() throws {
        var (seen, hidden) = (Self.gesture("pan", Self.pan), Self.gesture("pan", Self.pan))
        (seen.gesture, hidden.gesture) = (1, 2)
        var snapshot = Snapshot(subscription: 1, surfaces: [], recognizers: [], gestures: [seen, hidden])
        snapshot.form = [.places, .inRegion, .fingers]
        snapshot.withoutPlaces = [2]
        guard case .reloaded(let read) = try ServerMessage.decode(Array(written { $0.appendReloaded(snapshot) }.utf8))
        else {
            Issue.record("not a snapshot")
            return
        }
        #expect(read.gestures.map(\.location) == [WirePoint(x: 501, y: -974), nil])
        #expect(read.gestures.map(\.locations) == [[WirePoint(x: 501, y: -910), WirePoint(x: 501, y: -1038)], []])
    }

    @Test("numbers that JSON cannot express are written as zero or as the largest magnitude, also in a region")
    func hostileNumbers() {
        var gesture = Self.gesture("tap", .tap(taps: 1), .recognized)
        gesture.toRegion = RegionMap(a: .infinity, b: 1e300, c: 0, d: .nan, tx: 0, ty: 0)
        gesture.locations = [WirePoint(x: .nan, y: 1e300)]
        let line = tail(gesture, [.places, .inRegion, .fingers])
        #expect(line.hasPrefix(#","location":{"x":0.0,"y":0.0},"touches":[3,4],"locations":[{"x":0.0,"y":0.0}]"#))
    }

    @Test("once the buffer is warm its storage is never reallocated, for any form", arguments: 0..<8 as Range<UInt8>)
    func reuse(form: UInt8) {
        var writer = LineWriter()
        var gesture = Self.gesture("pan", Self.pan, .ended)
        gesture.locations = Array(repeating: WirePoint(x: -1234.567, y: 9876.543), count: 60)
        func write() -> UnsafeRawPointer? {
            writer.removeAll()
            writer.appendGestureHead(subscription: 1, sequence: 1)
            writer.appendGestureTail(gesture, since: Self.base, form: GestureForm(rawValue: form))
            return writer.withUnsafeBytes(\.baseAddress)
        }
        let first = write()
        #expect((0..<100).allSatisfy { _ in write() == first })
    }
}
