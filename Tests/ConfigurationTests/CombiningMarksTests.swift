// Tests of combining marks at every place of a file or request: reading takes no longer than letters.

import Testing

@testable import Configuration

@Suite(.serialized, .timeLimit(.minutes(60))) struct CombiningMarksTests {
    /// Places of a file that have a text, with `@` where it goes.
    private static let places = [
        "@", "@: 1", "recognizers: @", "recognizers: [{ name: @, type: tap }]", "recognizers: [{ name: a, type: @ }]",
        "recognizers: [{ name: a, type: tap, @: 1 }]", "recognizers: [{ name: a, type: tap, region: @ }]",
        "recognizers: [{ name: a, type: tap, requireToFail: [@] }]", "recognizers: [{ name: a, type: tap, blocks: @ }]",
        "recognizers: [{ name: a, type: tap, enabled: @ }]", "recognizers: [{ name: a, type: swipe, direction: @ }]",
        "recognizers: [{ name: a, type: longPress, minimumPressDuration: @ }]",
        "recognizers: [{ name: a, type: pan, smoothing: { @: 1 } }]",
        "recognizers: [{ name: a, type: stroke, templates: [{ name: @, points: [[0, 0], [1, 1]] }] }]",
        "recognizers: [{ name: a, type: stroke, templates: [{ name: b, points: [[@, 0], [1, 1]] }] }]",
        "surfaces: [{ name: @ }]", "surfaces: [{ name: a, match: { name: @ } }]",
        "surfaces: [{ name: a, match: { bus: @ } }]", "surfaces: [{ name: a, match: { vendor: @ } }]",
        "surfaces: [{ name: a, use: @ }]", "surfaces: [{ name: a, size: @ }]", "surfaces: [{ name: a, pixels: @ }]",
        "surfaces: [{ name: a, rotation: @ }]", "surfaces: [{ name: a, calibration: [@, 0, 0, 0, 1, 0] }]",
        "surfaces: [{ name: a, contacts: { @: 1 } }]", "surfaces: [{ name: a, contacts: { palmSize: @ } }]",
        "regions: [{ name: @, frame: { x: 0, y: 0, width: 1, height: 1 } }]",
        "regions: [{ name: a, surface: @, frame: { x: 0, y: 0, width: 1, height: 1 } }]",
        "regions: [{ name: a, parent: @, frame: { x: 0, y: 0, width: 1, height: 1 } }]",
        "regions: [{ name: a, frame: { x: @, y: 0, width: 1, height: 1 } }]", "thresholds: { scale: @ }",
        "thresholds: { @: 1 }", "access: [{ user: @, allow: gestures }]", "access: [{ session: @, allow: gestures }]",
        "access: [{ user: a, allow: @ }]", "limits: { peers: @ }", "limits: { @: 1 }", "watch: @", "# @",
        "{ @: 1, @: 2 }",
    ]

    private static let size = 100_000

    private static func text(of sign: String) -> String {
        String(repeating: sign, count: size / sign.utf8.count)
    }

    /// Two classes of marks, of which the second comes first in canonical order.
    private static let run =
        String(repeating: "\u{345}", count: size / 4) + String(repeating: "\u{334}", count: size / 4)
    /// As many as Unicode's stream-safe text format allows in a row, again and again.
    private static let streamSafe = text(
        of: "a" + String(repeating: "\u{345}", count: 15) + String(repeating: "\u{334}", count: 15))
    private static let letters = text(of: "abcdefghij")

    /// How long it takes to read two files that change each other, in which a text stands at a place.
    private static func time(_ place: String, _ text: String) -> Duration {
        let yaml = place.replacing("@", with: text)
        return processorTime {
            for kind in [ConfigurationFiles.Kind.main, .dropIn] {
                _ = try? LayeredText([
                    LayeredText.File(name: "lower", kind: .main, text: yaml),
                    LayeredText.File(name: "upper", kind: kind, text: yaml),
                ])
            }
        }
    }

    @Test("A file of marks is read as quickly as one of letters, wherever they stand", arguments: places)
    func files(place: String) {
        let baseline = (0..<3).map { _ in Self.time(place, Self.letters) }.min() ?? .zero
        for marks in [Self.run, Self.streamSafe, "\"\(Self.run)\"", "'\(Self.streamSafe)'"] {
            #expect(Self.time(place, marks) < baseline * 12, "\(place) \(marks.prefix(2))")
        }
    }

    @Test(
        "Marks that only escapes make are as quick",
        arguments: [
            "\\u0345\\u0334", "\\U00000345\\U00000334", "\\u0345\\\n  \\u0334", "\\u0F73", "\u{0F73}", "\u{0344}",
        ])
    func escapes(sign: String) {
        let baseline = (0..<3).map { _ in Self.time("{ @: 1, b: 2 }", Self.letters) }.min() ?? .zero
        let half = String(repeating: sign, count: Self.size / 2 / sign.utf8.count)
        let yaml = "\"a\(half)b\""
        #expect(Self.time("{ @: 1, \"a\(half)c\": 2 }", yaml) < baseline * 12)
    }

    @Test("A tag of marks is as quick")
    func tags() {
        let baseline = (0..<3).map { _ in Self.time("{ @: 1 }", Self.letters) }.min() ?? .zero
        let marks = String(repeating: "%CD%85%CC%B4", count: Self.size / 24)
        for place in [
            "{ ? !<a@b> k : 1, ? !<a@c> k : 2 }", "%TAG !x! a@\n---\n{ ? !x!b k : 1, ? !x!c k : 2 }",
            "\u{FEFF}%TAG ! @\n---\n{ ? !b k : 1, ? !c k : 2 }",
        ] {
            #expect(Self.time(place, marks) < baseline * 12, "\(place)")
        }
    }

    @Test("Thirty marks in a row may stand in a text, and one more is refused with its place")
    func limit() {
        let marks = String(repeating: "\u{301}", count: 30)
        #expect(messages(of: "# a\(marks)b\(marks)") == [])
        #expect(
            messages(of: "\n# a\(marks)\u{301}") == [
                "2:4 more than 30 combining marks in a row cannot be in a configuration"
            ])
        #expect(messages(of: "surfaces: [{ name: a, match: { name: \"\(marks)\" } }]") == [])
    }

    @Test(
        "Keys are printable ASCII of at most 256 bytes",
        arguments: ["ключ", "a\u{301}", String(repeating: "k", count: 257)])
    func keys(key: String) {
        let shown = key.unicodeScalars.count > 40 ? String(key.prefix(40)) + "…" : key
        #expect(messages(of: "\(key): 1") == ["1:1 unknown key `\(shown)`"])
        let value = StructuredValue.mapping([.init("name", "a"), .init("type", "tap"), .init(key, 1)])
        #expect(
            Configuration.standard.complaints(recognizers: [value]).first?.hasSuffix(": unknown key `\(shown)`") == true
        )
    }

    /// Places of a request that have a text.
    private static func requests(_ text: String) -> [(regions: [StructuredValue], recognizers: [StructuredValue])] {
        let recognizer: StructuredValue = ["type": "tap", "name": "a"]
        let text = StructuredValue.text(text)
        return [
            ([], [text]), ([], [["name": text, "type": "tap"]]), ([], [["name": "a", "type": text]]),
            ([], [recognizer.with("region", text)]), ([], [recognizer.with("requireToFail", .list([text, text]))]),
            ([], [recognizer.with("enabled", text)]), ([], [recognizer.with("numberOfTapsRequired", text)]),
            ([region("b").with("surface", text)], []), ([region("b").with("parent", text)], []),
            ([["name": "b", "frame": ["x": text, "y": 0, "width": 1, "height": 1]]], []),
            ([["name": text, "frame": half]], []),
        ]
    }

    @Test("A request of marks is refused as quickly as one of letters")
    func requests() {
        func time(_ text: String) -> [Duration] {
            Self.requests(text).map { request in
                processorTime {
                    for _ in 0..<10 {
                        _ = Configuration.standard.complaints(
                            regions: request.regions, recognizers: request.recognizers, surfaces: ["panel"])
                    }
                }
            }
        }
        let baselines = time(Self.letters)
        let baseline = baselines.max() ?? .zero
        for (index, duration) in time(Self.run).enumerated() {
            #expect(duration < baseline * 12, "request \(index)")
        }
    }

    @Test("Only the first problems of a request have hints")
    func hints() throws {
        let wrong = (0..<64).map { StructuredValue.mapping([.init("name", .text("r\($0)")), .init("type", "tapp")]) }
        let error = #expect(throws: AttachmentError.self) {
            try Configuration.standard.attached(
                regions: [], recognizers: wrong, beside: AttachedRules(), surfaces: [])
        }
        let hints = try #require(error).problems.map(\.hint)
        #expect(hints.count == 64 && hints.prefix(4).allSatisfy { $0 == "did you mean `tap`?" })
        #expect(hints.dropFirst(4).allSatisfy { $0 == nil })
    }
}
