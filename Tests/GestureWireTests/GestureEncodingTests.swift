// Are the lines of gestures what the specification says, byte by byte?

import GestureWire
import Testing

struct GestureEncodingTests {
    @Test("a pinch is written exactly as in the specification's example")
    func example() {
        let expected =
            #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","#
            + #""type":"pinch","gesture":7,"state":"changed","surface":"panel","region":"root","time":1234.567890,"#
            + #""location":{"x":512.0,"y":300.5},"touches":[3,4],"scale":1.23,"delta":1.008197,"velocity":0.8}}"#
        #expect(line(sample(), since: .pinch(scale: 1.22, velocity: 0)) == expected + "\n")
    }

    static let velocity = WirePoint(x: -120.25, y: 0)
    static let pan = Measurement.pan(
        translation: WirePoint(x: 10.5, y: -4), velocity: velocity, projection: WirePoint(x: 99, y: 1.0625))

    @Test(
        "each type has its members, in the order of the specification",
        arguments: [
            (sample(type: "tap", state: .recognized, .tap(taps: 2)), Measurement.none, #","taps":2"#),
            (sample(type: "longPress", state: .began, .longPress(duration: 0.5)), .none, #","duration":0.5"#),
            (
                sample(type: "swipe", state: .recognized, .swipe(direction: .left, velocity: velocity)), .none,
                #","direction":"left","velocity":{"x":-120.25,"y":0.0}"#
            ),
            (
                sample(type: "pan", state: .changed, pan),
                .pan(translation: WirePoint(x: 8, y: -1), velocity: .zero, projection: nil),
                #","translation":{"x":10.5,"y":-4.0},"delta":{"x":2.5,"y":-3.0},"velocity":{"x":-120.25,"y":0.0}"#
            ),
            (
                sample(type: "pan", state: .ended, pan), pan,
                #","translation":{"x":10.5,"y":-4.0},"delta":{"x":0.0,"y":0.0},"velocity":{"x":-120.25,"y":0.0},"#
                    + #""projection":{"x":99.0,"y":1.063}"#
            ),
            (
                sample(type: "pinch", state: .began, .pinch(scale: 1.5, velocity: -2)), .none,
                #","scale":1.5,"delta":1.5,"velocity":-2.0"#
            ),
            (
                sample(type: "rotation", .rotation(rotation: 0.25, velocity: 1.5)),
                .rotation(rotation: 0.5, velocity: 0), #","rotation":0.25,"delta":-0.25,"velocity":1.5"#
            ),
            (sample(type: "own", .none), .none, ""),
        ])
    func types(notification: GestureNotification, base: Measurement, expected: String) {
        #expect(members(notification, since: base) == expected)
    }

    @Test("names are escaped so that a line stays one line of JSON")
    func escaping() throws {
        var notification = sample()
        notification.recognizer = "a\"b\\c\nd\te\u{1}f\u{7f}ü😀/"
        let written = line(notification)
        #expect(written.contains(#""recognizer":"a\"b\\c\nd\te\u0001f\#u{7f}ü😀/""#))
        #expect(written.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
        guard case .gesture(let received) = try ServerMessage.decode(Array(written.utf8)) else {
            Issue.record("not a gesture: \(written)")
            return
        }
        #expect(received.notification.recognizer == notification.recognizer)
    }

    @Test("a base of another type counts as the beginning")
    func foreignBase() {
        #expect(members(sample(), since: .tap(taps: 1)).contains(#""delta":1.23,"#))
    }

    @Test("what no JSON number can express is written as zero or as the largest magnitude")
    func numbersBeyondJSON() {
        let odd = Measurement.pan(
            translation: WirePoint(x: .nan, y: .infinity), velocity: WirePoint(x: -.infinity, y: 1e300),
            projection: nil)
        #expect(
            members(sample(type: "pan", odd))
                == #","translation":{"x":0.0,"y":0.0},"delta":{"x":0.0,"y":0.0},"#
                + #""velocity":{"x":0.0,"y":9007199254740991.0}"#)
        #expect(
            members(sample(.pinch(scale: 1, velocity: -1e300)), since: .pinch(scale: 0, velocity: 0))
                == #","scale":1.0,"delta":1.0,"velocity":-9007199254740991.0"#)
    }

    @Test("once the buffer is warm its storage stays where it is")
    func reuse() {
        var writer = LineWriter()
        let notification = sample()
        func write() -> UnsafeRawPointer? {
            writer.removeAll()
            writer.appendGestureHead(subscription: 1, sequence: 1)
            writer.appendGestureTail(notification, since: .none)
            return writer.bytes.withUnsafeBytes(\.baseAddress)
        }
        let first = write()
        #expect((0..<100).allSatisfy { _ in write() == first })
    }
}
