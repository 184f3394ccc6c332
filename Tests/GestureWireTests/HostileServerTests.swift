// Tests of decoding hostile lines of a server in bounded time.

import GestureWire
import Testing

struct HostileServerTests {
    /// Places in a line where a text can stand, with `@` where it goes.
    private static let places = [
        #"{"@":1}"#, #"{"method":"@","params":{}}"#, #"{"id":1,"result":{"@":1,"@ ":2}}"#, #"{"id":"@","result":1}"#,
        #"{"id":1,"error":{"code":1,"message":"@"}}"#, #"{"id":1,"result":["@",{"a":[{"@":1}]}]}"#,
        gesture.replacing(#""type":"tap""#, with: #""type":"@""#),
        gesture.replacing(#""type":"tap""#, with: #""type":"x","z":"@""#),
        gesture.replacing("recognized", with: "@"), gesture.replacing("panel", with: "@"),
        gesture.replacing("taps", with: "@"),
        gesture.replacing(#""type":"tap""#, with: #""type":"swipe","velocity":{"x":1,"y":1},"direction":"@""#),
    ]

    private static let gesture =
        #"{"method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"a","type":"tap","gesture":1,"#
        + #""state":"recognized","surface":"panel","region":"root","time":1.0,"location":{"x":1.0,"y":1.0},"#
        + #""touches":[1],"taps":1}}"#

    private static let size = 40_000

    private static func run(_ sign: String, _ bytes: Int) -> String {
        String(repeating: sign, count: bytes / sign.utf8.count)
    }

    /// The processor time that a client needs for a line in all steps, the smallest of three times.
    private func time(_ place: String, _ text: String) -> Int {
        let line = Array(place.replacing("@", with: text).utf8)
        return (0..<3).map { _ in
            processorTime {
                _ = try? ServerMessage.decode(line)
                _ = try? ServerMessage.result(of: line, as: WireValue.self)
            }
        }.min() ?? 0
    }

    @Test("Marks cost no more than letters, anywhere", arguments: places)
    func cost(place: String) {
        let letters = time(place, Self.run("abcdefghij", Self.size))
        let half = Self.size / 2
        for marks in [
            "a" + Self.run("\u{345}", half) + Self.run("\u{334}", half),
            "a" + Self.run(#"\u0345"#, half) + Self.run(#"\u0334"#, half),
            Self.run("a" + Self.run("\u{345}", 120) + Self.run("\u{334}", 120), Self.size),
        ] {
            let measured = time(place, marks)
            #expect(measured < letters * 20, "\(marks.utf8.prefix(2)): \(measured) ns, letters \(letters) ns")
        }
    }

    private func isRead(_ line: String) -> Bool {
        (try? ServerMessage.decode(Array(line.utf8))) != nil
    }

    @Test("Messages of present and future versions of gestured are read")
    func harmless() throws {
        for text in [
            "Écran \u{1F600}", "e\u{301}", #"\u0041\ud83d\ude00"#, "\u{7f}", #"\u001b\n"#, #"a\":b"#,
            String(repeating: "\u{301}", count: 128), Self.run("ü", Self.size),
        ] {
            #expect(isRead(#"{"method":"later","new":{"a":["\#(text)"]},"params":{"x":"\#(text)"}}"#), "\(text)")
        }
        for name in ["$ref", "a b", "a.b-c:d", #"\u0061"#, String(repeating: "n", count: 256)] {
            #expect(isRead(#"{"method":"gesture","\#(name)":0,"# + Self.gesture.dropFirst(20)), "\(name)")
        }
        #expect(isRead("\t{ \"id\" :\r1,\"result\" : [ ] }\n"))
    }

    @Test("Other names, longer runs of marks and other encodings are refused")
    func refused() {
        for name in ["é", "a\u{301}", #"\u00e9"#, #"\u001b"#, String(repeating: "n", count: 257)] {
            #expect(!isRead(#"{"method":"later","params":{"\#(name)" :1}}"#), "\(name)")
        }
        for mark in ["\u{301}", #"\u0301"#, "\u{F73}", "\u{344}"] {
            #expect(!isRead(#"{"method":"later","params":{"x":"\#(String(repeating: mark, count: 129))"}}"#), "\(mark)")
        }
        let line = #"{"method":"later","params":{"é":1}}"#
        let wide: [UInt8] = line.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let widest: [UInt8] = line.unicodeScalars.flatMap { scalar -> [UInt8] in [UInt8(scalar.value), 0, 0, 0] }
        for bytes in [wide, [0xFF, 0xFE] + wide, widest] {
            #expect(throws: DecodingError.self) { try ServerMessage.decode(bytes) }
        }
    }
}
