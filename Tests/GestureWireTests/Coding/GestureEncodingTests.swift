// Tests of gestures' lines, byte by byte.

import GestureWire
import Testing

struct GestureEncodingTests {
    @Test("a pinch is written exactly like the specification's example")
    func example() {
        let expected =
            #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":42,"recognizer":"zoom","#
            + #""type":"pinch","gesture":7,"state":"changed","surface":"panel","region":"root","time":1234.567890,"#
            + #""location":{"x":512.0,"y":300.5},"touches":[3,4],"scale":1.23,"delta":1.008197,"velocity":0.8}}"#
        #expect(line(sample(), since: .pinch(scale: 1.22, velocity: 0)) == expected + "\n")
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
}
